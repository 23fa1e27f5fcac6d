import "./languageTag";
import uPlot from "uplot";
import type { ZoneChoice } from "../shared/pageState";
import type { Chart, Span } from "../shared/protocol";
import { instantAt, partCount } from "./chartParts";
import { eventTypeLook } from "./eventTypes";
import { tickText } from "./times";

const heightPx = 78;

/** The stacked columns of a chart on a canvas; a stretch can be dragged out of it. */
export class ChartDrawing {
  private readonly plot: uPlot;

  /** @param dragged told the stretch that was dragged over. */
  constructor(
    private readonly place: HTMLElement,
    private readonly chart: Chart,
    zone: ZoneChoice,
    dragged: (span: Span) => void,
  ) {
    const style = getComputedStyle(place);
    const text = style.getPropertyValue("--vscode-descriptionForeground") || style.color;
    const options: uPlot.Options = {
      width: Math.max(1, place.clientWidth),
      height: heightPx,
      padding: [4, 8, 0, 8],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
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
          font: `11px ${style.fontFamily}`,
          size: 22,
          gap: 2,
          space: 64,
          values: (_, seconds) => seconds.map((second) => tickText(second * 1000, zone, Date.now())),
          grid: { show: false },
          ticks: { show: false },
        },
        { show: false },
      ],
      series: [{}, ...this.stacked().map(({ type }) => this.series(type))],
      hooks: {
        drawClear: [(plot) => this.drawMissing(plot, text)],
        setSelect: [
          (plot) => {
            const { left, width } = plot.select;
            if (width > 2) {
              dragged({ sinceMs: this.at(left), untilMs: this.at(left + width) });
            }
          },
        ],
      },
    };
    this.plot = new uPlot(options, this.data(), place);
  }

  resize(): void {
    this.plot.setSize({ width: Math.max(1, this.place.clientWidth), height: heightPx });
  }

  /** Shows a stretch as chosen, without telling of it. */
  choose({ sinceMs, untilMs }: Span): void {
    const left = this.plot.valToPos(sinceMs / 1000, "x");
    const width = this.plot.valToPos(untilMs / 1000, "x") - left;
    this.plot.setSelect({ left, width, top: 0, height: this.plot.over.clientHeight }, false);
  }

  dispose(): void {
    this.plot.destroy();
  }

  /** Milliseconds since 1970 UTC at a place in CSS pixels. */
  private at(left: number): number {
    const { sinceMs, untilMs } = this.chart;
    const ms = Math.round(this.plot.posToVal(left, "x") * 1000);
    return Math.min(Math.max(ms, sinceMs), untilMs);
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
    probe.className = eventTypeLook(type).className;
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
