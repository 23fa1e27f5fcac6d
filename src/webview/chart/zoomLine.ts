/** Says that only a stretch of time is looked at, and how to go on from there; it stands wherever the chart does not, too. */
import type { ZoneChoice } from "../../shared/pageState";
import type { TimeSpan } from "../../shared/viewQueries";
import { html, type TemplateResult } from "lit";
import type { ChartController } from "./chartController";
import { timeRangeText } from "../ui/times";

export function zoomLine(
  span: TimeSpan,
  zone: ZoneChoice,
  chart: Pick<ChartController, "zoom" | "takeSpan">,
): TemplateResult {
  return html`<div class="chart-zoom" role="group" aria-label="Zoom">
    <span>Zoomed to ${timeRangeText(span, zone, Date.now())}</span>
    <button type="button" class="link" @click=${() => chart.takeSpan()}>Use as From and To</button>
    <button type="button" class="link" @click=${() => chart.zoom(undefined)}>Show all</button>
  </div>`;
}
