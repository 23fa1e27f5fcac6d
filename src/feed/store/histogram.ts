import { isFunding } from "../../shared/eventKind";
import type { TimeSpan } from "../../shared/viewQueries";
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
 * Counts events by type in `buckets` equal parts of a span, for `runInTimeSlices`. Events that are removed meanwhile are left out.
 * @param list newest first
 */
export function* histogramOf(
  list: EventList,
  { sinceMs, untilMs }: TimeSpan,
  buckets: number,
): Generator<undefined, Histogram> {
  const { columns } = list;
  const slots = list.slots(list.countFrom(untilMs), list.countFrom(sinceMs));
  const zeros = (): number[] => new Array<number>(buckets).fill(0);
  const types: { readonly type: string; readonly isFunding: boolean; readonly counts: number[] }[] = [];
  const raised = { amounts: zeros(), counts: zeros() };
  for (const { start, end } of slicesOf(slots.length)) {
    for (let index = start; index < end; index++) {
      const slot = slots[index] ?? 0;
      const ms = columns.published[slot] ?? Number.NaN;
      // Also false for a removed event.
      const isInSpan = ms >= sinceMs && ms < untilMs;
      if (!isInSpan) {
        continue;
      }
      const bucket = Math.min(buckets - 1, Math.floor(((ms - sinceMs) * buckets) / (untilMs - sinceMs)));
      const number = columns.typeNumbers[slot] ?? 0;
      const text = columns.types.text(number);
      const type = (types[number] ??= { type: text, isFunding: isFunding(text), counts: zeros() });
      type.counts[bucket] = (type.counts[bucket] ?? 0) + 1;
      const amount = columns.amounts[slot] ?? Number.NaN;
      if (type.isFunding && !Number.isNaN(amount)) {
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
