import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { startOf, type ZoneChoice } from "./calendar";
import { filterLabels, filterNames, filterSchemas } from "./filters";
import { parseInstant } from "./instant";
import { maxWindowDays } from "./limits";
import { parseOrUndefined, type Validated } from "./schemas";
import { formatNumber } from "./text";
import { dayAndTime, daysText, isMidnight, shortDay, spanText } from "./times";

/** ISO 8601 UTC, with milliseconds. */
const utcInstant = v.pipe(v.string(), v.check(isInstantText));

const feedWindowSchema = v.variant("kind", [
  /** From `days` days before the moment the session starts, with an open end. */
  v.object({
    kind: v.literal("last"),
    days: v.pipe(v.number(), v.gtValue(0), v.maxValue(maxWindowDays)),
  }),
  /** `[since, until)`; without `until` the end is open. */
  v.pipe(
    v.object({ kind: v.literal("fixed"), since: utcInstant, until: v.exactOptional(utcInstant) }),
    v.check(({ since, until }) => until === undefined || since < until),
  ),
]);

export const feedQuerySchema = v.object({
  window: feedWindowSchema,
  /** Absent: events. Publications have no filters but the window. */
  source: v.exactOptional(v.literal("publications")),
  ...filterSchemas("schema"),
});

/**
 * What a feed requests from the service (docs/service.md, Event feed: request). Changing it starts a new session; what is done
 * locally to loaded events (search, companies, zoom) is not part of it.
 */
export type FeedQuery = Validated<typeof feedQuerySchema>;

export type FeedWindow = FeedQuery["window"];

/** The query itself for events; for publications its window alone, as they have no other filters. */
export function queryFor(source: FeedQuery["source"], query: FeedQuery): FeedQuery {
  return source ? { window: query.window, types: [], source } : query;
}

/** True when both request the same, regardless of the order of types. */
export function sameQuery(a: FeedQuery, b: FeedQuery): boolean {
  return canonicalQuery(a) === canonicalQuery(b);
}

export function sameWindow(a: FeedWindow, b: FeedWindow): boolean {
  return JSON.stringify(windowValue(a)) === JSON.stringify(windowValue(b));
}

/** Its JSON is equal only for equal time ranges. */
function windowValue(window: FeedWindow): unknown {
  return window.kind === "last" ? window.days : [window.since, window.until ?? null];
}

/**
 * A text that is the same only for equal queries. It is kept with the unread events of a saved feed: where it changes, they are
 * counted anew. A new filter goes last.
 */
export function canonicalQuery(query: FeedQuery): string {
  const values = filterNames.map((name) => query[name] ?? null);
  return JSON.stringify([
    windowValue(query.window),
    ...values.map((value) => (Array.isArray(value) ? value.toSorted() : value)),
    ...(query.source ? [query.source] : []),
  ]);
}

/**
 * How a query differs from the default one, in a few words each: `Last 30 days`, `Funding`, `≥ $1M`. If any filter differs, all
 * are named; if none does, the name of the saved feed stands for them.
 */
export function queryDifferences(query: FeedQuery, defaultQuery: FeedQuery): string[] {
  const filters = filterLabels(query);
  return [
    ...(sameWindow(query.window, defaultQuery.window) ? [] : [windowText(query.window, "local")]),
    ...(sameQuery(query, { ...defaultQuery, window: query.window })
      ? []
      : filters.length > 0
        ? filters
        : [l10n.t("All events")]),
  ];
}

/**
 * `Last 7 days`, `Since Nov 1`, `Nov 1 – 15, 2026`; with times unless it begins and ends at midnight.
 * @param nowMs dates of its year have no year; by default all have one
 */
export function windowText(window: FeedWindow, zone: ZoneChoice, nowMs = Number.NEGATIVE_INFINITY): string {
  if (window.kind === "last") {
    return lastDaysText(window.days);
  }
  const sinceMs = Date.parse(window.since);
  if (window.until === undefined) {
    const since = (isMidnight(sinceMs, zone) ? shortDay : dayAndTime)(sinceMs, zone, nowMs);
    return l10n.t({
      message: "Since {0}",
      args: [since],
      comment: ["{0} is a date, such as Nov 14, 10:02"],
    });
  }
  const span = { sinceMs, untilMs: Date.parse(window.until) };
  return isMidnight(sinceMs, zone) && isMidnight(span.untilMs, zone)
    ? daysText(span, zone)
    : spanText(span, zone, nowMs);
}

/** `Last 7 days`, `Last 24 hours`, `Last 1.5 hours`: up to one day in hours. */
function lastDaysText(days: number): string {
  if (days > 1) {
    return l10n.t("Last {0} days", formatNumber(days));
  }
  const hours = Number((days * 24).toFixed(2));
  return hours === 1 ? l10n.t("Last hour") : l10n.t("Last {0} hours", formatNumber(hours));
}

/** Makes a query of fields that were read one by one, some of which may be undefined. Undefined if it is invalid. */
export function decodeQueryFields(
  fields: Readonly<Partial<Record<keyof FeedQuery, unknown>>>,
): FeedQuery | undefined {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return parseOrUndefined(feedQuerySchema, Object.fromEntries(present));
}

/** Whether a text is as `toISOString` writes instants, with a year of four digits: such texts sort by time. */
function isInstantText(value: string): boolean {
  const ms = parseInstant(value);
  return ms !== undefined && /^\d{4}-/.test(value) && new Date(ms).toISOString() === value;
}

/** @param untilMs undefined: open-ended */
export function fixedWindow(sinceMs: number, untilMs?: number): FeedWindow {
  return {
    kind: "fixed",
    since: new Date(sinceMs).toISOString(),
    ...(untilMs !== undefined && { until: new Date(untilMs).toISOString() }),
  };
}

/** Periods of the calendar that people choose by name: the unit, and how many units after the present one. */
const periods = {
  today: ["day", 0],
  yesterday: ["day", -1],
  thisWeek: ["week", 0],
  thisMonth: ["month", 0],
  lastMonth: ["month", -1],
} as const;

export type CalendarPeriod = keyof typeof periods;

export const calendarPeriods = Object.keys(periods) as readonly CalendarPeriod[];

/** From the beginning of a period to its end; without an end if it contains the present, so that it stays live. */
export function periodWindow(period: CalendarPeriod, zone: ZoneChoice, nowMs: number): FeedWindow {
  const [unit, offset] = periods[period];
  const startAfter = (units: number): number => startOf(unit, nowMs, zone, units);
  return fixedWindow(startAfter(offset), offset < 0 ? startAfter(offset + 1) : undefined);
}
