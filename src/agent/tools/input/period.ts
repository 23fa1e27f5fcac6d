import type { FeedWindow } from "../../../shared/feedQuery";
import { maxWindowDays } from "../../../shared/limits";
import type { TimeRangeProblem } from "../../../shared/timeRange/calendarPeriod";
import {
  normalizedTimeRange,
  type Present,
  readTimeRange,
  readTimeSpan,
  type ReadTimeRange,
} from "../../../shared/timeRange/timeRange";
import { instantText, zonedTime } from "../answer/zonedTime";
import type { EventFilterInput } from "./decodeInput";
import { quoted } from "./phrases";
import { zoneCalendar } from "./zoneCalendar";

export interface PeriodContext {
  readonly nowMs: number;
  /** IANA name of the user's time zone. */
  readonly timeZone: string;
}

/** What agents write in addition to what people type. */
const abbreviations: Readonly<Record<string, string>> = {
  wtd: "this week",
  mtd: "this month",
  qtd: "this quarter",
  ytd: "this year",
  "week to date": "this week",
  "month to date": "this month",
  "quarter to date": "this quarter",
  "year to date": "this year",
};

/**
 * The window that an agent asks for, in the user's time zone; undefined if it asks for none.
 * @returns a problem in sentences if it cannot be understood
 */
export function readPeriod(
  { period, since, until }: Pick<EventFilterInput, "period" | "since" | "until">,
  context: PeriodContext,
): FeedWindow | undefined | { readonly problem: string } {
  const present = { calendar: zoneCalendar(context.timeZone), nowMs: context.nowMs };
  if (period !== undefined) {
    if (since !== undefined || until !== undefined) {
      return { problem: "Pass either period, or since with or without until, but not both." };
    }
    const text = normalized(period).replace(/^(?:in|during|for) /, "");
    return windowOrProblem(readTimeRange(text, present), "period", period, context);
  }
  if (since === undefined) {
    return until === undefined
      ? undefined
      : { problem: "until needs since. To end now, leave out until; for one day or month, pass period." };
  }
  const start = normalized(since).replace(/^(?:since|from|after) /, "");
  if (until === undefined) {
    return windowOrProblem(readStart(start, present), "since", since, context);
  }
  const end = normalized(until).replace(/^(?:until|till|to|through) /, "");
  const span = readTimeSpan(start.replace(/^-?(\d+ ?[a-z]+)$/, "$1 ago"), end, present);
  if (!span.ok && span.problem === "notUnderstood" && readStart(start, present).ok) {
    return windowOrProblem(span, "until", until, context);
  }
  const window = windowOrProblem(span, "since", since, context);
  return "kind" in window ? openIfFuture(window, context.nowMs) : window;
}

function normalized(text: string): string {
  const plain = normalizedTimeRange(text.replaceAll("_", " "))
    .replace(/^the /, "")
    .replace(/^current /, "this ")
    .replace(/^now ?- ?(?=\d)/, "-");
  return Object.hasOwn(abbreviations, plain) ? (abbreviations[plain] ?? plain) : plain;
}

/** Reads a start: `monday`, `2026-11-16`, `last week`, or how long ago, such as `24h`. */
function readStart(start: string, present: Present): ReadTimeRange {
  const read = readTimeRange(`since ${start}`, present);
  if (read.ok || read.problem !== "notUnderstood") {
    return read;
  }
  const relative = readTimeRange(start, present);
  return relative.ok && relative.window.kind === "fixed" ? read : relative;
}

/** Leaves out an end in the future: the answer then ends now. */
function openIfFuture(window: FeedWindow, nowMs: number): FeedWindow {
  return window.kind === "fixed" && window.until !== undefined && Date.parse(window.until) > nowMs
    ? { kind: "fixed", since: window.since }
    : window;
}

function windowOrProblem(
  read: ReadTimeRange,
  argument: "period" | "since" | "until",
  text: string,
  context: PeriodContext,
): FeedWindow | { readonly problem: string } {
  if (!read.ok) {
    return { problem: problemText(read.problem, argument, text, context) };
  }
  // `30m` is minutes for people who type it, but may be months for others.
  return argument !== "until" && /^[\s-]*(?:(?:last|past)[\s_]+)?\d+[\s_]?m$/i.test(text)
    ? { problem: `${argument} ${quoted(text)} may be minutes or months: write 90min or 3months.` }
    : read.window;
}

function problemText(
  problem: TimeRangeProblem,
  argument: "period" | "since" | "until",
  text: string,
  { nowMs, timeZone }: PeriodContext,
): string {
  // Models rarely know what day it is.
  const { weekday } = zonedTime(nowMs, timeZone);
  const now = `It is now ${weekday} ${instantText(nowMs, timeZone)} (${timeZone}).`;
  const value = `${argument} ${quoted(text)}`;
  const examples =
    argument === "period"
      ? "Pass today, yesterday, this_week, last_week, this_month, last_month, this_quarter, 24h, 7d, 90d, 2026-10 or 2026-Q3"
      : "Pass a date such as 2026-11-16, a date and time such as 2026-11-16T09:00, or a weekday such as monday";
  switch (problem) {
    case "notUnderstood":
    case "notADate":
      return `${value} is not understood. ${examples}${argument === "period" ? ", or since and until" : ""}. ${now}`;
    case "doesNotExist":
      return `${value} has a date or time that does not exist. ${now}`;
    case "zeroLength":
      return `${value} has no length. ${examples}.`;
    case "tooLong":
      return `${value} is too long: pass at most ${maxWindowDays}d, or since.`;
    case "inFuture":
      return `${value} is in the future, so there are no events yet. ${now}`;
    case "startMissing":
      return `${value} has no start: pass since and until.`;
    case "startAfterEnd":
      return `since must be before until. ${now}`;
  }
}
