import "../ui/languageTag";
import uPlot from "uplot";
import type { Chart } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/pageState";
import { instantAt, partCount, type Parts } from "./chartParts";
import { eventTypeInfo } from "../ui/eventTypes";
import { tickText } from "../ui/times";

const heightPx = 78;

/** Left and right of the columns. */
const sidePx = 8;
const fontSize = "11px";

/** The stacked columns of a chart on a canvas. */
export class ChartDrawing {
  private readonly plot: uPlot;

  constructor(
    private readonly place: HTMLElement,
    private readonly chart: Chart,
    zone: ZoneChoice,
  ) {
    const style = getComputedStyle(place);
    const text = style.getPropertyValue("--vscode-descriptionForeground") || style.color;
    const font = `${fontSize} ${style.fontFamily}`;
    const options: uPlot.Options = {
      width: Math.max(1, place.clientWidth),
      height: heightPx,
      padding: [4, sidePx, 0, sidePx],
      legend: { show: false },
      cursor: { show: false },
      ...(zone === "utc" && {
        tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
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
      series: [{}, ...this.stacked().map(({ type }) => this.series(type))],
      hooks: { drawClear: [(plot) => this.drawMissing(plot, text)] },
    };
    this.plot = new uPlot(options, this.data(), place);
  }

  resize(): void {
    this.plot.setSize({ width: Math.max(1, this.place.clientWidth), height: heightPx });
  }

  /** Marks some parts; undefined: none. */
  mark(parts: Parts | undefined): void {
    const { over } = this.plot;
    const perPart = over.clientWidth / partCount(this.chart);
    const first = parts ? Math.min(parts.from, parts.to) : 0;
    const width = parts ? (Math.max(parts.from, parts.to) + 1 - first) * perPart : 0;
    this.plot.setSelect({ left: first * perPart, width, top: 0, height: parts ? over.clientHeight : 0 });
  }

  /** Where a place on the screen (CSS pixels) is, counted in parts: 1.5 is in the middle of the second one. */
  partAt(clientX: number): number {
    const { left, width } = this.plot.over.getBoundingClientRect();
    const parts = partCount(this.chart);
    return Math.min(Math.max(((clientX - left) / width) * parts, 0), parts);
  }

  dispose(): void {
    this.plot.destroy();
  }

  /** Whether the label of an instant, in the middle below it, is not cut off by the canvas. */
  private fits({ ms, text }: { ms: number; text: string }, width: number, font: string): boolean {
    const { sinceMs, untilMs } = this.chart;
    const middle = sidePx + ((ms - sinceMs) / (untilMs - sinceMs)) * (width - 2 * sidePx);
    const half = textWidth(text, font) / 2;
    return middle >= half && middle + half <= width;
  }

  /** Each type with all that stand below it; the tallest first, for it is drawn over. */
  private stacked(): readonly { readonly type: string; readonly heights: readonly number[] }[] {
    const below: number[] = [];
    return this.chart.types
      .map(({ type, counts }) => ({
        type,
        heights: counts.map((count, part) => (below[part] = (below[part] ?? 0) + count)),
      }))
      .reverse();
  }

  private data(): uPlot.AlignedData {
    const { chart } = this;
    const seconds = Array.from(
      { length: partCount(chart) },
      (_, part) => instantAt(chart, part + 0.5) / 1000,
    );
    return [seconds, ...this.stacked().map(({ heights }) => [...heights])];
  }

  private series(type: string): uPlot.Series {
    const fill = this.colorOf(type);
    const paths = uPlot.paths.bars?.({ size: [0.9, 40] });
    return { fill, stroke: fill, width: 0, points: { show: false }, ...(paths && { paths }) };
  }

  private colorOf(type: string): string {
    const probe = document.createElement("span");
    probe.className = eventTypeInfo(type).className;
    this.place.append(probe);
    const color = getComputedStyle(probe).getPropertyValue("--type-color");
    probe.style.color = color;
    const computed = getComputedStyle(probe).color;
    probe.remove();
    return computed;
  }

  /** Hatches what is not loaded. */
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

let measure: CanvasRenderingContext2D | null = null;

/** CSS pixels. */
function textWidth(text: string, font: string): number {
  measure ??= document.createElement("canvas").getContext("2d");
  if (!measure) {
    return 0;
  }
  measure.font = font;
  return measure.measureText(text).width;
}
