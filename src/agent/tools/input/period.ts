import { instantOf, partsOf, readInstant } from "../../../shared/calendar";
import { type CalendarPeriod, calendarPeriods, calendarWindow } from "../../../shared/calendarWindow";
import type { FeedWindow } from "../../../shared/feedQuery";
import { maxWindowDays } from "../../../shared/limits";
import { instantText, zonedTime } from "../answer/zonedTime";
import type { EventFilterInput } from "./decodeInput";
import { quoted } from "./phrases";

export interface PeriodContext {
  readonly nowMs: number;
  /** IANA name of the user's time zone. */
  readonly timeZone: string;
}

interface Problem {
  readonly problem: string;
}

/**
 * The window that an agent asks for, in the user's time zone; undefined if it asks for none.
 * @returns a problem in sentences if it cannot be understood
 */
export function readPeriod(
  { period, since, until }: Pick<EventFilterInput, "period" | "since" | "until">,
  context: PeriodContext,
): FeedWindow | undefined | Problem {
  const { nowMs, timeZone } = context;
  const zone = timeZone === "UTC" ? "utc" : "local";
  // Models rarely know what day it is.
  const now = `It is now ${zonedTime(nowMs, timeZone).weekday} ${instantText(nowMs, timeZone)} (${timeZone}).`;
  if (period !== undefined) {
    if (since !== undefined || until !== undefined) {
      return { problem: "Pass either period, or since with or without until, but not both." };
    }
    const name = calendarPeriodOf(period);
    if (name === "lastWeek") {
      const { sinceMs } = calendarWindow("thisWeek", zone, nowMs);
      return fixedWindow(daysAfter(sinceMs, -7, zone), sinceMs);
    }
    if (name) {
      const { sinceMs, untilMs } = calendarWindow(name, zone, nowMs);
      return fixedWindow(sinceMs, untilMs);
    }
    const [, count = "", unit] = /^\s*(\d{1,9})\s*([dh])\s*$/i.exec(period) ?? [];
    const days = Number(count) / (unit?.toLowerCase() === "h" ? 24 : 1);
    const examples =
      "Pass today, yesterday, this_week, last_week, this_month, last_month, 24h, 7d or 90d, or since and until";
    return days > 0 && days <= maxWindowDays
      ? { kind: "last", days }
      : { problem: `period ${quoted(period)} is not understood. ${examples}. ${now}` };
  }
  if (since === undefined) {
    return until === undefined
      ? undefined
      : { problem: "until needs since. To end now, leave out until; for one day or month, pass period." };
  }
  const sinceMs = readInstant(since, zone);
  let untilMs = until === undefined ? undefined : readInstant(until, zone);
  if (untilMs !== undefined && until !== undefined && !until.includes(":")) {
    // A date is a whole day.
    untilMs = daysAfter(untilMs, 1, zone);
  }
  for (const [argument, text, ms] of [
    ["since", since, sinceMs] as const,
    ["until", until, untilMs] as const,
  ]) {
    if (text !== undefined && ms === undefined) {
      const examples = "Pass a date such as 2026-11-16, or a date and time such as 2026-11-16T09:00";
      return { problem: `${argument} ${quoted(text)} is not understood. ${examples}. ${now}` };
    }
  }
  if (sinceMs === undefined || sinceMs > nowMs) {
    return { problem: `since ${quoted(since)} is in the future, so there are no events yet. ${now}` };
  }
  if (untilMs !== undefined && untilMs <= sinceMs) {
    return { problem: `since must be before until. ${now}` };
  }
  return fixedWindow(sinceMs, untilMs !== undefined && untilMs > nowMs ? undefined : untilMs);
}

/** `this_week`, `This week` */
function calendarPeriodOf(text: string): CalendarPeriod | "lastWeek" | undefined {
  const plain = text.trim().toLowerCase().replaceAll(/[\s_]/g, "");
  return ([...calendarPeriods, "lastWeek"] as const).find((name) => name.toLowerCase() === plain);
}

function daysAfter(ms: number, days: number, zone: "local" | "utc"): number {
  const { year, month, day } = partsOf(ms, zone);
  return instantOf({ year, month, day: day + days }, zone);
}

function fixedWindow(sinceMs: number, untilMs: number | undefined): FeedWindow {
  return {
    kind: "fixed",
    since: new Date(sinceMs).toISOString(),
    ...(untilMs !== undefined && { until: new Date(untilMs).toISOString() }),
  };
}
