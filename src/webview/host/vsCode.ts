/**
 * Must be imported first: other modules may look up texts while they are evaluated, and the extension
 * prepares the snapshot meanwhile. `FeedApp` listens within the same task, so no message is missed.
 */
import { type DisplayLanguage, setDisplayLanguage } from "../../shared/locale";
import { decodePageState } from "../../shared/pageState";
import { timeZoneOf } from "../../shared/times";
import type { VsCodeApi } from "./hostConnection";

declare function acquireVsCodeApi(): VsCodeApi;

const language = document.getElementById("display-language")?.textContent;
if (language) {
  // Trusted: written by panel/pageHtml.ts.
  setDisplayLanguage(JSON.parse(language) as DisplayLanguage);
}

export const vsCode = acquireVsCodeApi();

/** Saved by VS Code for a reload of the window. */
export const savedState = decodePageState(vsCode.getState());

vsCode.postMessage({ type: "ready", timeZone: timeZoneOf(savedState.zone ?? "local") });
