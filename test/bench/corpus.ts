import { Random } from "../../src/sample/random";
import type { SampleEvent } from "../../src/sample/sampleSource";
import { type CorpusCompany, corpusCompany } from "./corpusNames";
import { sentence, writeText } from "./corpusEvents";

/** Titles are unique at least up to this number of events. */
export const maxCorpusEvents = 1_000_000;

/** The newest instant, and the interval between two events: a million cover a year. */
const endMs = Date.parse("2026-01-01T00:00:00Z");
const spacingMs = 31_536;

/** Companies by frequency: `companies` companies with `times` events each per round. */
const frequencies = [
  { companies: 2_000, times: 10 },
  { companies: 8_000, times: 3 },
  { companies: 30_000, times: 1 },
];
const roundLength = frequencies.reduce((sum, { companies, times }) => sum + companies * times, 0);

/** Spreads the events of a company over a round; coprime to its length. */
const turnStride = 28_657;

/** Number of details that a title may mention; a power of two. */
const details = 8_192;

/** Shorter events get another sentence, of varying length, so that sizes vary. */
const leastBytes = { low: 610, high: 800 };

/**
 * Company events for benchmarks, newest first: a pure function of seed and index. Their JSON has 600 to 1,000 bytes and
 * compresses like real text, ids and titles are unique, and companies have few or many events (see the unit test).
 */
export class Corpus {
  private readonly companies = new Map<number, CorpusCompany>();

  constructor(private readonly seed = 1) {}

  /** @param index from 0, the newest, to below `maxCorpusEvents` */
  event(index: number): SampleEvent {
    const random = new Random(`${this.seed}/event/${index}`);
    const { number, chapter } = placeOf(index);
    const company = this.company(number);
    // An odd factor, so that the mapping is one to one for the first `details` events.
    const detail = (number * 37 + chapter * 2_731) % details;
    const { type, text } = writeText({ random, seed: this.seed, company, detail });
    const event = {
      id: `evt_${random.token(16)}`,
      type,
      title: text.title,
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
      event_data: text.data,
      ...(random.chance(0.6) ? { event_id: random.uuid() } : {}),
    };
    const least = random.int(leastBytes.low, leastBytes.high);
    while (bytesOf(event) < least) {
      event.subhead += ` ${sentence(random)}`;
    }
    return event;
  }

  /** Events `start` to `end`, exclusive. */
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

  /** In whole seconds, unique. */
  private publishedAt(index: number, random: Random): string {
    const ms = endMs - (index + 0.9 * random.next()) * spacingMs;
    return `${new Date(ms).toISOString().slice(0, 19)}Z`;
  }
}

function bytesOf(event: SampleEvent): number {
  return Buffer.byteLength(JSON.stringify(event));
}

/** The company of event `index` and the number of its events before; pairs are unique. */
function placeOf(index: number): { number: number; chapter: number } {
  const turn = Math.floor(index / roundLength);
  let place = ((index % roundLength) * turnStride) % roundLength;
  let first = 0;
  for (const { companies, times } of frequencies) {
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
