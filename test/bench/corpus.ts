import type { SampleEvent } from "../../src/sample/sampleSource";
import texts from "./corpusWords.json";

const maxCorpusEvents = 1_000_000;

/** The newest instant, and the interval between two events: a million cover a year. */
const endMs = Date.parse("2026-01-01T00:00:00Z");
const spacingMs = 31_536;
const companies = 40_000;
const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

type ListName = keyof typeof texts.lists;
const words = Object.fromEntries(
  Object.entries(texts.lists).map(([name, list]) => [name, list.split("; ")]),
) as Record<ListName, string[]>;
const types = Object.entries(texts.types);
const weights = types.reduce((sum, [, { weight }]) => sum + weight, 0);

/** Numbers that depend on the seed alone (mulberry32). */
class Random {
  constructor(private state: number) {}

  /** From 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick(list: readonly string[]): string {
    return list[this.below(list.length)] ?? "";
  }

  token(length: number): string {
    return Array.from({ length }, () => letters.charAt(this.below(letters.length))).join("");
  }

  name(): string {
    const parts = [words.firstSyllables, words.middleSyllables, words.lastSyllables];
    const name = parts.map((part) => this.pick(part)).join("");
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  /** Few are large. */
  dollars(): number {
    return Number((4e5 * 2000 ** this.next()).toPrecision(2));
  }
}

/**
 * Company events for benchmarks, newest first: a pure function of the index. Their JSON has 600 to 1,000 bytes and compresses
 * like real text, and companies have few or many events (see the unit test).
 */
export class Corpus {
  private readonly companies = new Map<number, ReturnType<typeof companyOf>>();

  /** @param index from 0, the newest, to below `maxCorpusEvents` */
  event(index: number): SampleEvent {
    const random = new Random(index);
    const [type, { titles, data }] = typeOf(random);
    // Some have many events, most have few.
    const { sector, ...company } = this.company(Math.floor(companies * random.next() ** 3));
    const least = 610 + random.below(190);
    const event = {
      id: `evt_${random.token(16)}`,
      type,
      title: random
        .pick(titles)
        .replace(/\{(\w+)\}/g, (_, name: string) => textFor(name, company.name, random)),
      subhead: sentence(random),
      published_at: new Date(endMs - (index + 0.9 * random.next()) * spacingMs).toISOString(),
      sector,
      confidence: Number((0.99 - 0.4 * random.next() ** 2).toFixed(2)),
      company: { role: "primary_subject", ...company },
      event_data: Object.fromEntries(data.map((name) => [name, valueFor(name, random)])),
    };
    while (Buffer.byteLength(JSON.stringify(event)) < least) {
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

  private company(number: number): ReturnType<typeof companyOf> {
    const company = this.companies.get(number) ?? companyOf(new Random(-1 - number));
    this.companies.set(number, company);
    return company;
  }
}

function companyOf(random: Random) {
  const name = `${random.name()} ${random.pick(words.tails)}`;
  return {
    name,
    domain: `${name.toLowerCase().replace(" ", "-")}.example`,
    entity_id: `ent_${random.token(14)}`,
    industry: random.pick(words.industries),
    location: `${random.name().slice(0, 5)}${random.pick(words.townEnds)}, ${random.pick(words.countries)}`,
    sector: random.pick(words.sectors),
  };
}

function typeOf(random: Random): (typeof types)[number] {
  let at = random.next() * weights;
  return (
    types.find(([, { weight }]) => (at -= weight) < 0) ??
    types[0] ?? ["", { weight: 0, titles: [], data: [] }]
  );
}

/** "verb adjective qualifier things", of some 20 million. */
function aim(random: Random): string {
  return [words.verbs, words.adjectives, words.qualifiers, words.things]
    .map((list) => random.pick(list))
    .join(" ");
}

/** Of at most 200 bytes. */
function sentence(random: Random): string {
  const opening = random.pick(words.openings);
  return random.below(2) === 0
    ? `${opening} ${aim(random)} by ${2026 + random.below(8)}.`
    : `${opening} ${aim(random)} and ${aim(random)}, said ${random.name()} ${random.name()}.`;
}

const lists: Readonly<Record<string, readonly string[]>> = {
  firm: words.firms,
  round: words.rounds,
  position: words.positions,
  reason: words.reasons,
  exchange: words.exchanges,
};
const names = "name product partner target lead_investor underwriter person previous".split(" ");

/** In a title, or as a member of `event_data`. */
function valueFor(name: string, random: Random): unknown {
  const list = lists[name];
  if (list) {
    return random.pick(list);
  }
  if (names.includes(name)) {
    return `${random.name()} ${random.name()}`;
  }
  if (name === "amount" || name === "valuation") {
    return random.dollars();
  }
  return name === "investors" ? [random.name(), random.name(), random.name()] : 2 + random.below(8000);
}

function textFor(name: string, company: string, random: Random): string {
  if (name === "company") {
    return company;
  }
  return name === "aim" ? aim(random) : String(valueFor(name, random));
}
