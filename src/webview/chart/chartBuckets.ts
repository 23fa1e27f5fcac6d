import type { Chart } from "../../shared/feedState";
import type { TimeSpan } from "../../shared/viewQueries";

/** What the columns of the chart show: numbers of events by type, or the money raised. */
export type ChartMode = "events" | "amount";

/** Adjacent buckets; `end` is not one of them. */
export interface BucketRange {
  readonly start: number;
  readonly end: number;
}

/** The buckets between two, both included. */
export function rangeOf(from: number, to = from): BucketRange {
  return { start: Math.min(from, to), end: Math.max(from, to) + 1 };
}

export function bucketCount({ starts }: Chart): number {
  return Math.max(0, starts.length - 1);
}

export function spanOf({ starts }: Chart, { start, end }: BucketRange): TimeSpan {
  return { sinceMs: starts[start] ?? 0, untilMs: starts[end] ?? 0 };
}

/** Sum of the values of a range. */
export function sumOf(values: readonly number[], { start, end }: BucketRange): number {
  return values.slice(start, end).reduce((total, value) => total + value, 0);
}
