import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { compactUsd, exactUsd } from "../../shared/amounts";
import type { CompanyEvents, EventRow } from "../../shared/feedState";
import { formatNumber } from "../../shared/text";
import { fullInstant, shortDay } from "../../shared/times";
import type { FeedModel } from "../feedModel";
import { typeIcon, typeName } from "../ui/eventTypes";
import { displayLine } from "../ui/text";

export function companyTimeline(
  { name, events, count, raised }: CompanyEvents,
  currentId: string,
  model: FeedModel,
): TemplateResult {
  const item = (row: EventRow): TemplateResult => html`<li>${entry(row, row.id === currentId, model)}</li>`;
  return html`<h3>
      <bdi
        >${name === undefined ? l10n.t("More from this company") : l10n.t({ message: "More from {0}", args: [displayLine(name)], comment: ["Events of a company"] })}</bdi
      >
    </h3>
    <p class="secondary">
      ${l10n.t({ message: "{0} loaded", args: [formatNumber(count)], comment: ["A number of events"] })}${
        raised === undefined
          ? nothing
          : html` ·
              <span title=${exactUsd(raised)}
                >${l10n.t({ message: "{0} raised", args: [compactUsd(raised)], comment: ["A sum of money"] })}</span
              >`
      }
    </p>
    <ol class="timeline">
      ${repeat(events, ({ id }) => id, item)}
    </ol>`;
}

function entry(row: EventRow, isCurrent: boolean, { zone, details }: FeedModel): TemplateResult {
  const { publishedMs, type, title, amount } = row;
  const date = publishedMs === undefined ? l10n.t("No date") : fullInstant(publishedMs, zone);
  const lines = [displayLine(title ?? ""), date, amount === undefined ? "" : exactUsd(amount)];
  return html`<button
    type="button"
    class="timeline-entry ${isCurrent ? "current" : ""}"
    aria-current=${isCurrent ? "true" : nothing}
    title=${lines.filter(Boolean).join("\n")}
    @click=${() => details.reveal(row)}
  >
    <span class="date">${publishedMs === undefined ? "–" : shortDay(publishedMs, zone, Date.now())}</span>
    ${typeIcon(type ?? "")}<span class="sr-only">${typeName(type)}</span>
    <bdi class="title ${title ? "" : "absent"}">${title ? displayLine(title) : l10n.t("No title")}</bdi>
    <span class="amount">${amount === undefined ? nothing : compactUsd(amount)}</span>
  </button>`;
}
