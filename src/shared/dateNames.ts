/** Names of months and weekdays, in English and in the display language. */
import { locale } from "./locale";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function isEnglish(): boolean {
  return /^en\b/i.test(locale());
}

/** `Nov` @param month from 0 */
export function shortMonth(month: number): string {
  return isEnglish()
    ? (months[month] ?? "").slice(0, 3)
    : formatUtc({ month: "short" }, Date.UTC(2026, month));
}

/** `Monday` @param weekday from 0, Sunday */
export function weekdayName(weekday: number): string {
  // 1 November 2026 is a Sunday.
  return isEnglish()
    ? (weekdays[weekday] ?? "")
    : formatUtc({ weekday: "long" }, Date.UTC(2026, 10, 1 + weekday));
}

interface CalendarDay {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
}

/** `Nov 2026` */
export function monthText({ year, month }: CalendarDay): string {
  return isEnglish()
    ? `${shortMonth(month)} ${year}`
    : formatUtc({ month: "short", year: "numeric" }, Date.UTC(year, month));
}

/** `14 Nov 2026`, `1–15 Nov 2026`, `28 Oct – 3 Nov 2026`. @param last the last day, inclusive */
export function dayRangeText(first: CalendarDay, last: CalendarDay): string {
  if (!isEnglish()) {
    return formatter({ day: "numeric", month: "short", year: "numeric" }).formatRange(
      Date.UTC(first.year, first.month, first.day),
      Date.UTC(last.year, last.month, last.day),
    );
  }
  const end = `${last.day} ${shortMonth(last.month)} ${last.year}`;
  if (first.year !== last.year) {
    return `${first.day} ${shortMonth(first.month)} ${first.year} – ${end}`;
  }
  if (first.month !== last.month) {
    return `${first.day} ${shortMonth(first.month)} – ${end}`;
  }
  return first.day === last.day ? end : `${first.day}–${end}`;
}

/** Spellings of each month from January, in lower case. */
export function monthSpellings(): string[][] {
  return months.map((name, month) =>
    spellings(
      name,
      Date.UTC(2026, month),
      [{ month: "long", day: "numeric" }, { month: "long" }, { month: "short" }],
      "month",
    ),
  );
}

/** Spellings of each weekday from Sunday, in lower case. */
export function weekdaySpellings(): string[][] {
  return weekdays.map((name, weekday) =>
    spellings(name, Date.UTC(2026, 10, 1 + weekday), [{ weekday: "long" }, { weekday: "short" }], "weekday"),
  );
}

function spellings(
  english: string,
  ms: number,
  formats: readonly Intl.DateTimeFormatOptions[],
  part: "month" | "weekday",
): string[] {
  const local = isEnglish()
    ? []
    : formats.flatMap((format) =>
        formatter(format)
          .formatToParts(ms)
          .flatMap(({ type, value }) => (type === part ? [value.replace(/\.$/, "")] : [])),
      );
  return [english, ...local].map((name) => name.toLowerCase());
}

/** In the display language, for an instant of UTC. Not for English: its formats differ from one browser to the next. */
export function formatUtc(format: Intl.DateTimeFormatOptions, ms: number): string {
  return formatter(format).format(ms);
}

/** Cached by language and format, because creating one is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(format: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale()} ${JSON.stringify(format)}`;
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale(), { ...format, timeZone: "UTC" });
    formatters.set(key, found);
  }
  return found;
}
