import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type uPlot from "uplot";
import { compactUsd, exactUsd } from "../../shared/amounts";
import type { ZoneChoice } from "../../shared/calendar";
import type { Chart } from "../../shared/feedState";
import { eventCount, formatNumber } from "../../shared/text";
import { timeRangeText } from "../../shared/times";
import type { TimeSpan } from "../../shared/viewQueries";
import { compareTypes, eventTypeInfo, typeIcon } from "../ui/eventTypes";
import { SizeObserver, ThemeObserver } from "../ui/observers";
import { displayLine } from "../ui/text";
import {
  bucketCount,
  type BucketRange,
  type ChartMode,
  countIn,
  spanOf,
  sumOf,
  wholeRange,
} from "./chartBuckets";
import { drawChart, heightPx, highlight, loadPlotLibrary, type PlotLibrary } from "./chartDrawing";

/** Rows of the table; adjacent buckets share a row if there are more. */
const maxTableRows = 24;

const noChart: Chart = { sinceMs: 0, untilMs: 1, starts: [], types: [], missing: [] };

/**
 * The events of the window over time, stacked by type, or the money raised. Dragging selects a span and zooms to it. By keyboard:
 * arrow keys select a bucket, with Shift they extend the selection, Enter zooms to it, Escape clears the selection or else the
 * zoom.
 *
 * Fires `mode-change` (detail: ChartMode), `zoom` (detail: the span, or undefined for all) and `time-range-set`, to make the zoomed
 * span that of the query.
 */
@customElement("events-chart")
export class EventsChart extends LitElement {
  /** Undefined: nothing is known yet. */
  @property({ attribute: false }) chart: Chart | undefined;
  @property({ attribute: false }) mode: ChartMode = "events";
  @property({ attribute: false }) zone: ZoneChoice = "local";
  /** It is the chart of the previous query: it is dimmed, as the rows are, until that of the current one is received. */
  @property({ type: Boolean }) showsPreviousQuery = false;
  /** The current zoom. */
  @property({ attribute: false }) span: TimeSpan | undefined;

  /** What is on the canvas. It stays the same during a drag. */
  @state() private drawn = noChart;
  @state() private library: PlotLibrary | undefined;
  @state() private selection: BucketRange | undefined;
  @state() private hovered: BucketRange | undefined;
  @query(".chart-canvas", true) private canvas!: HTMLElement;
  private isDragging = false;
  private plot: uPlot | undefined;
  private readonly sizeObserver = new SizeObserver(this, () => {
    this.plot?.setSize({ width: Math.max(1, this.canvas.clientWidth), height: heightPx });
    this.highlight();
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
    this.plot?.destroy();
    this.plot = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("chart") && !this.isDragging) {
      this.showLatest();
    }
    if (changed.has("chart") && !changed.get("chart") && this.chart) {
      void loadPlotLibrary().then((library) => (this.library = library));
    }
  }

  private showLatest(): void {
    const { chart = noChart, drawn } = this;
    if (chart.sinceMs !== drawn.sinceMs || bucketCount(chart) < bucketCount(drawn)) {
      this.selection = this.hovered = undefined;
    }
    this.drawn = { ...chart, types: inFixedOrder(chart.types) };
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (["drawn", "zone", "mode", "library"].some((name) => changed.has(name))) {
      this.draw();
    } else if (changed.has("selection")) {
      this.highlight();
    }
  }

  private draw(): void {
    const { library, drawn: chart, mode, zone } = this;
    this.plot?.destroy();
    this.plot = undefined;
    if (library && this.chart) {
      this.plot = drawChart(library, this.canvas, {
        chart,
        mode,
        zone,
        onHover: (range) => (this.hovered = range),
        onSelect: (range) => this.zoomTo(range),
      });
    }
    this.highlight();
  }

  private highlight(): void {
    if (this.plot && !this.isDragging) {
      highlight(this.plot, this.drawn, this.selection);
    }
  }

