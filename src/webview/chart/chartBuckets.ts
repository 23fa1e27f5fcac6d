import type { Chart } from "../../shared/feedState";
import type { TimeSpan } from "../../shared/viewQueries";

/** Adjacent buckets, both ends included; `to` may be before `from`. */
export interface BucketRange {
  readonly from: number;
  readonly to: number;
}

export function bucketCount({ types }: Chart): number {
  return types[0]?.counts.length ?? 0;
}

/**
 * Start of a bucket in milliseconds since 1970 UTC, rounded as the host does when it counts. `bucket + 0.5` gives the
 * middle.
 */
export function bucketStart(chart: Chart, bucket: number): number {
  return chart.sinceMs + Math.ceil((bucket * (chart.untilMs - chart.sinceMs)) / bucketCount(chart));
}

export function spanOf(chart: Chart, range: BucketRange): TimeSpan {
  const [start, end] = halfOpen(range);
  return { sinceMs: bucketStart(chart, start), untilMs: bucketStart(chart, end) };
}

/** Events of all types in the range. */
export function countIn({ types }: Chart, range: BucketRange): number {
  return sum(types.map(({ counts }) => sumOf(counts, range)));
}

/** Sum of the counts of one type in the range. */
export function sumOf(counts: readonly number[], range: BucketRange): number {
  return sum(counts.slice(...halfOpen(range)));
}

/** Whether the buckets of both charts differ by less than one bucket, as when an open window has grown. */
export function haveSameBuckets(a: Chart, b: Chart): boolean {
  const buckets = bucketCount(a);
  return (
    a.sinceMs === b.sinceMs &&
    buckets === bucketCount(b) &&
    Math.abs(a.untilMs - b.untilMs) * buckets < a.untilMs - a.sinceMs
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function halfOpen({ from, to }: BucketRange): [start: number, end: number] {
  return [Math.min(from, to), Math.max(from, to) + 1];
}
