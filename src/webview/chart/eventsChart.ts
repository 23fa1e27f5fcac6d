import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Chart } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import type { PageCommand } from "../../shared/protocol";
import { formatNumber } from "../../shared/text";
import type { TimeSpan } from "../../shared/viewQueries";
import { compareTypes } from "../ui/eventTypes";
import { SizeObserver, ThemeObserver } from "../ui/observers";
import { bucketCount, type BucketRange, type ChartMode, haveSameBuckets, spanOf } from "./chartBuckets";
import { ChartDrawing } from "./chartDrawing";
import type { PlotLibrary } from "./plotLibrary";
import { chartReadout, chartTable, modeButtons, rangeText, unloadedNotice } from "./chartTemplates";

/** A pointer that moved no further than this is a click. CSS pixels. */
const maxClickPx = 2;

/**
 * The loaded events over time, stacked by type, or the money raised. Dragging selects a span and zooms to it. By keyboard:
 * arrow keys select a bucket, with Shift they extend the selection, Enter zooms to it, Escape clears the selection or else the
 * zoom.
 *
 * Fires `zoom` (detail: the span, or undefined for all), `mode-change` (detail: ChartMode) and `host-message` (detail:
 * PageCommand) to load what is not loaded.
 */
@customElement("events-chart")
export class EventsChart extends LitElement {
  @property({ attribute: false }) library!: PlotLibrary;
  @property({ attribute: false }) chart!: Chart;
  @property({ attribute: false }) mode: ChartMode = "events";
  @property({ attribute: false }) zone: ZoneChoice = "local";
  /** It is the chart of the previous query: it is dimmed, as the rows are, until that of the current one is received. */
  @property({ type: Boolean }) showsPreviousQuery = false;
  /** Whether the rest of the window can be loaded now. */
  @property({ attribute: false }) canLoad = false;
  /** The current zoom. */
  @property({ attribute: false }) span: TimeSpan | undefined;

  /** The chart on the canvas. It stays the same during a drag. */
  @state() private drawnChart: Chart | undefined;
  @state() private selection: BucketRange | undefined;
  @state() private hoveredBucket: number | undefined;
  /** Start of the drag, CSS pixels. */
  private dragStartX: number | undefined;
  /** Those that do not fit on the line below the chart. */
  @state() private cutOffTypes: readonly string[] = [];
  @query(".chart-canvas", true) private canvas!: HTMLElement;
  @query(".chart-readout", true) private readout!: HTMLElement;
  private drawing: ChartDrawing | undefined;
  private readonly sizeObserver = new SizeObserver(this, () => {
    this.drawing?.resize();
    this.drawing?.highlight(this.highlighted);
    this.updateCutOffTypes();
  });
  private readonly themeObserver = new ThemeObserver(this, () => this.draw());

  override focus(): void {
    this.canvas.focus();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override firstUpdated(): void {
    this.sizeObserver.observe(this.canvas);
    this.themeObserver.observe(document);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.drawing?.dispose();
    this.drawing = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("chart") && this.dragStartX === undefined) {
      this.showLatestChart();
    }
  }

