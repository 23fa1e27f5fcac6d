import { dayText, type TimeZone } from "../../../feed/view/timeZone";
import type { CompanyEvent } from "../../../shared/companyEvent";
import type { TimeSpan } from "../../../shared/viewQueries";
import { groupBy } from "../../../util/groupBy";

/** Calendar units of the user's time zone; weeks begin on Monday. */
export type CalendarUnit = "day" | "week" | "month";

export interface TimeGroup {
  /** Number of the group's first day; absent for events without a readable date. */
  readonly firstDay?: number;
  /** Where the window begins or ends within the group, milliseconds since 1970 UTC; absent if it does not. */
  readonly fromMs?: number;
  readonly untilMs?: number;
  readonly events: readonly CompanyEvent[];
}

/**
 * The days, weeks or months of a window, newest first, also those without events. A day on which the clocks change counts as one day.
 * Events that the service dates outside the window come after them.
 * @param window the part of the time range that was read
 */
export function groupByTime(
  events: readonly CompanyEvent[],
  unit: CalendarUnit,
  { sinceMs, untilMs }: TimeSpan,
  zone: TimeZone,
): TimeGroup[] {
  const firstDayAt = (ms: number): number => firstDayOf[unit](zone.dayNumber(ms));
  const byUnit = groupBy(events, ({ publishedMs }) =>
    publishedMs === undefined ? undefined : firstDayAt(publishedMs),
  );
  const oldest = firstDayAt(sinceMs);
  const newest = firstDayAt(Math.max(sinceMs, untilMs - 1));
  const groups: TimeGroup[] = [];
  for (let day = newest; day >= oldest; day = firstDayOf[unit](day - 1)) {
    groups.push({
      firstDay: day,
      events: byUnit.get(day) ?? [],
      ...(day === oldest && firstDayAt(sinceMs - 1) === day && { fromMs: sinceMs }),
      ...(day === newest && firstDayAt(untilMs) === day && { untilMs }),
    });
    byUnit.delete(day);
  }
  const outside = [...byUnit].sort(([a = -Infinity], [b = -Infinity]) => b - a);
  return [
    ...groups,
    ...outside.map(([firstDay, ofUnit]) => ({ ...(firstDay !== undefined && { firstDay }), events: ofUnit })),
  ];
}

const firstDayOf: Readonly<Record<CalendarUnit, (day: number) => number>> = {
  day: (day) => day,
  // Day 0, 1 January 1970, was a Thursday.
  week: (day) => day - modulo(day + 3, 7),
  month: (day) => day + 1 - Number(dayText(day).slice(8)),
};

const weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

/** `2026-11-16 Mon`, `week of 2026-11-16`, `2026-11` */
export function timeLabel(firstDay: number, unit: CalendarUnit): string {
  const date = dayText(firstDay);
  switch (unit) {
    case "day":
      return `${date} ${weekdays[modulo(firstDay, 7)] ?? ""}`;
    case "week":
      return `week of ${date}`;
    case "month":
      return date.slice(0, -3);
  }
}

function modulo(number: number, divisor: number): number {
  return ((number % divisor) + divisor) % divisor;
}
