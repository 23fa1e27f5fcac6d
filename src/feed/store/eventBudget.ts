import type { IDisposable } from "../../util/disposable";
import type { EventStore } from "./eventStore";

/** The limit of loaded events over all panels (setting `feed.maxEvents`). */
export class EventBudget {
  private readonly shown = new Set<EventStore>();

  constructor(readonly max: () => number) {}

  /** Counts the events of a shown store against the limit of all others, until the result is disposed. */
  add(store: EventStore): IDisposable {
    this.shown.add(store);
    return { dispose: () => this.shown.delete(store) };
  }

  /**
   * How many more events a store may load; negative if there are too many.
   * @param replaced the shown store that it is about to replace, which is not counted
   */
  remaining(store: EventStore, replaced?: EventStore): number {
    const others = [...this.shown].filter((other) => other !== store && other !== replaced);
    return others.reduce((left, { size }) => left - size, this.max() - store.size);
  }
}
