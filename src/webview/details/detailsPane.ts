import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { type FeedQuery, isFilterText } from "../../shared/feedQuery";
import type { CompanyEvents, EventDetails, MissingEvent } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/pageState";
import type { PageCommand, CopyParams } from "../../shared/protocol";
import type { CopyFormat } from "../../shared/viewQueries";
import { indentJson } from "../../shared/jsonText";
import { websiteOf } from "../../shared/website";
import { type EventFacts, eventFacts, type Fact } from "./eventFacts";
import { confidenceBar } from "../grid/columns";
import { jsonTree, longText } from "./jsonTree";
import { eventTypeInfo, typeIcon } from "../ui/eventTypes";
import { displayBlock, displayLine } from "../ui/text";
import { fullInstant, timeZoneOf } from "../ui/times";
import type { ValueFilter } from "../host/pendingFilters";

/** Longest raw JSON that is drawn at once. */
const maxRaw = 500_000;

/** Why there are no details to show. */
export type DetailsNote = MissingEvent["missing"] | "filteredOut" | "failed";

interface DetailsEvents {
  readonly "details-close": undefined;
  readonly "event-copy": CopyParams;
  readonly "value-filter": ValueFilter;
  readonly "host-message": PageCommand;
  /** Have the event that the note is about in the list. */
  readonly "event-show": "notLoaded" | "filteredOut";
}

/**
 * Everything about one event, last of all its JSON as sent.
 *
 * Fires `details-close`, `event-copy` (detail: CopyParams), `value-filter` (detail: ValueFilter), `host-message` (detail:
 * PageCommand) and what its company's timeline does.
 */
@customElement("details-pane")
export class DetailsPane extends LitElement {
  @property({ attribute: false }) details: EventDetails | undefined;
  @property({ attribute: false }) note: DetailsNote | undefined;
  @property({ attribute: false }) company: CompanyEvents | undefined;
  @property({ attribute: false }) query: FeedQuery | undefined;
  @property({ attribute: false }) zone: ZoneChoice = "local";