  protected override render(): TemplateResult {
    const { drawn: chart, mode, zone, selection } = this;
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
        aria-valuenow=${(selection?.to ?? 0) + 1}
        aria-valuetext=${selection ? rangeText(chart, mode, selection, zone) : l10n.t("Nothing selected")}
        @keydown=${this.onKeyDown}
        @pointerdown=${this.onPointerDown}
      ></div>
      <div class="chart-line">
        ${chart.raised || mode === "amount" ? this.renderModes() : nothing}${this.renderReadout()}
      </div>
      ${chartTable(chart, zone)}
    </section>`;
  }

  private renderModes(): TemplateResult {
    const button = (own: ChartMode, label: string, title: string): TemplateResult =>
      html`<button
        type="button"
        class="link"
        title=${title}
        aria-pressed=${own === this.mode}
        @click=${() => this.fire("mode-change", own)}
      >
        ${label}
      </button>`;
    return html`<div class="chart-modes" role="group" aria-label=${l10n.t("Columns of the chart")}>
      ${button("events", l10n.t("Events"), l10n.t("Show the number of events"))}
      ${button("amount", l10n.t("Amount"), l10n.t("Show the sum of funding amounts"))}
    </div>`;
  }

  /** What a range contains, else the zoom, else all of it. Screen readers have the table instead of the first and the last. */
  private renderReadout(): TemplateResult {
    const { drawn: chart, mode, zone, span, selection, hovered } = this;
    const range = selection ?? hovered;
    if (!range && span) {
      return zoomNotice(span, zone, {
        setTimeRange: () => this.fire("time-range-set"),
        zoomOut: () => this.fire("zoom"),
      });
    }
    const content = range
      ? html`<span class="range">${rangeText(chart, mode, range, zone)}</span>`
      : html`<span class="legend"
          >${
            mode === "events"
              ? chart.types.map(
                  ({ type }) => html`<span>${typeIcon(type)}<bdi>${typeLabel(type)}</bdi></span>`,
                )
              : raisedText(chart, wholeRange(chart))
          }</span
        >`;
    return html`<div class="chart-readout" aria-hidden="true">${content}</div>`;
  }

  private fire(type: "mode-change" | "zoom" | "time-range-set", detail?: ChartMode | TimeSpan): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  private zoomTo(range: BucketRange): void {
    this.selection = this.hovered = undefined;
    this.fire("zoom", spanOf(this.drawn, range));
  }

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const { selection } = this;
    const buckets = bucketCount(this.drawn);
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
      this.fire("zoom");
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  private readonly onPointerDown = (): void => {
    this.isDragging = true;
    this.selection = undefined;
    // After uPlot, which listens on the document, has reported what was selected.
    const onUp = (): void => {
      setTimeout(() => {
        this.isDragging = false;
        this.showLatest();
      });
    };
    window.addEventListener("pointerup", onUp, { once: true });
  };
}

/** The span of the zoom, and what to do with it; also where there is no room for the chart. */
export function zoomNotice(
  span: TimeSpan,
  zone: ZoneChoice,
  actions: { setTimeRange(): void; zoomOut(): void },
): TemplateResult {
  return html`<div class="chart-zoom" role="group" aria-label=${l10n.t("Zoom")}>
    <span>${l10n.t("Zoomed to {0}", timeRangeText(span, zone, Date.now()))}</span>
    <button type="button" class="link" @click=${() => actions.setTimeRange()}>
      ${l10n.t("Set as time range")}
    </button>
    <button type="button" class="link" @click=${() => actions.zoomOut()}>${l10n.t("Show all")}</button>
  </div>`;
}

/** `14 Nov 08:00 – 10:00   2 h: 5 events · Funding 4 · IPO 1`, or `…: $42M in 3 rounds` */
function rangeText(chart: Chart, mode: ChartMode, range: BucketRange, zone: ZoneChoice): string {
  const types = chart.types
    .map(({ type, counts }) => ({ type, count: sumOf(counts, range) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ type, count }) => `${typeLabel(type)} ${formatNumber(count)}`);
  const content =
    mode === "events" ? [eventCount(countIn(chart, range)), ...types].join(" · ") : raisedText(chart, range);
  return l10n.t({
    message: "{0}: {1}",
    args: [timeRangeText(spanOf(chart, range), zone, Date.now()), content],
    comment: ["A time range, then what it contains"],
  });
}

/** `$42M in 3 rounds` */
function raisedText({ raised }: Chart, range: BucketRange): string {
  if (!raised) {
    return l10n.t("No funding amounts in these events");
  }
  const [amount, rounds] = [sumOf(raised.amounts, range), sumOf(raised.counts, range)];
  return rounds === 1
    ? l10n.t("{0} in 1 round", compactUsd(amount))
    : l10n.t({
        message: "{0} in {1} rounds",
        args: [compactUsd(amount), formatNumber(rounds)],
        comment: ["Sum of money, then the number of funding rounds"],
      });
}

function chartTable(chart: Chart, zone: ZoneChoice): TemplateResult {
  const text = (span: TimeSpan): string => timeRangeText(span, zone, Date.now());
  const { types, missing, raised } = chart;
  const unloaded = missing.map(text).join("; ");
  const buckets = bucketCount(chart);
  const size = Math.max(1, Math.ceil(buckets / maxTableRows));
  const ranges = Array.from({ length: Math.ceil(buckets / size) }, (_, row) => ({
    from: row * size,
    to: Math.min((row + 1) * size, buckets) - 1,
  }));
  // A table is at least as large as its rows, so a box around it is visually hidden instead.
  return html`<div class="sr-only">
    <table>
      <caption>
        ${unloaded ? l10n.t("Events over time; not loaded: {0}", unloaded) : l10n.t("Events over time")}
      </caption>
      <thead>
        <tr>
          <th scope="col">${l10n.t("From and to")}</th>
          ${types.map(({ type }) => html`<th scope="col">${typeLabel(type)}</th>`)}
          ${raised ? html`<th scope="col">${l10n.t("Funding amounts")}</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${ranges.map(
          (range) =>
            html`<tr>
              <th scope="row">${text(spanOf(chart, range))}</th>
              ${types.map(({ counts }) => html`<td>${formatNumber(sumOf(counts, range))}</td>`)}
              ${raised ? html`<td>${exactUsd(sumOf(raised.amounts, range))}</td>` : nothing}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function typeLabel(type: string): string {
  return displayLine(eventTypeInfo(type).label);
}

/** An order that is independent of the loaded events, with the combined rare types last. */
function inFixedOrder(types: Chart["types"]): Chart["types"] {
  return types.toSorted(
    (a, b) => Number(a.others ?? false) - Number(b.others ?? false) || compareTypes(a.type, b.type),
  );
}
