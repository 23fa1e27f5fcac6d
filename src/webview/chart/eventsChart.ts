import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { ZoneChoice } from "../../shared/calendar";
import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import type { Chart } from "../../shared/feedState";
import { timeRangeText } from "../../shared/times";
import { sameSpan, type TimeSpan } from "../../shared/viewQueries";
import type { FeedPage } from "../feedPage";
import type { PendingFilters } from "../filters/pendingFilters";
import { compareTypes, typeIcon } from "../ui/eventTypes";
import { bucketCount, type BucketRange, type ChartMode, rangeOf, spanOf } from "./chartBuckets";
import { drawing } from "./chartDrawing";
import { chartTable, raisedText, rangeText, typed, typeName } from "./chartText";

/** Minimum time between two updates while rows keep changing. */
const throttleMs = 500;
/** A pointer that moves less than this is a click. */
const minDragPx = 3;

const noChart: Chart = { sinceMs: 0, untilMs: 1, starts: [], types: [], missing: [] };

/**
 * The events of the window over time, stacked by type, or the money raised. Dragging selects a span and zooms to it. By keyboard:
 * arrow keys select a bucket, with Shift they extend the selection, Enter zooms to it, Escape clears the selection or else the
 * zoom.
 */
@customElement("events-chart")
export class EventsChart extends LitElement {
  @property({ attribute: false }) page!: FeedPage;
  /** The query of the rows in the list. */
  @property({ attribute: false, hasChanged: (a?: FeedQuery, b?: FeedQuery) => !(a && b && sameQuery(a, b)) })
  query: FeedQuery | undefined;
  /** The current zoom. */
  @property({ attribute: false, hasChanged: (a?: TimeSpan, b?: TimeSpan) => !sameSpan(a, b) })
  span: TimeSpan | undefined;
  @property({ attribute: false }) zone: ZoneChoice = "local";
  @property({ attribute: false }) mode: ChartMode = "events";
  /** The rows are those of the previous query: the chart is dimmed, as they are. */
  @property({ attribute: false }) showsPreviousQuery = false;

