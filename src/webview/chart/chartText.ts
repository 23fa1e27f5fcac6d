/** The chart in words: what a span contains, and a table for screen readers. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { compactUsd, exactUsd } from "../../shared/amounts";
import type { ZoneChoice } from "../../shared/calendar";
import type { Chart } from "../../shared/feedState";
import { eventCount, formatNumber } from "../../shared/text";
import { timeRangeText } from "../../shared/times";
import type { TimeSpan } from "../../shared/viewQueries";
import { eventTypeInfo } from "../ui/eventTypes";
import { displayLine } from "../ui/text";
import { bucketCount, type BucketRange, type ChartMode, rangeOf, spanOf, sumOf } from "./chartBuckets";

export function typeName(type: string): string {
  return displayLine(eventTypeInfo(type).label);
}

/** None if no event has a type, such as publications. */
export function typed<T extends { readonly type: string }>(types: readonly T[]): readonly T[] {
  return types.some(({ type }) => type !== "") ? types : [];
}

/** `14 Nov 08:00 – 10:00   2 h: 5 events · Funding 4 · IPO 1`, or `…: $42M in 3 rounds` */
export function rangeText(chart: Chart, mode: ChartMode, range: BucketRange, zone: ZoneChoice): string {
  const types = chart.types
    .map(({ type, counts }) => ({ type, count: sumOf(counts, range) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const events = types.reduce((total, { count }) => total + count, 0);
  const counts = typed(types).map(({ type, count }) => `${typeName(type)} ${formatNumber(count)}`);
  const content = mode === "events" ? [eventCount(events), ...counts].join(" · ") : raisedText(chart, range);
  return l10n.t({
    message: "{0}: {1}",
    args: [timeRangeText(spanOf(chart, range), zone, Date.now()), content],
    comment: ["A time range, then what it contains"],
  });
}

/** `$42M in 3 rounds` */
export function raisedText({ raised }: Chart, range: BucketRange = { start: 0, end: Infinity }): string {
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

/** Visually hidden; leaves out buckets without events. */
export function chartTable(chart: Chart, zone: ZoneChoice): TemplateResult {
  const { types, missing, raised } = chart;
  const text = (span: TimeSpan): string => timeRangeText(span, zone, Date.now());
  const unloaded = missing.map(text).join("; ");
  const ranges = Array.from({ length: bucketCount(chart) }, (_, bucket) => rangeOf(bucket)).filter((range) =>
    types.some(({ counts }) => sumOf(counts, range) > 0),
  );
  // A table is at least as large as its rows, so a box around it is hidden instead.
  return html`<div class="sr-only">
    <table>
      <caption>
        ${unloaded ? l10n.t("Events over time; not loaded: {0}", unloaded) : l10n.t("Events over time")}
      </caption>
      <thead>
        <tr>
          <th scope="col">${l10n.t("From and to")}</th>
          ${types.map(({ type }) => html`<th scope="col">${typeName(type)}</th>`)}
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
