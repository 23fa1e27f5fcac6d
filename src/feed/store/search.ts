import type { Company } from "../../shared/companyEvent";
import { comparableText, searchText, searchWords } from "../../shared/text";
import type { View } from "../../shared/viewQueries";
import { slicesOf } from "../../util/timeSlices";
import { domainOf } from "../../util/url";
import { DerivedList } from "./derivedList";
import { companyIn, companyName } from "./eventColumns";
import type { EventStore } from "./eventStore";

/**
 * Matches an event's company. The service has no filter for companies (docs/service.md, Event feed: request).
 * @param entries domains, entity IDs and names; if empty, all events match
 */
export function companyMatcher(entries: readonly string[]): (company: Company | undefined) => boolean {
  // A name may look like a domain ("Booking.com"), so each field is compared with all entries.
  const names = new Set(entries.map((entry) => comparableText(entry)));
  const entityIds = new Set(entries.map((entry) => entry.trim()));
  const domains = new Set(entries.flatMap((entry) => domainOf(entry) ?? []));
  return ({ domain, entityId, name } = {}) =>
    entries.length === 0 ||
    (entityId !== undefined && entityIds.has(entityId.trim())) ||
    (domain !== undefined && domains.size > 0 && domains.has(domainOf(domain) ?? "")) ||
    (name !== undefined && names.has(comparableText(name)));
}

/**
 * The events of a store that are in a view. Each word of its text is in the title, the name of the company or the sector.
 * @param isWanted only events about these companies are wanted; by default about any
 * @throws {ApiError} if aborted
 */
export function findEvents(
  store: EventStore,
  { text, span }: View,
  signal: AbortSignal,
  isWanted?: ReturnType<typeof companyMatcher>,
): Promise<DerivedList> {
  const { columns } = store;
  const words = searchWords(text);
  const accepts = (slot: number): boolean => {
    const ms = columns.published[slot] ?? -Infinity;
    const company = columns.companies.get(slot);
    const others = [company && companyName(company), columns.sectors.get(slot)];
    const texts = [columns.texts.title(slot), ...others.map((each = "") => searchText(each))];
    return (
      (!span || (ms >= span.sinceMs && ms < span.untilMs)) &&
      (!isWanted || (company !== undefined && isWanted(companyIn(company)))) &&
      words.every(({ find }) => texts.some((each) => find(each) >= 0))
    );
  };
  function* find(): Generator<undefined, Uint32Array<ArrayBuffer>> {
    let slots = span
      ? store.slots(store.countFrom(span.untilMs), store.countFrom(span.sinceMs))
      : store.slots();
    if (isWanted) {
      const found = new Uint8Array(columns.published.length);
      yield* columns.companies.mark(found, (company) => isWanted(companyIn(company)));
      slots = yield* marked(slots, found);
    }
    for (const word of words) {
      const found = yield* columns.texts.find(word.find);
      const hasWord = (name: string): boolean => word.find(searchText(name)) >= 0;
      yield* columns.companies.mark(found, (company) => hasWord(companyName(company)));
      yield* columns.sectors.mark(found, hasWord);
      slots = yield* marked(slots, found);
    }
    return slots;
  }
  return DerivedList.find(store, { accepts, compare: columns.compare }, find, signal);
}

/** The marked slots. Overwrites the array. */
function* marked(
  slots: Uint32Array<ArrayBuffer>,
  marks: Uint8Array,
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  let count = 0;
  for (const { start, end } of slicesOf(slots.length)) {
    for (let index = start; index < end; index++) {
      const slot = slots[index] ?? 0;
      if (marks[slot] === 1) {
        slots[count++] = slot;
      }
    }
    yield;
  }
  return slots.subarray(0, count);
}
