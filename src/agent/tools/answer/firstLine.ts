import type { Window } from "../../../feed/feedRequest";
import { cleanText } from "./cleanText";
import { instantText } from "./zonedTime";

/** What an answer is about. */
export interface AnswerScope {
  readonly window: Window;
  /** IANA name. */
  readonly timeZone: string;
  /** When the events were read, milliseconds since 1970 UTC. A window without an end ends there. */
  readonly readAtMs: number;
  /** The filters in words. */
  readonly applied: readonly string[];
  /** Name of the connection. */
  readonly connection: string;
  /** Why events of the window are missing, in words; empty if none is. */
  readonly missing: readonly string[];
}

/** How many events match, and which of them the answer lists; without `shown`, it lists none. */
export interface AnswerCounts {
  readonly total: number;
  /** Events on previous pages. */
  readonly from?: number;
  readonly shown?: number;
}

/** The first line of an answer about events: `1–20 of 431 events · cut: more on the next page · …`. */
export function firstLine(counts: AnswerCounts, scope: AnswerScope): string {
  const { window, timeZone, readAtMs, applied, connection, missing } = scope;
  const { sinceMs, untilMs = readAtMs } = window;
  // An answer covers nothing that has not happened yet.
  const endMs = sinceMs < readAtMs ? Math.min(untilMs, readAtMs) : untilMs;
  return [
    ...countTexts(counts, missing.length > 0),
    ...(missing.length > 0 ? [`INCOMPLETE: ${missing.join("; ")}`] : []),
    `${instantText(sinceMs, timeZone)} to ${instantText(endMs, timeZone)} (${timeZone})`,
    ...(applied.length === 0 ? ["no filters"] : applied),
    `connection ${cleanText(connection, 60)}`,
  ].join(" · ");
}

function countTexts({ total, from = 0, shown = total }: AnswerCounts, isIncomplete: boolean): string[] {
  const events = `${total === 0 ? "no" : total} ${total === 1 ? "event" : "events"}`;
  const all = !isIncomplete ? events : total === 0 ? "no events found" : `at least ${events}`;
  const isAll = isIncomplete ? [] : ["complete"];
  if (shown >= total) {
    return [all, ...isAll];
  }
  if (shown === 0) {
    return [all, "cut: none of them fits"];
  }
  const range = `${shown === 1 ? "" : `${from + 1}–`}${from + shown} of ${all}`;
  return [range, from + shown < total ? "cut: more on the next page" : "last page"];
}
