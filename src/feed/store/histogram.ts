import { isFunding } from "../../shared/companyEvent";
import { slicesOf } from "../../util/timeSlices";
import type { EventColumns } from "./eventColumns";
import { Labels } from "./labels";

/** Numbers of events by type and time. */
export interface Histogram {
  /** Labels of types; the first stands for events without one. */
  readonly types: readonly string[];
  /** For each type, the number of events in each bucket, oldest first. */
  readonly counts: readonly Uint32Array[];
  /** The money raised in each bucket; undefined if no funding event has an amount. */
  readonly raised: RaisedAmounts | undefined;
}

interface RaisedAmounts {
  /** Sums of the amounts of funding rounds, USD. */
  readonly amounts: Float64Array;
  /** How many funding rounds have an amount. */
  readonly counts: Uint32Array;
}

/**
 * Counts events by type in `buckets` equal parts of `[sinceMs, untilMs)`, for `runInTimeSlices`.
 * @param slots of the events to count; those removed meanwhile are left out
 */
export function* histogramOf(
  columns: EventColumns,
  slots: Uint32Array,
  span: { readonly sinceMs: number; readonly untilMs: number },
  buckets: number,
): Generator<undefined, Histogram> {
  const counts: (Uint32Array | undefined)[] = [];
  const length = span.untilMs - span.sinceMs;
  /** Whether a type is a funding round, by number of the type. */
  const funding: boolean[] = [];
  const raised: RaisedAmounts = { amounts: new Float64Array(buckets), counts: new Uint32Array(buckets) };
  let hasRaised = false;
  for (const { start, end } of slicesOf(slots.length)) {
    for (let index = start; index < end; index++) {
      const slot = slots[index] ?? 0;
      const ms = columns.published[slot] ?? Number.NaN;
      // Also false for a removed event.
      const isInSpan = ms >= span.sinceMs && ms < span.untilMs;
      if (!isInSpan) {
        continue;
      }
      const bucket = Math.min(buckets - 1, Math.floor(((ms - span.sinceMs) * buckets) / length));
      const type = columns.typeNumbers[slot] ?? Labels.none;
      const column = (counts[type] ??= new Uint32Array(buckets));
      column[bucket] = (column[bucket] ?? 0) + 1;
      const amount = columns.amounts[slot] ?? Number.NaN;
      const isRound = !Number.isNaN(amount) && (funding[type] ??= isFunding(columns.types.text(type)));
      if (isRound) {
        hasRaised = true;
        // A larger sum could not be drawn.
        raised.amounts[bucket] = Math.min((raised.amounts[bucket] ?? 0) + amount, Number.MAX_VALUE);
        raised.counts[bucket] = (raised.counts[bucket] ?? 0) + 1;
      }
    }
    yield;
  }
  const types = Array.from(counts, (_, number) => columns.types.text(number));
  return {
    types,
    counts: Array.from(counts, (column) => column ?? new Uint32Array(0)),
    raised: hasRaised ? raised : undefined,
  };
}
