import type { FeedRequest } from "../api/types";
import { dayMs } from "../shared/day";
import type { FeedQuery } from "../shared/feedQuery";

/** A stretch of time `[sinceMs, untilMs)`, milliseconds since 1970 UTC; without `untilMs` its end is open. */
export interface Window {
  readonly sinceMs: number;
  readonly untilMs?: number;
}

/** The window that a query means at this moment. A relative one starts `days` days ago and has an open end. */
export function windowOf(query: FeedQuery, nowMs: number): Window {
  const { window } = query;
  if (window.kind === "last") {
    return { sinceMs: nowMs - window.days * dayMs };
  }
  const sinceMs = Date.parse(window.since);
  return window.until === undefined ? { sinceMs } : { sinceMs, untilMs: Date.parse(window.until) };
}

/** The window of equal end and start just before this one, twice as long; nothing when time does not reach back further. */
export function windowBefore(window: Window, nowMs: number): Required<Window> | undefined {
  const span = Math.max((window.untilMs ?? nowMs) - window.sinceMs, dayMs);
  const sinceMs = Math.max(0, window.sinceMs - 2 * span);
  return sinceMs < window.sinceMs ? { sinceMs, untilMs: window.sinceMs } : undefined;
}

/** The request for the first page of a window (`interface.md`, Event feed). */
export function requestFor(query: FeedQuery, window: Window, pageSize: number): FeedRequest {
  return {
    since: iso(window.sinceMs),
    ...(window.untilMs === undefined ? {} : { until: iso(window.untilMs) }),
    pageSize,
    fields: "full",
    ...(query.types.length === 0 ? {} : { types: query.types }),
    ...(query.sector === undefined ? {} : { sector: query.sector }),
    ...(query.minAmount === undefined ? {} : { minAmount: query.minAmount }),
  };
}

/** ISO 8601 UTC, with milliseconds. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
