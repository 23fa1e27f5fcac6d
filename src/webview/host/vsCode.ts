/**
 * Imported first: modules may look up messages as they are evaluated, and the extension prepares its first message while the rest of
 * the script runs. No message arrives before `FeedApp.connect` listens: that is in the same task.
 */
import { type DisplayLanguage, setDisplayLanguage } from "../../shared/locale";
import { decodePageState } from "../../shared/pageState";
import { timeZoneOf } from "../../shared/times";
import type { VsCodeApi } from "./hostConnection";

declare function acquireVsCodeApi(): VsCodeApi;

const language = document.getElementById("display-language")?.textContent;
if (language) {
  // Written by the extension (panel/pageHtml.ts), so it can be trusted.
  setDisplayLanguage(JSON.parse(language) as DisplayLanguage);
}

export const vsCode = acquireVsCodeApi();

/** What VS Code saved for a reload of the window. */
export const savedState = decodePageState(vsCode.getState());

vsCode.postMessage({ type: "ready", timeZone: timeZoneOf(savedState.zone ?? "local") });
