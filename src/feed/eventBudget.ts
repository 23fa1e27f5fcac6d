import type { Disposable } from "../util/disposable";
import type { EventStore } from "./store/eventStore";

/** The limit of loaded events over all panels (design.md, The limit). */
export class EventBudget {
  private readonly stores = new Set<EventStore>();

  /** @param max the limit; asked whenever it matters. */
  constructor(readonly max: () => number) {}

  /** How many more events there may be; negative when there are too many. */
  get left(): number {
    let loaded = 0;
    for (const store of this.stores) {
      loaded += store.size;
    }
    return this.max() - loaded;
  }

  /** Counts the events of a store until the result is disposed of. */
  add(store: EventStore): Disposable {
    this.stores.add(store);
    return { dispose: () => this.stores.delete(store) };
  }
}
