import type { Chart } from "../../shared/feedState";
import type { TimeSpan } from "../../shared/viewQueries";
import type { Histogram } from "../store/histogram";

/** More colors would be hard to distinguish, and a service may have as many types as events. */
const maxTypes = 12;

export function emptyChart({
  sinceMs,
  untilMs = sinceMs + 1,
}: Partial<TimeSpan> & Pick<TimeSpan, "sinceMs">): Chart {
  return { sinceMs, untilMs, types: [], missing: [] };
}

/** @param unloaded time spans that are not loaded, within `span` or not */
export function chartOf({ types, counts }: Histogram, span: TimeSpan, unloaded: readonly TimeSpan[]): Chart {
  const byType = counts
    .map((column, number) => ({ type: types[number] ?? "", counts: Array.from(column) }))
    .filter((entry) => entry.counts.some((count) => count > 0))
    .map((entry) => ({ ...entry, sum: sum(entry.counts) }))
    .sort((a, b) => b.sum - a.sum)
    .map(({ type, counts }) => ({ type, counts }));
  const missing = unloaded
    .map(({ sinceMs, untilMs }) => ({
      sinceMs: Math.max(sinceMs, span.sinceMs),
      untilMs: Math.min(untilMs, span.untilMs),
    }))
    .filter(({ sinceMs, untilMs }) => sinceMs < untilMs);
  return { ...span, types: [...byType.slice(0, maxTypes), ...othersOf(byType.slice(maxTypes))], missing };
}

function othersOf(types: Chart["types"]): Chart["types"] {
  const [first] = types;
  if (!first) {
    return [];
  }
  const counts = first.counts.map((_, part) => sum(types.map((type) => type.counts[part] ?? 0)));
  return [{ type: `${types.length} others`, counts, others: true }];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
