import { EventDays, type ScheduledEvent } from "./eventDay";
import { collectionsOf, organizationOf } from "./sampleCollections";
import { dayMs } from "../shared/day";
import { dayStart, type SampleCollection, type SampleEvent, type SampleSource } from "./sampleSource";

const defaultSeed = 20_260;
/** Whole UTC days kept before the current one. */
export const daysKept = 60;
/** Days of events held in memory. */
const daysRemembered = 8;

interface Day {
  readonly scheduled: readonly ScheduledEvent[];
  /** What is left when everything has arrived and been corrected. */
  readonly settled: readonly SampleEvent[];
  readonly settledFromMs: number;
}

/**
 * The sample service's collections and events: a pure function of the seed and absolute time, made on demand a UTC day
 * at a time. Whoever asks again finds the same, and beside it what has arrived or been corrected since; the oldest day
 * goes when a new one begins.
 */
export class SampleData implements SampleSource {
  /** The days asked for last, the latest at the end. */
  private readonly days = new Map<number, Day>();
  private readonly collectionsById = new Map<string, readonly SampleCollection[]>();
  private teller: EventDays | undefined;

  /** @param seed a whole number; each gives a world of its own. */
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
    const day = this.days.get(startMs) ?? this.tell(startMs);
    this.days.delete(startMs);
    this.days.set(startMs, day);
    for (const oldest of this.days.keys()) {
      if (this.days.size <= daysRemembered) {
        break;
      }
      this.days.delete(oldest);
    }
    return day;
  }

  private tell(startMs: number): Day {
    this.teller ??= new EventDays(this.seed);
    const scheduled = this.teller.tell(startMs);
    return {
      scheduled,
      settled: scheduled.map(({ event, correction }) => correction?.event ?? event),
      settledFromMs: Math.max(...scheduled.map((item) => item.correction?.fromMs ?? item.arrivesMs)),
    };
  }
}

function oldestDay(now: number): number {
  return dayStart(now) - daysKept * dayMs;
}
