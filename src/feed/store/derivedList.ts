import { abortedError } from "../../service/errors";
import type { IDisposable } from "../../util/disposable";
import { runInTimeSlices } from "../../util/timeSlices";
import { EventList } from "./eventList";
import type { EventStore, StoreChange } from "./eventStore";

interface Selection {
  readonly accepts: (slot: number) => boolean;
  readonly compare: (a: number, b: number) => number;
}

/** Some events of a store, updated while events are added and removed. It must be disposed of. */
export class DerivedList extends EventList implements IDisposable {
  private readonly subscription: IDisposable;

  /** @param slots those of the events, in order; the array is not copied */
  private constructor(
    store: EventStore,
    readonly selection: Selection,
    slots: Uint32Array<ArrayBuffer>,
  ) {
    super(store.columns, selection.compare, slots);
    this.subscription = store.onDidChange((change) => this.update(change));
  }

  /**
   * Makes a list of events that take long to find. Events may be added and removed meanwhile.
   * @param find returns the slots of the events in order, all of which were in the store at the beginning
   * @throws {ApiError} if aborted
   */
  static async find(
    store: EventStore,
    selection: Selection,
    find: () => Generator<undefined, Uint32Array<ArrayBuffer>>,
    signal: AbortSignal,
  ): Promise<DerivedList> {
    const changed = new Set<number>();
    const listener = store.onDidChange(({ added, removed }) => {
      [...added, ...removed].forEach((slot) => changed.add(slot));
    });
    try {
      const found = await runInTimeSlices(find(), signal);
      if (!found) {
        throw abortedError();
      }
      // A slot may have been given to another event.
      const unchanged = changed.size > 0 ? found.filter((slot) => !changed.has(slot)) : found;
      const list = new DerivedList(store, selection, unchanged);
      list.update({ added: [...changed].filter((slot) => store.columns.has(slot)), removed: [] });
      return list;
    } finally {
      listener.dispose();
    }
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private update({ added, removed }: StoreChange): void {
    this.removeSlots(removed.filter((slot) => this.hasSlot(slot)));
    this.insertSlots(added.filter(this.selection.accepts));
  }
}
