import type { IDisposable } from "../../util/disposable";
import type { EventColumns } from "./eventColumns";
import type { EventList } from "./eventList";
import { EventOrder } from "./eventOrder";
import { EventSequence } from "./eventSequence";
import type { EventStore, StoreChange } from "./eventStore";
import type { IdIndex } from "./idIndex";
import type { Sorting } from "./sorting";

/** The events of a list in another order, updated while events are added and removed. */
export class SortedEvents extends EventSequence implements IDisposable {
  private readonly subscription: IDisposable;

  /**
   * @param list in the order of the feed; it must be created before this, so that it is updated first.
   * @param slots its slots in the other order; the array is not copied.
   * @param added slots that were added to the store while they were sorted.
   */
  constructor(
    store: EventStore,
    columns: EventColumns,
    ids: IdIndex,
    private readonly list: EventList,
    private readonly sorting: Sorting,
    slots: Uint32Array<ArrayBuffer>,
    added: readonly number[],
  ) {
    super(columns, ids, new EventOrder(sorting.compare, slots));
    this.insert(added);
    this.subscription = store.onDidChange((change) => this.update(change));
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
