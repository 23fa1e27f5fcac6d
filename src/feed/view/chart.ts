import * as l10n from "@vscode/l10n";
import type { Chart } from "../../shared/feedState";
import { dayMs } from "../../shared/instant";
import type { TimeSpan } from "../../shared/viewQueries";
import { formatNumber } from "../../shared/text";
import type { Histogram } from "../store/histogram";
import type { TimeZone } from "./timeZone";

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

/**
 * Divides a span into buckets of a usual length, each of which begins at a round local time, also where clocks change. The first and
 * the last one may begin before the span and end after it.
 * @param isExact the buckets must not exceed the span: if no usual length fits, it is divided into equal parts
 * @returns the start of each bucket, and the end of the last one
 */
export function bucketStarts(
  { sinceMs, untilMs }: TimeSpan,
  maxCount: number,
  zone: TimeZone,
  isExact = false,
): number[] {
  for (const length of bucketLengths) {
    const first = Math.floor(zone.clock(sinceMs) / length);
    const count = Math.ceil(zone.clock(untilMs) / length) - first;
    if (count <= maxCount) {
      const starts = Array.from({ length: count + 1 }, (_, n) => zone.instantAt((first + n) * length));
      if (!isExact || (starts[0] === sinceMs && starts.at(-1) === untilMs)) {
        // Buckets at times that clocks skip all start at the same instant.
        return [...new Set(starts)];
      }
    }
  }
  const length = (untilMs - sinceMs) / maxCount;
  return Array.from({ length: maxCount + 1 }, (_, n) => Math.ceil(sinceMs + n * length));
}

/**
 * @param starts the start of each bucket of the histogram, and the end of the last one
 * @param shown the span that the buckets cover
 * @param unloaded time spans that are not loaded, within `shown` or not
 */
export function chartOf(
  { types, raised }: Histogram,
  starts: readonly number[],
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
    sinceMs: starts[0] ?? 0,
    untilMs: starts.at(-1) ?? 0,
    starts,
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
  const counts = first.counts.map((_, bucket) => sum(types.map((type) => type.counts[bucket] ?? 0)));
  return [{ type: l10n.t("{0} others", formatNumber(types.length)), counts }];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
