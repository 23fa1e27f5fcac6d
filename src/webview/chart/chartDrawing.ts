import type uPlot from "uplot";
import type { Chart } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import {
  axisTicks,
  bucketCount,
  type BucketRange,
  bucketStart,
  type ChartMode,
  type Series,
  seriesOf,
} from "./chartBuckets";
import type { PlotLibrary } from "./plotLibrary";
import { eventTypeInfo } from "../ui/eventTypes";
import { compactUsd } from "../../shared/amounts";
import { formatNumber } from "../../shared/text";
import { tickText } from "../../shared/times";

const heightPx = 78;

/** Margin at the right side of the columns; the labels of the axis are at the left side. */
const sidePx = 8;
const labelGapPx = 6;
const fontPx = 11;

/** The stacked columns of a chart, drawn by uPlot on a canvas. */
export class ChartDrawing {
  private readonly plot: uPlot;
  /** From the lowest to the highest. */
  private readonly series: readonly Series[];
  private readonly ticks: readonly { readonly value: number; readonly text: string }[];
  private readonly leftPx: number;

  constructor(
    private readonly library: PlotLibrary,
    private readonly container: HTMLElement,
    private readonly chart: Chart,
    mode: ChartMode,
    zone: ZoneChoice,
  ) {
    this.series = seriesOf(chart, mode);
    const max = Math.max(0, ...(this.stacked()[0]?.values ?? []));
    const valueText = mode === "events" ? formatNumber : compactUsd;
    this.ticks =
      max > 0 ? axisTicks(max, mode === "events").map((value) => ({ value, text: valueText(value) })) : [];
    const style = getComputedStyle(container);
    const text = style.getPropertyValue("--vscode-descriptionForeground") || style.color;
    const font = `${fontPx}px ${style.fontFamily}`;
    const labelPx = Math.max(0, ...this.ticks.map((tick) => textWidth(tick.text, font)));
    this.leftPx = Math.max(sidePx, Math.ceil(labelPx) + labelGapPx);
    const options: uPlot.Options = {
      width: Math.max(1, container.clientWidth),
      height: heightPx,
      padding: [4, sidePx, 0, this.leftPx],
      legend: { show: false },
      cursor: { show: false },
      ...(zone === "utc" && {
        tzDate: (seconds: number) => library.tzDate(new Date(seconds * 1000), "Etc/UTC"),
      }),
      scales: {
        x: { range: () => [chart.sinceMs / 1000, chart.untilMs / 1000] },
        y: { range: (_, __, max) => [0, max || 1] },
      },
      axes: [
        {
          stroke: text,
          font,
          size: 22,
          gap: 2,
          space: 72,
          values: ({ width }, seconds) => {
            const now = Date.now();
            const labels = seconds.map((second) => ({
              ms: second * 1000,
              text: tickText(second * 1000, zone, now),
            }));
            return labels.map((label) => (this.fits(label, width, font) ? label.text : ""));
          },
          grid: { show: false },
          ticks: { show: false },
        },
        { show: false },
      ],
      series: [{}, ...this.stacked().map(({ type }) => this.columns(type))],
      hooks: {
        drawClear: [
          (plot) => {
            this.drawMissing(plot, text);
            this.drawTicks(plot, text, style.fontFamily);
          },
        ],
      },
    };
    this.plot = new library(options, this.data(), container);
  }

  resize(): void {
    this.plot.setSize({ width: Math.max(1, this.container.clientWidth), height: heightPx });
  }

  highlight(range: BucketRange | undefined): void {
    const { over } = this.plot;
    const bucketPx = over.clientWidth / bucketCount(this.chart);
    const first = range ? Math.min(range.from, range.to) : 0;
    const width = range ? (Math.max(range.from, range.to) + 1 - first) * bucketPx : 0;
    this.plot.setSelect({ left: first * bucketPx, width, top: 0, height: range ? over.clientHeight : 0 });
  }

  /** The bucket at a horizontal position in the viewport (CSS pixels): 1.5 is the middle of the second one. */
  bucketAt(clientX: number): number {
    const { left, width } = this.plot.over.getBoundingClientRect();
    const buckets = bucketCount(this.chart);
    return Math.min(Math.max(((clientX - left) / width) * buckets, 0), buckets);
  }

  dispose(): void {
    this.plot.destroy();
  }

  /** Whether a label that is centered below its instant fits on the canvas. */
  private fits({ ms, text }: { ms: number; text: string }, width: number, font: string): boolean {
    const { sinceMs, untilMs } = this.chart;
    const middle = this.leftPx + ((ms - sinceMs) / (untilMs - sinceMs)) * (width - this.leftPx - sidePx);
    const half = textWidth(text, font) / 2;
    return middle >= half && middle + half <= width;
  }

  /** The cumulative values of each type, highest first: the lower ones are drawn over them. */
  private stacked(): readonly Series[] {
    const below: number[] = [];
    return this.series
      .map(({ type, values }) => ({
        type,
        values: values.map((value, bucket) => (below[bucket] = (below[bucket] ?? 0) + value)),
      }))
      .reverse();
  }

  private data(): uPlot.AlignedData {
    const { chart } = this;
    const seconds = Array.from(
      { length: bucketCount(chart) },
      (_, bucket) => bucketStart(chart, bucket + 0.5) / 1000,
    );
    return [seconds, ...this.stacked().map(({ values }) => [...values])];
  }

  private columns(type: string): uPlot.Series {
    const fill = this.colorOf(type);
    const paths = this.library.paths.bars?.({ size: [0.9, 40] });
    return { fill, stroke: fill, width: 0, points: { show: false }, ...(paths && { paths }) };
  }

  private colorOf(type: string): string {
    const probe = document.createElement("span");
    probe.className = eventTypeInfo(type).className;
    this.container.append(probe);
    const color = getComputedStyle(probe).getPropertyValue("--type-color");
    probe.style.color = color;
    const computed = getComputedStyle(probe).color;
    probe.remove();
    return computed;
  }

  /** Draws the axis: a line across the plot for each tick, with its value at the left. */
  private drawTicks(plot: uPlot, color: string, fontFamily: string): void {
    const { ctx, bbox } = plot;
    const ratio = this.library.pxRatio;
    ctx.save();
    ctx.fillStyle = color;
    ctx.font = `${fontPx * ratio}px ${fontFamily}`;
    ctx.textAlign = "right";
    ctx.textBaseline = "middle";
    for (const { value, text } of this.ticks) {
      const y = Math.round(plot.valToPos(value, "y", true));
      // Not cut off at the top of the canvas.
      ctx.fillText(text, bbox.left - labelGapPx * ratio, Math.max(y, (fontPx / 2) * ratio));
      ctx.globalAlpha = 0.2;
      ctx.fillRect(bbox.left, y, bbox.width, ratio);
      ctx.globalAlpha = 1;
    }
    ctx.restore();
  }

  /** Hatches the spans that are not loaded. */
  private drawMissing(plot: uPlot, color: string): void {
    const { ctx, bbox } = plot;
    for (const { sinceMs, untilMs } of this.chart.missing) {
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
}

let measuringContext: CanvasRenderingContext2D | null = null;

/** CSS pixels. */
function textWidth(text: string, font: string): number {
  measuringContext ??= document.createElement("canvas").getContext("2d");
  if (!measuringContext) {
    return 0;
  }
  measuringContext.font = font;
  return measuringContext.measureText(text).width;
}
