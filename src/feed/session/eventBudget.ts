import type { IDisposable } from "../../util/disposable";
import type { EventStore } from "../store/eventStore";

/** The limit of loaded events over all panels (setting `feed.maxEvents`). */
export class EventBudget {
  private readonly shown = new Set<EventStore>();
  /** The stores that are about to replace a shown one. The shown one is not counted for them. */
  private readonly replaced = new WeakMap<EventStore, EventStore>();

  /** @param max the limit, which may change at any time. */
  constructor(readonly max: () => number) {}

  /** @param store of a session that will be shown in place of that of `replaced`. */
  willReplace(store: EventStore, replaced: EventStore): void {
    this.replaced.set(store, replaced);
  }

  /** Counts the events of a shown store against the limit of all others, until the result is disposed. */
  add(store: EventStore): IDisposable {
    this.replaced.delete(store);
    this.shown.add(store);
    return { dispose: () => this.shown.delete(store) };
  }

  /** How many more events a store may load; negative if there are too many. */
  remaining(store: EventStore): number {
    const replaced = this.replaced.get(store);
    let loaded = store.size;
    for (const other of this.shown) {
      loaded += other === store || other === replaced ? 0 : other.size;
    }
    return this.max() - loaded;
  }

  /**
   * Removes the oldest events of a store if there are too many.
   * @param added no more events are removed than were added: a store does not make up for the excess of others.
   * @returns whether any were removed.
   */
  removeExcess(store: EventStore, added: number): boolean {
    const count = Math.min(-this.remaining(store), added);
    if (count <= 0) {
      return false;
    }
    store.removeOldest(count);
    return true;
  }
}
