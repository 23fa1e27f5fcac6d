/** Instants in the user's time zone, as models read them best: ISO 8601. */

interface ZonedTime {
  /** `2026-11-14` */
  readonly day: string;
  /** `Sat` */
  readonly weekday: string;
  /** `10:41:05` */
  readonly time: string;
  /** `+01:00` */
  readonly offset: string;
}

let cached: { readonly timeZone: string; readonly format: Intl.DateTimeFormat } | undefined;

/** Keeps the latest format: creating one is slow, and all instants of an answer are in one zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  if (cached?.timeZone !== timeZone) {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "longOffset",
    });
    cached = { timeZone, format };
  }
  return cached.format;
}

/** @param timeZone IANA name */
export function zonedTime(ms: number, timeZone: string): ZonedTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value] as const),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  return {
    day: `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`,
    weekday: part("weekday"),
    time: `${part("hour")}:${part("minute")}:${part("second")}`,
    offset: part("timeZoneName").replace(/^GMT$/, "+00:00").replace("GMT", ""),
  };
}

/** `2026-11-14T10:41+01:00`; seconds only where they are not 0 */
export function instantText(ms: number, timeZone: string): string {
  const { day, time, offset } = zonedTime(ms, timeZone);
  return `${day}T${time.endsWith(":00") ? time.slice(0, 5) : time}${offset}`;
}
