/** Whether all of the window is loaded, in words. */
import type { Completeness } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/pageState";
import type { PanelState } from "../../shared/protocol";
import { displayLine } from "../ui/text";
import { shortInstant } from "../ui/times";

/** Stands behind how many events are loaded. */
export function completenessText(completeness: Completeness): string {
  switch (completeness.kind) {
    case "complete":
      return "complete";
    case "more":
      return "more available";
    case "gap":
      return "some newer events not loaded";
    case "limit":
      return `limit of ${completeness.maxEvents.toLocaleString()} events reached`;
    case "stopped":
      return displayLine(completeness.message).replace(/\.$/, "");
  }
}

/** Stands below the last row. */
export function endText({ completeness, window }: PanelState, zone: ZoneChoice, nowMs: number): string {
  const start = window && shortInstant(window.sinceMs, zone, nowMs);
  switch (completeness.kind) {
    case "complete":
      return start && completeness.before ? `Complete since ${start}` : "Complete. No earlier dates.";
    case "more":
      return start ? `Window starts ${start}` : "";
    case "gap":
      return start ? `Some events since ${start} are not loaded` : "Some events are not loaded";
    case "limit":
      return `Limit of ${completeness.maxEvents.toLocaleString()} events reached. Close other feeds, narrow the filters, or export the entire window.`;
    case "stopped":
      return displayLine(completeness.message);
  }
}
