import { instantOf, partsOf } from "./calendar";
import type { ZoneChoice } from "./calendar";

/** Periods of the calendar that people choose by name. Weeks start on Monday. */
export const calendarPeriods = ["today", "yesterday", "thisWeek", "thisMonth", "lastMonth"] as const;

export type CalendarPeriod = (typeof calendarPeriods)[number];

/** `[sinceMs, untilMs)` in milliseconds since 1970 UTC; without an end if it contains the present, so that it stays live. */
interface CalendarWindow {
  readonly sinceMs: number;
  readonly untilMs?: number;
}

export function calendarWindow(period: CalendarPeriod, zone: ZoneChoice, nowMs: number): CalendarWindow {
  const { year, month, day, weekday } = partsOf(nowMs, zone);
  const start = (monthOffset: number, ofDay: number): number =>
    instantOf({ year, month: month + monthOffset, day: ofDay }, zone);
  switch (period) {
    case "today":
      return { sinceMs: start(0, day) };
    case "yesterday":
      return { sinceMs: start(0, day - 1), untilMs: start(0, day) };
    case "thisWeek":
      return { sinceMs: start(0, day - ((weekday + 6) % 7)) };
    case "thisMonth":
      return { sinceMs: start(0, 1) };
    case "lastMonth":
      return { sinceMs: start(-1, 1), untilMs: start(0, 1) };
  }
}
