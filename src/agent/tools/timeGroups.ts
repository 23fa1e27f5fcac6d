import type { CompanyEvent } from "../../shared/companyEvent";
import { type CalendarUnit, startOf } from "../../shared/calendar";
import { groupBy } from "../../util/groupBy";
import { dayText, dayWithWeekday, instantText } from "./texts";

/** Some events that belong together. */
export interface EventGroup {
  /** Cleaned. */
  readonly label: string;
  readonly events: readonly CompanyEvent[];
}

/**
 * The days, weeks or months of a window in the user's time zone, newest first, also those without events. Where the window begins or
 * ends within one, its label says so.
 */
export function timeGroups(
  events: readonly CompanyEvent[],
  unit: CalendarUnit,
  { sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number },
): EventGroup[] {
  const groups: EventGroup[] = [];
  const dated = groupBy(events, ({ publishedMs }) =>
    publishedMs === undefined ? undefined : startOf(unit, publishedMs, "local"),
  );
  const newestMs = Math.max(sinceMs, untilMs - 1);
  for (let start = startOf(unit, newestMs, "local"); ; start = startOf(unit, start, "local", -1)) {
    const end = startOf(unit, start, "local", 1);
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

function labelOf(unit: CalendarUnit, start: number): string {
  switch (unit) {
    case "day":
      return dayWithWeekday(start);
    case "week":
      return `week of ${dayText(start)}`;
    case "month":
      return dayText(start).slice(0, 7);
  }
}
