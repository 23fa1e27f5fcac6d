/** What the chart shows, for who cannot see it. */
import { html, type TemplateResult } from "lit";
import type { Chart } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/pageState";
import { partCount, spanOf, sum } from "./chartParts";
import { eventTypeInfo } from "../ui/eventTypes";
import { displayLine } from "../ui/text";
import { timeRangeText } from "../ui/times";

/** More rows than that are no help; parts of the chart are taken together. */
const maxRows = 24;

export function chartTable(chart: Chart, zone: ZoneChoice): TemplateResult {
  const types = chart.types.map(({ type, counts }) => ({
    label: displayLine(eventTypeInfo(type).label),
    counts,
  }));
  // A table takes the room that its rows need: what it is in does not.
  return html`<div class="sr-only">
    <table>
      <caption>
        Events over
        time${chart.missing.length === 0 ? "" : `; not loaded: ${chart.missing.map((span) => timeRangeText(span, zone, Date.now())).join("; ")}`}
      </caption>
      <thead>
        <tr>
          <th scope="col">From and to</th>
          ${types.map(({ label }) => html`<th scope="col">${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rowsOf(chart).map(
          ({ span, from, to }) =>
            html`<tr>
              <th scope="row">${timeRangeText(span, zone, Date.now())}</th>
              ${types.map(({ counts }) => html`<td>${sum(counts.slice(from, to)).toLocaleString()}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function rowsOf(chart: Chart) {
  const parts = partCount(chart);
  const size = Math.max(1, Math.ceil(parts / maxRows));
  return Array.from({ length: Math.ceil(parts / size) }, (_, row) => {
    const [from, to] = [row * size, Math.min((row + 1) * size, parts)];
    return { span: spanOf(chart, from, to), from, to };
  });
}
