import { dayMs } from "../../shared/instant";

/** Zones change their offset only at multiples of this. */
const stepMs = 900_000;

/** Calendar days in one time zone. */
export class TimeZone {
  static readonly utc = new TimeZone("UTC", undefined);

  private readonly offsets = new Map<number, number>();

  private constructor(
    readonly name: string,
    private readonly format: Intl.DateTimeFormat | undefined,
  ) {}

  /** @param name IANA name, such as `Europe/Berlin`. UTC if this machine does not know it. */
  static named(name: string): TimeZone {
    if (name === "UTC") {
      return TimeZone.utc;
    }
    try {
      return new TimeZone(
        name,
        new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" }),
      );
    } catch {
      return TimeZone.utc;
    }
  }

  /** Consecutive number of the day of an instant. */
  dayNumber(ms: number): number {
    return Math.floor((ms + this.offset(ms)) / dayMs);
  }

  /** Milliseconds ahead of UTC. */
  offset(ms: number): number {
    if (!this.format) {
      return 0;
    }
    const step = Math.floor(ms / stepMs);
    let offset = this.offsets.get(step);
    if (offset === undefined) {
      offset = parseOffset(this.format, step * stepMs);
      this.offsets.set(step, offset);
    }
    return offset;
  }
}

/** `2026-11-14` for a day number. */
export function dayText(dayNumber: number): string {
  const date = new Date(dayNumber * dayMs);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, -14);
}

/** From `GMT`, `GMT+05:30` or `GMT-00:44:30`. */
function parseOffset(format: Intl.DateTimeFormat, ms: number): number {
  const name = format.formatToParts(ms).find((part) => part.type === "timeZoneName")?.value ?? "";
  const match = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name);
  if (!match) {
    return 0;
  }
  const [, sign, hours, minutes, seconds] = match;
  const total = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0);
  return (sign === "-" ? -total : total) * 1000;
}
