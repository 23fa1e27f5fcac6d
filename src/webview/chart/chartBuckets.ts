import type { Chart } from "../../shared/feedState";
import type { TimeSpan } from "../../shared/viewQueries";

/** What the columns of the chart show: numbers of events by type, or the money raised. */
export type ChartMode = "events" | "amount";

/** The columns of one type. */
export interface Series {
  readonly type: string;
  /** For each bucket, oldest first. */
  readonly values: readonly number[];
}

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

/** The columns to draw, the lowest of each stack first. */
export function seriesOf({ types, raised }: Chart, mode: ChartMode): Series[] {
  if (mode === "events") {
    return types.map(({ type, counts }) => ({ type, values: counts }));
  }
  return raised ? [{ type: "funding", values: raised.amounts }] : [];
}

/** Events of all types in the range. */
export function countIn({ types }: Chart, range: BucketRange): number {
  return sum(types.map(({ counts }) => sumOf(counts, range)));
}

/** Money raised in the range, USD, and the number of rounds that it is the sum of. */
export function raisedIn({ raised }: Chart, range: BucketRange): { amount: number; rounds: number } {
  const { amounts = [], counts = [] } = raised ?? {};
  return { amount: sumOf(amounts, range), rounds: sumOf(counts, range) };
}

/** All buckets. */
export function wholeRange(chart: Chart): BucketRange {
  return { from: 0, to: bucketCount(chart) - 1 };
}

/** Sum of the values of the range. */
export function sumOf(values: readonly number[], range: BucketRange): number {
  return sum(values.slice(...halfOpen(range)));
}

/** Whether the buckets of the first chart are still there in the second, which may have more of them, as when time passes. */
export function haveSameBuckets(a: Chart, b: Chart): boolean {
  const lengthOf = (chart: Chart): number => (chart.untilMs - chart.sinceMs) / bucketCount(chart);
  return (
    a.sinceMs === b.sinceMs &&
    bucketCount(a) <= bucketCount(b) &&
    Math.abs(lengthOf(a) - lengthOf(b)) * bucketCount(a) < lengthOf(a)
  );
}

/** Round values, at most two, to mark on an axis that ends at `max`. */
export function axisTicks(max: number, integers: boolean): number[] {
  const power = 10 ** Math.floor(Math.log10(max));
  const step = [0.5, 1, 2, 5].map((n) => n * power).find((length) => max / length < 2.9) ?? power;
  const usual = integers ? Math.max(1, Math.round(step)) : step;
  return [usual, 2 * usual].filter((tick) => tick <= max);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function halfOpen({ from, to }: BucketRange): [start: number, end: number] {
  return [Math.min(from, to), Math.max(from, to) + 1];
}
