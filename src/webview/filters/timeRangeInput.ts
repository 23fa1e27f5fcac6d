/**
 * Reads a time range as a user types it: `yesterday`, `-3d`, `since Monday`, `last 2 weeks`, `1-15 nov`, `2026-11-01`, `q3`.
 * Days are those of the panel's time zone. What contains the present moment has an open end, so that it stays live.
 */
import * as l10n from "@vscode/l10n";
import { dayMs } from "../../shared/instant";
import type { FeedWindow } from "../../shared/feedQuery";
import { maxWindowDays } from "../../shared/limits";
import { locale } from "../../shared/locale";
import type { ZoneChoice } from "../../shared/pageState";
import { formatNumber } from "../../shared/text";
import { monthSpellings, weekdaySpellings } from "../../shared/dateNames";
import { type DateParts, instantOf, parseTypedInstant, partsOf, timeZoneOf } from "../../shared/times";
import { fromGerman } from "./germanTimeRange";

export type TypedTimeRange =
  | { readonly ok: true; readonly window: FeedWindow }
  /** A sentence for the user. */
  | { readonly ok: false; readonly message: string };

/** A part of the calendar `[since, until)`, or an instant if both are equal. Milliseconds since 1970 UTC. */
interface Period {
  readonly since: number;
  readonly until: number;
}

/** What incomplete dates refer to. */
interface Context {
  readonly zone: ZoneChoice;
  readonly nowMs: number;
  /** A weekday is the last one up to this instant. */
  readonly weekdaysUntilMs: number;
  /** Of a date that has none. */
  readonly year: number;
  /** Of a day that has none; undefined: a number alone is no day. */
  readonly month?: number;
}

class TimeRangeError extends Error {}

export function parseTimeRange(text: string, zone: ZoneChoice, nowMs: number): TypedTimeRange {
  const typed = normalize(text, zone);
  try {
    const window = relativeWindow(typed) ?? fixedWindow(typed, zone, nowMs);
    return window
      ? { ok: true, window }
      : {
          ok: false,
          message: l10n.t({
            message:
              "Enter a time range such as yesterday, -3d, since Monday, last 2 weeks, 1-15 Nov, 2026-11-01 or Q3.",
            comment: [
              "Examples have to be understood as they are: only English is, and German where that is the language",
            ],
          }),
        };
  } catch (error) {
    if (error instanceof TimeRangeError) {
      return { ok: false, message: error.message };
    }
    throw error;
  }
}

/** Today, yesterday, this week and this month. */
export function recentWindows(zone: ZoneChoice, nowMs: number): FeedWindow[] {
  const context: Context = { zone, nowMs, weekdaysUntilMs: nowMs, year: partsOf(nowMs, zone).year };
  const periods = [
    dayBefore(0, context),
    dayBefore(1, context),
    unitPeriod(0, "week", context),
    unitPeriod(0, "month", context),
  ];
  return periods.flatMap((found) => (found ? [windowOf(rangeOf(found, context))] : []));
}

/** Lower case, single spaces, ASCII hyphens; without the zone that the control shows after dates. */
function normalize(text: string, zone: ZoneChoice): string {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\s+/g, " ");
  const suffix = ` · ${timeZoneOf(zone).toLowerCase()}`;
  const range = (plain.endsWith(suffix) ? plain.slice(0, -suffix.length) : plain).replace(/^the /, "");
  return /^de\b/i.test(locale()) ? fromGerman(range) : range;
}

// ---- Relative: `-3d`, `last 2 weeks` ----------------------------------------------------------------------------

/** In days. A month, a quarter and a year are the usual 30, 90 and 365 days. */
const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|mins?|minutes?)$/, 1 / 1440],
  [/^(?:h|hrs?|hours?)$/, 1 / 24],
  [/^(?:d|days?)$/, 1],
  [/^(?:w|wks?|weeks?)$/, 7],
  [/^(?:mo|mos|months?)$/, 30],
  [/^(?:quarters?)$/, 90],
  [/^(?:y|yrs?|years?)$/, 365],
];

