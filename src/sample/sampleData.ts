import { dayMs } from "../shared/instant";
import { dayOfEvent, EventSchedule, type ScheduledEvent } from "./eventSchedule";
import { collectionsOf, organizationOf } from "./sampleCollections";
import { dayStart, type SampleCollection, type SampleEvent, type SampleSource } from "./sampleSource";

const defaultSeed = 20_260;
/** Whole UTC days of events before the current one. */
export const historyDays = 60;
/** Days of events held in memory. */
const maxCachedDays = 8;

interface Day {
  readonly scheduled: readonly ScheduledEvent[];
  /** The events after all have arrived and been corrected. */
  readonly settled: readonly SampleEvent[];
  readonly settledFromMs: number;
}

/**
 * The collections and events of the sample service: a pure function of the seed and the time, generated on demand for one UTC
 * day at a time. Events arrive late and are corrected as time passes; the oldest day ends when a new one begins.
 */
export class SampleData implements SampleSource {
  /** Least recently used first. */
  private readonly days = new Map<number, Day>();
  private readonly collectionsById = new Map<string, readonly SampleCollection[]>();
  private schedule: EventSchedule | undefined;

  /** @param seed an integer; each gives different data */
  constructor(private readonly seed: number = defaultSeed) {}

  dayBefore(ms: number, now: number): number | undefined {
    const day = Math.min(dayStart(now), Math.ceil(ms / dayMs - 1) * dayMs);
    return day >= oldestDay(now) ? day : undefined;
  }

  eventsOn(dayStartMs: number, now: number): readonly SampleEvent[] {
    if (dayStartMs > now || dayStartMs < oldestDay(now)) {
      return [];
    }
    const day = this.day(dayStartMs);
    if (now >= day.settledFromMs) {
      return day.settled;
    }
    return day.scheduled
      .filter(({ arrivesMs }) => arrivesMs <= now)
      .map(({ event, correction }) => (correction && correction.fromMs <= now ? correction.event : event));
  }

  dayOfEvent(id: string): number {
    return dayOfEvent(id);
  }

  collections(organizationId: string | undefined): readonly SampleCollection[] | undefined {
    const organization = organizationOf(organizationId);
    if (!organization) {
      return undefined;
    }
    const known = this.collectionsById.get(organization.id);
    const collections = known ?? collectionsOf(this.seed, organization);
    this.collectionsById.set(organization.id, collections);
    return collections;
  }

  private day(startMs: number): Day {
    const day = this.days.get(startMs) ?? this.generate(startMs);
    this.days.delete(startMs);
    this.days.set(startMs, day);
    for (const oldest of this.days.keys()) {
      if (this.days.size <= maxCachedDays) {
        break;
      }
      this.days.delete(oldest);
    }
    return day;
  }

  private generate(startMs: number): Day {
    this.schedule ??= new EventSchedule(this.seed);
    const scheduled = this.schedule.eventsOn(startMs);
    return {
      scheduled,
      settled: scheduled.map(({ event, correction }) => correction?.event ?? event),
      settledFromMs: Math.max(...scheduled.map((item) => item.correction?.fromMs ?? item.arrivesMs)),
    };
  }
}

function oldestDay(now: number): number {
  return dayStart(now) - historyDays * dayMs;
}
