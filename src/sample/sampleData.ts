import { dayMs } from "../shared/instant";
import { collectionsOf } from "./collections";
import { recurringCompanies, type SampleCompany, singleCompany, type Stage } from "./companies";
import { eventContent } from "./eventContent";
import words from "./data/words.json";
import { Random } from "./random";
import { dayStart, type SampleCollection, type SampleEvent, type SampleSource } from "./sampleSource";

export const defaultSeed = 20_260;
/** Whole UTC days of events before the current one. */
export const historyDays = 60;
/** More than the events of any day. */
const slotsPerDay = 512;
const recurringCount = 1_100;

/** Some events become available only after their `published_at`. */
interface ScheduledEvent {
  readonly event: SampleEvent;
  readonly arrivesMs: number;
}

/**
 * The collections and events of the sample service: a pure function of the seed and the time. Events are
 * generated on demand, one UTC day at a time. When a day begins, the oldest one is dropped.
 */
export class SampleData implements SampleSource {
  private lastDay: { readonly startMs: number; readonly scheduled: readonly ScheduledEvent[] } | undefined;
  private companies: readonly SampleCompany[] | undefined;
  private allCollections: readonly SampleCollection[] | undefined;

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
    if (this.lastDay?.startMs !== dayStartMs) {
      this.lastDay = { startMs: dayStartMs, scheduled: this.generate(dayStartMs) };
    }
    return this.lastDay.scheduled.flatMap(({ event, arrivesMs }) => (arrivesMs <= now ? event : []));
  }

  collections(): readonly SampleCollection[] {
    return (this.allCollections ??= collectionsOf(this.seed));
  }

  /** Generates the events of the UTC day that starts at `startMs`, in the feed's order. */
  private generate(startMs: number): ScheduledEvent[] {
    const random = new Random(`${this.seed}/day/${startMs / dayMs}`);
    const isWeekend = [0, 6].includes(new Date(startMs).getUTCDay());
    const count = isWeekend ? random.int(110, 170) : random.int(310, 400);
    return Array.from({ length: count }, () => startMs + timeOfDayMs(random))
      .sort((a, b) => a - b)
      .map((publishedMs, i) => this.schedule((startMs / dayMs) * slotsPerDay + i, publishedMs))
      .sort((a, b) => compareByFeedOrder(a.event, b.event));
  }

  /** @param slot unique number of the event */
  private schedule(slot: number, publishedMs: number): ScheduledEvent {
    const random = new Random(`${this.seed}/event/${slot}`);
    this.companies ??= recurringCompanies(this.seed, recurringCount);
    // Larger companies have more events.
    const rank = Math.floor(recurringCount * random.next() * random.next());
    const recurring = this.companies[rank] ?? random.pick(this.companies);
    const other = this.companies[(rank + random.int(1, recurringCount - 1)) % recurringCount] ?? recurring;
    const isOnly = random.chance(0.05);
    const stage = random.pick<Stage>(["startup", "startup", "startup", "growth", "public"]);
    const company = isOnly ? singleCompany(this.seed, `${slot}`, stage) : recurring;
    const newcomer = singleCompany(this.seed, `${slot}/other`, "startup");
    const content = eventContent({ random, company, other, newcomer, publishedMs }, isOnly);
    const delayMs = random.chance(0.12) ? Math.round(random.spread(5_000, 480_000)) : 0;
    const event = {
      id: `evt_${random.token(16)}`,
      ...(random.chance(0.6) && { event_id: random.token(24) }),
      ...content,
      published_at: `${new Date(publishedMs).toISOString().slice(0, 19)}Z`,
      confidence: Number((0.99 - 0.37 * random.next() ** 2).toFixed(2)),
    };
    return { event, arrivesMs: publishedMs + delayMs };
  }
}

function oldestDay(now: number): number {
  return dayStart(now) - historyDays * dayMs;
}

/** `published_at` descending, then `id` ascending. */
function compareByFeedOrder(a: SampleEvent, b: SampleEvent): number {
  const [first, second] = a.published_at === b.published_at ? [a.id, b.id] : [b.published_at, a.published_at];
  return first < second ? -1 : 1;
}

/** Most events are in the European or American morning. */
const hours = words.hourWeights.map((weight, hour) => [hour, weight] as const);

/** Milliseconds since the start of the day; often on the hour or half hour, as real announcements are. */
function timeOfDayMs(random: Random): number {
  const hour = random.weighted(hours);
  const second = random.chance(0.2) ? random.pick([0, 0, 1800, 900, 2700]) : random.int(0, 3599);
  return (hour * 3600 + second) * 1000;
}
