import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { compactUsd, exactUsd } from "../../shared/amounts";
import type { CompanyEvents, EventRow } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/pageState";
import { eventTypeInfo, typeIcon } from "../ui/eventTypes";
import { counted } from "../../shared/text";
import { displayLine } from "../ui/text";
import { fullInstant, shortDay } from "../ui/times";

/** Events shown until all are asked for. */
const few = 8;

/**
 * The loaded events of one company as a small timeline.
 *
 * Fires `event-reveal` (detail: EventRow): show that event in the list.
 */
@customElement("company-timeline")
export class CompanyTimeline extends LitElement {
  @property({ attribute: false }) company!: CompanyEvents;
  /** ID of the event whose details are on screen. */
  @property() current = "";
  @property({ attribute: false }) zone: ZoneChoice = "local";

  /** The company of which all events are shown. */
  @state() private whole: string | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { name = "this company", entityId = name, events, count, raised } = this.company;
    const shown = this.whole === entityId ? events : events.slice(0, few);
    return html`<h3>More from <bdi>${displayLine(name)}</bdi></h3>
      <p class="company-sum">
        ${counted(count, "event")}${
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
                (row) => html`<li>${this.entry(row)}</li>`,
              )}
            </ol>`
      }
      ${
        shown.length < events.length
          ? html`<button type="button" class="link" @click=${() => (this.whole = entityId)}>
              Show ${events.length < count ? `the newest ${events.length}` : `all ${count.toLocaleString()}`}
            </button>`
          : nothing
      }`;
  }

  private entry(row: EventRow): TemplateResult {
    const { publishedMs, type, title, amount } = row;
    const isCurrent = row.id === this.current;
    return html`<button
      type="button"
      class="timeline-entry ${isCurrent ? "current" : ""}"
      aria-current=${isCurrent ? "true" : nothing}
      title=${publishedMs === undefined ? "No readable date" : fullInstant(publishedMs, this.zone)}
      @click=${() => this.dispatchEvent(new CustomEvent<EventRow>("event-reveal", { detail: row, bubbles: true }))}
    >
      <span class="when"
        >${publishedMs === undefined ? "–" : shortDay(publishedMs, this.zone, Date.now())}</span
      >
      ${typeIcon(type ?? "")}<span class="sr-only">${displayLine(eventTypeInfo(type).label)}</span>
      <bdi class="what ${title ? "" : "absent"}">${title ? displayLine(title) : "No title"}</bdi>
      <span class="amount">${amount === undefined ? "" : compactUsd(amount)}</span>
    </button>`;
  }
}
