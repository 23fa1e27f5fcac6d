/** The parts of the chart besides its canvas: the line below it, the table for screen readers, and the zoom bar. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { compactUsd, exactUsd } from "../../shared/amounts";
import type { Chart } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import { eventCount, formatNumber } from "../../shared/text";
import type { TimeSpan } from "../../shared/viewQueries";
import { eventTypeInfo, typeIcon } from "../ui/eventTypes";
import { displayLine } from "../ui/text";
import { durationText, timeRangeText } from "../../shared/times";
import {
  bucketCount,
  type BucketRange,
  type ChartMode,
  countIn,
  raisedIn,
  spanOf,
  sumOf,
  wholeRange,
} from "./chartBuckets";

/** As high as the chart, until there is one: the list does not move then. */
export const chartPlaceholder = html`<div class="events-chart" aria-hidden="true">
  <div class="chart-space"></div>
  <div class="chart-line"></div>
</div>`;

/**
 * What a range contains, or the legend if there is none. Whatever does not fit on the line is cut off. Screen readers have the
 * table instead.
 */
export function chartReadout(
  chart: Chart,
  mode: ChartMode,
  range: BucketRange | undefined,
  zone: ZoneChoice,
): TemplateResult {
  return html`<div class="chart-readout" aria-hidden="true">
    ${
      range
        ? html`<span class="chart-span">${rangeText(chart, mode, range, zone)}</span> ${
              mode === "events" ? countsOf(chart, range) : nothing
            }`
        : mode === "events"
          ? chart.types.map(({ type }) => typeEntry(type, ""))
          : raisedEntry(chart)
    }
  </div>`;
}

/** `14 Nov 08:00 – 10:00   2 h: 5 events`, or `…: $42M in 3 rounds` */
export function rangeText(chart: Chart, mode: ChartMode, range: BucketRange, zone: ZoneChoice): string {
  const span = timeRangeText(spanOf(chart, range), zone, Date.now());
  const content = mode === "events" ? eventCount(countIn(chart, range)) : raisedText(chart, range);
  return l10n.t({
    message: "{0}: {1}",
    args: [span, content],
    comment: ["A time range, then what it contains"],
  });
}

function countsOf(chart: Chart, range: BucketRange): TemplateResult[] {
  return chart.types
    .map(({ type, counts }) => ({ type, count: sumOf(counts, range) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ type, count }) => typeEntry(type, ` ${formatNumber(count)}`));
}

function typeEntry(type: string, suffix: string): TemplateResult {
  return html`<span class="chart-type"
    >${typeIcon(type)}<bdi>${displayLine(eventTypeInfo(type).label)}</bdi>${suffix}</span
  >`;
}

function raisedEntry(chart: Chart): TemplateResult {
  return chart.raised
    ? html`<span class="chart-type"
        >${typeIcon("funding")}${l10n.t("Funding: {0}", raisedText(chart, wholeRange(chart)))}</span
      >`
    : html`<span>${l10n.t("No funding amounts in these events")}</span>`;
}

/** `$42M in 3 rounds` */
function raisedText(chart: Chart, range: BucketRange): string {
  const { amount, rounds } = raisedIn(chart, range);
  return rounds === 1
    ? l10n.t("{0} in 1 round", compactUsd(amount))
    : l10n.t({
        message: "{0} in {1} rounds",
        args: [compactUsd(amount), formatNumber(rounds)],
        comment: ["Sum of money, then the number of funding rounds"],
      });
}

// ---- What is not loaded -----------------------------------------------------------------------------------------

