import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { compactUsd, exactUsd } from "../../shared/amounts";
import type { CompanyEvents, EventRow } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/pageState";
import { counted } from "../../shared/text";
import { eventTypeInfo, typeIcon } from "../ui/eventTypes";
import { displayLine } from "../ui/text";
import { fullInstant, shortDay } from "../ui/times";

/** Events that are shown before "Show all" is pressed. */
const collapsedCount = 8;

/**
 * The loaded events of one company.
 *
 * Fires `event-reveal` (detail: EventRow) when an event is clicked.
 */
@customElement("company-timeline")
export class CompanyTimeline extends LitElement {
  @property({ attribute: false }) company!: CompanyEvents;
  /** ID of the event whose details are shown. */
  @property() currentId = "";
  @property({ attribute: false }) zone: ZoneChoice = "local";

  /** The company whose events are all shown. */
  @state() private expandedCompany: string | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { name = "this company", entityId = name, events, count, raised } = this.company;
    const shown = this.expandedCompany === entityId ? events : events.slice(0, collapsedCount);
    return html`<h3>More from <bdi>${displayLine(name)}</bdi></h3>
      <p class="company-summary">
        ${counted(count, "loaded event")}${
          raised === undefined
            ? nothing
            : html` · <span title=${exactUsd(raised)}>${compactUsd(raised)} raised</span>`
        }
      </p>
      ${
        count === 1
          ? nothing
          : html`<ol class="timeline">
              ${repeat(
                shown,
                ({ id }) => id,
                (row) => html`<li>${this.renderEntry(row)}</li>`,
              )}
            </ol>`
      }
      ${
        shown.length < events.length
          ? html`<button type="button" class="link" @click=${() => (this.expandedCompany = entityId)}>
              Show
              ${events.length < count ? `the newest ${events.length}` : `all ${count.toLocaleString("en-US")}`}
            </button>`
          : nothing
      }`;
  }

  private renderEntry(row: EventRow): TemplateResult {
    const { publishedMs, type, title, amount } = row;
    const isCurrent = row.id === this.currentId;
    return html`<button
      type="button"
      class="row-button timeline-entry ${isCurrent ? "current" : ""}"
      aria-current=${isCurrent ? "true" : nothing}
      title=${publishedMs === undefined ? "No readable date" : fullInstant(publishedMs, this.zone)}
      @click=${() => this.dispatchEvent(new CustomEvent<EventRow>("event-reveal", { detail: row, bubbles: true }))}
    >
      <span class="date"
        >${publishedMs === undefined ? "–" : shortDay(publishedMs, this.zone, Date.now())}</span
      >
      ${typeIcon(type ?? "")}<span class="sr-only">${displayLine(eventTypeInfo(type).label)}</span>
      <bdi class="title ${title ? "" : "absent"}">${title ? displayLine(title) : "No title"}</bdi>
      <span class="amount">${amount === undefined ? "" : compactUsd(amount)}</span>
    </button>`;
  }
}
