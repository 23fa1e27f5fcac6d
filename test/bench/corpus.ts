import { Random } from "../../src/sample/random";
import type { SampleEvent } from "../../src/sample/sampleSource";
import { type CorpusCompany, corpusCompany } from "./corpusNames";
import { sentence, tell } from "./corpusStories";

/** Events there are at most: two of one company keep different titles up to here, and beyond. */
export const maxCorpusEvents = 1_000_000;

/** Instant before which all events lie, and the time between two of them: a million fill a year. */
const endMs = Date.parse("2026-01-01T00:00:00Z");
const spacingMs = 31_536;

/** Companies by how often they are in the news: so many of them, each so many times a turn. */
const circles = [
  { companies: 2_000, times: 10 },
  { companies: 8_000, times: 3 },
  { companies: 30_000, times: 1 },
];
const turnLength = circles.reduce((sum, { companies, times }) => sum + companies * times, 0);

/** Spreads a company's events over a turn; shares no factor with its length. */
const turnStride = 28_657;

/** Values that a title may name beside its company: a power of two. */
const details = 8_192;

/** Shorter events get another sentence: each has its own measure, so that sizes are spread. */
const leastBytes = { low: 610, high: 800 };

/**
 * Company events as they might be sent, newest first: event `index` is a function of the seed alone and made on demand.
 * Their JSON has 600 to 1,000 bytes, ids and titles are unique, companies come up as unevenly as in life, and what can be
 * saved by compressing is what can be saved with real text (the unit test bounds all of that).
 */
export class Corpus {
  private readonly companies = new Map<number, CorpusCompany>();

  constructor(private readonly seed = 1) {}

  /** @param index from 0, the newest, below `maxCorpusEvents`. */
  event(index: number): SampleEvent {
    const random = new Random(`${this.seed}/event/${index}`);
    const { number, chapter } = placeOf(index);
    const company = this.company(number);
    // An odd factor: one to one for the first `details` chapters.
    const detail = (number * 37 + chapter * 2_731) % details;
    const { type, story } = tell({ random, seed: this.seed, company, detail });
    const event = {
      id: `evt_${random.token(16)}`,
      type,
      title: story.title,
      subhead: sentence(random),
      published_at: this.publishedAt(index, random),
      sector: company.sector,
      confidence: Number((0.99 - 0.4 * random.next() ** 2).toFixed(2)),
      company: {
        role: random.chance(0.85) ? "primary_subject" : "participant",
        name: company.name,
        domain: company.domain,
        entity_id: company.entityId,
        industry: company.industry,
        location: company.location,
      },
      event_data: story.data,
      ...(random.chance(0.6) ? { event_id: random.uuid() } : {}),
    };
    const least = random.int(leastBytes.low, leastBytes.high);
    while (bytesOf(event) < least) {
      event.subhead += ` ${sentence(random)}`;
    }
    return event;
  }

  /** Events `start` to `end`, the latter excluded, one at a time. */
  *events(start: number, end: number): Generator<SampleEvent> {
    for (let index = start; index < Math.min(end, maxCorpusEvents); index++) {
      yield this.event(index);
    }
  }

  private company(number: number): CorpusCompany {
    let company = this.companies.get(number);
    if (!company) {
      company = corpusCompany(this.seed, number);
      this.companies.set(number, company);
    }
    return company;
  }

  /** In whole seconds; no two events share one. */
  private publishedAt(index: number, random: Random): string {
    const ms = endMs - (index + 0.9 * random.next()) * spacingMs;
    return `${new Date(ms).toISOString().slice(0, 19)}Z`;
  }
}

function bytesOf(event: SampleEvent): number {
  return Buffer.byteLength(JSON.stringify(event));
}

/** Which company event `index` is about, and how many of that company's events come before it: no pair comes twice. */
function placeOf(index: number): { number: number; chapter: number } {
  const turn = Math.floor(index / turnLength);
  let place = ((index % turnLength) * turnStride) % turnLength;
  let first = 0;
  for (const { companies, times } of circles) {
    if (place < companies * times) {
      return {
        number: first + (place % companies),
        chapter: turn * times + Math.floor(place / companies),
      };
    }
    place -= companies * times;
    first += companies;
  }
  throw new RangeError(`There is no event ${index}.`);
}
