import { isFunding } from "../../shared/eventKind";
import { slicesOf } from "../../util/timeSlices";
import type { EventList } from "./eventList";

/** Numbers of events by type and time. */
export interface Histogram {
  /** For each type (empty: none), the number of events in each bucket, oldest first. */
  readonly types: readonly { readonly type: string; readonly counts: number[] }[];
  /** The amounts of funding rounds in each bucket, USD, and how many rounds have one; undefined if none has. */
  readonly raised: { readonly amounts: number[]; readonly counts: number[] } | undefined;
}

/**
 * Counts events by type in adjacent buckets, for `runInTimeSlices`. Events that are removed meanwhile are left out.
 * @param list newest first
 * @param starts the start of each bucket, and the end of the last one
 */
export function* histogramOf(list: EventList, starts: readonly number[]): Generator<undefined, Histogram> {
  const { columns } = list;
  const [sinceMs = 0, untilMs = 0] = [starts[0], starts.at(-1)];
  const slots = list.slots(list.countFrom(untilMs), list.countFrom(sinceMs));
  const zeros = (): number[] => new Array<number>(starts.length - 1).fill(0);
  const types: { readonly type: string; readonly isFunding: boolean; readonly counts: number[] }[] = [];
  const raised = { amounts: zeros(), counts: zeros() };
  let bucket = starts.length - 2;
  for (const { start, end } of slicesOf(slots.length)) {
    for (let index = start; index < end; index++) {
      const slot = slots[index] ?? 0;
      const ms = columns.published[slot] ?? Number.NaN;
      // Also false for a removed event.
      const isInSpan = ms >= sinceMs && ms < untilMs;
      if (!isInSpan) {
        continue;
      }
      while (ms < (starts[bucket] ?? ms)) {
        bucket--;
      }
      // This is needed only if a slot was given to another event meanwhile.
      while (ms >= (starts[bucket + 1] ?? Infinity)) {
        bucket++;
      }
      const number = columns.types.numbers[slot] ?? 0;
      const text = columns.types.values[number] ?? "";
      const type = (types[number] ??= { type: text, isFunding: isFunding(text), counts: zeros() });
      type.counts[bucket] = (type.counts[bucket] ?? 0) + 1;
      const amount = columns.amounts.get(slot);
      if (type.isFunding && amount !== undefined) {
        // A larger sum could not be drawn.
        raised.amounts[bucket] = Math.min((raised.amounts[bucket] ?? 0) + amount, Number.MAX_VALUE);
        raised.counts[bucket] = (raised.counts[bucket] ?? 0) + 1;
      }
    }
    yield;
  }
  return {
    types: types.filter(Boolean),
    raised: raised.counts.some((count) => count > 0) ? raised : undefined,
  };
}
