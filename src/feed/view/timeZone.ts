import { dayMs } from "../../shared/instant";

/** Zones change their offset only at multiples of this. */
const stepMs = 900_000;

export class TimeZone {
  private readonly offsets = new Map<number, number>();
  private readonly format: Intl.DateTimeFormat;
  readonly name: string;

  /** @param name IANA name, such as `Europe/Berlin`. UTC if this machine does not know it. */
  constructor(name: string) {
    // Swedish dates and times are written as in ISO 8601.
    const formatIn = (timeZone: string): Intl.DateTimeFormat =>
      new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    try {
      this.format = formatIn(name);
    } catch {
      this.format = formatIn("UTC");
    }
    this.name = this.format.resolvedOptions().timeZone;
  }

  /** Consecutive number of the day of an instant. */
  dayNumber(ms: number): number {
    return Math.floor(this.clock(ms) / dayMs);
  }

  /** What the clock shows at an instant, in milliseconds since 1970 by that clock. */
  clock(ms: number): number {
    return ms + this.offset(ms);
  }

  /** When the clock shows that. A time that clocks skip is the moment of the change, and of one that they repeat it is the second. */
  instantAt(clock: number): number {
    return clock - this.offset(clock - this.offset(clock));
  }

  private offset(ms: number): number {
    const stepAt = Math.floor(ms / stepMs) * stepMs;
    let offset = this.offsets.get(stepAt);
    if (offset === undefined) {
      const clockMs = Date.parse(`${this.format.format(stepAt).replace(" ", "T")}Z`);
      offset = Number.isNaN(clockMs) ? 0 : clockMs - stepAt;
      this.offsets.set(stepAt, offset);
    }
    return offset;
  }
}

export function dayText(dayNumber: number): string {
  const date = new Date(dayNumber * dayMs);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, -14);
}
