import type { CompanyEvent } from "../../shared/companyEvent";
import { instantOf, partsOf } from "../../shared/calendar";
import { groupBy } from "../../util/groupBy";
import { dayText, dayWithWeekday, instantText } from "./texts";

/** Some events that belong together. */
export interface EventGroup {
  /** Cleaned. */
  readonly label: string;
  readonly events: readonly CompanyEvent[];
}

type TimeUnit = "day" | "week" | "month";

/**
 * The days, weeks or months of a window in the user's time zone, newest first, also those without events. Where the window begins or
 * ends within one, its label says so.
 */
export function timeGroups(
  events: readonly CompanyEvent[],
  unit: TimeUnit,
  { sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number },
): EventGroup[] {
  const groups: EventGroup[] = [];
  const dated = groupBy(events, ({ publishedMs }) =>
    publishedMs === undefined ? undefined : startOf(unit, publishedMs, 0),
  );
  for (let start = startOf(unit, Math.max(sinceMs, untilMs - 1), 0); ; start = startOf(unit, start, -1)) {
    const end = startOf(unit, start, 1);
    const parts = [
      ...(start < sinceMs ? [`from ${instantText(sinceMs)}`] : []),
      ...(end > untilMs ? [`until ${instantText(untilMs)}`] : []),
    ];
    const label = labelOf(unit, start);
    groups.push({
      label: parts.length === 0 ? label : `${label} (${parts.join(", ")})`,
      events: dated.get(start) ?? [],
    });
    dated.delete(start);
    if (start <= sinceMs) {
      break;
    }
  }
  // Those without a date, or published while the question was answered.
  const outside = [...dated.values()].flat();
  return outside.length === 0
    ? groups
    : [...groups, { label: "(at no time of this window)", events: outside }];
}

/** @param offset of units after the one that an instant is in */
function startOf(unit: TimeUnit, ms: number, offset: number): number {
  const { year, month, day, weekday } = partsOf(ms, "local");
  switch (unit) {
    case "day":
      return instantOf({ year, month, day: day + offset }, "local");
    case "week":
      return instantOf({ year, month, day: day - ((weekday + 6) % 7) + 7 * offset }, "local");
    case "month":
      return instantOf({ year, month: month + offset, day: 1 }, "local");
  }
}

function labelOf(unit: TimeUnit, start: number): string {
  switch (unit) {
    case "day":
      return dayWithWeekday(start);
    case "week":
      return `week of ${dayText(start)}`;
    case "month":
      return dayText(start).slice(0, 7);
  }
}
