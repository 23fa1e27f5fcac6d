import type uPlot from "uplot";
import type { Chart } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import { compactUsd } from "../../shared/amounts";
import { formatNumber } from "../../shared/text";
import { tickText } from "../../shared/times";
import { eventTypeInfo } from "../ui/eventTypes";
import { bucketCount, type BucketRange, bucketStart, type ChartMode } from "./chartBuckets";

export type PlotLibrary = typeof uPlot;

export const heightPx = 78;

/** uPlot is a fifth of the page's script, and no row needs it. */
export async function loadPlotLibrary(): Promise<PlotLibrary> {
  // It formats numbers for the browser's language at once, and would fail for a POSIX locale such as `en-US@posix`.
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: "en-US" });
  }
  return (await import("uplot")).default;
}

interface Drawing {
  readonly chart: Chart;
  readonly mode: ChartMode;
  readonly zone: ZoneChoice;
  /** The pointer is on a bucket or selects several; undefined: neither. */
  onHover(range: BucketRange | undefined): void;
  onSelect(range: BucketRange): void;
}

/** Draws the stacked columns of a chart on a canvas in the container. */
export function drawChart(library: PlotLibrary, container: HTMLElement, drawing: Drawing): uPlot {
  const { chart, mode, zone } = drawing;
  const stacked = stackedSeries(chart, mode);
  const { color: text, borderTopColor: lines, fontFamily } = getComputedStyle(container);
  const axis = { stroke: text, font: `11px ${fontFamily}`, ticks: { show: false } };
  const valueText = mode === "events" ? formatNumber : compactUsd;
  const bars = library.paths.bars?.({ size: [0.9, 40] });
  const options: uPlot.Options = {
    width: Math.max(1, container.clientWidth),
    height: heightPx,
    padding: [6, 24, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, dist: 3 } },
    ...(zone === "utc" && {
      tzDate: (seconds: number) => library.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    }),
    scales: {
      x: { range: () => [chart.sinceMs / 1000, chart.untilMs / 1000] },
      y: { range: (_, __, max) => [0, max || 1] },
    },
    axes: [
      {
        ...axis,
        size: 22,
        gap: 2,
        space: 72,
        values: (_, seconds) => seconds.map((second) => tickText(second * 1000, zone, Date.now())),
        grid: { show: false },
      },
      {
        ...axis,
        size: 44,
        gap: 4,
        space: 24,
        ...(mode === "events" && {
          incrs: [1, 2, 5].flatMap((n) => [n, 10 * n, 100 * n, 1000 * n]).sort((a, b) => a - b),
        }),
        values: (_, values) => values.map((value) => (value === 0 ? "" : valueText(value))),
        grid: { stroke: lines, width: 1 },
      },
    ],
    series: [
      {},
      ...stacked.map(({ type }) => {
        const fill = colorOf(type, container);
        return { fill, stroke: fill, width: 0, points: { show: false }, ...(bars && { paths: bars }) };
      }),
    ],
    hooks: {
      drawClear: [(plot) => drawMissing(plot, chart, text)],
      setCursor: [(plot) => drawing.onHover(hovered(plot, chart))],
      setSelect: [
        (plot) => {
          const range = selected(plot, chart);
          if (range) {
            drawing.onSelect(range);
          }
        },
      ],
    },
  };
  const middles = Array.from({ length: bucketCount(chart) }, (_, n) => bucketStart(chart, n + 0.5) / 1000);
  return new library(options, [middles, ...stacked.map(({ values }) => values)], container);
}

/** Shows a range as selected; undefined: nothing. */
export function highlight(plot: uPlot, chart: Chart, range: BucketRange | undefined): void {
  const { over } = plot;
  const bucketPx = over.clientWidth / Math.max(1, bucketCount(chart));
  const first = range ? Math.min(range.from, range.to) : 0;
  const width = range ? (Math.max(range.from, range.to) + 1 - first) * bucketPx : 0;
  plot.setSelect({ left: first * bucketPx, width, top: 0, height: over.clientHeight }, false);
}

/** The cumulative values of each type, highest first: the lower ones are drawn over them. */
function stackedSeries({ types, raised }: Chart, mode: ChartMode): { type: string; values: number[] }[] {
  const series =
    mode === "events"
      ? types.map(({ type, counts }) => ({ type, values: counts }))
      : [{ type: "funding", values: raised?.amounts ?? [] }];
  const below: number[] = [];
  return series
    .map(({ type, values }) => ({
      type,
      values: values.map((value, bucket) => (below[bucket] = (below[bucket] ?? 0) + value)),
    }))
    .reverse();
}

function hovered(plot: uPlot, chart: Chart): BucketRange | undefined {
  const { idx } = plot.cursor;
  return selected(plot, chart) ?? (typeof idx === "number" ? { from: idx, to: idx } : undefined);
}

/** What the pointer has selected, in whole buckets. */
function selected({ select, over }: uPlot, chart: Chart): BucketRange | undefined {
  const { left, width } = select;
  if (width === 0) {
    return undefined;
  }
  const bucketPx = over.clientWidth / bucketCount(chart);
  const [from, end] = [Math.round(left / bucketPx), Math.round((left + width) / bucketPx)];
  const only = Math.floor(left / bucketPx);
  return from < end ? { from, to: end - 1 } : { from: only, to: only };
}

function colorOf(type: string, container: HTMLElement): string {
  const probe = document.createElement("span");
  probe.className = `codicon ${eventTypeInfo(type).className}`;
  container.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Hatches the spans that are not loaded. */
function drawMissing(plot: uPlot, { missing }: Chart, color: string): void {
  const { ctx, bbox } = plot;
  for (const { sinceMs, untilMs } of missing) {
    const left = Math.max(bbox.left, plot.valToPos(sinceMs / 1000, "x", true));
    const right = Math.min(bbox.left + bbox.width, plot.valToPos(untilMs / 1000, "x", true));
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, Math.max(1, right - left), bbox.height);
    ctx.clip();
    ctx.globalAlpha = 0.3;
    ctx.strokeStyle = color;
    ctx.beginPath();
    for (let x = left - bbox.height; x < right; x += 8) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }
}