  private showLatestChart(): void {
    const { drawnChart, chart } = this;
    if (drawnChart && !haveSameBuckets(drawnChart, chart)) {
      this.selection = this.hoveredBucket = undefined;
    }
    this.drawnChart = { ...chart, types: inFixedOrder(chart.types) };
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("drawnChart") || changed.has("zone") || changed.has("mode")) {
      this.draw();
    } else {
      this.drawing?.highlight(this.highlighted);
    }
    this.updateCutOffTypes();
  }

  /** The space for their number is always reserved, so it does not change what fits. */
  private updateCutOffTypes(): void {
    const lineHeight = this.readout.clientHeight;
    const cutOff = Array.from(this.readout.querySelectorAll<HTMLElement>(".chart-type"))
      .filter(({ offsetTop }) => offsetTop >= lineHeight)
      .map(({ textContent }) => textContent.trim());
    if (cutOff.join("\n") !== this.cutOffTypes.join("\n")) {
      this.cutOffTypes = cutOff;
    }
  }

  private draw(): void {
    this.drawing?.dispose();
    if (this.drawnChart) {
      this.drawing = new ChartDrawing(this.library, this.canvas, this.drawnChart, this.mode, this.zone);
      this.drawing.highlight(this.highlighted);
    }
  }

  private get highlighted(): BucketRange | undefined {
    const { selection, hoveredBucket } = this;
    return (
      selection ?? (hoveredBucket === undefined ? undefined : { from: hoveredBucket, to: hoveredBucket })
    );
  }

  protected override render(): TemplateResult {
    const { drawnChart: chart = this.chart, mode, zone, selection } = this;
    return html`<section
      class="events-chart ${this.showsPreviousQuery ? "previous-query" : ""}"
      aria-label=${l10n.t("Events over time")}
      aria-busy=${this.showsPreviousQuery}
    >
      <div
        class="chart-canvas ${selection ? "" : "hovering"}"
        tabindex="0"
        role="slider"
        aria-label=${l10n.t("Time span; press Enter to zoom")}
        aria-valuemin="1"
        aria-valuemax=${bucketCount(chart)}
        aria-valuenow=${(selection?.to ?? 0) + 1}
        aria-valuetext=${selection ? rangeText(chart, mode, selection, zone) : l10n.t("Nothing selected")}
        @keydown=${this.onKeyDown}
        @pointerdown=${this.onPointerDown}
        @pointermove=${this.onPointerMove}
        @pointerup=${this.onPointerUp}
        @pointercancel=${this.endDrag}
        @pointerleave=${this.onPointerLeave}
      ></div>
      <div class="chart-line">
        ${this.renderEarlier(chart)} ${chartReadout(chart, mode, this.highlighted, zone)}
        <span class="chart-more" aria-hidden="true" title=${this.cutOffTypes.join("\n")}
          >${this.cutOffTypes.length > 0 ? `+${formatNumber(this.cutOffTypes.length)}` : nothing}</span
        >
        ${this.renderLater(chart)}
        ${
          chart.raised || mode === "amount"
            ? modeButtons(mode, (detail) => this.dispatchEvent(new CustomEvent("mode-change", { detail })))
            : nothing
        }
      </div>
      ${chartTable(chart, zone)}
    </section>`;
  }

  private renderEarlier({ earlier }: Chart): TemplateResult | typeof nothing {
    const load = (): void => this.post({ type: "loadWindow" });
    return earlier ? unloadedNotice("earlier", earlier, this.canLoad ? load : undefined) : nothing;
  }

  private renderLater({ later }: Chart): TemplateResult | typeof nothing {
    const load = (): void => this.post({ type: "fillGap", sinceMs: later?.sinceMs ?? 0 });
    return later ? unloadedNotice("later", later, this.canLoad ? load : undefined) : nothing;
  }

  private post(detail: PageCommand): void {
    this.dispatchEvent(new CustomEvent("host-message", { detail }));
  }

  private get buckets(): number {
    return this.drawnChart ? bucketCount(this.drawnChart) : 0;
  }

  // ---- Keyboard ---------------------------------------------------------------------------------------------------

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const { selection, buckets } = this;
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -buckets, End: buckets }[
      event.key
    ];
    if (step !== undefined && buckets > 0) {
      event.preventDefault();
      const to = Math.min(Math.max((selection?.to ?? (step > 0 ? -1 : buckets)) + step, 0), buckets - 1);
      this.selection = { from: event.shiftKey && selection ? selection.from : to, to };
    } else if (event.key === "Enter" && selection) {
      event.preventDefault();
      this.zoomTo(selection);
    } else if (event.key === "Escape" && (selection ?? this.span)) {
      event.preventDefault();
      event.stopPropagation();
      if (selection) {
        this.endDrag();
      } else {
        this.fireZoom(undefined);
      }
    }
  };

  // ---- Pointer ----------------------------------------------------------------------------------------------------

  private readonly onPointerDown = (event: PointerEvent): void => {
    if (event.button === 0 && event.isPrimary && this.buckets > 0) {
      this.canvas.setPointerCapture(event.pointerId);
      this.dragStartX = event.clientX;
      this.selection = undefined;
    }
  };

  private readonly onPointerMove = ({ clientX }: PointerEvent): void => {
    const { drawing, dragStartX, buckets } = this;
    if (!drawing || buckets === 0) {
      return;
    }
    const bucket = Math.min(Math.floor(drawing.bucketAt(clientX)), buckets - 1);
    this.hoveredBucket = bucket;
    if (dragStartX !== undefined && Math.abs(clientX - dragStartX) > maxClickPx) {
      const [a, b] = [dragStartX, clientX].map((x) => Math.round(drawing.bucketAt(x))) as [number, number];
      this.selection =
        a === b ? { from: bucket, to: bucket } : { from: Math.min(a, b), to: Math.max(a, b) - 1 };
    }
  };

  private readonly onPointerUp = (): void => {
    if (this.dragStartX !== undefined && this.selection) {
      this.zoomTo(this.selection);
    }
    this.endDrag();
  };

  private readonly onPointerLeave = (): void => {
    this.hoveredBucket = undefined;
  };

  private readonly endDrag = (): void => {
    this.dragStartX = undefined;
    this.selection = undefined;
    this.showLatestChart();
  };

  private zoomTo(range: BucketRange): void {
    if (this.drawnChart) {
      this.fireZoom(spanOf(this.drawnChart, range));
    }
    this.selection = undefined;
  }

  private fireZoom(detail: TimeSpan | undefined): void {
    this.dispatchEvent(new CustomEvent("zoom", { detail }));
  }
}

/** An order that is independent of the loaded events, with the combined rare types last. */
function inFixedOrder(types: Chart["types"]): Chart["types"] {
  return types.toSorted(
    (a, b) => Number(a.others ?? false) - Number(b.others ?? false) || compareTypes(a.type, b.type),
  );
}
