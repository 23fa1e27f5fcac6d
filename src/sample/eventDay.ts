import { freshCompany, recurringCompanies, type SampleCompany, type Stage } from "./companies";
import { Random } from "./random";
import { dayMs } from "../shared/day";
import type { SampleEvent } from "./sampleSource";
import type { Scene } from "./story";
import { tellOnce, tellRecurring } from "./storyteller";

/** An event and when it becomes known. Instants are milliseconds since 1970 UTC. */
export interface ScheduledEvent {
  readonly event: SampleEvent;
  readonly arrivesMs: number;
  /** A better title, from a later instant on. */
  readonly correction?: { readonly fromMs: number; readonly event: SampleEvent };
}

/** Room for the events of one day; more than any day has. */
const slotsPerDay = 512;
const recurringCount = 1_100;

/** How busy each UTC hour is: the morning in Europe, then that of America. */
const hourWeights = [4, 4, 4, 4, 5, 7, 10, 14, 14, 12, 11, 12, 18, 20, 18, 15, 13, 12, 10, 9, 8, 7, 6, 5];
const hours = hourWeights.map((weight, hour) => [hour, weight] as const);

/** Tells the events of any UTC day, a pure function of the seed and the day. */
export class EventDays {
  private readonly companies: readonly SampleCompany[];
  /** Whose turn it is: each company has one place or several, and its stories follow each other. */
  private readonly rota: readonly { company: SampleCompany; turn: number; turns: number }[];

  constructor(private readonly seed: number) {
    this.companies = recurringCompanies(seed, recurringCount);
    const places = this.companies.flatMap((company, rank) => {
      const turns = rank < 50 ? 6 : rank < 250 ? 3 : 1;
      return Array<{ company: SampleCompany; turns: number }>(turns).fill({ company, turns });
    });
    const seen = new Map<SampleCompany, number>();
    this.rota = new Random(`${seed}/rota`).several(places, places.length).map((place) => {
      const turn = seen.get(place.company) ?? 0;
      seen.set(place.company, turn + 1);
      return { ...place, turn };
    });
  }

  /** All events published on the UTC day that starts at `startMs`, newest first. */
  tell(startMs: number): ScheduledEvent[] {
    const day = startMs / dayMs;
    const random = new Random(`${this.seed}/day/${day}`);
    const weekend = [0, 6].includes(new Date(startMs).getUTCDay());
    const count = weekend ? random.int(110, 170) : random.int(310, 400);
    return Array.from({ length: count }, () => startMs + momentOfDay(random))
      .sort((a, b) => a - b)
      .map((publishedMs, i) => this.schedule(day * slotsPerDay + i, publishedMs))
      .sort((a, b) => newestFirst(a.event, b.event));
  }

  /** @param slot number of the event since 1970, unique. */
  private schedule(slot: number, publishedMs: number): ScheduledEvent {
    const random = new Random(`${this.seed}/event/${slot}`);
    const event = this.write(random, slot, publishedMs);
    const arrivesMs = publishedMs + (random.chance(0.12) ? Math.round(random.spread(5_000, 480_000)) : 0);
    if (!random.chance(0.03)) {
      return { event, arrivesMs };
    }
    const fromMs = arrivesMs + random.int(45_000, 300_000);
    return {
      event: { ...event, title: misspelt(event.title, random) },
      arrivesMs,
      correction: { fromMs, event },
    };
  }

  private write(random: Random, slot: number, publishedMs: number): SampleEvent {
    const scene = this.scene(random, slot, publishedMs);
    const { type, story } = scene.chapter < 0 ? tellOnce(scene) : tellRecurring(scene);
    const { company } = scene;
    return {
      id: `evt_${random.token(16)}`,
      ...(random.chance(0.6) ? { event_id: random.uuid() } : {}),
      type,
      title: story.title,
      subhead: story.subhead,
      published_at: `${new Date(publishedMs).toISOString().slice(0, 19)}Z`,
      sector: company.sector.label,
      confidence: Number((0.99 - 0.37 * random.next() ** 2).toFixed(2)),
      company: {
        role: story.role ?? "primary_subject",
        name: company.name,
        domain: company.domain,
        entity_id: company.entityId,
        industry: company.industry,
        location: company.location,
      },
      event_data: story.data,
    };
  }

  /** A chapter below 0 marks a company that is met once. */
  private scene(random: Random, slot: number, publishedMs: number): Scene {
    const once = random.chance(0.05);
    const round = Math.floor(slot / this.rota.length);
    const place = this.rota[slot % this.rota.length];
    if (!place) {
      throw new RangeError("The rota is empty.");
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
      company: once ? freshCompany(this.seed, `${slot}`, stage) : company,
      // Companies are not all at the same chapter.
      chapter: once ? -1 : round * turns + turn + company.staff,
      other: () => this.companyBeside(company, random),
      stranger: () => freshCompany(this.seed, `${slot}/other`, "startup"),
    };
  }

  private companyBeside(company: SampleCompany, random: Random): SampleCompany {
    let other = random.pick(this.companies);
    while (other === company) {
      other = random.pick(this.companies);
    }
    return other;
  }
}

/** The order of the feed: `published_at` descending, then `id` ascending. */
function newestFirst(a: SampleEvent, b: SampleEvent): number {
  if (a.published_at !== b.published_at) {
    return a.published_at < b.published_at ? 1 : -1;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Milliseconds since the start of the day, whole seconds; announcements like the full and half hour. */
function momentOfDay(random: Random): number {
  const hour = random.weighted(hours);
  const second = random.chance(0.2) ? random.pick([0, 0, 1800, 900, 2700]) : random.int(0, 3599);
  return (hour * 3600 + second) * 1000;
}

/** The title with two neighbouring letters of one word swapped; names are spared. */
function misspelt(title: string, random: Random): string {
  const words = title.split(" ");
  const long = [...words.keys()].filter((i) => /^[a-z]{5,}$/.test(words[i] ?? ""));
  const index = long.length > 0 ? random.pick(long) : words.length - 1;
  const word = words[index] ?? "";
  const at = random.int(1, Math.max(1, word.length - 3));
  words[index] = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  return words.join(" ");
}
