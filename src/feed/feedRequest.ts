import type { FeedRequest, TimeRange } from "../service/types";
import { dayMs } from "../shared/instant";
import type { FeedQuery } from "../shared/feedQuery";
import { activeValues } from "../shared/filters";
import type { TimeSpan } from "../shared/viewQueries";

/** The window that a query currently covers. A relative one starts `days` days ago and is open-ended. */
export function windowOf(query: FeedQuery, nowMs: number): TimeRange {
  const { window } = query;
  if (window.kind === "last") {
    return { sinceMs: nowMs - window.days * dayMs };
  }
  const sinceMs = Date.parse(window.since);
  return window.until === undefined ? { sinceMs } : { sinceMs, untilMs: Date.parse(window.until) };
}

/** The adjacent earlier window, twice as long; undefined if no earlier dates exist. */
export function windowBefore(window: TimeRange, nowMs: number): TimeSpan | undefined {
  const length = Math.max((window.untilMs ?? nowMs) - window.sinceMs, dayMs);
  const sinceMs = Math.max(0, window.sinceMs - 2 * length);
  return sinceMs < window.sinceMs ? { sinceMs, untilMs: window.sinceMs } : undefined;
}

/** The request for the first page of a window (docs/service.md, Event feed: request). */
export function requestFor(query: FeedQuery, window: TimeRange, pageSize: number): FeedRequest {
  return {
    since: iso(window.sinceMs),
    ...(window.untilMs === undefined ? {} : { until: iso(window.untilMs) }),
    pageSize,
    fields: "full",
    ...(query.source && { source: query.source }),
    ...activeValues(query),
  };
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
