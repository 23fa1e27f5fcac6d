/** The calendar and the clock of the two time zones of a panel: the local one and UTC. Instants are milliseconds since 1970 UTC. */
import { parseInstant } from "./instant";

export type ZoneChoice = "local" | "utc";

export type CalendarUnit = "day" | "week" | "month";

/** A date whose fields in UTC are what the clock of the zone shows. */
export function clockOf(ms: number, zone: ZoneChoice): Date {
  return new Date(zone === "utc" ? ms : ms - new Date(ms).getTimezoneOffset() * 60_000);
}

/** When the zone's clock shows the UTC fields of `clock`: the later time if clocks skip it, the first if they repeat it. */
function instantAt(clock: Date, zone: ZoneChoice): number {
  // Without its final Z, the text is read as a local time.
  return zone === "utc" ? clock.getTime() : Date.parse(clock.toISOString().slice(0, -1));
}

/** When the day, week or month that an instant is in begins. Weeks start on Monday. @param offset how many units later */
export function startOf(unit: CalendarUnit, ms: number, zone: ZoneChoice, offset = 0): number {
  const clock = clockOf(ms, zone);
  clock.setUTCHours(0, 0, 0, 0);
  switch (unit) {
    case "day":
      clock.setUTCDate(clock.getUTCDate() + offset);
      break;
    case "week":
      clock.setUTCDate(clock.getUTCDate() - ((clock.getUTCDay() + 6) % 7) + 7 * offset);
      break;
    case "month":
      clock.setUTCMonth(clock.getUTCMonth() + offset, 1);
  }
  return instantAt(clock, zone);
}

/** Reads `2026-11-19`, `2026-11-19 12:02` or an ISO 8601 timestamp, by default in the zone; also in full-width characters. */
export function readInstant(typed: string, zone: ZoneChoice): number | undefined {
  const text = typed.normalize("NFKC");
  const ms = parseInstant(text);
  const hasZone = /z\s*$|:.*[+-]/i.test(text);
  return ms === undefined || hasZone ? ms : instantAt(new Date(ms), zone);
}
