import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { ZoneChoice } from "../shared/pageState";
import type { EventDetails } from "../shared/protocol";
import { type EventFacts, eventFacts, type Fact } from "./eventFacts";
import { typeMark } from "./filterBar";
import { confidenceBar } from "./gridRows";
import { jsonTree, longText } from "./jsonTree";
import { eventTypeLook } from "./eventTypes";
import { blockOf, lineOf } from "./text";
import { fullInstant, timeZoneOf } from "./times";

/** Longest raw JSON that is drawn at once. */
const maxRaw = 500_000;

/** Why there are no details to show. */
export type DetailsNote = "gone" | "failed";

/**
 * Everything about one event, last of all its JSON as sent.
 *
 * Fires `details-close`.
 */
@customElement("details-pane")
export class DetailsPane extends LitElement {
  @property({ attribute: false }) details: EventDetails | undefined;
  @property({ attribute: false }) note: DetailsNote | undefined;
  @property({ attribute: false }) zone: ZoneChoice = "local";

  /** Raw JSON is drawn once it is looked at. */
  @state() private rawOpen = false;
  @query(".details", true) private region!: HTMLElement;
  private facts: { readonly of: EventDetails; readonly facts: EventFacts } | undefined;

  override focus(): void {
    // It may have come into the page in this very moment.
    void this.updateComplete.then(() => this.region.focus());
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<section class="details" role="region" aria-label="Event details" tabindex="-1">
      <div class="details-bar">
        <vscode-toolbar-button
          icon="close"
          label="Close details"
          title="Close details (Escape)"
          @click=${() => this.dispatchEvent(new CustomEvent("details-close"))}
        ></vscode-toolbar-button>
      </div>
      ${this.note === "gone" ? html`<p class="note">This event is no longer in the feed.</p>` : nothing}
      ${this.note === "failed" ? html`<p class="note">The details could not be read. Select the event again.</p>` : nothing}
      ${this.details ? this.body(this.details) : nothing}
    </section>`;
  }

  private body(details: EventDetails): TemplateResult {
    if (this.facts?.of !== details) {
      this.facts = { of: details, facts: eventFacts(details) };
    }
    const { company, data, rest } = this.facts.facts;
    const { event } = details;
    return html`<h2>${event.title ? longText(event.title) : html`<span class="absent">No title</span>`}</h2>
      ${event.subhead ? html`<p class="lead">${longText(event.subhead)}</p>` : nothing}
      <dl class="facts">
        <dt>Published</dt>
        <dd>${this.published(event.publishedMs, event.publishedAt)}</dd>
        <dt>Type</dt>
        <dd>
          ${typeMark(event.type ?? "")}<bdi>${lineOf(eventTypeLook(event.type).label)}</bdi>${spelling(event.type)}
        </dd>
        ${event.sector === undefined ? nothing : fact({ label: "Sector", value: event.sector })}
        ${
          event.confidence === undefined
            ? nothing
            : html`<dt>Confidence</dt>
                <dd class="confidence">
                  ${confidenceBar(event.confidence)}<span aria-hidden="true">${event.confidence}</span>
                </dd>`
        }
        ${fact({ label: "Event ID", value: event.id })}
      </dl>
      ${block("Company", company)}
      ${block(data.some(({ label }) => label !== "Amount") ? "Funding" : "Amount", data)}
      ${
        Object.keys(rest).length > 0
          ? html`<h3>More</h3>
              ${jsonTree(rest)}`
          : nothing
      }
      <details class="raw" .open=${this.rawOpen} @toggle=${this.onRawToggle}>
        <summary>Raw JSON</summary>
        ${this.rawOpen ? this.raw(details.json) : nothing}
      </details>`;
  }

  private published(ms: number | undefined, sent: string | undefined): TemplateResult {
    if (ms === undefined) {
      return html`<bdi>${sent === undefined ? "No date" : lineOf(sent)}</bdi>`;
    }
    const other: ZoneChoice = this.zone === "utc" ? "local" : "utc";
    return html`${fullInstant(ms, this.zone)}${
      timeZoneOf(other) === timeZoneOf(this.zone)
        ? nothing
        : html`<br /><span class="word">${fullInstant(ms, other)}</span>`
    }`;
  }

  private raw(json: string): TemplateResult {
    const cut = json.length > maxRaw;
    return html`<pre
        tabindex="0"
        aria-label="Raw JSON"
      ><bdi>${blockOf(cut ? json.slice(0, maxRaw) : json)}</bdi></pre>
      ${cut ? html`<p class="word">Only the first ${maxRaw.toLocaleString()} characters are shown.</p>` : nothing}`;
  }

  private readonly onRawToggle = (event: Event) => {
    this.rawOpen = event.target instanceof HTMLDetailsElement && event.target.open;
  };
}

function block(title: string, facts: readonly Fact[]): TemplateResult | typeof nothing {
  return facts.length === 0
    ? nothing
    : html`<h3>${title}</h3>
        <dl class="facts">${facts.map(fact)}</dl>`;
}

function fact({ label, value }: Fact): TemplateResult {
  return html`<dt>${label}</dt>
    <dd>${longText(value)}</dd>`;
}

/** The type as the service spells it, where it is shown under another name. */
function spelling(type: string | undefined): TemplateResult | typeof nothing {
  return type === undefined || eventTypeLook(type).label.toLowerCase() === type.toLowerCase()
    ? nothing
    : html` <bdi class="word">${lineOf(type)}</bdi>`;
}
