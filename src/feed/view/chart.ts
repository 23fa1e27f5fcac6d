import * as l10n from "@vscode/l10n";
import type { Chart } from "../../shared/feedState";
import { dayMs } from "../../shared/instant";
import type { TimeSpan } from "../../shared/viewQueries";
import { formatNumber } from "../../shared/text";
import type { Histogram } from "../store/histogram";

/** More colors would be hard to distinguish, and a service may have as many types as events. */
const maxTypes = 12;

const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** Lengths of buckets that are easy to read, in milliseconds. */
const bucketLengths = [
  ...[1, 10, 100],
  ...[1, 5, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 28, 91, 364].map((n) => n * dayMs),
];

interface Buckets extends TimeSpan {
  readonly count: number;
}

/**
 * Divides a span into buckets of a usual length that begin at round times. The first and the last bucket may begin before the
 * span and end after it.
 * @param offsetMs of the time zone, ahead of UTC
 */
export function roundBuckets({ sinceMs, untilMs }: TimeSpan, maxCount: number, offsetMs: number): Buckets {
  const bucketsOf = (length: number): Buckets => {
    const first = Math.floor((sinceMs + offsetMs) / length);
    const end = Math.ceil((untilMs + offsetMs) / length);
    return { sinceMs: first * length - offsetMs, untilMs: end * length - offsetMs, count: end - first };
  };
  for (const length of bucketLengths) {
    const buckets = bucketsOf(length);
    if (buckets.count <= maxCount) {
      return buckets;
    }
  }
  return { sinceMs, untilMs, count: maxCount };
}

/** Divides a span exactly, if possible into buckets as above. */
export function exactBuckets(span: TimeSpan, maxCount: number, offsetMs: number): Buckets {
  const { sinceMs, untilMs } = span;
  const length = bucketLengths.find(
    (ms) =>
      (sinceMs + offsetMs) % ms === 0 &&
      (untilMs - sinceMs) % ms === 0 &&
      (untilMs - sinceMs) / ms <= maxCount,
  );
  return { ...span, count: length === undefined ? maxCount : (untilMs - sinceMs) / length };
}

export function emptyChart({
  sinceMs,
  untilMs = sinceMs + 1,
}: Partial<TimeSpan> & Pick<TimeSpan, "sinceMs">): Chart {
  return { sinceMs, untilMs, types: [], missing: [] };
}

/**
 * @param buckets what the histogram counts
 * @param shown the span that the buckets cover
 * @param unloaded time spans that are not loaded, within `shown` or not
 */
export function chartOf(
  { types, raised }: Histogram,
  { sinceMs, untilMs }: TimeSpan,
  shown: TimeSpan,
  unloaded: readonly TimeSpan[],
): Chart {
  const byCount = types
    .map(({ type, counts }) => ({ type, counts, sum: sum(counts) }))
    .sort((a, b) => b.sum - a.sum)
    .map(({ type, counts }) => ({ type, counts }));
  const missing = unloaded
    .map((span) => ({
      sinceMs: Math.max(span.sinceMs, shown.sinceMs),
      untilMs: Math.min(span.untilMs, shown.untilMs),
    }))
    .filter((span) => span.sinceMs < span.untilMs);
  return {
    sinceMs,
    untilMs,
    types: [...byCount.slice(0, maxTypes), ...othersOf(byCount.slice(maxTypes))],
    missing,
    ...(raised && { raised }),
  };
}

function othersOf(types: Chart["types"]): Chart["types"] {
  const [first] = types;
  if (!first) {
    return [];
  }
  const counts = first.counts.map((_, part) => sum(types.map((type) => type.counts[part] ?? 0)));
  return [{ type: l10n.t("{0} others", formatNumber(types.length)), counts, others: true }];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
