import { dayMs } from "../shared/instant";
import { singleCompany, recurringCompanies, type SampleCompany, type Stage } from "./companies";
import { type EventContext, recurringEvent, singleEvent } from "./eventContent";
import { Random } from "./random";
import type { SampleEvent } from "./sampleSource";

/** An event and when it becomes available. Instants are milliseconds since 1970 UTC. */
export interface ScheduledEvent {
  readonly event: SampleEvent;
  readonly arrivesMs: number;
  /** The event with a corrected title, from a later instant on. */
  readonly correction?: { readonly fromMs: number; readonly event: SampleEvent };
}

/** More than any day has. */
const slotsPerDay = 512;
const recurringCount = 1_100;

/** Relative number of events for each UTC hour: most in the European and the American morning. */
const hourWeights = [4, 4, 4, 4, 5, 7, 10, 14, 14, 12, 11, 12, 18, 20, 18, 15, 13, 12, 10, 9, 8, 7, 6, 5];
const hours = hourWeights.map((weight, hour) => [hour, weight] as const);

/** The events of any UTC day: a pure function of the seed and the day. */
export class EventSchedule {
  private readonly companies: readonly SampleCompany[];
  /** Companies take turns in this order; the larger ones have several turns per round. */
  private readonly rotation: readonly { company: SampleCompany; turn: number; turns: number }[];

  constructor(private readonly seed: number) {
    this.companies = recurringCompanies(seed, recurringCount);
    const places = this.companies.flatMap((company, rank) => {
      const turns = rank < 50 ? 6 : rank < 250 ? 3 : 1;
      return Array<{ company: SampleCompany; turns: number }>(turns).fill({ company, turns });
    });
    const turnsSoFar = new Map<SampleCompany, number>();
    // The label determines the data: a different one would give different events.
    this.rotation = new Random(`${seed}/rota`).several(places, places.length).map((place) => {
      const turn = turnsSoFar.get(place.company) ?? 0;
      turnsSoFar.set(place.company, turn + 1);
      return { ...place, turn };
    });
  }

  /** All events published on the UTC day that starts at `startMs`, in the feed's order. */
  eventsOn(startMs: number): ScheduledEvent[] {
    const day = startMs / dayMs;
    return this.instantsOn(day)
      .map((publishedMs, i) => this.schedule(day * slotsPerDay + i, publishedMs))
      .sort((a, b) => compareByFeedOrder(a.event, b.event));
  }

  /** When the events of a day are published, in order. */
  private instantsOn(day: number): readonly number[] {
    const startMs = day * dayMs;
    const random = new Random(`${this.seed}/day/${day}`);
    const isWeekend = [0, 6].includes(new Date(startMs).getUTCDay());
    const count = isWeekend ? random.int(110, 170) : random.int(310, 400);
    return Array.from({ length: count }, () => startMs + timeOfDayMs(random)).sort((a, b) => a - b);
  }

  /** @param slot unique number of the event */
  private schedule(slot: number, publishedMs: number): ScheduledEvent {
    const random = new Random(`${this.seed}/event/${slot}`);
    const event = this.event(random, slot, publishedMs);
    const arrivesMs = publishedMs + (random.chance(0.12) ? Math.round(random.spread(5_000, 480_000)) : 0);
    if (!random.chance(0.03)) {
      return { event, arrivesMs };
    }
    const fromMs = arrivesMs + random.int(45_000, 300_000);
    return {
      event: { ...event, title: withTypo(event.title, random) },
      arrivesMs,
      correction: { fromMs, event },
    };
  }

  private event(random: Random, slot: number, publishedMs: number): SampleEvent {
    const isSingle = random.chance(0.05);
    const context = this.context(random, slot, publishedMs, isSingle);
    const { type, content } = isSingle ? singleEvent(context) : recurringEvent(context);
    const { company } = context;
    return {
      id: withDay(`evt_${random.token(16)}`, publishedMs),
      ...(random.chance(0.6) && { event_id: withDay(random.uuid(), publishedMs) }),
      type,
      title: content.title,
      subhead: content.subhead,
      published_at: `${new Date(publishedMs).toISOString().slice(0, 19)}Z`,
      sector: company.sector.label,
      confidence: Number((0.99 - 0.37 * random.next() ** 2).toFixed(2)),
      company: {
        role: content.role ?? "primary_subject",
        name: company.name,
        domain: company.domain,
        entity_id: company.entityId,
        industry: company.industry,
        location: company.location,
      },
      event_data: content.data,
    };
  }

  /** @param isSingle whether the company appears in this event only */
  private context(random: Random, slot: number, publishedMs: number, isSingle: boolean): EventContext {
    const round = Math.floor(slot / this.rotation.length);
    const place = this.rotation[slot % this.rotation.length];
    if (!place) {
      throw new RangeError("There are no companies.");
    }
    const { company, turn, turns } = place;
    const stage = random.weighted<Stage>([
      ["startup", 6],
      ["growth", 2],
      ["public", 2],
    ]);
    return {
      random,
      publishedMs,
      company: isSingle ? singleCompany(this.seed, `${slot}`, stage) : company,
      // By its size, so that companies do not all start with the same funding round.
      sequence: isSingle ? 0 : round * turns + turn + company.staff,
      otherCompany: () => this.companyOtherThan(company, random),
      newCompany: () => singleCompany(this.seed, `${slot}/other`, "startup"),
    };
  }

  private companyOtherThan(company: SampleCompany, random: Random): SampleCompany {
    let other = random.pick(this.companies);
    while (other === company) {
      other = random.pick(this.companies);
    }
    return other;
  }
}

/** Hexadecimal digits at the end of an event's IDs that tell its UTC day, so that it is found without searching all days. */
const dayDigits = 4;

function withDay(id: string, publishedMs: number): string {
  const day = Math.floor(publishedMs / dayMs);
  return id.slice(0, -dayDigits) + day.toString(16).padStart(dayDigits, "0");
}

/** Start of the UTC day of the event with this `id` or `event_id`; any day for other IDs. */
export function dayOfEvent(id: string): number {
  return parseInt(id.slice(-dayDigits), 16) * dayMs;
}

/** `published_at` descending, then `id` ascending. */
function compareByFeedOrder(a: SampleEvent, b: SampleEvent): number {
  if (a.published_at !== b.published_at) {
    return a.published_at < b.published_at ? 1 : -1;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Milliseconds since the start of the day, in whole seconds; often on the hour or half hour, as announcements are. */
function timeOfDayMs(random: Random): number {
  const hour = random.weighted(hours);
  const second = random.chance(0.2) ? random.pick([0, 0, 1800, 900, 2700]) : random.int(0, 3599);
  return (hour * 3600 + second) * 1000;
}

/** Swaps two letters of one word, but not of a name. */
function withTypo(title: string, random: Random): string {
  const words = title.split(" ");
  const candidates = [...words.keys()].filter((i) => /^[a-z]{5,}$/.test(words[i] ?? ""));
  const index = candidates.length > 0 ? random.pick(candidates) : words.length - 1;
  const word = words[index] ?? "";
  const at = random.int(1, Math.max(1, word.length - 3));
  words[index] = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  return words.join(" ");
}