function relativeWindow(typed: string): FeedWindow | undefined {
  const counted = /^(?:-|(?:last|past|previous) )? ?(\d{1,9}(?:\.\d{1,3})?) ?([a-z]+)$/.exec(typed);
  // "Last week" is that of the calendar, "last hour" and "past week" are counted back from now.
  const single = counted ? null : /^(?:past ([a-z]+)|(?:last|previous) (hour|minute|day))$/.exec(typed);
  const unit = counted?.[2] ?? single?.[1] ?? single?.[2];
  const length = units.find(([pattern]) => unit !== undefined && pattern.test(unit))?.[1];
  if (length === undefined) {
    return undefined;
  }
  const count = Number(counted?.[1] ?? 1);
  // A division is exact where a product of a fraction is not.
  const days = length < 1 ? count / Math.round(1 / length) : count * length;
  if (days === 0) {
    throw new TimeRangeError(l10n.t("Enter a time range longer than zero."));
  }
  if (days > maxWindowDays) {
    throw new TimeRangeError(l10n.t("Enter at most {0} days.", formatNumber(maxWindowDays)));
  }
  return { kind: "last", days };
}

// ---- Fixed: from one part of the calendar to another --------------------------------------------------------------

function fixedWindow(typed: string, zone: ZoneChoice, nowMs: number): FeedWindow | undefined {
  if (/^(?:until|till|before|to) /.test(typed)) {
    throw new TimeRangeError(l10n.t("Enter a start, too, such as 1-15 Nov."));
  }
  const { year: thisYear } = partsOf(nowMs, zone);
  const read = /^(?:since|from) /.test(typed) ? readStart : readPeriodOrRange;
  let range: Range | undefined;
  let isFuture = false;
  // A date without a year is the last one that has begun; that of 29 February may be eight years ago.
  for (let year = thisYear; year >= thisYear - 8 && !range; year--) {
    const found = read(typed, { zone, nowMs, weekdaysUntilMs: nowMs, year });
    isFuture ||= found !== undefined;
    range = found && found.since <= nowMs ? found : undefined;
  }
  if (!range) {
    if (isFuture) {
      throw new TimeRangeError(l10n.t("This time range is in the future."));
    }
    return undefined;
  }
  return windowOf(range);
}

function windowOf({ since, until }: Range): FeedWindow {
  return {
    kind: "fixed",
    since: new Date(since).toISOString(),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
  };
}

interface Range {
  readonly since: number;
  /** Absent: open. */
  readonly until?: number;
}

function readStart(typed: string, context: Context): Range | undefined {
  const rest = typed.replace(/^(?:since|from) /, "");
  const start = readPeriod(rest, context);
  return start ? { since: start.since } : readRange(rest, context);
}

function readPeriodOrRange(typed: string, context: Context): Range | undefined {
  const period = readPeriod(typed, context);
  if (!period) {
    return readRange(typed.replace(/^between /, ""), context);
  }
  return rangeOf(period, context);
}

/** With an open end if it contains the present moment. */
function rangeOf({ since, until }: Period, { nowMs }: Context): Range {
  return since === until || until > nowMs ? { since } : { since, until };
}

const separators = / ?\.\. ?| - |-| to | until | till | and | through /g;

function readRange(typed: string, context: Context): Range | undefined {
  for (const { 0: separator, index } of typed.matchAll(separators)) {
    const range = readEnds(typed.slice(0, index), typed.slice(index + separator.length), context);
    if (range) {
      return range;
    }
  }
  return undefined;
}

function readEnds(from: string, to: string, context: Context): Range | undefined {
  if (to === "now") {
    const start = readPeriod(from, context);
    return start && { since: start.since };
  }
  // The year and the month may be given at one end only: "1-15 Nov", "28 Oct 2025 - 3 Nov".
  const fromYear = /\b(\d{4})\b/.exec(from)?.[1];
  const year = fromYear === undefined ? context.year : Number(fromYear);
  for (const toYear of [year, year + 1]) {
    const end = readPeriod(to, { ...context, year: toYear });
    if (!end) {
      return undefined;
    }
    const last = partsOf(end.since, context.zone);
    for (const guess of [last.year, last.year - 1]) {
      const start = readPeriod(from, {
        ...context,
        year: guess,
        month: last.month,
        weekdaysUntilMs: end.since,
      });
      if (!start) {
        return undefined;
      }
      if (start.since < end.until) {
        return { since: start.since, until: end.until };
      }
    }
  }
  throw new TimeRangeError(l10n.t("The start must be before the end."));
}

