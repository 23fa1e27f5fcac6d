/** The line below the chart: what the stretch that is pointed at or chosen holds; at rest, which types are drawn. */
import type { Chart } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/pageState";
import type { TimeSpan } from "../../shared/viewQueries";
import { html, type TemplateResult } from "lit";
import { countIn, countOf, type Parts } from "./chartParts";
import { eventTypeInfo, typeIcon } from "../ui/eventTypes";
import { counted } from "../../shared/text";
import { displayLine } from "../ui/text";
import { timeRangeText } from "../ui/times";

/** What does not fit is left out whole, so the most frequent types come first. Screen readers have the table instead. */
export function chartReadout(chart: Chart, parts: Parts, span: TimeSpan, zone: ZoneChoice): TemplateResult {
  const types = chart.types
    .map(({ type, counts }) => ({ type, count: countOf(counts, parts) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  return html`<div class="chart-readout" aria-hidden="true">
    <span class="chart-stretch"
      >${timeRangeText(span, zone, Date.now())}: ${counted(countIn(chart, parts), "event")}</span
    >
    ${types.map(({ type, count }) => typeEntry(type, count))}
  </div>`;
}

export function chartLegend({ types }: Chart): TemplateResult {
  return html`<div class="chart-readout" aria-hidden="true">
    ${types.map(({ type }) => typeEntry(type))}
  </div>`;
}

function typeEntry(type: string, count?: number): TemplateResult {
  return html`<span class="chart-type"
    >${typeIcon(type)}<bdi>${displayLine(eventTypeInfo(type).label)}</bdi>${
      count === undefined ? "" : ` ${count.toLocaleString()}`
    }</span
  >`;
}
