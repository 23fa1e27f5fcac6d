import { maxInstantMs } from "./limits";

/** Milliseconds of a UTC day. */
export const dayMs = 86_400_000;

const iso =
  /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)? ?(?:[Zz]|([+-])(\d\d):?(\d\d)?)?)?$/;

/**
 * Reads an ISO 8601 timestamp (docs/service.md, Event feed: request) as milliseconds since 1970 UTC. Without a zone it is
 * UTC, a date alone is its midnight, digits past the millisecond are cut off. Undefined for anything else: `Date.parse`
 * would also accept "1", "2024", "Nov 5" and days that do not exist.
 */
export function parseInstant(text: string): number | undefined {
  const match = iso.exec(text.trim());
  if (!match) {
    return undefined;
  }
  const [
    ,
    year,
    month,
    day,
    hour = "0",
    minute = "0",
    second = "0",
    fraction = "0",
    sign,
    zoneHour,
    zoneMinute,
  ] = match;
  const h = Number(hour);
  const m = Number(minute);
  const s = Number(second);
  // 24:00 is the end of a day; :60 is a leap second and runs into the next minute.
  if (h > 24 || (h === 24 && (m > 0 || s > 0)) || m > 59 || s > 60) {
    return undefined;
  }
  const midnight = midnightOf(Number(year), Number(month), Number(day));
  const zone = zoneMs(sign, Number(zoneHour ?? 0), Number(zoneMinute ?? 0));
  if (midnight === undefined || zone === undefined) {
    return undefined;
  }
  const milliseconds = Number(fraction.padEnd(3, "0").slice(0, 3));
  const instant = midnight + ((h * 60 + m) * 60 + s) * 1000 + milliseconds - zone;
  return Math.abs(instant) > maxInstantMs ? undefined : instant;
}

function midnightOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  // Not Date.UTC, which treats the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() : undefined;
}

function zoneMs(sign: string | undefined, hours: number, minutes: number): number | undefined {
  if (hours > 23 || minutes > 59) {
    return undefined;
  }
  return (sign === "-" ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
