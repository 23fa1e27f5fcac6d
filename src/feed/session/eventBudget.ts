import type { IDisposable } from "../../util/disposable";
import type { EventStore } from "../store/eventStore";

/** The limit of loaded events over all panels (design.md, The limit). */
export class EventBudget {
  /** Those that are shown. */
  private readonly stores = new Set<EventStore>();

  /** @param max the limit; asked whenever it matters. */
  constructor(readonly max: () => number) {}

  /**
   * How many more events a store may take beside all that are shown; negative when there are too many.
   * @param replaced a store that is shown and goes when this one comes.
   */
  leftFor(store: EventStore, replaced: EventStore | undefined): number {
    let loaded = store.size;
    for (const other of this.stores) {
      loaded += other === store || other === replaced ? 0 : other.size;
    }
    return this.max() - loaded;
  }

  /** Counts the events of a store that is shown from now on, until the result is disposed of. */
  add(store: EventStore): IDisposable {
    this.stores.add(store);
    return { dispose: () => this.stores.delete(store) };
  }
}
