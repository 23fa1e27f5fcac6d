import type { Window } from "../../../feed/feedRequest";
import { cleanText } from "./cleanText";
import { instantText } from "./zonedTime";

/** What an answer is about. */
export interface AnswerScope {
  readonly window: Window;
  /** IANA name. */
  readonly timeZone: string;
  /** When the events were read, milliseconds since 1970 UTC: the end of a window without one. */
  readonly readAtMs: number;
  /** Filters as applied, in words. */
  readonly applied: readonly string[];
  /** Name of the connection. */
  readonly connection: string;
  /** Why events of the window are missing, in words; empty: none is. */
  readonly missing: readonly string[];
}

/** How many events match, and which of them are in the answer; without `shown`, none is meant to be. */
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
  // What has not happened yet is no part of an answer.
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
