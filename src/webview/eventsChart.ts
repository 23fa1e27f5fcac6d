import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { ZoneChoice } from "../shared/pageState";
import type { Chart, Span } from "../shared/protocol";
import { ChartDrawing } from "./chartDrawing";
import { partCount, spanOf, sum } from "./chartParts";
import { chartTable } from "./chartTable";
import { SizeWatch } from "./sizeWatch";
import { gapText } from "./times";

/** Parts chosen by keyboard: where it began and where it is. */
interface Chosen {
  readonly from: number;
  readonly to: number;
}

/**
 * Loaded events over time. A stretch is chosen by dragging, or by keyboard: arrows go from part to part, with Shift they
 * stretch what is chosen, Enter zooms to it, Escape goes back.
 *
 * Fires `zoom` (detail: the span, or undefined for all) and `take-span` (the zoomed span as From and To).
 */
@customElement("events-chart")
export class EventsChart extends LitElement {
  @property({ attribute: false }) chart!: Chart;
  @property({ attribute: false }) zone: ZoneChoice = "local";
  /** The span that the view is zoomed to. */
  @property({ attribute: false }) span: Span | undefined;

  @state() private chosen: Chosen | undefined;
  @query(".chart-canvas", true) private canvas!: HTMLElement;
  private drawing: ChartDrawing | undefined;
  private readonly sizes = new SizeWatch(() => this.drawing?.resize());

  protected override createRenderRoot(): this {
    return this;
  }

  protected override firstUpdated(): void {
    this.sizes.observe(this.canvas);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
    this.drawing?.dispose();
    this.drawing = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("chart")) {
      const before = changed.get("chart");
      this.chosen =
        before?.sinceMs === this.chart.sinceMs && before.untilMs === this.chart.untilMs
          ? this.chosen
          : undefined;
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("chart") || changed.has("zone")) {
      this.drawing?.dispose();
      this.drawing = new ChartDrawing(this.canvas, this.chart, this.zone, (span) => this.zoom(span));
    }
    if (this.chosen) {
      this.drawing?.choose(this.chosenSpan(this.chosen));
    }
  }

  protected override render(): TemplateResult {
    const { chart, zone, span, chosen } = this;
    return html`<section class="events-chart" aria-label="Events over time">
      <div
        class="chart-canvas"
        tabindex="0"
        role="slider"
        aria-label="Stretch of time; Enter zooms to it"
        aria-valuemin="1"
        aria-valuemax=${partCount(chart)}
        aria-valuenow=${(chosen?.to ?? 0) + 1}
        aria-valuetext=${chosen ? this.valueText(chosen) : "Nothing chosen"}
        @keydown=${this.onKeyDown}
      ></div>
      ${
        span
          ? html`<div class="chart-zoom">
              <span>${gapText(span, zone)}</span>
              <button type="button" class="link" @click=${() => this.fire("take-span", undefined)}>
                Use as From and To
              </button>
              <button type="button" class="link" @click=${() => this.zoom(undefined)}>Show all</button>
            </div>`
          : nothing
      }
      ${chartTable(chart, zone)}
    </section>`;
  }

  private chosenSpan({ from, to }: Chosen): Span {
    return spanOf(this.chart, Math.min(from, to), Math.max(from, to) + 1);
  }

  private valueText(chosen: Chosen): string {
    const [first, last] = [Math.min(chosen.from, chosen.to), Math.max(chosen.from, chosen.to)];
    const count = sum(this.chart.types.flatMap(({ counts }) => counts.slice(first, last + 1)));
    return `${gapText(this.chosenSpan(chosen), this.zone)}, ${count.toLocaleString()} events`;
  }

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const { chosen } = this;
    const parts = partCount(this.chart);
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -parts, End: parts }[
      event.key
    ];
    if (step !== undefined) {
      event.preventDefault();
      const to = Math.min(Math.max((chosen?.to ?? (step > 0 ? -1 : parts)) + step, 0), parts - 1);
      this.chosen = { from: event.shiftKey && chosen ? chosen.from : to, to };
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      this.zoom(this.chosenSpan(chosen));
    } else if (event.key === "Escape" && (chosen ?? this.span)) {
      event.preventDefault();
      event.stopPropagation();
      this.zoom(undefined);
    }
  };

  private zoom(span: Span | undefined): void {
    this.chosen = undefined;
    this.fire("zoom", span);
  }

  private fire(name: "zoom" | "take-span", detail: Span | undefined): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
