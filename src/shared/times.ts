/** Instants as text, in the display language and in the time zone of the panel: the local one or UTC. */
import * as l10n from "@vscode/l10n";
import { clockOf, type ZoneChoice } from "./calendar";
import { dayMs } from "./instant";
import { displayLanguage, perLocale } from "./locale";
import type { TimeSpan } from "./viewQueries";

const day = { month: "short", day: "numeric" } as const;
const date = { ...day, year: "numeric" } as const;
const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const styles = {
  time,
  day,
  date,
  weekday: { weekday: "long", ...date },
  dayTime: { ...day, ...time },
  dateTime: { ...date, ...time },
  dateSeconds: { ...date, ...time, second: "2-digit" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** By style and zone: creating one is slow, and every row needs one. */
const formats = perLocale(() => new Map<string, Intl.DateTimeFormat>());

function format(style: keyof typeof styles, zone: ZoneChoice): Intl.DateTimeFormat {
  const key = `${style} ${timeZoneOf(zone)}`;
  let found = formats().get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(displayLanguage().language, {
      ...styles[style],
      ...(zone === "utc" && { timeZone: "UTC" }),
    });
    formats().set(key, found);
  }
  return found;
}

/** With plain spaces instead of thin ones, as people search for these texts and put them into names. */
function rangeText(style: keyof typeof styles, zone: ZoneChoice, { sinceMs, untilMs }: TimeSpan): string {
  return format(style, zone).formatRange(sinceMs, untilMs).replaceAll("\u2009", " ");
}

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
  return format("time", zone).format(ms);
}

/** `Saturday, Nov 14, 2026`, from `2026-11-14` */
export function dayTitle(text: string): string {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) ? text : format("weekday", "utc").format(ms);
}

/** `Nov 14, 2026, 10:41:05 UTC` */
export function fullInstant(ms: number, zone: ZoneChoice): string {
  return `${format("dateSeconds", zone).format(ms)} ${timeZoneOf(zone)}`;
}

/** `Nov 14`; with the year unless it is that of `nowMs` */
export function shortDay(ms: number, zone: ZoneChoice, nowMs: number): string {
  return format(isYearOf(nowMs, ms, zone) ? "day" : "date", zone).format(ms);
}

/** `Nov 14, 10:02`; with the year unless it is that of `nowMs` */
export function dayAndTime(ms: number, zone: ZoneChoice, nowMs: number): string {
  return format(isYearOf(nowMs, ms, zone) ? "dayTime" : "dateTime", zone).format(ms);
}

/** `Nov 14, 10:02 UTC` */
export function shortInstant(ms: number, zone: ZoneChoice, nowMs: number): string {
  return `${dayAndTime(ms, zone, nowMs)} ${timeZoneOf(zone)}`;
}

/** `Nov 14 – 15, 2026` */
export function daysText({ sinceMs, untilMs }: TimeSpan, zone: ZoneChoice): string {
  // The end is not part of it.
  return rangeText("date", zone, { sinceMs, untilMs: Math.max(sinceMs, untilMs - 1) });
}

/** `Nov 14, 08:12 – 11:24`; with the year unless it is that of `nowMs` */
export function spanText(span: TimeSpan, zone: ZoneChoice, nowMs: number): string {
  const { sinceMs, untilMs } = span;
  const isThisYear = isYearOf(nowMs, sinceMs, zone) && isYearOf(nowMs, untilMs, zone);
  return rangeText(isThisYear ? "dayTime" : "dateTime", zone, span);
}

/** `08:12 – 11:24   3 h 12 min`; with dates unless it is within one day */
export function gapText(span: TimeSpan, zone: ZoneChoice): string {
  const { sinceMs, untilMs } = span;
  const isOneDay = dayNumber(sinceMs, zone) === dayNumber(untilMs, zone);
  const range = rangeText(isOneDay ? "time" : "dayTime", zone, span);
  return `${range}\u2003${durationText(untilMs - sinceMs)}`;
}

/** `12 s`, `3 h 12 min`, `6 d 4 h` */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 100) {
    return unitText("second", seconds);
  }
  const minutes = Math.round(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const parts =
    days > 0
      ? [unitText("day", days), hours && unitText("hour", hours)]
      : [hours && unitText("hour", hours), minutes % 60 && unitText("minute", minutes % 60)];
  return parts.filter(Boolean).join(" ");
}

/** When the next attempt starts. @param delayMs 0 or less: now */
export function retryingText(delayMs: number): string {
  const seconds = Math.ceil(delayMs / 1000);
  return seconds > 0 ? l10n.t("Retrying in {0}.", durationText(seconds * 1000)) : l10n.t("Retrying…");
}

const units = {
  second: (count: number) => l10n.t({ message: "{0} s", args: [count], comment: ["Seconds"] }),
  minute: (count: number) => l10n.t({ message: "{0} min", args: [count], comment: ["Minutes"] }),
  hour: (count: number) => l10n.t({ message: "{0} h", args: [count], comment: ["Hours"] }),
  day: (count: number) => l10n.t({ message: "{0} d", args: [count], comment: ["Days"] }),
};

/** `12 s`, `3 min`, `2 h`, `4 d`; no line break in between. */
function unitText(unit: keyof typeof units, count: number): string {
  return units[unit](count).replace(" ", "\u00a0");
}

/** `2026-11-14 10:02`, with seconds unless they are 0: the value of From and To */
export function instantText(ms: number, zone: ZoneChoice): string {
  return clockOf(ms, zone)
    .toISOString()
    .replace("T", " ")
    .replace(/(:00)?\.\d+Z$/, "");
}

export function isMidnight(ms: number, zone: ZoneChoice): boolean {
  return clockOf(ms, zone).getTime() % dayMs === 0;
}

/** Days since 1970. */
function dayNumber(ms: number, zone: ZoneChoice): number {
  return Math.floor(clockOf(ms, zone).getTime() / dayMs);
}

function isYearOf(nowMs: number, ms: number, zone: ZoneChoice): boolean {
  return clockOf(ms, zone).getUTCFullYear() === clockOf(nowMs, zone).getUTCFullYear();
}