  @state() private chart = noChart;
  /** Where the selection began, and the bucket that the arrow keys or the pointer moved to. */
  @state() private selection: { readonly from: number; readonly to: number } | undefined;
  /** The bucket that the pointer is on. */
  @state() private hovered: number | undefined;
  @query(".chart-canvas", true) private canvas!: HTMLElement;
  @query("svg", true) private plot!: SVGElement;
  /** Where the pointer was pressed. */
  private dragFrom: { readonly bucket: number; readonly x: number } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  override focus(): void {
    this.canvas.focus();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  // ---- Data -------------------------------------------------------------------------------------------------------

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("query") || changed.has("span")) {
      void this.load();
    } else if (changed.has("zone")) {
      // Buckets begin at round times of the zone.
      this.updateSoon();
    }
  }

  /** Rows have changed. */
  updateSoon(): void {
    this.timer ??= setTimeout(() => void this.load(), throttleMs);
  }

  private async load(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const chart = await this.page.connection.request("chart", { buckets: 120 }).catch(() => null);
    if (!chart || !this.isConnected) {
      return;
    }
    // A drag goes on, and selects what it began with.
    if (this.dragFrom) {
      this.updateSoon();
      return;
    }
    if (chart.sinceMs !== this.chart.sinceMs || bucketCount(chart) < bucketCount(this.chart)) {
      this.selection = this.hovered = undefined;
    }
    this.chart = { ...chart, types: inFixedOrder(chart.types) };
  }

  // ---- Display ----------------------------------------------------------------------------------------------------

  private get selectedRange(): BucketRange | undefined {
    return this.selection && rangeOf(this.selection.from, this.selection.to);
  }

  protected override render(): TemplateResult {
    const { chart, mode, zone, selectedRange } = this;
    return html`<section
      class="events-chart ${this.showsPreviousQuery ? "previous-query" : ""}"
      aria-label=${l10n.t("Events over time")}
      aria-busy=${this.showsPreviousQuery}
    >
      <div
        class="chart-canvas"
        tabindex="0"
        role="slider"
        aria-label=${l10n.t("Time span; press Enter to zoom")}
        aria-valuemin="1"
        aria-valuemax=${Math.max(1, bucketCount(chart))}
        aria-valuenow=${(this.selection?.to ?? 0) + 1}
        aria-valuetext=${selectedRange ? rangeText(chart, mode, selectedRange, zone) : l10n.t("Nothing selected")}
        @keydown=${this.onKeyDown}
        @pointerdown=${this.onPointerDown}
        @pointermove=${this.onPointerMove}
        @pointerup=${this.onPointerUp}
        @pointercancel=${this.onPointerUp}
        @pointerleave=${() => (this.hovered = undefined)}
      >
        <svg aria-hidden="true">
          ${chart === noChart ? nothing : drawing(chart, mode, zone, selectedRange)}
        </svg>
      </div>
      <div class="chart-line">
        ${chart.raised || mode === "amount" ? this.renderModes() : nothing}${this.renderReadout()}
      </div>
      ${chartTable(chart, zone)}
    </section>`;
  }

  private renderModes(): TemplateResult {
    const labels = { events: l10n.t("Events"), amount: l10n.t("Amount") };
    return html`<div class="chart-modes" role="group" aria-label=${l10n.t("Columns of the chart")}>
      ${(["events", "amount"] as const).map(
        (mode) =>
          html`<button
            type="button"
            class="link"
            aria-pressed=${mode === this.mode}
            @click=${() => this.page.layout.set({ chartMode: mode })}
          >
            ${labels[mode]}
          </button>`,
      )}
    </div>`;
  }

  /** What a range contains, else the zoom, else all of it. Screen readers have the table instead of the first and the last. */
  private renderReadout(): TemplateResult {
    const { chart, mode, zone, span, hovered } = this;
    const range = this.selectedRange ?? (hovered === undefined ? undefined : rangeOf(hovered));
    if (!range && span) {
      return zoomNotice(span, zone, this.page.filters);
    }
    const legend = (): TemplateResult[] =>
      typed(chart.types).map(({ type }) => html`<span>${typeIcon(type)}<bdi>${typeName(type)}</bdi></span>`);
    return html`<div class="chart-readout" aria-hidden="true">
      ${
        range
          ? html`<span class="range">${rangeText(chart, mode, range, zone)}</span>`
          : html`<span class="legend">${mode === "events" ? legend() : raisedText(chart)}</span>`
      }
    </div>`;
  }

  // ---- Zoom -------------------------------------------------------------------------------------------------------

  private zoomTo(range: BucketRange): void {
    this.selection = this.hovered = undefined;
    this.page.filters.changeView({ span: spanOf(this.chart, range) });
  }

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const { selection, selectedRange } = this;
    const buckets = bucketCount(this.chart);
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -buckets, End: buckets }[
      event.key
    ];
    if (step !== undefined && buckets > 0) {
      const to = Math.min(Math.max((selection?.to ?? (step > 0 ? -1 : buckets)) + step, 0), buckets - 1);
      this.selection = { from: event.shiftKey && selection ? selection.from : to, to };
    } else if (event.key === "Enter" && selectedRange) {
      this.zoomTo(selectedRange);
    } else if (event.key === "Escape" && selection) {
      this.selection = undefined;
    } else if (event.key === "Escape" && this.span) {
      this.page.filters.changeView({ span: undefined });
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  private readonly onPointerDown = (event: PointerEvent): void => {
    const bucket = this.bucketAt(event);
    this.selection = undefined;
    if (event.button === 0 && bucket !== undefined) {
      this.canvas.setPointerCapture(event.pointerId);
      this.dragFrom = { bucket, x: event.clientX };
    }
  };

  private readonly onPointerMove = (event: PointerEvent): void => {
    const { dragFrom } = this;
    this.hovered = this.bucketAt(event);
    if (dragFrom && this.hovered !== undefined && Math.abs(event.clientX - dragFrom.x) >= minDragPx) {
      this.selection = { from: dragFrom.bucket, to: this.hovered };
    }
  };

  private readonly onPointerUp = ({ type }: PointerEvent): void => {
    const range = this.dragFrom && this.selectedRange;
    this.dragFrom = undefined;
    if (range && type === "pointerup") {
      this.zoomTo(range);
    }
  };

  /** Beyond the ends, the first or the last bucket; undefined: there are none. */
  private bucketAt({ clientX }: PointerEvent): number | undefined {
    const { left, width } = this.plot.getBoundingClientRect();
    const { sinceMs, untilMs, starts } = this.chart;
    const ms = sinceMs + ((clientX - left) / width) * (untilMs - sinceMs);
    const bucket = starts.findLastIndex((start) => start <= ms);
    return starts.length < 2 ? undefined : Math.min(Math.max(bucket, 0), starts.length - 2);
  }
}

/** The span of the zoom, and what to do with it; also where there is no room for the chart. */
export function zoomNotice(span: TimeSpan, zone: ZoneChoice, filters: PendingFilters): TemplateResult {
  const text = l10n.t("Zoomed to {0}", timeRangeText(span, zone, Date.now()));
  return html`<div class="chart-zoom" role="group" aria-label=${l10n.t("Zoom")}>
    <span title=${text}>${text}</span>
    <button type="button" class="link" @click=${() => filters.setTimeRangeToZoom()}>
      ${l10n.t("Set as time range")}
    </button>
    <button type="button" class="link" @click=${() => filters.changeView({ span: undefined })}>
      ${l10n.t("Show all")}
    </button>
  </div>`;
}

/** An order that is independent of the loaded events, with the combined rare types last. */
function inFixedOrder(types: Chart["types"]): Chart["types"] {
  return types.toSorted(
    (a, b) => Number(a.others ?? false) - Number(b.others ?? false) || compareTypes(a.type, b.type),
  );
}
