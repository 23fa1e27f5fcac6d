/** Instants and amounts for models: always in English, whatever the display language is. */
import { clockOf } from "../../shared/calendar";
import { timeZoneOf } from "../../shared/times";

/** `2026-11-14T10:41+01:00`, in the local time zone, with seconds and milliseconds only if they are not 0. */
export function isoLocalInstant(ms: number): string {
  const local = clockOf(ms, "local").toISOString().slice(0, -1);
  const offset = -new Date(ms).getTimezoneOffset();
  const size = Math.abs(offset);
  const zone = `${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${local.replace(/(?::00)?\.000$/, "")}${zone}`;
}

/** `2026-11-14` */
export function isoLocalDay(ms: number): string {
  return clockOf(ms, "local").toISOString().slice(0, 10);
}

const weekdays = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });

/** `2026-11-14 Sat` */
export function dayWithWeekday(ms: number): string {
  return `${isoLocalDay(ms)} ${weekdays.format(clockOf(ms, "local"))}`;
}

/** `10:41` */
export function isoLocalTime(ms: number): string {
  return clockOf(ms, "local").toISOString().slice(11, 16);
}

/** `2026-11-16T00:00+01:00 to 2026-11-19T15:30+01:00 (Europe/Berlin)` */
export function isoLocalSpan(sinceMs: number, untilMs: number): string {
  return `${isoLocalInstant(sinceMs)} to ${isoLocalInstant(untilMs)} (${timeZoneOf("local")})`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 6 });
const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 20 });
const sums = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** Short but never rounded, which could cross a threshold: `$42M`, `$49.96M`, `$49,999,999`. */
export function usdText(amount: number): string {
  const size = Math.abs(amount);
  const text =
    size > Number.MAX_SAFE_INTEGER
      ? size.toExponential()
      : (Number(size.toPrecision(6)) === size && size < 1e15 ? compact : grouped).format(size);
  return `${amount < 0 ? "-" : ""}$${text}`;
}

/** Rounded to cents: `$512,345,000.5` */
export function sumText(sum: number): string {
  return `${sum < 0 ? "-" : ""}$${sums.format(Math.abs(sum))}`;
}