  /** Raw JSON is drawn once it is looked at. */
  @state() private rawOpen = false;
  @query(".details", true) private region!: HTMLElement;
  private shownId: string | undefined;
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
        ${this.details && this.isThere ? this.copyButton(this.details.event.id, "json", "Copy JSON", "json") : nothing}
        <vscode-toolbar-button
          icon="close"
          label="Close details"
          title="Close details (Escape)"
          @click=${() => this.fire("details-close", undefined)}
        ></vscode-toolbar-button>
      </div>
      ${this.note ? this.noteLine(this.note) : nothing} ${this.details ? this.body(this.details) : nothing}
    </section>`;
  }

  private noteLine(note: DetailsNote): TemplateResult {
    return html`<p class="note">
      <span class="codicon codicon-${note === "failed" ? "warning" : "info"}" aria-hidden="true"></span>${
        noteTexts[note]
      }
      ${
        note === "notLoaded" || note === "filteredOut"
          ? html`<button type="button" class="link" @click=${() => this.fire("event-show", note)}>
              ${noteActions[note]}
            </button>`
          : nothing
      }
    </p>`;
  }

  /** Another event is read from its top, unless the person is at work in the details. */
  protected override updated(): void {
    const id = this.details?.event.id;
    if (id !== this.shownId) {
      this.shownId = id;
      if (!this.contains(document.activeElement)) {
        this.region.scrollTop = 0;
      }
    }
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
          ${typeIcon(event.type ?? "")}<bdi>${displayLine(eventTypeInfo(event.type).label)}</bdi>${spelling(event.type)}${this.onlyType(event.type)}
        </dd>
        ${event.sector === undefined || event.sector.trim() === "" ? nothing : fact("Sector", event.sector, this.onlySector(event.sector))}
        ${
          event.confidence === undefined
            ? nothing
            : html`<dt>Confidence</dt>
                <dd class="confidence">
                  ${confidenceBar(event.confidence)}<span aria-hidden="true">${event.confidence}</span>
                </dd>`
        }
        ${fact("Event ID", event.id, this.isThere ? this.copyButton(event.id, "id", "Copy ID") : nothing)}
      </dl>
      ${this.block("Company", company)}
      ${this.block(data.some(({ label }) => label !== "Amount") ? "Funding" : "Amount", data)}
      ${
        this.company
          ? html`<company-timeline
              .company=${this.company}
              .current=${event.id}
              .zone=${this.zone}
            ></company-timeline>`
          : nothing
      }
      ${
        rest.size > 0
          ? html`<h3>More</h3>
              ${jsonTree(rest)}`
          : nothing
      }
      <details class="raw-json" .open=${this.rawOpen} @toggle=${this.onRawToggle}>
        <summary>Raw JSON</summary>
        ${this.rawOpen ? this.raw(details.json) : nothing}
      </details>`;
  }

  /** What the host no longer has it can neither copy nor open. */
  private get isThere(): boolean {
    return this.note === undefined;
  }

  private block(title: string, facts: readonly Fact[]): TemplateResult | typeof nothing {
    return facts.length === 0
      ? nothing
      : html`<h3>${title}</h3>
          <dl class="facts">
            ${facts.map(({ name, label, value }) => fact(label, value, this.factAction(name)))}
          </dl>`;
  }

  private factAction(name: string): TemplateResult | typeof nothing {
    const { id, company } = this.details?.event ?? {};
    if (id === undefined || !this.isThere) {
      return nothing;
    }
    if (name === "entity_id" && company?.entityId !== undefined) {
      return this.copyButton(id, "entityId", "Copy entity ID");
    }
    return name === "domain" && websiteOf(company?.domain) !== undefined
      ? this.button("Open company website", "link-external", () =>
          this.fire("host-message", { type: "openDomain", id }),
        )
      : nothing;
  }

  private onlyType(type: string | undefined): TemplateResult | typeof nothing {
    const { types = [] } = this.query ?? {};
    return !isFilterText(type) || (types.length === 1 && types[0] === type)
      ? nothing
      : this.button("Only this type", "filter", () => this.fire("value-filter", { type }));
  }

  private onlySector(sector: string): TemplateResult | typeof nothing {
    return !isFilterText(sector) || this.query?.sector === sector
      ? nothing
      : this.button("Only this sector", "filter", () => this.fire("value-filter", { sector }));
  }

  private copyButton(id: string, as: CopyFormat, label: string, icon = "copy"): TemplateResult {
    return this.button(label, icon, () => this.fire("event-copy", { ids: [id], as }));
  }

  private button(label: string, icon: string, press: () => void): TemplateResult {
    return html`<button type="button" class="icon" title=${label} @click=${press}>
      <span class="codicon codicon-${icon}" aria-hidden="true"></span><span class="sr-only">${label}</span>
    </button>`;
  }

  private fire<N extends keyof DetailsEvents>(name: N, detail: DetailsEvents[N]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private published(ms: number | undefined, sent: string | undefined): TemplateResult {
    if (ms === undefined) {
      return html`<bdi>${sent === undefined ? "No date" : displayLine(sent)}</bdi>`;
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
      ><bdi dir="ltr">${displayBlock(indentJson(cut ? json.slice(0, maxRaw) : json))}</bdi></pre>
      ${cut ? html`<p class="word">Only the first ${maxRaw.toLocaleString()} characters are shown.</p>` : nothing}`;
  }

  private readonly onRawToggle = (event: Event) => {
    this.rawOpen = event.target instanceof HTMLDetailsElement && event.target.open;
  };
}

const noteTexts: Readonly<Record<DetailsNote, string>> = {
  gone: "This event is no longer in the feed.",
  notLoaded: "This event is not loaded.",
  filteredOut: "Hidden by the current filters.",
  failed: "The details could not be read. Select the event again.",
};

const noteActions = { notLoaded: "Show in feed", filteredOut: "Reset filters" } as const;

function fact(
  label: string,
  value: string,
  action: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`<dt>${label}</dt>
    <dd>${longText(value)}${action}</dd>`;
}

/** The type as the service spells it, where it is shown under another name. */
function spelling(type: string | undefined): TemplateResult | typeof nothing {
  return type === undefined || eventTypeInfo(type).label.toLowerCase() === type.toLowerCase()
    ? nothing
    : html` <bdi class="word">${displayLine(type)}</bdi>`;
}
