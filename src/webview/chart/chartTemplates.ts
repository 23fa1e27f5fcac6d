/** The parts of the chart besides its canvas: the line below it, the table for screen readers, and the zoom bar. */
import { html, type TemplateResult } from "lit";
import type { Chart } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/pageState";
import type { TimeSpan } from "../../shared/viewQueries";
import { eventTypeInfo, typeIcon } from "../ui/eventTypes";
import { counted } from "../../shared/text";
import { displayLine } from "../ui/text";
import { timeRangeText } from "../ui/times";
import { bucketCount, type BucketRange, countIn, spanOf, sumOf } from "./chartBuckets";

/**
 * The line below the chart: what the range contains, or the legend if there is none. The most frequent types come first,
 * because whatever does not fit is cut off. Screen readers have the table instead.
 */
export function chartReadout(chart: Chart, range: BucketRange | undefined, zone: ZoneChoice): TemplateResult {
  if (!range) {
    return html`<div class="chart-readout" aria-hidden="true">
      ${chart.types.map(({ type }) => typeEntry(type, ""))}
    </div>`;
  }
  const types = chart.types
    .map(({ type, counts }) => ({ type, count: sumOf(counts, range) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  return html`<div class="chart-readout" aria-hidden="true">
    <span class="chart-span"
      >${timeRangeText(spanOf(chart, range), zone, Date.now())}:
      ${counted(countIn(chart, range), "event")}</span
    >
    ${types.map(({ type, count }) => typeEntry(type, ` ${count.toLocaleString("en-US")}`))}
  </div>`;
}

function typeEntry(type: string, suffix: string): TemplateResult {
  return html`<span class="chart-type"
    >${typeIcon(type)}<bdi>${displayLine(eventTypeInfo(type).label)}</bdi>${suffix}</span
  >`;
}

/** Maximum number of rows; adjacent buckets share a row if there are more. */
const maxTableRows = 24;

export function chartTable(chart: Chart, zone: ZoneChoice): TemplateResult {
  const text = (span: TimeSpan): string => timeRangeText(span, zone, Date.now());
  const { types, missing } = chart;
  // A table is at least as large as its rows, so a box around it is visually hidden instead.
  return html`<div class="sr-only">
    <table>
      <caption>
        Events over time${missing.length === 0 ? "" : `; not loaded: ${missing.map(text).join("; ")}`}
      </caption>
      <thead>
        <tr>
          <th scope="col">From and to</th>
          ${types.map(({ type }) => html`<th scope="col">${displayLine(eventTypeInfo(type).label)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${tableRanges(chart).map(
          (range) =>
            html`<tr>
              <th scope="row">${text(spanOf(chart, range))}</th>
              ${types.map(({ counts }) => html`<td>${sumOf(counts, range).toLocaleString("en-US")}</td>`)}
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

export interface ZoomActions {
  /** Makes the zoomed span the time range of the query. */
  setTimeRange(): void;
  zoomOut(): void;
}

/** Indicates that the list is zoomed, also while the chart is hidden. */
export function zoomBar(span: TimeSpan, zone: ZoneChoice, actions: ZoomActions): TemplateResult {
  return html`<div class="chart-zoom" role="group" aria-label="Zoom">
    <span>Zoomed to ${timeRangeText(span, zone, Date.now())}</span>
    <button type="button" class="link" @click=${() => actions.setTimeRange()}>Set as time range</button>
    <button type="button" class="link" @click=${() => actions.zoomOut()}>Show all</button>
  </div>`;
}