/** @param load undefined if it cannot be loaded now */
export function unloadedNotice(
  side: "earlier" | "later",
  { sinceMs, untilMs }: TimeSpan,
  load: (() => void) | undefined,
): TemplateResult {
  const duration = durationText(untilMs - sinceMs);
  const [text, label] =
    side === "earlier"
      ? [l10n.t("{0} earlier not loaded", duration), l10n.t("Load earlier events")]
      : [l10n.t("{0} later not loaded", duration), l10n.t("Load later events")];
  return html`<span class="chart-unloaded"
    >${text}${
      load
        ? html`<span aria-hidden="true"> · </span
            ><button type="button" class="link" aria-label=${label} title=${label} @click=${load}>
              ${l10n.t({ message: "Load", args: [], comment: ["Verb, a button"] })}
            </button>`
        : nothing
    }</span
  >`;
}

// ---- Events or amounts ------------------------------------------------------------------------------------------

export function modeButtons(mode: ChartMode, select: (mode: ChartMode) => void): TemplateResult {
  const button = (own: ChartMode, label: string, title: string): TemplateResult =>
    html`<button type="button" title=${title} aria-pressed=${own === mode} @click=${() => select(own)}>
      ${label}
    </button>`;
  return html`<div class="chart-modes" role="group" aria-label=${l10n.t("Columns of the chart")}>
    ${button("events", l10n.t("Events"), l10n.t("Show the number of events"))}
    ${button("amount", l10n.t("Amount"), l10n.t("Show the sum of funding amounts"))}
  </div>`;
}

// ---- Table ------------------------------------------------------------------------------------------------------

/** Maximum number of rows; adjacent buckets share a row if there are more. */
const maxTableRows = 24;

export function chartTable(chart: Chart, zone: ZoneChoice): TemplateResult {
  const text = (span: TimeSpan): string => timeRangeText(span, zone, Date.now());
  const { types, missing, raised, earlier, later } = chart;
  const unloaded = [...(earlier ? [earlier] : []), ...missing, ...(later ? [later] : [])]
    .map(text)
    .join("; ");
  // A table is at least as large as its rows, so a box around it is visually hidden instead.
  return html`<div class="sr-only">
    <table>
      <caption>
        ${unloaded ? l10n.t("Events over time; not loaded: {0}", unloaded) : l10n.t("Events over time")}
      </caption>
      <thead>
        <tr>
          <th scope="col">${l10n.t("From and to")}</th>
          ${types.map(({ type }) => html`<th scope="col">${displayLine(eventTypeInfo(type).label)}</th>`)}
          ${raised ? html`<th scope="col">${l10n.t("Funding amounts")}</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${tableRanges(chart).map(
          (range) =>
            html`<tr>
              <th scope="row">${text(spanOf(chart, range))}</th>
              ${types.map(({ counts }) => html`<td>${formatNumber(sumOf(counts, range))}</td>`)}
              ${raised ? html`<td>${exactUsd(raisedIn(chart, range).amount)}</td>` : nothing}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function tableRanges(chart: Chart): BucketRange[] {
  const buckets = bucketCount(chart);
  const size = Math.max(1, Math.ceil(buckets / maxTableRows));
  return Array.from({ length: Math.ceil(buckets / size) }, (_, row) => ({
    from: row * size,
    to: Math.min((row + 1) * size, buckets) - 1,
  }));
}

// ---- Zoom -------------------------------------------------------------------------------------------------------

export interface ZoomActions {
  /** Makes the zoomed span the time range of the query. */
  setTimeRange(): void;
  zoomOut(): void;
}

/** Indicates that the list is zoomed, also while the chart is hidden. */
export function zoomBar(span: TimeSpan, zone: ZoneChoice, actions: ZoomActions): TemplateResult {
  return html`<div class="chart-zoom" role="group" aria-label=${l10n.t("Zoom")}>
    <span>${l10n.t("Zoomed to {0}", timeRangeText(span, zone, Date.now()))}</span>
    <button type="button" class="link" @click=${() => actions.setTimeRange()}>
      ${l10n.t("Set as time range")}
    </button>
    <button type="button" class="link" @click=${() => actions.zoomOut()}>${l10n.t("Show all")}</button>
  </div>`;
}
