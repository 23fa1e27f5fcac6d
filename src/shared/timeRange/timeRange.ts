/**
 * Reads a time range as people write it in English: `yesterday`, `-3d`, `since monday`, `last 2 weeks`, `1-15 nov`, `2026-11-01`,
 * `q3`. Days are those of the calendar. What contains the present moment has an open end, so that it stays live.
 */
import type { Calendar } from "../calendar";
import type { FeedWindow } from "../feedQuery";
import { maxWindowDays } from "../limits";
import {
  dayBefore,
  type Period,
  type PeriodContext,
  readPeriod,
  InvalidTimeRange,
  type TimeRangeProblem,
  unitPeriod,
} from "./calendarPeriod";
import { daysOfUnit } from "./units";

export type ReadTimeRange =
  | { readonly ok: true; readonly window: FeedWindow }
  | { readonly ok: false; readonly problem: TimeRangeProblem };

/** What a time range refers to. */
export interface Present {
  readonly calendar: Calendar;
  readonly nowMs: number;
}

interface Range {
  readonly since: number;
  /** Absent: open. */
  readonly until?: number;
}

/** @param text see `normalizedTimeRange` */
export function readTimeRange(text: string, present: Present): ReadTimeRange {
  return windowOrProblem(
    () =>
      relativeWindow(text) ??
      fixedWindow(/^(?:since|from) /.test(text) ? readStart(text) : readPeriodOrRange(text), present, text),
  );
}

/** The time range from the beginning of one part of the calendar to the end of another, which `now` leaves open. */
export function readTimeSpan(from: string, to: string, present: Present): ReadTimeRange {
  return windowOrProblem(() => fixedWindow((context) => readEnds(from, to, context), present));
}

/** Lower case, single spaces, ASCII hyphens. */
export function normalizedTimeRange(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\s+/g, " ");
}

/** Today, yesterday, this week and this month. */
export function recentWindows(present: Present): FeedWindow[] {
  const context: PeriodContext = { ...present, weekdaysUntilMs: present.nowMs, year: 0 };
  const periods = [
    dayBefore(0, context),
    dayBefore(1, context),
    unitPeriod(0, "week", context),
    unitPeriod(0, "month", context),
  ];
  return periods.flatMap((found) => (found ? [windowOf(rangeOf(found, context))] : []));
}

function windowOrProblem(read: () => FeedWindow | undefined): ReadTimeRange {
  try {
    const window = read();
    return window ? { ok: true, window } : { ok: false, problem: "notUnderstood" };
  } catch (error) {
    if (error instanceof InvalidTimeRange) {
      return { ok: false, problem: error.problem };
    }
    throw error;
  }
}

// ---- Relative: `-3d`, `last 2 weeks` ----------------------------------------------------------------------------

function relativeWindow(text: string): FeedWindow | undefined {
  const counted = /^(?:-|(?:last|past|previous) )? ?(\d{1,9}(?:\.\d{1,3})?) ?([a-z]+)$/.exec(text);
  // "Last week" is that of the calendar, "last hour" and "past week" are counted back from now.
  const single = counted
    ? null
    : /^(?:past ([a-z]+)|(?:last|previous) (hour|minute|day|fortnight))$/.exec(text);
  const length = daysOfUnit(counted?.[2] ?? single?.[1] ?? single?.[2]);
  if (length === undefined) {
    return undefined;
  }
  const count = Number(counted?.[1] ?? 1);
  // A division is exact where a product of a fraction is not.
  const days = length < 1 ? count / Math.round(1 / length) : count * length;
  if (days === 0) {
    throw new InvalidTimeRange("zeroLength");
  }
  if (days > maxWindowDays) {
    throw new InvalidTimeRange("tooLong");
  }
  return { kind: "last", days };
}

// ---- Fixed: from one part of the calendar to another --------------------------------------------------------------

type RangeReader = (context: PeriodContext) => Range | undefined;

function fixedWindow(read: RangeReader, { calendar, nowMs }: Present, text = ""): FeedWindow | undefined {
  if (/^(?:until|till|before|to) /.test(text)) {
    throw new InvalidTimeRange("startMissing");
  }
  const { year: thisYear } = calendar.partsOf(nowMs);
  let range: Range | undefined;
  let isFuture = false;
  // A date without a year is the last one that has begun; that of 29 February may be eight years ago.
  for (let year = thisYear; year >= thisYear - 8 && !range; year--) {
    const found = read({ calendar, nowMs, weekdaysUntilMs: nowMs, year });
    isFuture ||= found !== undefined;
    range = found && found.since <= nowMs ? found : undefined;
  }
  if (!range) {
    if (isFuture) {
      throw new InvalidTimeRange("inFuture");
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

function readStart(text: string): RangeReader {
  const rest = text.replace(/^(?:since|from) /, "");
  return (context) => {
    const start = readPeriod(rest, context);
    return start ? { since: start.since } : readRange(rest, context);
  };
}

function readPeriodOrRange(text: string): RangeReader {
  return (context) => {
    const period = readPeriod(text, context);
    return period ? rangeOf(period, context) : readRange(text.replace(/^between /, ""), context);
  };
}

/** With an open end if it contains the present moment. */
function rangeOf({ since, until }: Period, { nowMs }: PeriodContext): Range {
  return since === until || until > nowMs ? { since } : { since, until };
}

const separators = / ?\.\. ?| - |-| to | until | till | and | through /g;

function readRange(text: string, context: PeriodContext): Range | undefined {
  for (const { 0: separator, index } of text.matchAll(separators)) {
    const range = readEnds(text.slice(0, index), text.slice(index + separator.length), context);
    if (range) {
      return range;
    }
  }
  return undefined;
}

function readEnds(from: string, to: string, context: PeriodContext): Range | undefined {
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
    const last = context.calendar.partsOf(end.since);
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
  throw new InvalidTimeRange("startAfterEnd");
}
