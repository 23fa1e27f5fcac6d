/** The calendar and the clock of the two time zones of a panel: the local one and UTC. Instants are milliseconds since 1970 UTC. */
import { parseInstant } from "./instant";

export type ZoneChoice = "local" | "utc";

interface DateParts {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
  /** From 0, Sunday. */
  readonly weekday: number;
}

/** A date whose fields in UTC are what the clock of the zone shows. */
export function clockOf(ms: number, zone: ZoneChoice): Date {
  return new Date(zone === "utc" ? ms : ms - new Date(ms).getTimezoneOffset() * 60_000);
}

/**
 * When the clock of the zone shows the fields that `clock` has in UTC. A time that clocks skip is the one after it, and of one that
 * they repeat it is the first.
 */
function instantAt(clock: Date, zone: ZoneChoice): number {
  if (zone === "utc") {
    return clock.getTime();
  }
  return new Date(
    clock.getUTCFullYear(),
    clock.getUTCMonth(),
    clock.getUTCDate(),
    clock.getUTCHours(),
    clock.getUTCMinutes(),
    clock.getUTCSeconds(),
    clock.getUTCMilliseconds(),
  ).getTime();
}

export function partsOf(ms: number, zone: ZoneChoice): DateParts {
  const clock = clockOf(ms, zone);
  return {
    year: clock.getUTCFullYear(),
    month: clock.getUTCMonth(),
    day: clock.getUTCDate(),
    weekday: clock.getUTCDay(),
  };
}

/** Months and days past the end run into the next year or month. */
export function instantOf(
  { year, month, day, hour = 0 }: Omit<DateParts, "weekday"> & { readonly hour?: number },
  zone: ZoneChoice,
): number {
  return instantAt(new Date(Date.UTC(year, month, day, hour)), zone);
}

/** Reads `2026-11-19`, `2026-11-19 12:02` or an ISO 8601 timestamp, in the zone unless it has its own. */
export function readInstant(text: string, zone: ZoneChoice): number | undefined {
  const ms = parseInstant(text);
  const hasZone = /z\s*$|:.*[+-]/i.test(text);
  return ms === undefined || hasZone ? ms : instantAt(new Date(ms), zone);
}
