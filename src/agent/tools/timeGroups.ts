import type { CompanyEvent } from "../../shared/companyEvent";
import { type CalendarUnit, startOf } from "../../shared/calendar";
import { groupBy } from "../../util/groupBy";
import { isoLocalDay, dayWithWeekday, isoLocalInstant } from "./texts";

export interface EventGroup {
  /** Cleaned. */
  readonly label: string;
  readonly events: readonly CompanyEvent[];
}

/**
 * Groups events by day, week or month of the local time zone, newest first. Groups may be empty. The labels
 * of the first and the last group say where the window cuts them.
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
  for (let start = startOf(unit, newestMs, "local"); ; start = startOf(unit, start - 1, "local")) {
    const end = startOf(unit, start, "local", 1);
    const parts = [
      ...(start < sinceMs ? [`from ${isoLocalInstant(sinceMs)}`] : []),
      ...(end > untilMs ? [`until ${isoLocalInstant(untilMs)}`] : []),
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
  // Events without a date, or published since the window was computed.
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
      return `week of ${isoLocalDay(start)}`;
    case "month":
      return isoLocalDay(start).slice(0, 7);
  }
}
