import { instantOf, partsOf } from "../../shared/calendar";
import { dayMs } from "../../shared/instant";

const hourMs = 3_600_000;
/** A nearer morning is skipped: people who snooze late at night mean the next one. */
const minNightMs = 4 * hourMs;

/** How long a feed can be snoozed: an hour, until the next morning, or a week. */
export type SnoozeChoice = "hour" | "morning" | "week";

/** When a snooze that starts now ends, by the local clock; milliseconds since 1970 UTC. */
export function snoozeEnd(choice: SnoozeChoice, nowMs: number): number {
  switch (choice) {
    case "hour":
      return nowMs + hourMs;
    case "morning": {
      const { year, month, day } = partsOf(nowMs, "local");
      const today = instantOf({ year, month, day, hour: 8 }, "local");
      return today - nowMs >= minNightMs ? today : instantOf({ year, month, day: day + 1, hour: 8 }, "local");
    }
    case "week":
      return nowMs + 7 * dayMs;
  }
}

export function isSnoozed(untilMs: number | undefined, nowMs: number): untilMs is number {
  return untilMs !== undefined && untilMs > nowMs;
}
