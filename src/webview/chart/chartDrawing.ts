/** The chart as SVG. Positions are percentages, so that it adapts to any size. */
import { nothing, svg, type TemplateResult } from "lit";
import { compactUsd } from "../../shared/amounts";
import { clockOf, type ZoneChoice } from "../../shared/calendar";
import type { Chart } from "../../shared/feedState";
import { formatNumber } from "../../shared/text";
import { isMidnight, shortDay, timeOfDay } from "../../shared/times";
import type { TimeSpan } from "../../shared/viewQueries";
import { typeClass } from "../ui/eventTypes";

/** The bars show numbers of events by type, or the money raised. */
export type ChartMode = "events" | "amount";

/** Bucket indexes, both inclusive, in either order. */
export interface BucketRange {
  readonly from: number;
  readonly to: number;
}

export function bucketCount({ starts }: Chart): number {
  return Math.max(0, starts.length - 1);
}

export function spanOf({ starts }: Chart, { from, to }: BucketRange): TimeSpan {
  return { sinceMs: starts[Math.min(from, to)] ?? 0, untilMs: starts[Math.max(from, to) + 1] ?? 0 };
}

export function sumOf(values: readonly number[], { from, to }: BucketRange): number {
  return values.slice(Math.min(from, to), Math.max(from, to) + 1).reduce((total, value) => total + value, 0);
}

/** Labels that fit into a narrow panel. */
const maxLabels = 7;
const labelMinutes = [1, 5, 15, 30, 60, 120, 180, 360, 720];

/** Stacked bars, one stack for each bucket, in front of the spans that are not loaded, and behind the selection. */
export function drawing(
  chart: Chart,
  mode: ChartMode,
  zone: ZoneChoice,
  selected: BucketRange | undefined,
): TemplateResult {
  const series =
    mode === "events"
      ? chart.types.map(({ type, counts }) => ({ type, values: counts }))
      : [{ type: "funding", values: chart.raised?.amounts ?? [] }];
  const totals = Array.from({ length: bucketCount(chart) }, (_, bucket) =>
    series.reduce((total, { values }) => total + (values[bucket] ?? 0), 0),
  );
  const highest = Math.max(...totals);
  const tops = totals.map(() => 100);
  const bars = series.flatMap(({ type, values }) => {
    return values.map((value, bucket) => {
      // Above the axis, there is no room for a negative sum.
      if (value <= 0) {
        return nothing;
      }
      const height = (100 * value) / highest;
      const top = (tops[bucket] = (tops[bucket] ?? 100) - height);
      return band(chart, spanOf(chart, { from: bucket, to: bucket }), typeClass(type), top, height);
    });
  });
  return svg`
    <pattern id="not-loaded" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d="M0 0v6" />
    </pattern>
    ${chart.missing.map((span) => band(chart, span, "not-loaded"))}
    ${highest > 0 ? valueLabel(highest, mode) : nothing} ${timeLabels(chart, zone)} ${bars}
    ${selected ? band(chart, spanOf(chart, selected), "selected") : nothing}`;
}

/** Position of a time in percent of the width. */
function leftOf({ sinceMs, untilMs }: Chart, ms: number): number {
  return (100 * (ms - sinceMs)) / (untilMs - sinceMs);
}

/** @param top and `height` in percent */
function band(chart: Chart, span: TimeSpan, className: string, top = 0, height = 100): TemplateResult {
  const left = leftOf(chart, span.sinceMs);
  const width = leftOf(chart, span.untilMs) - left;
  return svg`<rect class=${className} x="${left}%" width="${width}%" y="${top}%" height="${height}%"></rect>`;
}

/** Line and label at the highest round value. */
function valueLabel(highest: number, mode: ChartMode): TemplateResult {
  const power = 10 ** Math.floor(Math.log10(highest));
  const value = [5, 2, 1].map((digit) => digit * power).find((round) => round <= highest) ?? power;
  const y = `${100 - (100 * value) / highest}%`;
  return svg`<line x2="100%" y1=${y} y2=${y}></line>
    <text x="-6" y=${y} dy="4" text-anchor="end">${mode === "events" ? formatNumber(value) : compactUsd(value)}</text>`;
}

/** As many round times as fit, or days. */
function timeLabels(chart: Chart, zone: ZoneChoice): TemplateResult[] {
  const starts = chart.starts.slice(1, -1).map((ms) => ({ ms, clockMs: clockOf(ms, zone).getTime() }));
  const roundTimes = (minutes: number) => starts.filter(({ clockMs }) => clockMs % (minutes * 60_000) === 0);
  const labeled = labelMinutes.map(roundTimes).find(({ length }) => length <= maxLabels) ?? roundTimes(1440);
  const step = Math.ceil(labeled.length / maxLabels);
  return labeled
    .filter((_, index) => index % step === 0)
    .map(
      ({ ms }) =>
        svg`<text x="${leftOf(chart, ms)}%" y="100%" dy="15" text-anchor="middle">${timeLabel(ms, zone)}</text>`,
    );
}

/** `Nov 14` at the start of a day, else `10:02` */
function timeLabel(ms: number, zone: ZoneChoice): string {
  return isMidnight(ms, zone) ? shortDay(ms, zone, Date.now()) : timeOfDay(ms, zone);
}
