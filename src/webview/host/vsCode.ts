import { decodePageState } from "../../shared/pageState";
import { timeZoneOf } from "../../shared/times";
import type { VsCodeApi } from "./hostConnection";

declare function acquireVsCodeApi(): VsCodeApi;

/**
 * Imported first, so that the extension prepares its first message while the rest of the script runs. No message arrives before
 * `FeedApp.connect` listens: that is in the same task.
 */
export const vsCode = acquireVsCodeApi();

/** What VS Code saved for a reload of the window. */
export const savedState = decodePageState(vsCode.getState());

vsCode.postMessage({ type: "ready", timeZone: timeZoneOf(savedState.zone ?? "local") });
