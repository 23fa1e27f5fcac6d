import type { IDisposable } from "../../util/disposable";
import { slicesOf } from "../../util/timeSlices";
import type { EventColumns } from "./eventColumns";
import { EventList } from "./eventList";
import { EventOrder } from "./eventOrder";
import { buildList, type ListSource, type StoreChange } from "./listSource";
import { type Criteria, Matcher } from "./matcher";
import { segmentSlots } from "./segment";

/** The events of a store that match criteria, updated while events are added and removed. */
export class SearchResults extends EventList implements IDisposable {
  private readonly subscription: IDisposable;

  /**
   * @param slots those that matched, in order; the array is not copied.
   * @param added slots that were added during the search.
   */
  constructor(
    { columns, ids, onDidChange }: ListSource,
    private readonly matcher: Matcher,
    slots: Uint32Array<ArrayBuffer>,
    added: readonly number[],
  ) {
    super(columns, ids, new EventOrder(columns.compare, slots));
    this.insert([...added].sort(columns.compare));
    this.subscription = onDidChange((change) => this.update(change));
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private update({ added, removed }: StoreChange): void {
    this.order.remove(removed.filter((slot) => this.order.has(slot)));
    this.insert(added);
  }

  /** @param slots in order. */
  private insert(slots: readonly number[]): void {
    this.order.insert(slots.filter((slot) => this.matcher.matches(slot)));
  }
}

/** Searches for events; undefined if aborted. The results must be disposed of. */
export function findEvents(
  source: ListSource,
  criteria: Criteria,
  signal: AbortSignal,
): Promise<SearchResults | undefined> {
  const { columns, slots } = source;
  const matcher = new Matcher(columns, criteria);
  return buildList(
    source,
    () => matchingSlots(columns, slots, matcher),
    (found, added) => new SearchResults(source, matcher, found, added),
    signal,
  );
}

/** Searches all events, for `runInTimeSlices`. @param all their slots in order. @returns those that match. */
function* matchingSlots(
  columns: EventColumns,
  all: Uint32Array,
  matcher: Matcher,
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  const marks = new Map<number, Uint8Array>();
  for (const segment of columns.all()) {
    marks.set(segment.firstSlot, matcher.marks(segment));
    yield;
  }
  const slots = new Uint32Array(all.length);
  let count = 0;
  // Adjacent events are mostly in the same segment.
  let firstSlot = -1;
  let marked: Uint8Array | undefined;
  for (const { start, end } of slicesOf(all.length)) {
    for (let index = start; index < end; index++) {
      const slot = all[index] ?? 0;
      const offset = slot & (segmentSlots - 1);
      if (slot - offset !== firstSlot) {
        firstSlot = slot - offset;
        marked = marks.get(firstSlot);
      }
      if (marked?.[offset] === 1) {
        slots[count++] = slot;
      }
    }
    yield;
  }
  return slots.slice(0, count);
}
