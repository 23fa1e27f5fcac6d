import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Chart } from "../../shared/feedState";
import { formatNumber } from "../../shared/text";
import { spanText } from "../../shared/times";
import type { TimeSpan } from "../../shared/viewQueries";
import type { FeedModel } from "../feedModel";
import { linkButton } from "../ui/buttons";
import { observeSize, PageElement } from "../ui/element";
import { typeIcon } from "../ui/eventTypes";
import { bucketCount, type BucketRange, type ChartMode, drawing, spanOf } from "./chartDrawing";
import { chartTable, raisedText, rangeText, typesIn } from "./chartText";

/** Minimum time between two updates while rows keep changing. */
const throttleMs = 500;

/**
 * The window's events over time, stacked by type, or the money raised. A click zooms to a bucket, dragging to
 * several. Arrow keys select, with Shift several; Enter zooms to them; Escape clears selection or zoom.
 */
@customElement("events-chart")
export class EventsChart extends PageElement {
  @property({ attribute: false }) model!: FeedModel;
  /** The current zoom. */
  @property({ attribute: false }) span: TimeSpan | undefined;
  /** With another number, the chart is loaded again. */
  @property({ attribute: false }) rowChanges = 0;
  @property({ attribute: false }) mode: ChartMode = "events";

  @state() private chart: Chart = { sinceMs: 0, untilMs: 1, starts: [], types: [], missing: [] };
  /** `from`: where the selection began; `to`: where arrow keys or pointer are now. */
  @state({
    hasChanged: (now?: BucketRange, before?: BucketRange) =>
      now?.from !== before?.from || now?.to !== before?.to,
  })
  private selection: BucketRange | undefined;
  @query(".chart-canvas", true) private canvas!: HTMLElement;
  @query("svg", true) private plot!: SVGElement;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private requestedAt = 0;

