import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { compactUsd, exactUsd } from "../../shared/amounts";
import type { CompanyEvents, EventRow } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import { formatNumber } from "../../shared/text";
import { eventTypeInfo, typeIcon } from "../ui/eventTypes";
import { displayLine } from "../ui/text";
import { fullInstant, shortDay } from "../../shared/times";

/** Events that are shown before "Show all" is pressed. */
const collapsedCount = 8;

/**
 * The loaded events of one company: the one whose details are shown, marked, among the others, unless it is not loaded.
 *
 * Fires `event-reveal` (detail: EventRow) when an event is clicked.
 */
@customElement("company-timeline")
export class CompanyTimeline extends LitElement {
  @property({ attribute: false }) company!: CompanyEvents;
  /** ID of the event whose details are shown. */
  @property() currentId = "";
  /** How many of the events are others than that one. */
  @property({ type: Number }) otherCount = 0;
  @property({ attribute: false }) zone: ZoneChoice = "local";

  /** The company whose events are all shown. */
  @state() private expandedCompany: string | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { name, entityId = name, events, count, raised } = this.company;
    const shown = this.expandedCompany === entityId ? events : events.slice(0, collapsedCount);
    return html`<h3><bdi>${heading(name)}</bdi></h3>
      <p class="company-summary">
        ${otherEvents(this.otherCount)}${
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
          (row) => html`<li>${this.renderEntry(row)}</li>`,
        )}
      </ol>
      ${
        shown.length < events.length
          ? html`<button type="button" class="link" @click=${() => (this.expandedCompany = entityId)}>
              ${
                events.length < count
                  ? l10n.t("Show the newest {0}", formatNumber(events.length))
                  : l10n.t("Show all {0}", formatNumber(count))
              }
            </button>`
          : nothing
      }`;
  }

  private renderEntry(row: EventRow): TemplateResult {
    const { publishedMs, type, title, amount } = row;
    const date = publishedMs === undefined ? l10n.t("No date") : fullInstant(publishedMs, this.zone);
    const isCurrent = row.id === this.currentId;
    return html`<button
      type="button"
      class="row-button timeline-entry ${isCurrent ? "current" : ""}"
      aria-current=${isCurrent ? "true" : nothing}
      title=${amount === undefined ? date : `${date}\n${exactUsd(amount)}`}
      @click=${() => this.dispatchEvent(new CustomEvent<EventRow>("event-reveal", { detail: row, bubbles: true }))}
    >
      <span class="date"
        >${publishedMs === undefined ? "–" : shortDay(publishedMs, this.zone, Date.now())}</span
      >
      ${typeIcon(type ?? "")}<span class="sr-only">${displayLine(eventTypeInfo(type).label)}</span>
      <bdi class="title ${title ? "" : "absent"}">${title ? displayLine(title) : l10n.t("No title")}</bdi>
      <span class="amount">${amount === undefined ? nothing : compactUsd(amount)}</span>
    </button>`;
  }
}

function heading(name: string | undefined): string {
  return name === undefined
    ? l10n.t("More from this company")
    : l10n.t({ message: "More from {0}", args: [displayLine(name)], comment: ["Events of a company"] });
}

function otherEvents(count: number): string {
  return count === 1 ? l10n.t("1 more event loaded") : l10n.t("{0} more events loaded", formatNumber(count));
}
