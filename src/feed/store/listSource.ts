import type { Event } from "../../shared/event";
import { runInTimeSlices } from "../../util/timeSlices";
import type { EventColumns } from "./eventColumns";
import type { IdIndex } from "./idIndex";

/** Slots that were added and removed. A replaced event is both. */
export interface StoreChange {
  /** In the order of the feed. */
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** All events of a session: what a list of some of them needs to know. */
export interface ListSource {
  readonly columns: EventColumns;
  readonly ids: IdIndex;
  /** A copy of all slots, in the order of the feed. */
  readonly slots: Uint32Array<ArrayBuffer>;
  readonly size: number;
  /** Fired while both added and removed slots can be read. */
  readonly onDidChange: Event<StoreChange>;
}

/**
 * Builds a list from slots that take long to find; undefined if aborted. Events may be added and removed meanwhile.
 *
 * @param find is given the slots that have been removed since it started: they cannot be read
 * @param build is given those that were found, in an array of its own, and those that have been added
 */
export async function buildList<T>(
  source: ListSource,
  find: (removed: ReadonlySet<number>) => Generator<undefined, Uint32Array<ArrayBuffer>>,
  build: (slots: Uint32Array<ArrayBuffer>, added: readonly number[]) => T,
  signal: AbortSignal,
): Promise<T | undefined> {
  const added: number[] = [];
  const removed = new Set<number>();
  const listener = source.onDidChange((change) => {
    added.push(...change.added);
    change.removed.forEach((slot) => removed.add(slot));
  });
  try {
    const found = await runInTimeSlices(find(removed), signal);
    const isLoaded = (slot: number): boolean => !removed.has(slot);
    return found && build(removed.size > 0 ? found.filter(isLoaded) : found, added.filter(isLoaded));
  } finally {
    // The list listens to changes itself by now.
    listener.dispose();
  }
}
