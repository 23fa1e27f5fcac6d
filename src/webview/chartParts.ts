/** The equal parts into which the span of a chart is divided. */
import type { Chart, Span } from "../shared/protocol";

export function partCount({ types }: Chart): number {
  return types[0]?.counts.length ?? 0;
}

/** Where a part begins, milliseconds since 1970 UTC; `part + 0.5` is its middle. */
export function instantAt(chart: Chart, part: number): number {
  return Math.round(chart.sinceMs + (part / partCount(chart)) * (chart.untilMs - chart.sinceMs));
}

/** Of the parts from `from` up to `to`, without that one. */
export function spanOf(chart: Chart, from: number, to: number): Span {
  return { sinceMs: instantAt(chart, from), untilMs: instantAt(chart, to) };
}

/** Events of one type, or of several, in some parts. */
export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
