/** The chart as SVG. All positions are percentages, so that it adapts to any size, and colors are those of the style sheet. */
import { nothing, svg, type TemplateResult } from "lit";
import { compactUsd } from "../../shared/amounts";
import type { ZoneChoice } from "../../shared/calendar";
import type { Chart } from "../../shared/feedState";
import { formatNumber } from "../../shared/text";
import { isMidnight, tickText } from "../../shared/times";
import type { TimeSpan } from "../../shared/viewQueries";
import { eventTypeInfo } from "../ui/eventTypes";
import { bucketCount, type BucketRange, type ChartMode, spanOf } from "./chartBuckets";

/** Labels below the columns: as many as fit into a narrow panel. */
const maxTimeLabels = 7;

/** The stacked columns, with what is not loaded and what is selected behind them. */
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
  const highest = Math.max(1, ...totals);
  const tops = totals.map(() => 100);
  const columns = series.flatMap(({ type, values }) =>
    values.map((value, bucket) => {
      if (value === 0) {
        return nothing;
      }
      const height = (100 * value) / highest;
      const top = (tops[bucket] = (tops[bucket] ?? 100) - height);
      const { left, width } = place(chart, spanOf(chart, { start: bucket, end: bucket + 1 }));
      return svg`<rect class=${eventTypeInfo(type).className}
        x="${left + width * 0.05}%" width="${width * 0.9}%" y="${top}%" height="${height}%"></rect>`;
    }),
  );
  return svg`
    <pattern id="not-loaded" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d="M0 0v6" />
    </pattern>
    ${chart.missing.map((span) => band(chart, span, "not-loaded"))}
    ${valueLabel(highest, mode)} ${timeLabels(chart, zone)} ${columns}
    ${selected ? band(chart, spanOf(chart, selected), "selected") : nothing}`;
}

/** Where a span is, in percent of the width. */
function place(
  { sinceMs, untilMs }: Chart,
  span: TimeSpan,
): { readonly left: number; readonly width: number } {
  const scale = 100 / (untilMs - sinceMs);
  return { left: (span.sinceMs - sinceMs) * scale, width: (span.untilMs - span.sinceMs) * scale };
}

function band(chart: Chart, span: TimeSpan, className: string): TemplateResult {
  const { left, width } = place(chart, span);
  return svg`<rect class=${className} x="${left}%" width="${width}%" height="100%"></rect>`;
}

/** The highest round value, with a line. */
function valueLabel(highest: number, mode: ChartMode): TemplateResult {
  const power = 10 ** Math.floor(Math.log10(highest));
  const value = [5, 2, 1].map((digit) => digit * power).find((round) => round <= highest) ?? power;
  const y = `${100 - (100 * value) / highest}%`;
  return svg`<line x2="100%" y1=${y} y2=${y}></line>
    <text x="-6" y=${y} dy="4" text-anchor="end">${mode === "events" ? formatNumber(value) : compactUsd(value)}</text>`;
}

/** Days if there are several, else times. */
function timeLabels(chart: Chart, zone: ZoneChoice): TemplateResult[] {
  const starts = chart.starts.slice(1, -1);
  const days = starts.filter((ms) => isMidnight(ms, zone));
  const labeled = days.length > 1 ? days : starts;
  const step = Math.ceil(labeled.length / maxTimeLabels);
  return labeled
    .filter((_, index) => index % step === 0)
    .map((ms) => {
      const { left } = place(chart, { sinceMs: ms, untilMs: ms });
      return svg`<text x="${left}%" y="100%" dy="15" text-anchor="middle">${tickText(ms, zone, Date.now())}</text>`;
    });
}
