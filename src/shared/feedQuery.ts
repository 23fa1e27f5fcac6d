import { isNumber, isRecord } from "./unknown";

/**
 * What a feed asks the service for (`interface.md`, Event feed). Changing it starts a new session. What is done locally to
 * loaded events (search, company focus) is no part of it.
 */
export interface FeedQuery {
  readonly window: FeedWindow;
  /** Kinds of event; empty: all. */
  readonly types: readonly string[];
  /** Matched exactly by the service. */
  readonly sector?: string;
  /** USD floor on `event_data.amount`, zero or more. */
  readonly minAmount?: number;
}

export type FeedWindow =
  /** From `days` days before the moment the session starts, with an open end. */
  | { readonly kind: "last"; readonly days: number }
  /** `[since, until)` in ISO 8601 UTC; without `until` the end is open. */
  | { readonly kind: "fixed"; readonly since: string; readonly until?: string };

export const maxTypes = 50;
export const maxFilterLength = 200;
/** 3650 days, as the setting `feed.windowDays` allows. */
export const maxWindowDays = 3650;

/** True when both ask the service for the same. The order of types does not count. */
export function sameQuery(a: FeedQuery, b: FeedQuery): boolean {
  return canonicalQuery(a) === canonicalQuery(b);
}

/** True when both ask for the same stretch of time. */
export function sameWindow(a: FeedQuery, b: FeedQuery): boolean {
  return sameQuery(a, { ...a, window: b.window });
}

/** A text that equal queries have in common, and no others. */
export function canonicalQuery(query: FeedQuery): string {
  const { window } = query;
  return JSON.stringify([
    window.kind === "last" ? window.days : [window.since, window.until ?? null],
    [...query.types].sort(),
    query.sector ?? null,
    query.minAmount ?? null,
  ]);
}

/** What a query asks that the default one does not, in a few words each: `last 30 days`, `funding`, `≥ $1,000,000`. */
export function peculiarities(query: FeedQuery, standard: FeedQuery): string[] {
  return [...(sameWindow(query, standard) ? [] : [windowName(query.window)]), ...activeFilters(query)];
}

/** The filters that are active, without the window: nothing but the defaults gives an empty list. */
export function activeFilters(query: FeedQuery): string[] {
  return [
    ...query.types,
    ...(query.sector === undefined ? [] : [query.sector]),
    ...(query.minAmount === undefined ? [] : [`≥ $${query.minAmount.toLocaleString("en-US")}`]),
  ];
}

/** Dates are those of UTC. */
function windowName(window: FeedWindow): string {
  if (window.kind === "last") {
    return window.days === 1 ? "last 24 hours" : `last ${window.days} days`;
  }
  const since = window.since.slice(0, 10);
  return window.until === undefined ? `since ${since}` : `${since} – ${window.until.slice(0, 10)}`;
}

/** Reads a query that comes from outside: a message, restored state, a link. Undefined when it is none that could be sent. */
export function decodeQuery(value: unknown): FeedQuery | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { types, sector, minAmount } = value;
  const window = decodeWindow(value["window"]);
  if (!window || !Array.isArray(types) || types.length > maxTypes || !types.every(isFilterText)) {
    return undefined;
  }
  if (sector !== undefined && !isFilterText(sector)) {
    return undefined;
  }
  if (minAmount !== undefined && !(isNumber(minAmount) && minAmount >= 0)) {
    return undefined;
  }
  return {
    window,
    types: [...new Set(types)],
    ...(sector !== undefined && { sector }),
    ...(minAmount !== undefined && { minAmount }),
  };
}

function decodeWindow(value: unknown): FeedWindow | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { kind, days, since, until } = value;
  if (kind === "last" && isNumber(days) && days > 0 && days <= maxWindowDays) {
    return { kind, days };
  }
  if (kind === "fixed" && isInstant(since) && (until === undefined || (isInstant(until) && since < until))) {
    return { kind, since, ...(until !== undefined && { until }) };
  }
  return undefined;
}

/** Whether the service can be asked for events of this type or sector. */
export function isFilterText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= maxFilterLength;
}

/** ISO 8601 UTC with milliseconds, as `toISOString` writes it: such texts of one length also sort by time. */
function isInstant(value: unknown): value is string {
  if (typeof value !== "string") {
    return false;
  }
  const ms = Date.parse(value);
  return /^\d{4}-/.test(value) && !Number.isNaN(ms) && new Date(ms).toISOString() === value;
}
