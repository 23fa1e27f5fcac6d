import type { SortOrder } from "../../shared/viewQueries";
import type { IDisposable } from "../../util/disposable";
import type { EventList } from "./eventList";
import { EventOrder } from "./eventOrder";
import { EventSequence } from "./eventSequence";
import { buildList, type ListSource, type StoreChange } from "./listSource";
import { Sorting } from "./sorting";

/** The events of a list in another order, updated while events are added and removed. */
export class SortedEvents extends EventSequence implements IDisposable {
  private readonly subscription: IDisposable;

  /**
   * @param list in the order of the feed; it must be created before this, so that it is updated first.
   * @param slots its slots in the other order; the array is not copied.
   * @param added slots that were added to the store while they were sorted.
   */
  constructor(
    { columns, ids, onDidChange }: ListSource,
    private readonly list: EventList,
    private readonly sorting: Sorting,
    slots: Uint32Array<ArrayBuffer>,
    added: readonly number[],
  ) {
    super(columns, ids, new EventOrder(sorting.compare, slots));
    this.insert(added);
    this.subscription = onDidChange((change) => this.update(change));
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private update({ added, removed }: StoreChange): void {
    this.order.remove(removed.filter((slot) => this.order.has(slot)));
    this.insert(added);
  }

  private insert(slots: readonly number[]): void {
    this.order.insert(slots.filter((slot) => this.list.hasSlot(slot)).sort(this.sorting.compare));
  }
}

/** Sorts the events of a list of the source; undefined if aborted. The result must be disposed of before the list. */
export function sortEvents(
  source: ListSource,
  list: EventList,
  sort: SortOrder,
  signal: AbortSignal,
): Promise<SortedEvents | undefined> {
  const sorting = new Sorting(source.columns, sort);
  const { slots } = list;
  return buildList(
    source,
    (removed) => sorting.sorted(slots, removed),
    (sorted, added) => new SortedEvents(source, list, sorting, sorted, added),
    signal,
  );
}
