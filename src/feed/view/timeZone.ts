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

  /** The day of an instant: how many days after January 1, 1970. */
  dayNumber(ms: number): number {
    return Math.floor(this.clock(ms) / dayMs);
  }

  /** What the clock shows at an instant, in milliseconds since 1970 by that clock. */
  clock(ms: number): number {
    return ms + this.offset(ms);
  }

  /** The instant at which the clock shows a time: the moment of the change if clocks skip it, the later one if they repeat it. */
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