// ---- Parts of the calendar ----------------------------------------------------------------------------------------

type Reader = (match: readonly (string | undefined)[], context: Context) => Period | undefined;

const dayShapes: readonly (readonly [RegExp, Reader])[] = [
  [/^today$/, (_, context) => dayBefore(0, context)],
  [/^yesterday$/, (_, context) => dayBefore(1, context)],
  [/^tomorrow$/, (_, context) => dayBefore(-1, context)],
  [/^(\d{1,5}) ?([a-z]+) ago$/, ([, count, unit], context) => agoPeriod(Number(count), unit, context)],
  [
    /^(this|last|previous) (week|month|quarter|year)$/,
    ([, which, unit], context) => unitPeriod(which === "this" ? 0 : 1, unit, context),
  ],
  [
    /^(last |on )?(\p{L}+)\.?$/u,
    ([, prefix, name = ""], context) => weekday(name, prefix === "last ", context),
  ],
  [/^(\d{4})-(\d\d)$/, ([, year, month], context) => monthPeriod(Number(year), Number(month) - 1, context)],
  [/^q([1-4])(?:[ /-]?(\d{4}))?$/, ([, quarter, year], context) => quarterPeriod(quarter, year, context)],
  [/^(\d{4})[ /-]?q([1-4])$/, ([, year, quarter], context) => quarterPeriod(quarter, year, context)],
  [
    /^(\d{4})$/,
    ([, year], context) => period({ year: Number(year), month: 0, day: 1 }, { year: 1 }, context),
  ],
  [
    /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/,
    ([, day, month, year], context) => dayPeriod(day, Number(month) - 1, year, context),
  ],
  [/^(\p{L}+)\.?(?: (\d{4}))?$/u, ([, name, year], context) => namedMonth(name, year, context)],
  [
    /^(\d{1,2})(?:st|nd|rd|th|\.)? ?(\p{L}+)\.?(?:,? (\d{4}))?$/u,
    ([, day, name, year], context) => dayPeriod(day, monthOf(name), year, context),
  ],
  [
    /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/u,
    ([, name, day, year], context) => dayPeriod(day, monthOf(name), year, context),
  ],
  [/^(\d{1,2})(?:st|nd|rd|th|\.)?$/, ([, day], context) => dayPeriod(day, context.month, undefined, context)],
];

function readPeriod(typed: string, context: Context): Period | undefined {
  if (/^\d{4}-\d{1,2}-\d{1,2}/.test(typed)) {
    return isoPeriod(typed, context);
  }
  for (const [shape, read] of dayShapes) {
    const match = shape.exec(typed);
    const found = match && read(match, context);
    if (found) {
      return found;
    }
  }
  return timeOnDay(typed, context);
}

/** `14 nov, 10:02`, `yesterday 18:00`, `9:30` */
function timeOnDay(typed: string, context: Context): Period | undefined {
  const match = /^(?:(.+?),? (?:at )?)?(\d{1,2}):(\d\d)$/.exec(typed);
  if (!match) {
    return undefined;
  }
  const [, date = "today", hour, minute] = match;
  const day = readPeriod(date, context);
  if (!day || day.since === day.until) {
    return undefined;
  }
  if (Number(hour) > 23 || Number(minute) > 59) {
    throw doesNotExist();
  }
  const since = instantOf(
    { ...partsOf(day.since, context.zone), hour: Number(hour), minute: Number(minute) },
    context.zone,
  );
  return { since, until: since };
}

function isoPeriod(typed: string, context: Context): Period | undefined {
  const parsed = parseTypedInstant(typed, context.zone);
  if (!parsed.ok) {
    const isDate = /^\d{4}-\d{1,2}-\d{1,2}$/.test(typed);
    if (isDate) {
      throw new TimeRangeError(parsed.message);
    }
    return undefined;
  }
  const { ms } = parsed;
  return typed.includes(":")
    ? { since: ms, until: ms }
    : period(partsOf(ms, context.zone), { day: 1 }, context);
}

function agoPeriod(count: number, unit: string | undefined, context: Context): Period | undefined {
  const length = units.find(([pattern]) => pattern.test(unit ?? ""))?.[1];
  if (length === undefined) {
    return undefined;
  }
  if (length >= 1) {
    return dayBefore(count * length, context);
  }
  const since = Math.round(context.nowMs - count * length * dayMs);
  return { since, until: since };
}

