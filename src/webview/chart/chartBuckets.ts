import type { Chart } from "../../shared/feedState";
import type { TimeSpan } from "../../shared/viewQueries";

/** What the columns of the chart show: numbers of events by type, or the money raised. */
export type ChartMode = "events" | "amount";

/** Adjacent buckets, both ends included; `to` may be before `from`. */
export interface BucketRange {
  readonly from: number;
  readonly to: number;
}

export function bucketCount({ types, raised }: Chart): number {
  return types[0]?.counts.length ?? raised?.counts.length ?? 0;
}

/** Start of a bucket in milliseconds since 1970 UTC; `bucket + 0.5` gives the middle. */
export function bucketStart({ starts }: Chart, bucket: number): number {
  const [before = 0, after = before] = [starts[Math.floor(bucket)], starts[Math.ceil(bucket)]];
  return before + (after - before) * (bucket % 1);
}

export function spanOf(chart: Chart, range: BucketRange): TimeSpan {
  const [start, end] = halfOpen(range);
  return { sinceMs: bucketStart(chart, start), untilMs: bucketStart(chart, end) };
}

/** Events of all types in the range. */
export function countIn({ types }: Chart, range: BucketRange): number {
  return types.reduce((total, { counts }) => total + sumOf(counts, range), 0);
}

/** All buckets. */
export function wholeRange(chart: Chart): BucketRange {
  return { from: 0, to: bucketCount(chart) - 1 };
}

/** Sum of the values of the range. */
export function sumOf(values: readonly number[], range: BucketRange): number {
  return values.slice(...halfOpen(range)).reduce((total, value) => total + value, 0);
}

function halfOpen({ from, to }: BucketRange): [start: number, end: number] {
  return [Math.min(from, to), Math.max(from, to) + 1];
}
