/** Milliseconds of a UTC day. */
export const dayMs = 86_400_000;

const iso =
  /^((?:\d{4}|[+-]\d{6})-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,12}))? ?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

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
  const [, date = "", time = "00:00", seconds = ":00", fraction = "0", zone = "Z"] = match;
  const milliseconds = fraction.padEnd(3, "0").slice(0, 3);
  const offset = /^z$/i.test(zone) ? "Z" : `${zone.slice(0, 3)}:${zone.slice(3).replace(":", "") || "00"}`;
  const instant = Date.parse(`${date}T${time}${seconds}.${milliseconds}${offset}`);
  return !Number.isNaN(instant) && dayExists(date) ? instant : undefined;
}

/** Whether a month has such a day: `Date.parse` takes February 30 for March 2. */
function dayExists(date: string): boolean {
  return date.slice(-2) <= "28" || new Date(`${date}T00:00Z`).toISOString().startsWith(date);
}
