import type { Chart } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/pageState";
import type { TimeSpan } from "../../shared/viewQueries";
import { html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { ChartDrawing } from "./chartDrawing";
import { countIn, stretchOf, partCount, type Parts, sameParts } from "./chartParts";
import { chartLegend, chartReadout } from "./chartReadout";
import { chartTable } from "./chartTable";
import { compareTypes } from "../ui/eventTypes";
import { SizeObserver, ThemeObserver } from "../ui/observers";
import { timeRangeText } from "../ui/times";

/** A pointer that moved less than that, in CSS pixels, only clicked. */
const clickPx = 2;

/**
 * Loaded events over time. A stretch is chosen by dragging, or by keyboard: arrows go from part to part, with Shift they
 * stretch what is chosen, Enter zooms to it, Escape gives up the choice, then the zoom.
 *
 * Fires `zoom` (detail: the span, or undefined for all).
 */
@customElement("events-chart")
export class EventsChart extends LitElement {
  @property({ attribute: false }) chart!: Chart;
  @property({ attribute: false }) zone: ZoneChoice = "local";
  /** The span that the view is zoomed to. */
  @property({ attribute: false }) span: TimeSpan | undefined;

  /** What is on the canvas: the chart, or while a stretch is dragged out of it the one that was there when that began. */
  @state() private drawn!: Chart;
  @state() private chosen: Parts | undefined;
  /** The part that is pointed at. */
  @state() private pointed: number | undefined;
  /** Where a drag began, CSS pixels. */
  private dragFrom: number | undefined;
  @query(".chart-canvas", true) private canvas!: HTMLElement;
  private drawing: ChartDrawing | undefined;
  private readonly sizes = new SizeObserver(this, () => {
    this.drawing?.resize();
    this.drawing?.mark(this.marked);
  });
  private readonly theme = new ThemeObserver(this, () => this.draw());

  protected override createRenderRoot(): this {
    return this;
  }

  protected override firstUpdated(): void {
    this.sizes.observe(this.canvas);
    this.theme.observe(document);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.drawing?.dispose();
    this.drawing = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("chart") && this.dragFrom === undefined) {
      this.take();
    }
  }

  /** Draws the chart as it is now. */
  private take(): void {
    const before = this.drawn as Chart | undefined;
    if (before && !sameParts(before, this.chart)) {
      this.chosen = this.pointed = undefined;
    }
    this.drawn = { ...this.chart, types: inOrder(this.chart.types) };
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("drawn") || changed.has("zone")) {
      this.draw();
    } else {
      this.drawing?.mark(this.marked);
    }
  }

  private draw(): void {
    this.drawing?.dispose();
    this.drawing = new ChartDrawing(this.canvas, this.drawn, this.zone);
    this.drawing.mark(this.marked);
  }

  /** The parts that the readout is about. */
  private get marked(): Parts | undefined {
    const { chosen, pointed } = this;
    return chosen ?? (pointed === undefined ? undefined : { from: pointed, to: pointed });
  }

  protected override render(): TemplateResult {
    const { drawn, zone, chosen, marked } = this;
    return html`<section class="events-chart" aria-label="Events over time">
      <div
        class="chart-canvas ${chosen ? "" : "pointing"}"
        tabindex="0"
        role="slider"
        aria-label="Stretch of time; Enter zooms to it"
        aria-valuemin="1"
        aria-valuemax=${partCount(drawn)}
        aria-valuenow=${(chosen?.to ?? 0) + 1}
        aria-valuetext=${chosen ? this.valueText(chosen) : "Nothing chosen"}
        @keydown=${this.onKeyDown}
        @pointerdown=${this.onPointerDown}
        @pointermove=${this.onPointerMove}
        @pointerup=${this.onPointerUp}
        @pointercancel=${this.onPointerCancel}
        @pointerleave=${this.onPointerLeave}
      ></div>
      ${marked ? chartReadout(drawn, marked, stretchOf(drawn, marked), zone) : chartLegend(drawn)}
      ${chartTable(drawn, zone)}
    </section>`;
  }

  private valueText(chosen: Parts): string {
    const { drawn, zone } = this;
    return `${timeRangeText(stretchOf(drawn, chosen), zone, Date.now())}, ${countIn(drawn, chosen).toLocaleString()} events`;
  }

  // ---- By keyboard ----

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const { chosen } = this;
    const parts = partCount(this.drawn);
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -parts, End: parts }[
      event.key
    ];
    if (step !== undefined && parts > 0) {
      event.preventDefault();
      const to = Math.min(Math.max((chosen?.to ?? (step > 0 ? -1 : parts)) + step, 0), parts - 1);
      this.chosen = { from: event.shiftKey && chosen ? chosen.from : to, to };
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      this.zoomTo(chosen);
    } else if (event.key === "Escape" && (chosen ?? this.span)) {
      event.preventDefault();
      event.stopPropagation();
      if (chosen) {
        this.endDrag();
      } else {
        this.fire(undefined);
      }
    }
  };

  // ---- By pointer ----

  private readonly onPointerDown = (event: PointerEvent): void => {
    if (event.button === 0 && event.isPrimary && partCount(this.drawn) > 0) {
      this.canvas.setPointerCapture(event.pointerId);
      this.dragFrom = event.clientX;
      this.chosen = undefined;
    }
  };

  private readonly onPointerMove = ({ clientX }: PointerEvent): void => {
    const { drawing, dragFrom } = this;
    const parts = partCount(this.drawn);
    if (!drawing || parts === 0) {
      return;
    }
    const under = Math.min(Math.floor(drawing.partAt(clientX)), parts - 1);
    this.pointed = under;
    if (dragFrom !== undefined && Math.abs(clientX - dragFrom) > clickPx) {
      const [one, other] = [dragFrom, clientX].map((x) => Math.round(drawing.partAt(x))) as [number, number];
      this.chosen =
        one === other
          ? { from: under, to: under }
          : { from: Math.min(one, other), to: Math.max(one, other) - 1 };
    }
  };

  private readonly onPointerUp = (): void => {
    const chosen = this.dragFrom === undefined ? undefined : this.chosen;
    if (chosen) {
      this.zoomTo(chosen);
    }
    this.endDrag();
  };

  private readonly onPointerCancel = (): void => this.endDrag();

  private readonly onPointerLeave = (): void => {
    this.pointed = undefined;
  };

  /** Nothing is chosen any more, and what came meanwhile is drawn. */
  private endDrag(): void {
    this.dragFrom = undefined;
    this.chosen = undefined;
    this.take();
  }

  private zoomTo(chosen: Parts): void {
    this.fire(stretchOf(this.drawn, chosen));
    this.chosen = undefined;
  }

  private fire(detail: TimeSpan | undefined): void {
    this.dispatchEvent(new CustomEvent("zoom", { detail }));
  }
}

/** Always the same order, whatever is loaded and zoomed to; those that are taken together stand last. */
function inOrder(types: Chart["types"]): Chart["types"] {
  return types.toSorted(
    (a, b) => Number(a.others ?? false) - Number(b.others ?? false) || compareTypes(a.type, b.type),
  );
}
