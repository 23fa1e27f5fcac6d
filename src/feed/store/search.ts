import type { Company } from "../../shared/companyEvent";
import { searchPattern, searchWords } from "../../shared/searchWords";
import type { TimeSpan } from "../../shared/viewQueries";
import { slicesOf } from "../../util/timeSlices";
import { DerivedList } from "./derivedList";
import type { EventColumns } from "./eventColumns";
import type { EventStore } from "./eventStore";

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
  const { columns } = store;
  const tests = testsOf(columns, criteria);
  const selection = {
    accepts: (slot: number) => tests.every((test) => test(slot)),
    compare: columns.compare,
  };
  return DerivedList.find(store, selection, () => matching(store.slots(), tests), signal);
}

type Test = (slot: number) => boolean;

/** One test after the other, each of what is left. */
function* matching(
  slots: Uint32Array<ArrayBuffer>,
  tests: readonly Test[],
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  let length = slots.length;
  for (const test of tests) {
    let count = 0;
    for (const { start, end } of slicesOf(length, eventsPerSlice)) {
      for (let index = start; index < end; index++) {
        const slot = slots[index] ?? 0;
        if (test(slot)) {
          slots[count++] = slot;
        }
      }
      yield;
    }
    length = count;
  }
  return slots.slice(0, length);
}

function testsOf(columns: EventColumns, { text, span, companies }: Criteria): Test[] {
  const tests = searchWords(text).map((word) => wordTest(columns, searchPattern(word)));
  if (companies) {
    const isListed = remembered((number) => companies.matches(columns.companies[number] ?? {}));
    // No list has events without a company.
    tests.unshift(
      (slot) => columns.companyNumbers[slot] !== 0 && isListed(columns.companyNumbers[slot] ?? 0),
    );
  }
  if (span) {
    tests.unshift((slot) => {
      const ms = columns.published[slot] ?? -Infinity;
      return ms >= span.sinceMs && ms < span.untilMs;
    });
  }
  return tests;
}

function wordTest(columns: EventColumns, pattern: RegExp): Test {
  const isCompany = remembered((number) => pattern.test(columns.companies[number]?.name ?? ""));
  const isSector = remembered((number) => pattern.test(columns.sectors.text(number)));
  return (slot) =>
    isSector(columns.sectorNumbers[slot] ?? 0) ||
    isCompany(columns.companyNumbers[slot] ?? 0) ||
    pattern.test(columns.titles[slot] ?? "");
}

/** Tests each number once: many events have the same company or sector. */
function remembered(test: (number: number) => boolean): (number: number) => boolean {
  const known: boolean[] = [];
  return (number) => (known[number] ??= test(number));
}
