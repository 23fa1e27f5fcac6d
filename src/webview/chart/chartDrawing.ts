import type uPlot from "uplot";
import type { Chart } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import { compactUsd } from "../../shared/amounts";
import { formatNumber } from "../../shared/text";
import { tickText } from "../../shared/times";
import { eventTypeInfo } from "../ui/eventTypes";
import { type BucketRange, type ChartMode, rangeOf, spanOf } from "./chartBuckets";

export type PlotLibrary = typeof uPlot;

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
  /** The pointer is on a bucket or was dragged over several; undefined: neither. */
  onHover(range: BucketRange | undefined): void;
  onSelect(range: BucketRange): void;
}

/** Intervals between the labels of values: whole numbers only. */
const increments = Array.from({ length: 16 }, (_, n) => [1, 2, 5].map((digit) => digit * 10 ** n)).flat();

/** Draws the stacked columns of a chart on a canvas that fills the container. */
export function drawChart(library: PlotLibrary, container: HTMLElement, drawing: Drawing): uPlot {
  const { chart, mode, zone } = drawing;
  const stacked = stackedSeries(chart, mode);
  const { color, borderTopColor: lines, fontFamily } = getComputedStyle(container);
  const axis = { stroke: color, font: `11px ${fontFamily}`, ticks: { show: false } };
  const valueText = mode === "events" ? formatNumber : compactUsd;
  const bars = library.paths.bars?.({ size: [0.9, 40] });
  const options: uPlot.Options = {
    ...sizeOf(container),
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
        space: 24,
        incrs: increments,
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
      setCursor: [(plot) => drawing.onHover(draggedOver(plot) ?? hovered(plot))],
      setSelect: [(plot) => drawing.onSelect(draggedOver(plot) ?? rangeOf(0))],
    },
  };
  const middles = chart.starts.slice(1).map((end, n) => ((chart.starts[n] ?? end) + end) / 2000);
  const plot = new library(options, [middles, ...stacked.map(({ values }) => values)], container);
  plot.under.append(...chart.missing.map((span) => hatching(span, chart)));
  return plot;
}

export function sizeOf({ clientWidth, clientHeight }: HTMLElement): Pick<uPlot.Options, "width" | "height"> {
  return { width: Math.max(1, clientWidth), height: clientHeight };
}

function hovered({ cursor }: uPlot): BucketRange | undefined {
  return typeof cursor.idx === "number" ? rangeOf(cursor.idx) : undefined;
}

function draggedOver(plot: uPlot): BucketRange | undefined {
  const { left, width } = plot.select;
  return width === 0 ? undefined : rangeOf(plot.posToIdx(left), plot.posToIdx(left + width));
}

/** Shows a range as selected; undefined: nothing. */
export function highlight(plot: uPlot, chart: Chart, range: BucketRange | undefined): void {
  const { sinceMs, untilMs } = range
    ? spanOf(chart, range)
    : { sinceMs: chart.sinceMs, untilMs: chart.sinceMs };
  const pxPerMs = plot.over.clientWidth / (chart.untilMs - chart.sinceMs);
  const left = (sinceMs - chart.sinceMs) * pxPerMs;
  plot.setSelect(
    { left, width: (untilMs - sinceMs) * pxPerMs, top: 0, height: plot.over.clientHeight },
    false,
  );
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

function colorOf(type: string, container: HTMLElement): string {
  const probe = document.createElement("span");
  probe.className = `codicon ${eventTypeInfo(type).className}`;
  container.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Marks a span that is not loaded, behind the columns. */
function hatching(span: Chart["missing"][number], { sinceMs, untilMs }: Chart): HTMLElement {
  const percent = (ms: number): string => `${(100 * ms) / (untilMs - sinceMs)}%`;
  const element = document.createElement("div");
  element.className = "not-loaded";
  element.style.left = percent(span.sinceMs - sinceMs);
  element.style.width = percent(span.untilMs - span.sinceMs);
  return element;
}