  override focus(): void {
    this.canvas.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  // ---- Data -------------------------------------------------------------------------------------------------------

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("rowChanges")) {
      this.timer ??= setTimeout(() => void this.load(), this.requestedAt + throttleMs - Date.now());
    }
  }

  private async load(): Promise<void> {
    this.timer = undefined;
    this.requestedAt = Date.now();
    const chart = await this.model.loadChart();
    if (!chart || !this.isConnected) {
      return;
    }
    if (chart.sinceMs !== this.chart.sinceMs || bucketCount(chart) < bucketCount(this.chart)) {
      this.selection = undefined;
    }
    this.chart = chart;
  }

  // ---- Display ----------------------------------------------------------------------------------------------------

  protected override firstUpdated(): void {
    observeSize([this], () => this.requestUpdate());
  }

  /** Leaves out the names of types if they don't fit. */
  protected override updated(): void {
    const readout = this.querySelector(".chart-readout");
    readout?.classList.remove("without-names");
    readout?.classList.toggle("without-names", readout.scrollHeight > readout.clientHeight);
  }

  protected override render(): TemplateResult {
    const { chart, mode, selection, model } = this;
    const label = l10n.t("Events over time");
    const types = mode === "events" ? typesIn(chart, selection) : [];
    const selected = selection && rangeText(chart, selection, model);
    const counts = types.map(({ name, count }) => `${name} ${formatNumber(count)}`);
    return html`<section class="events-chart" aria-label=${label}>
      <div
        class="chart-canvas"
        tabindex="0"
        role="slider"
        aria-label=${l10n.t("Time span; press Enter to zoom")}
        aria-describedby="chart-keys"
        aria-valuemin="1"
        aria-valuemax=${Math.max(1, bucketCount(chart))}
        aria-valuenow=${(selection?.to ?? 0) + 1}
        aria-valuetext=${selected ? [selected, ...counts].join(" · ") : l10n.t("Nothing selected")}
        @keydown=${this.onKeyDown}
        @blur=${() => (this.selection = undefined)}
        @pointerdown=${this.onPointerDown}
        @pointermove=${this.onPointerMove}
        @pointerup=${this.onPointerUp}
        @pointerleave=${() => (this.selection = undefined)}
      >
        <svg aria-hidden="true">${drawing(chart, mode, model.zone, selection)}</svg>
      </div>
      <div class="chart-line">
        ${chart.raised || mode === "amount" ? this.renderModes() : nothing}${this.renderReadout(selected, types)}
        <span id="chart-keys" class="chart-keys" ?hidden=${chart.types.length === 0}
          >${l10n.t("Drag to zoom, or use arrow keys, Shift and Enter")}</span
        >
      </div>
      ${chartTable(chart, label, model.zone)}
    </section>`;
  }

  private renderModes(): TemplateResult {
    return html`<div class="chart-modes" role="group" aria-label=${l10n.t("Columns of the chart")}>
      ${(["events", "amount"] as const).map(
        (mode) =>
          html`<button
            type="button"
            aria-pressed=${mode === this.mode}
            @click=${() => this.model.layout.set({ chartMode: mode })}
          >
            ${mode === "events" ? l10n.t("Events") : l10n.t("Amount")}
          </button>`,
      )}
    </div>`;
  }

  /** The selected range, the zoom, or the legend. */
  private renderReadout(selected: string | undefined, types: ReturnType<typeof typesIn>) {
    const { chart, mode, span, model } = this;
    if (span && selected === undefined) {
      return zoomNotice(span, model);
    }
    const text = selected ?? (mode === "amount" ? raisedText(chart) : "");
    return text === "" && types.length === 0
      ? nothing
      : html`<div class="chart-readout ${selected === undefined ? "legend" : ""}" aria-hidden="true">
          ${text}
          ${types.map(
            ({ type, name, count }) =>
              html`<span title=${name}
                >${typeIcon(type)}<bdi>${name} </bdi>${selected && formatNumber(count)}</span
              >`,
          )}
        </div>`;
  }

  // ---- Zoom -------------------------------------------------------------------------------------------------------

  private zoomTo(range: BucketRange): void {
    this.selection = undefined;
    this.model.filters.changeView({ span: spanOf(this.chart, range) });
  }

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const { selection } = this;
    const buckets = bucketCount(this.chart);
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -buckets, End: buckets }[
      event.key
    ];
    if (step !== undefined && buckets > 0) {
      const to = Math.min(Math.max((selection?.to ?? (step > 0 ? -1 : buckets)) + step, 0), buckets - 1);
      this.selection = { from: event.shiftKey && selection ? selection.from : to, to };
    } else if (event.key === "Enter" && selection) {
      this.zoomTo(selection);
    } else if (event.key === "Escape" && selection) {
      this.selection = undefined;
    } else if (event.key === "Escape" && this.span) {
      this.model.filters.changeView({ span: undefined });
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  private readonly onPointerDown = (event: PointerEvent): void => {
    this.selection = undefined;
    if (event.button === 0) {
      this.canvas.setPointerCapture(event.pointerId);
      this.onPointerMove(event);
    }
  };

  private readonly onPointerMove = (event: PointerEvent): void => {
    const to = this.bucketAt(event);
    const from = this.canvas.hasPointerCapture(event.pointerId) ? this.selection?.from : undefined;
    this.selection = to === undefined ? undefined : { from: from ?? to, to };
  };

  private readonly onPointerUp = (event: PointerEvent): void => {
    if (this.canvas.hasPointerCapture(event.pointerId) && this.selection) {
      this.zoomTo(this.selection);
    }
  };

  /** Limited to the first and last bucket; undefined: there are none. */
  private bucketAt({ clientX }: PointerEvent): number | undefined {
    const { left, width } = this.plot.getBoundingClientRect();
    const { sinceMs, untilMs, starts } = this.chart;
    const ms = sinceMs + ((clientX - left) / width) * (untilMs - sinceMs);
    const bucket = starts.findLastIndex((start) => start <= ms);
    return starts.length < 2 ? undefined : Math.min(Math.max(bucket, 0), starts.length - 2);
  }
}

/** Also shown without the chart, if there is no room for it. */
export function zoomNotice(span: TimeSpan, { zone, filters, layout }: FeedModel): TemplateResult {
  const range = spanText(span, zone, Date.now());
  const text = l10n.t("Zoomed to {0}", range);
  return html`<div class="chart-zoom" role="group" aria-label=${l10n.t("Zoom")}>
    <span title=${text}>${layout.isNarrow && layout.fitsChart ? range : text}</span>
    ${linkButton(l10n.t("Set as time range"), () => filters.setTimeRangeToZoom())}
    ${linkButton(l10n.t("Show all"), () => filters.changeView({ span: undefined }))}
  </div>`;
}
