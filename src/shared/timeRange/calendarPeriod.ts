/** Parts of the calendar as people write them: `yesterday`, `last week`, `Monday`, `14 nov`, `2026-10`, `q3`, `9:30`. */
import { type Calendar, type DateParts, readInstant } from "../calendar";
import { monthSpellings, weekdaySpellings } from "../dateNames";
import { dayMs } from "../instant";
import { daysOfUnit } from "./units";

/** A part of the calendar `[since, until)`, or an instant if both are equal. Milliseconds since 1970 UTC. */
export interface Period {
  readonly since: number;
  readonly until: number;
}

/** What incomplete dates refer to. */
export interface PeriodContext {
  readonly calendar: Calendar;
  readonly nowMs: number;
  /** A weekday is the last one up to this instant. */
  readonly weekdaysUntilMs: number;
  /** Of a date that has none. */
  readonly year: number;
  /** Of a day that has none; undefined: a number alone is no day. */
  readonly month?: number;
}

/** Why a text is no time range. */
export type TimeRangeProblem =
  | "notUnderstood"
  | "notADate"
  | "doesNotExist"
  | "zeroLength"
  | "tooLong"
  | "inFuture"
  | "startMissing"
  | "startAfterEnd";

export class InvalidTimeRange extends Error {
  constructor(readonly problem: TimeRangeProblem) {
    super(problem);
  }
}

type Reader = (match: readonly (string | undefined)[], context: PeriodContext) => Period | undefined;

const shapes: readonly (readonly [RegExp, Reader])[] = [
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

/** @param typed in lower case, with single spaces @throws {InvalidTimeRange} if it is a date that does not exist */
export function readPeriod(typed: string, context: PeriodContext): Period | undefined {
  if (/^\d{4}-\d{1,2}-\d{1,2}/.test(typed)) {
    return isoPeriod(typed, context);
  }
  for (const [shape, read] of shapes) {
    const match = shape.exec(typed);
    const found = match && read(match, context);
    if (found) {
      return found;
    }
  }
  return timeOnDay(typed, context);
}

/** `14 nov, 10:02`, `yesterday 18:00`, `9:30` */
function timeOnDay(typed: string, context: PeriodContext): Period | undefined {
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
    throw new InvalidTimeRange("doesNotExist");
  }
  const { calendar } = context;
  const since = calendar.instantOf({
    ...calendar.partsOf(day.since),
    hour: Number(hour),
    minute: Number(minute),
  });
  return { since, until: since };
}

function isoPeriod(typed: string, context: PeriodContext): Period | undefined {
  const ms = readInstant(typed, context.calendar);
  if (typeof ms === "string") {
    if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(typed)) {
      throw new InvalidTimeRange(ms);
    }
    return undefined;
  }
  return typed.includes(":")
    ? { since: ms, until: ms }
    : period(context.calendar.partsOf(ms), { day: 1 }, context);
}

function agoPeriod(count: number, unit: string | undefined, context: PeriodContext): Period | undefined {
  const length = daysOfUnit(unit);
  if (length === undefined) {
    return undefined;
  }
  if (length >= 1) {
    return dayBefore(count * length, context);
  }
  const since = Math.round(context.nowMs - count * length * dayMs);
  return { since, until: since };
}

export function dayBefore(days: number, context: PeriodContext): Period | undefined {
  const { year, month, day } = context.calendar.partsOf(context.nowMs);
  return period({ year, month, day: day - days }, { day: 1 }, context);
}

/** @param back 0: the current one, 1: the one before */
export function unitPeriod(
  back: number,
  unit: string | undefined,
  context: PeriodContext,
): Period | undefined {
  const { year, month, day, weekday: today } = context.calendar.partsOf(context.nowMs);
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

function weekday(name: string, beforeToday: boolean, context: PeriodContext): Period | undefined {
  const index = indexOfName(weekdaySpellings(), name);
  if (index === undefined) {
    return undefined;
  }
  const { year, month, day, weekday: latest } = context.calendar.partsOf(context.weekdaysUntilMs);
  const back = (latest - index + 7) % 7;
  return period({ year, month, day: day - (back === 0 && beforeToday ? 7 : back) }, { day: 1 }, context);
}

function namedMonth(
  name: string | undefined,
  year: string | undefined,
  context: PeriodContext,
): Period | undefined {
  const month = monthOf(name);
  return month === undefined
    ? undefined
    : monthPeriod(year === undefined ? context.year : Number(year), month, context);
}

function monthPeriod(year: number, month: number, context: PeriodContext): Period | undefined {
  if (month < 0 || month > 11) {
    throw new InvalidTimeRange("doesNotExist");
  }
  return period({ year, month, day: 1 }, { month: 1 }, context);
}

function quarterPeriod(
  quarter: string | undefined,
  year: string | undefined,
  context: PeriodContext,
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
  context: PeriodContext,
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
    throw new InvalidTimeRange("doesNotExist");
  }
  return period(start, { day: 1 }, context);
}

/** @param length days, months or years; they may have a different number of hours */
function period(
  { year, month, day }: Pick<DateParts, "year" | "month" | "day">,
  length: { readonly year?: number; readonly month?: number; readonly day?: number },
  { calendar }: PeriodContext,
): Period | undefined {
  if (year < 1970 || year > 9998) {
    return undefined;
  }
  const since = calendar.instantOf({ year, month, day });
  const until = calendar.instantOf({
    year: year + (length.year ?? 0),
    month: month + (length.month ?? 0),
    day: day + (length.day ?? 0),
  });
  return { since, until };
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
