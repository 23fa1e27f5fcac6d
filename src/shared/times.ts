/** Instants as text and back, in the time zone of the panel: the local one or UTC. */
import * as l10n from "@vscode/l10n";
import {
  type Calendar,
  type CalendarTime,
  type DateParts,
  localCalendar,
  readInstant,
  utcCalendar,
} from "./calendar";
import type { ZoneChoice } from "./pageState";
import type { TimeSpan } from "./viewQueries";
import { formatUtc, isEnglish, shortMonth, weekdayName } from "./dateNames";

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

/** `Saturday, 14 Nov 2026`, from `2026-11-14` */
export function dayTitle(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const ms = date.getTime();
  if (Number.isNaN(ms)) {
    return day;
  }
  return isEnglish()
    ? `${weekdayName(date.getUTCDay())}, ${dateText(partsOf(ms, "utc"))}`
    : formatUtc({ weekday: "long", day: "numeric", month: "short", year: "numeric" }, ms);
}

/** `14 Nov 2026`, from `2026-11-14` */
export function calendarDay(day: string): string {
  return dateText(partsOf(Date.parse(`${day}T00:00:00Z`), "utc"));
}

/** `14 Nov 2026, 10:41:05 UTC` */
export function fullInstant(ms: number, zone: ZoneChoice): string {
  const parts = partsOf(ms, zone);
  const { hour, minute, second } = parts;
  return `${dateText(parts)}, ${two(hour)}:${two(minute)}:${two(second)} ${timeZoneOf(zone)}`;
}

/** `14 Nov`; with the year unless it is that of `nowMs` */
export function shortDay(ms: number, zone: ZoneChoice, nowMs: number): string {
  const parts = partsOf(ms, zone);
  return parts.year === partsOf(nowMs, zone).year ? dateText(parts, false) : dateText(parts);
}

/** `14 Nov 2026` */
function dateText({ year, month, day }: DateParts, withYear = true): string {
  return isEnglish()
    ? `${day} ${shortMonth(month)}${withYear ? ` ${year}` : ""}`
    : formatUtc(
        { day: "numeric", month: "short", ...(withYear && { year: "numeric" }) },
        Date.UTC(year, month, day),
      );
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
  const time = timeOfDay(ms, zone);
  if (isDayOf(nowMs)) {
    return l10n.t("today, {0}", time);
  }
  return isDayOf(yesterdayMs) ? l10n.t("yesterday, {0}", time) : `${shortDay(ms, zone, nowMs)}, ${time}`;
}

/** `08:12 – 11:24   3 h 12 min`; with dates unless it is within one day */
export function gapText({ sinceMs, untilMs }: TimeSpan, zone: ZoneChoice): string {
  const [since, until] = [partsOf(sinceMs, zone), partsOf(untilMs, zone)];
  const edge = (ms: number, parts: DateParts): string =>
    isSameDay(since, until) ? timeOfDay(ms, zone) : `${dateText(parts, false)} ${timeOfDay(ms, zone)}`;
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

function isSameDay(a: DateParts, b: DateParts): boolean {
  return a.year === b.year && a.month === b.month && a.day === b.day;
}

/** `3 h 12 min`, `6 d 4 h` */
export function durationText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) {
    return l10n.t("under a minute");
  }
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const parts =
    days > 0
      ? [unitText("day", days), hours && unitText("hour", hours)]
      : [hours && unitText("hour", hours), minutes % 60 && unitText("minute", minutes % 60)];
  return parts.filter(Boolean).join(" ");
}

/** `12 s`, `3 min`, `2 h` */
export function unitText(unit: "second" | "minute" | "hour" | "day", count: number): string {
  switch (unit) {
    case "second":
      return l10n.t({ message: "{0} s", args: [count], comment: ["Seconds"] });
    case "minute":
      return l10n.t({ message: "{0} min", args: [count], comment: ["Minutes"] });
    case "hour":
      return l10n.t({ message: "{0} h", args: [count], comment: ["Hours"] });
    case "day":
      return l10n.t({ message: "{0} d", args: [count], comment: ["Days"] });
  }
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

type TypedInstant =
  | { readonly ok: true; readonly ms: number }
  /** A sentence for the user. */
  | { readonly ok: false; readonly message: string };

/** Parses a date (its first moment) or a date and time, in the zone unless the text has an offset. */
export function parseTypedInstant(text: string, zone: ZoneChoice): TypedInstant {
  const ms = readInstant(text, calendarOf(zone));
  switch (ms) {
    case "notADate":
      return {
        ok: false,
        message: l10n.t("Enter a date such as {0} or {1}.", "2026-11-14", "2026-11-14 10:02"),
      };
    case "doesNotExist":
      return { ok: false, message: l10n.t("This date or time doesn't exist.") };
    default:
      return { ok: true, ms };
  }
}

export function calendarOf(zone: ZoneChoice): Calendar {
  return zone === "utc" ? utcCalendar : localCalendar;
}

export function partsOf(ms: number, zone: ZoneChoice): DateParts {
  return calendarOf(zone).partsOf(ms);
}

/** See `Calendar.instantOf`. */
export function instantOf(time: CalendarTime, zone: ZoneChoice): number {
  return calendarOf(zone).instantOf(time);
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
