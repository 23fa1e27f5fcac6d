import type { Chart } from "../../shared/feedState";
import type { TimeSpan } from "../../shared/viewQueries";
import type { Histogram } from "../store/histogram";

/** Types that are told apart; a person tells no more, and a service may have as many as events. */
const maxTypes = 12;

/** Where nothing is there to count. */
export function emptyChart({
  sinceMs,
  untilMs = sinceMs + 1,
}: Partial<TimeSpan> & Pick<TimeSpan, "sinceMs">): Chart {
  return { sinceMs, untilMs, types: [], missing: [] };
}

/** A histogram as the page draws it: types by how often they come up, and what of the span is not loaded. */
export function chartOf({ types, counts }: Histogram, span: TimeSpan, notLoaded: readonly TimeSpan[]): Chart {
  const byType = counts
    .map((column, number) => ({ type: types[number] ?? "", counts: Array.from(column) }))
    .filter((entry) => entry.counts.some((count) => count > 0))
    .map((entry) => ({ ...entry, sum: sum(entry.counts) }))
    .sort((a, b) => b.sum - a.sum)
    .map(({ type, counts }) => ({ type, counts }));
  const missing = notLoaded
    .map(({ sinceMs, untilMs }) => ({
      sinceMs: Math.max(sinceMs, span.sinceMs),
      untilMs: Math.min(untilMs, span.untilMs),
    }))
    .filter(({ sinceMs, untilMs }) => sinceMs < untilMs);
  return { ...span, types: [...byType.slice(0, maxTypes), ...othersOf(byType.slice(maxTypes))], missing };
}

/** All of them as one. */
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
