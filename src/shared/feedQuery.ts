import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { filterLabels, filterNames, filterSchemas } from "./filters";
import { parseInstant } from "./instant";
import { maxWindowDays } from "./limits";
import { parseOrUndefined, type Validated } from "./schemas";
import { formatNumber } from "./text";
import { daysText, shortDay } from "./times";

/** ISO 8601 UTC, with milliseconds. */
const instantText = v.pipe(v.string(), v.check(isInstantText));

const feedWindowSchema = v.variant("kind", [
  /** From `days` days before the moment the session starts, with an open end. */
  v.object({
    kind: v.literal("last"),
    days: v.pipe(v.number(), v.gtValue(0), v.maxValue(maxWindowDays)),
  }),
  /** `[since, until)`; without `until` the end is open. */
  v.pipe(
    v.object({ kind: v.literal("fixed"), since: instantText, until: v.exactOptional(instantText) }),
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
 * locally to loaded events (search, company focus) is not part of it.
 */
export type FeedQuery = Validated<typeof feedQuerySchema>;

export type FeedWindow = FeedQuery["window"];

/** A query for events, or for the publications in its window, which have no other filters. */
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

/** Equal for equal time ranges only. */
function windowValue(window: FeedWindow): unknown {
  return window.kind === "last" ? window.days : [window.since, window.until ?? null];
}

/**
 * A text that is the same for equal queries only. It also tells which filters the unread events of a saved feed were counted with:
 * where it changes, they are counted anew. A new filter goes last.
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
 * How a query differs from the default one, in a few words each: `Last 30 days`, `Funding`, `≥ $1M`. All filters if one of them
 * differs: the default ones of a saved feed are behind its name.
 */
export function queryDifferences(query: FeedQuery, defaultQuery: FeedQuery): string[] {
  const filters = filterLabels(query);
  return [
    ...(sameWindow(query.window, defaultQuery.window) ? [] : [windowDays(query.window)]),
    ...(sameQuery(query, { ...defaultQuery, window: query.window })
      ? []
      : filters.length > 0
        ? filters
        : [l10n.t("All events")]),
  ];
}

/**
 * A window in UTC: `Last 7 days`, `Since 2026-11-01 08:30 UTC`, `2026-11-01 08:30 – 2026-11-02 00:00 UTC`. Of two edges that read
 * the same, only one is shown.
 */
export function windowText(window: FeedWindow): string {
  if (window.kind === "last") {
    return lastDaysText(window.days);
  }
  const edge = (instant: string): string => instant.slice(0, 16).replace("T", " ");
  const since = edge(window.since);
  if (window.until === undefined) {
    return sinceText(`${since} UTC`);
  }
  const until = edge(window.until);
  return since === until ? `${since} UTC` : `${since} – ${until} UTC`;
}

/** A window with its days in the local time zone: `Last 7 days`, `Since Nov 1, 2026`, `Nov 1 – 15, 2026`. */
export function windowDays(window: FeedWindow): string {
  if (window.kind === "last") {
    return lastDaysText(window.days);
  }
  const sinceMs = Date.parse(window.since);
  return window.until === undefined
    ? sinceText(shortDay(sinceMs, "local", Number.NEGATIVE_INFINITY))
    : daysText({ sinceMs, untilMs: Date.parse(window.until) }, "local");
}

export function sinceText(instant: string): string {
  return l10n.t({
    message: "Since {0}",
    args: [instant],
    comment: ["{0} is a date, such as Nov 14, 10:02"],
  });
}

/** `Last 7 days`, `Last 24 hours`, `Last 90 minutes`: up to one day in hours or, unless they are whole, in minutes. */
export function lastDaysText(days: number): string {
  if (days > 1) {
    return l10n.t("Last {0} days", formatNumber(days));
  }
  const minutes = Number((days * 1440).toFixed(3));
  const hours = minutes / 60;
  if (Number.isInteger(hours)) {
    return hours === 1 ? l10n.t("Last hour") : l10n.t("Last {0} hours", formatNumber(hours));
  }
  return minutes === 1 ? l10n.t("Last minute") : l10n.t("Last {0} minutes", formatNumber(minutes));
}

/** Reads a query from a message, restored state or a link; undefined if it is invalid. */
export function decodeQuery(value: unknown): FeedQuery | undefined {
  return parseOrUndefined(feedQuerySchema, value);
}

/** The same for fields that were read one by one; undefined ones are left out. */
export function decodeQueryFields(
  fields: Readonly<Partial<Record<keyof FeedQuery, unknown>>>,
): FeedQuery | undefined {
  return decodeQuery(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
}

/** As `toISOString` writes instants, with a year of four digits: such texts sort by time. */
function isInstantText(value: string): boolean {
  const ms = parseInstant(value);
  return ms !== undefined && /^\d{4}-/.test(value) && new Date(ms).toISOString() === value;
}
