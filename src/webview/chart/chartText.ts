/** Texts of the chart, and a table of it for screen readers. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { compactUsd, exactUsd } from "../../shared/amounts";
import type { ZoneChoice } from "../../shared/calendar";
import type { Chart } from "../../shared/feedState";
import { eventCountText, formatNumber } from "../../shared/text";
import { spanText } from "../../shared/times";
import type { TimeSpan } from "../../shared/viewQueries";
import type { FeedModel } from "../feedModel";
import { typeName } from "../ui/eventTypes";
import { type BucketRange, spanOf, sumOf } from "./chartDrawing";

const allBuckets: BucketRange = { from: 0, to: Infinity };

/** `Nov 14, 08:00 – 10:00 · 5 events`, or `… · $42M in 3 rounds` */
export function rangeText(chart: Chart, range: BucketRange, model: FeedModel): string {
  const events = chart.types.reduce((total, { counts }) => total + sumOf(counts, range), 0);
  const span = spanOf(chart, range);
  const content =
    model.layout.chartMode === "events"
      ? eventCountText(events, model.list.query?.source)
      : raisedText(chart, range);
  const gap = chart.missing.find(({ sinceMs, untilMs }) => sinceMs < span.untilMs && untilMs > span.sinceMs);
  const startMs = Math.max(span.sinceMs, model.panel?.window?.sinceMs ?? 0);
  const isWhole = events === 0 && gap && gap.sinceMs <= startMs && gap.untilMs >= span.untilMs;
  const notLoaded = isWhole ? [l10n.t("not loaded")] : [content, l10n.t("partly not loaded")];
  return [spanText(span, model.zone, Date.now()), ...(gap ? notLoaded : [content])].join(" · ");
}

/** The named types in the range, most frequent first. */
export function typesIn(chart: Chart, range = allBuckets) {
  return chart.types
    .map(({ type, counts }) => ({ type, name: typeName(type), count: sumOf(counts, range) }))
    .filter(({ type, count }) => type !== "" && count > 0)
    .sort((a, b) => b.count - a.count);
}

/** `$42M in 3 rounds` */
export function raisedText({ raised }: Chart, range = allBuckets): string {
  const [amount, rounds] = raised ? [sumOf(raised.amounts, range), sumOf(raised.counts, range)] : [0, 0];
  if (rounds === 0) {
    return l10n.t("No funding amounts in these events");
  }
  return rounds === 1
    ? l10n.t("{0} in 1 round", compactUsd(amount))
    : l10n.t({
        message: "{0} in {1} rounds",
        args: [compactUsd(amount), formatNumber(rounds)],
        comment: ["Sum of money, then the number of funding rounds"],
      });
}

/** Visually hidden; leaves out buckets without events. */
export function chartTable(chart: Chart, caption: string, zone: ZoneChoice): TemplateResult {
  const { types, missing, raised } = chart;
  const text = (span: TimeSpan): string => spanText(span, zone, Date.now());
  const unloaded = missing.map(text).join("; ");
  // A table can't be smaller than its rows, so a box around it is hidden instead.
  return html`<div class="sr-only">
    <table>
      <caption>
        ${unloaded ? l10n.t("{0}; not loaded: {1}", caption, unloaded) : caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${l10n.t("From and to")}</th>
          ${types.map(({ type }) => html`<th scope="col">${typeName(type)}</th>`)}
          ${raised ? html`<th scope="col">${l10n.t("Funding amounts")}</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${chart.starts.slice(0, -1).map((_, bucket) =>
          types.some(({ counts }) => counts[bucket])
            ? html`<tr>
                <th scope="row">${text(spanOf(chart, { from: bucket, to: bucket }))}</th>
                ${types.map(({ counts }) => html`<td>${formatNumber(counts[bucket] ?? 0)}</td>`)}
                ${raised ? html`<td>${exactUsd(raised.amounts[bucket] ?? 0)}</td>` : nothing}
              </tr>`
            : nothing,
        )}
      </tbody>
    </table>
  </div>`;
}
