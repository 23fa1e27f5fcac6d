import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { compactUsd, exactUsd } from "../../shared/amounts";
import type { CompanyEvents, EventRow } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import { formatNumber } from "../../shared/text";
import { fullInstant, shortDay } from "../../shared/times";
import { eventTypeInfo, typeIcon } from "../ui/eventTypes";
import { displayLine } from "../ui/text";

/** Events that are shown before "Show all" is pressed. */
const collapsedCount = 8;

interface Timeline {
  readonly company: CompanyEvents;
  /** ID of the event whose details are shown. */
  readonly currentId: string;
  /** How many of the events are others than that one. */
  readonly otherCount: number;
  readonly zone: ZoneChoice;
  readonly isExpanded: boolean;
  readonly expand: () => void;
  readonly reveal: (event: EventRow) => void;
}

/** The loaded events of one company: the one whose details are shown, marked, among the others, unless it is not loaded. */
export function companyTimeline(timeline: Timeline): TemplateResult {
  const { company, otherCount, isExpanded } = timeline;
  const { name, events, count, raised } = company;
  const shown = isExpanded ? events : events.slice(0, collapsedCount);
  const expandLabel =
    events.length < count
      ? l10n.t("Show the newest {0}", formatNumber(events.length))
      : l10n.t("Show all {0}", formatNumber(count));
  return html`<h3>
      <bdi
        >${name === undefined ? l10n.t("More from this company") : l10n.t({ message: "More from {0}", args: [displayLine(name)], comment: ["Events of a company"] })}</bdi
      >
    </h3>
    <p class="secondary">
      ${otherCount === 1 ? l10n.t("1 more event loaded") : l10n.t("{0} more events loaded", formatNumber(otherCount))}${
        raised === undefined
          ? nothing
          : html` ·
              <span title=${exactUsd(raised)}
                >${l10n.t({ message: "{0} raised", args: [compactUsd(raised)], comment: ["A sum of money"] })}</span
              >`
      }
    </p>
    <ol class="timeline">
      ${repeat(
        shown,
        ({ id }) => id,
        (row) => html`<li>${entry(row, timeline)}</li>`,
      )}
    </ol>
    ${
      shown.length < events.length
        ? html`<button type="button" class="link" @click=${() => timeline.expand()}>${expandLabel}</button>`
        : nothing
    }`;
}

function entry(row: EventRow, { currentId, zone, reveal }: Timeline): TemplateResult {
  const { publishedMs, type, title, amount } = row;
  const date = publishedMs === undefined ? l10n.t("No date") : fullInstant(publishedMs, zone);
  const isCurrent = row.id === currentId;
  return html`<button
    type="button"
    class="timeline-entry ${isCurrent ? "current" : ""}"
    aria-current=${isCurrent ? "true" : nothing}
    title=${amount === undefined ? date : `${date}\n${exactUsd(amount)}`}
    @click=${() => reveal(row)}
  >
    <span class="date">${publishedMs === undefined ? "–" : shortDay(publishedMs, zone, Date.now())}</span>
    ${typeIcon(type ?? "")}<span class="sr-only">${displayLine(eventTypeInfo(type).label)}</span>
    <bdi class="title ${title ? "" : "absent"}">${title ? displayLine(title) : l10n.t("No title")}</bdi>
    <span class="amount">${amount === undefined ? nothing : compactUsd(amount)}</span>
  </button>`;
}
