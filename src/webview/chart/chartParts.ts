/** The equal parts into which the span of a chart is divided. */
import type { Chart } from "../../shared/feedState";
import type { TimeSpan } from "../../shared/viewQueries";

/** Some parts side by side, both ends among them; `to` may stand before `from`. */
export interface Parts {
  readonly from: number;
  readonly to: number;
}

export function partCount({ types }: Chart): number {
  return types[0]?.counts.length ?? 0;
}

/** The first millisecond of a part, since 1970 UTC: the host counts events in the same parts; `part + 0.5` is its middle. */
export function instantAt(chart: Chart, part: number): number {
  return chart.sinceMs + Math.ceil((part * (chart.untilMs - chart.sinceMs)) / partCount(chart));
}

/** Of the parts from `from` up to `to`, without that one. */
export function spanOf(chart: Chart, from: number, to: number): TimeSpan {
  return { sinceMs: instantAt(chart, from), untilMs: instantAt(chart, to) };
}

/** The stretch that some parts lie in, without its end. */
export function stretchOf(chart: Chart, parts: Parts): TimeSpan {
  return spanOf(chart, ...edges(parts));
}

/** Events of all types in some parts. */
export function countIn({ types }: Chart, parts: Parts): number {
  return sum(types.map(({ counts }) => countOf(counts, parts)));
}

/** Events of one type in some parts. */
export function countOf(counts: readonly number[], parts: Parts): number {
  return sum(counts.slice(...edges(parts)));
}

/** Whether a part of one chart is, but for less than a part, the same stretch in the other. */
export function sameParts(a: Chart, b: Chart): boolean {
  const parts = partCount(a);
  return (
    a.sinceMs === b.sinceMs &&
    parts === partCount(b) &&
    Math.abs(a.untilMs - b.untilMs) * parts < a.untilMs - a.sinceMs
  );
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The first of them, and the one after the last. */
function edges({ from, to }: Parts): [first: number, end: number] {
  return [Math.min(from, to), Math.max(from, to) + 1];
}
