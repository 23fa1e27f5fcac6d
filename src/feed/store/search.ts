import type { Company } from "../../shared/companyEvent";
import { searchPattern, searchWords } from "../../shared/searchWords";
import type { TimeSpan } from "../../shared/viewQueries";
import { slicesOf } from "../../util/timeSlices";
import { derivedList, type DerivedList } from "./derivedList";
import type { EventColumns } from "./eventColumns";
import type { EventStore } from "./eventStore";

/** What to search loaded events for; all criteria must match. */
export interface Criteria {
  /** Each of its words is in the title, the name of the company or the sector. */
  readonly text: string;
  readonly span?: TimeSpan;
  /** The event is about one of these companies. */
  readonly companies?: CompanyMatcher;
}

/** A list of names, entity IDs and domains of companies. A company matches if one of these does. */
export interface CompanyMatcher {
  matches(company: Pick<Company, "name" | "entityId" | "domain">): boolean;
}

/** Events that are tested between two turns of the event loop, at least: some tests take microseconds. */
const eventsPerSlice = 5_000;

/** The events of a store that match criteria; undefined if aborted. */
export function findEvents(
  store: EventStore,
  criteria: Criteria,
  signal: AbortSignal,
): Promise<DerivedList | undefined> {
  const { columns, slots } = store;
  const accepts = matcherOf(columns, criteria);
  return derivedList(store, { accepts, compare: columns.compare }, () => matching(slots, accepts), signal);
}

function* matching(
  slots: Uint32Array<ArrayBuffer>,
  accepts: (slot: number) => boolean,
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  let count = 0;
  for (const { start, end } of slicesOf(slots.length, eventsPerSlice)) {
    for (let index = start; index < end; index++) {
      const slot = slots[index] ?? 0;
      if (accepts(slot)) {
        slots[count++] = slot;
      }
    }
    yield;
  }
  return slots.slice(0, count);
}

function matcherOf(columns: EventColumns, { text, span, companies }: Criteria): (slot: number) => boolean {
  const tests: ((slot: number) => boolean)[] = [];
  if (span) {
    const { sinceMs, untilMs } = span;
    tests.push((slot) => {
      const ms = columns.published[slot] ?? -Infinity;
      return ms >= sinceMs && ms < untilMs;
    });
  }
  for (const word of searchWords(text)) {
    tests.push(wordTest(columns, searchPattern(word)));
  }
  if (companies) {
    const isListed = remembered((number) => companies.matches(columns.companies[number] ?? {}));
    // No list has events without a company.
    tests.push((slot) => columns.companyNumbers[slot] !== 0 && isListed(columns.companyNumbers[slot] ?? 0));
  }
  const [only] = tests;
  return only && tests.length === 1 ? only : (slot) => tests.every((test) => test(slot));
}

function wordTest(columns: EventColumns, pattern: RegExp): (slot: number) => boolean {
  const isCompany = remembered((number) => pattern.test(columns.companies[number]?.name ?? ""));
  const isSector = remembered((number) => pattern.test(columns.sectors.text(number)));
  return (slot) =>
    isCompany(columns.companyNumbers[slot] ?? 0) ||
    isSector(columns.sectorNumbers[slot] ?? 0) ||
    pattern.test(columns.titles[slot] ?? "");
}

/** Tests each number once: many events have the same company or sector. */
function remembered(test: (number: number) => boolean): (number: number) => boolean {
  const known: (boolean | undefined)[] = [];
  return (number) => (known[number] ??= test(number));
}