function dayBefore(days: number, { zone, nowMs, ...context }: Context): Period | undefined {
  const { year, month, day } = partsOf(nowMs, zone);
  return period({ year, month, day: day - days }, { day: 1 }, { zone, nowMs, ...context });
}

/** @param back 0: the current one, 1: the one before */
function unitPeriod(back: number, unit: string | undefined, context: Context): Period | undefined {
  const { year, month, day, weekday: today } = partsOf(context.nowMs, context.zone);
  switch (unit) {
    case "week":
      // Weeks start on Monday.
      return period({ year, month, day: day - ((today + 6) % 7) - 7 * back }, { day: 7 }, context);
    case "month":
      return period({ year, month: month - back, day: 1 }, { month: 1 }, context);
    case "quarter":
      return period({ year, month: month - (month % 3) - 3 * back, day: 1 }, { month: 3 }, context);
    default:
      return period({ year: year - back, month: 0, day: 1 }, { year: 1 }, context);
  }
}

function weekday(name: string, beforeToday: boolean, context: Context): Period | undefined {
  const index = indexOfName(weekdaySpellings(), name);
  if (index === undefined) {
    return undefined;
  }
  const { year, month, day, weekday: latest } = partsOf(context.weekdaysUntilMs, context.zone);
  const back = (latest - index + 7) % 7;
  return period({ year, month, day: day - (back === 0 && beforeToday ? 7 : back) }, { day: 1 }, context);
}

function namedMonth(
  name: string | undefined,
  year: string | undefined,
  context: Context,
): Period | undefined {
  const month = monthOf(name);
  return month === undefined
    ? undefined
    : monthPeriod(year === undefined ? context.year : Number(year), month, context);
}

function monthPeriod(year: number, month: number, context: Context): Period | undefined {
  if (month < 0 || month > 11) {
    throw doesNotExist();
  }
  return period({ year, month, day: 1 }, { month: 1 }, context);
}

function quarterPeriod(
  quarter: string | undefined,
  year: string | undefined,
  context: Context,
): Period | undefined {
  const start = {
    year: year === undefined ? context.year : Number(year),
    month: 3 * (Number(quarter) - 1),
    day: 1,
  };
  return period(start, { month: 3 }, context);
}

function dayPeriod(
  day: string | undefined,
  month: number | undefined,
  year: string | undefined,
  context: Context,
): Period | undefined {
  if (month === undefined) {
    return undefined;
  }
  const start = { year: year === undefined ? context.year : Number(year), month, day: Number(day) };
  const date = new Date(Date.UTC(start.year, month, start.day));
  // The guessed year may have no 29 February.
  if (date.getUTCMonth() !== month) {
    if (year === undefined && month === 1 && start.day === 29) {
      return undefined;
    }
    throw doesNotExist();
  }
  return period(start, { day: 1 }, context);
}

/** @param length days, months or years; they may have a different number of hours */
function period(
  { year, month, day }: Pick<DateParts, "year" | "month" | "day">,
  length: { readonly year?: number; readonly month?: number; readonly day?: number },
  { zone }: Context,
): Period | undefined {
  if (year < 1970 || year > 9998) {
    return undefined;
  }
  const since = instantOf({ year, month, day }, zone);
  const until = instantOf(
    { year: year + (length.year ?? 0), month: month + (length.month ?? 0), day: day + (length.day ?? 0) },
    zone,
  );
  return { since, until };
}

function doesNotExist(): TimeRangeError {
  return new TimeRangeError(l10n.t("This date or time doesn't exist."));
}

// ---- Names --------------------------------------------------------------------------------------------------------

function monthOf(name: string | undefined): number | undefined {
  return name === undefined ? undefined : indexOfName(monthSpellings(), name);
}

/** The name that starts with what is typed, at least three letters of it. */
function indexOfName(names: readonly (readonly string[])[], typed: string): number | undefined {
  const index = names.findIndex((spellings) =>
    spellings.some((name) => name === typed || (typed.length >= 3 && name.startsWith(typed))),
  );
  return index < 0 ? undefined : index;
}
