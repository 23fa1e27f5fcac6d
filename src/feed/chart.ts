import type { Chart } from "../shared/protocol";
import type { Histogram } from "./store/histogram";

type Span = Pick<Chart, "sinceMs" | "untilMs">;

/** A histogram as the page draws it: types by how often they come up, and what of the span is not loaded. */
export function chartOf({ types, counts }: Histogram, span: Span, notLoaded: readonly Span[]): Chart {
  const byType = counts
    .map((column, number) => ({ type: types[number] ?? "", counts: Array.from(column) }))
    .filter((entry) => entry.counts.some((count) => count > 0))
    .sort((a, b) => sum(b.counts) - sum(a.counts));
  const missing = notLoaded
    .map(({ sinceMs, untilMs }) => ({
      sinceMs: Math.max(sinceMs, span.sinceMs),
      untilMs: Math.min(untilMs, span.untilMs),
    }))
    .filter(({ sinceMs, untilMs }) => sinceMs < untilMs);
  return { ...span, types: byType, missing };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
