import type { FeedRequest } from "../service/types";
import { dayMs } from "../shared/instant";
import type { FeedQuery, FilterName } from "../shared/feedQuery";
import type { TimeSpan } from "../shared/viewQueries";

/** A time range `[sinceMs, untilMs)`, milliseconds since 1970 UTC; open-ended without `untilMs`. */
export interface Window {
  readonly sinceMs: number;
  readonly untilMs?: number;
}

/** The window that a query currently covers. A relative one starts `days` days ago and is open-ended. */
export function windowOf(query: FeedQuery, nowMs: number): Window {
  const { window } = query;
  if (window.kind === "last") {
    return { sinceMs: nowMs - window.days * dayMs };
  }
  const sinceMs = Date.parse(window.since);
  return window.until === undefined ? { sinceMs } : { sinceMs, untilMs: Date.parse(window.until) };
}

/** The adjacent earlier window, twice as long; undefined if no earlier dates exist. */
export function windowBefore(window: Window, nowMs: number): TimeSpan | undefined {
  const length = Math.max((window.untilMs ?? nowMs) - window.sinceMs, dayMs);
  const sinceMs = Math.max(0, window.sinceMs - 2 * length);
  return sinceMs < window.sinceMs ? { sinceMs, untilMs: window.sinceMs } : undefined;
}

/** The request for the first page of a window (docs/service.md, Event feed: request). */
export function requestFor(query: FeedQuery, window: Window, pageSize: number): FeedRequest {
  const { types, sector, minAmount } = query;
  const filters: { readonly [N in FilterName]: Pick<FeedRequest, N> } = {
    types: types.length === 0 ? {} : { types },
    sector: sector === undefined ? {} : { sector },
    minAmount: minAmount === undefined ? {} : { minAmount },
  };
  return {
    since: iso(window.sinceMs),
    ...(window.untilMs === undefined ? {} : { until: iso(window.untilMs) }),
    pageSize,
    fields: "full",
    ...(Object.assign({}, ...Object.values(filters)) as Pick<FeedRequest, FilterName>),
  };
}

/** ISO 8601 UTC, with milliseconds. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
