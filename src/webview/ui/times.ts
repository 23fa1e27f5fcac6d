/** Instants as text and back, in the time zone of the panel: the local one or UTC. */
import { parseInstant } from "../../shared/instant";
import type { ZoneChoice } from "../../shared/pageState";
import type { TimeSpan } from "../../shared/viewQueries";

/** Cached, because reading it is slow and every row needs it; it cannot change while the offset stays the same. */
let localZone: { readonly name: string; readonly offset: number } | undefined;

/** IANA name. */
export function timeZoneOf(zone: ZoneChoice): string {
  if (zone === "utc") {
    return "UTC";
  }
  const offset = new Date().getTimezoneOffset();
  if (localZone?.offset !== offset) {
    localZone = { name: Intl.DateTimeFormat().resolvedOptions().timeZone, offset };
  }
  return localZone.name;
}

/** `10:41` */
export function timeOfDay(ms: number, zone: ZoneChoice): string {
  const { hour, minute } = partsOf(ms, zone);
  return `${two(hour)}:${two(minute)}`;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** `Saturday, 14 Nov 2026`, from `2026-11-14` */
export function dayTitle(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = weekdays[date.getUTCDay()];
  return weekday === undefined
    ? day
    : `${weekday}, ${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ""} ${date.getUTCFullYear()}`;
}

/** `14 Nov 2026`, from `2026-11-14` */
export function calendarDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ""} ${date.getUTCFullYear()}`;
}

/** `14 Nov 2026, 10:41:05 UTC` */
export function fullInstant(ms: number, zone: ZoneChoice): string {
  const { year, month, day, hour, minute, second } = partsOf(ms, zone);
  return `${day} ${months[month] ?? ""} ${year}, ${two(hour)}:${two(minute)}:${two(second)} ${timeZoneOf(zone)}`;
}

/** `14 Nov`; with the year unless it is that of `nowMs` */
export function shortDay(ms: number, zone: ZoneChoice, nowMs: number): string {
  const { year, month, day } = partsOf(ms, zone);
  return `${day} ${months[month] ?? ""}${year === partsOf(nowMs, zone).year ? "" : ` ${year}`}`;
}

/** `14 Nov, 10:02 UTC`; with the year unless it is that of `nowMs` */
export function shortInstant(ms: number, zone: ZoneChoice, nowMs: number): string {
  return `${shortDay(ms, zone, nowMs)}, ${timeOfDay(ms, zone)} ${timeZoneOf(zone)}`;
}

/** `today, 07:39`, `yesterday, 18:20`, `14 Nov, 10:02` */
export function recentInstant(ms: number, zone: ZoneChoice, nowMs: number): string {
  const day = partsOf(ms, zone);
  const isDayOf = (instantMs: number): boolean => isSameDay(day, partsOf(instantMs, zone));
  const { hour, minute } = partsOf(nowMs, zone);
  // 18:00 of the day before, or an hour from it if clocks change.
  const yesterdayMs = nowMs - (hour * 60 + minute + 60 * 6) * 60_000;
  const name = isDayOf(nowMs) ? "today" : isDayOf(yesterdayMs) ? "yesterday" : shortDay(ms, zone, nowMs);
  return `${name}, ${timeOfDay(ms, zone)}`;
}

/** `08:12 – 11:24   3 h 12 min`; with dates unless it is within one day */
export function gapText({ sinceMs, untilMs }: TimeSpan, zone: ZoneChoice): string {
  const [since, until] = [partsOf(sinceMs, zone), partsOf(untilMs, zone)];
  const edge = (ms: number, { day, month }: typeof since): string =>
    isSameDay(since, until) ? timeOfDay(ms, zone) : `${day} ${months[month] ?? ""} ${timeOfDay(ms, zone)}`;
  return `${edge(sinceMs, since)} – ${edge(untilMs, until)}\u2003${durationText(untilMs - sinceMs)}`;
}

/** `14 Nov 08:12 – 11:24   3 h 12 min` */
export function timeRangeText({ sinceMs, untilMs }: TimeSpan, zone: ZoneChoice, nowMs: number): string {
  const edge = (ms: number): string => `${shortDay(ms, zone, nowMs)} ${timeOfDay(ms, zone)}`;
  const until = isSameDay(partsOf(sinceMs, zone), partsOf(untilMs, zone))
    ? timeOfDay(untilMs, zone)
    : edge(untilMs);
  return `${edge(sinceMs)} – ${until}\u2003${durationText(untilMs - sinceMs)}`;
}

function isSameDay(a: ReturnType<typeof partsOf>, b: ReturnType<typeof partsOf>): boolean {
  return a.year === b.year && a.month === b.month && a.day === b.day;
}

/** `3 h 12 min`, `6 d 4 h` */
export function durationText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) {
    return "under a minute";
  }
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const parts =
    days > 0
      ? [`${days} d`, hours && `${hours} h`]
      : [hours && `${hours} h`, minutes % 60 && `${minutes % 60} min`];
  return parts.filter(Boolean).join(" ");
}

/** Label on a time axis: `14 Nov` at the start of a day, else `10:02` */
export function tickText(ms: number, zone: ZoneChoice, nowMs: number): string {
  const time = timeOfDay(ms, zone);
  return time === "00:00" ? shortDay(ms, zone, nowMs) : time;
}

/** `2026-11-14 10:02`, with seconds unless they are 0: the value of From and To */
export function instantText(ms: number, zone: ZoneChoice): string {
  const { year, month, day, hour, minute, second } = partsOf(ms, zone);
  const seconds = second === 0 ? "" : `:${two(second)}`;
  return `${String(year).padStart(4, "0")}-${two(month + 1)}-${two(day)} ${two(hour)}:${two(minute)}${seconds}`;
}

const typedShape =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[t ]\s*(\d|[01]\d|2[0-3])(:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)\s*(z|utc|[+-]\d{2}:?\d{2})?)?$/;

type TypedInstant =
  | { readonly ok: true; readonly ms: number }
  /** A sentence for the user. */
  | { readonly ok: false; readonly message: string };

/** Parses a date (its first moment) or a date and time, in the zone unless the text has an offset. */
export function parseTypedInstant(text: string, zone: ZoneChoice): TypedInstant {
  const match = typedShape.exec(text.trim().toLowerCase());
  if (!match) {
    return { ok: false, message: "Enter a date such as 2026-11-14 or 2026-11-14 10:02." };
  }
  const [, year = "", month = "", day = "", hour = "0", minute = ":00", offset] = match;
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${hour.padStart(2, "0")}${minute}`;
  const ms = parseInstant(iso + (offset ?? "z").replace("utc", "z"));
  if (ms === undefined) {
    return { ok: false, message: "This date or time does not exist." };
  }
  // Without an offset, Date.parse treats a date with a time as local.
  return { ok: true, ms: offset === undefined && zone === "local" ? Date.parse(iso) : ms };
}

function partsOf(ms: number, zone: ZoneChoice) {
  const date = new Date(ms);
  return zone === "utc"
    ? {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth(),
        day: date.getUTCDate(),
        hour: date.getUTCHours(),
        minute: date.getUTCMinutes(),
        second: date.getUTCSeconds(),
      }
    : {
        year: date.getFullYear(),
        month: date.getMonth(),
        day: date.getDate(),
        hour: date.getHours(),
        minute: date.getMinutes(),
        second: date.getSeconds(),
      };
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
