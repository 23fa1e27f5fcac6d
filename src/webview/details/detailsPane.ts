import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { type FeedQuery, isFilterText } from "../../shared/feedQuery";
import type { CompanyEvents, EventDetails, MissingEvent } from "../../shared/feedState";
import { indentJson } from "../../shared/jsonText";
import type { ZoneChoice } from "../../shared/pageState";
import type { CopyParams, PageCommand } from "../../shared/protocol";
import type { CopyFormat } from "../../shared/viewQueries";
import { websiteOf } from "../../shared/website";
import { confidenceBar } from "../grid/columns";
import type { ValueFilter } from "../filters/pendingFilters";
import { eventTypeInfo, typeIcon } from "../ui/eventTypes";
import { displayBlock, displayLine } from "../ui/text";
import { fullInstant, timeZoneOf } from "../ui/times";
import { type EventFacts, eventFacts, type Fact } from "./eventFacts";
import { jsonTree, longText } from "./jsonTree";

/** Maximum number of characters of raw JSON shown. */
const maxRawLength = 500_000;

/** Why there are no details, or only earlier ones. */
export type DetailsNote = MissingEvent["missing"] | "filteredOut" | "failed";

interface DetailsPaneEvents {
  readonly "details-close": undefined;
  readonly "event-copy": CopyParams;
  readonly "value-filter": ValueFilter;
  readonly "host-message": PageCommand;
  /** Bring the event into the list, from which it is missing for this reason. */
  readonly "event-show": "notLoaded" | "filteredOut";
}

/**
 * The details of one event: its fields in a fixed order, then all others, then the raw JSON.
 *
 * Fires the events of `DetailsPaneEvents`, and `event-reveal` (see `CompanyTimeline`).
 */
@customElement("details-pane")
export class DetailsPane extends LitElement {
  @property({ attribute: false }) details: EventDetails | undefined;
  @property({ attribute: false }) note: DetailsNote | undefined;
  @property({ attribute: false }) company: CompanyEvents | undefined;
  @property({ attribute: false }) query: FeedQuery | undefined;
  @property({ attribute: false }) zone: ZoneChoice = "local";

  @state() private isRawOpen = false;
  @query(".details", true) private region!: HTMLElement;
  private shownId: string | undefined;
  private cachedFacts: { readonly details: EventDetails; readonly facts: EventFacts } | undefined;

  override focus(): void {
    // The pane may not have rendered yet.
    void this.updateComplete.then(() => this.region.focus());
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { details, note } = this;
    return html`<section class="details" role="region" aria-label="Event details" tabindex="-1">
      <div class="details-bar">
        ${details && this.isLoaded ? this.copyButton(details.event.id, "json", "Copy JSON", "json") : nothing}
        <vscode-toolbar-button
          icon="close"
          label="Close details"
          title="Close details (Escape)"
          @click=${() => this.fire("details-close", undefined)}
        ></vscode-toolbar-button>
      </div>
      ${note ? this.renderNote(note) : nothing} ${details ? this.renderDetails(details) : nothing}
    </section>`;
  }

  private renderNote(note: DetailsNote): TemplateResult {
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

  /** Scrolls another event to its top, except while the focus is in the pane. */
  protected override updated(): void {
    const id = this.details?.event.id;
    if (id !== this.shownId) {
      this.shownId = id;
      if (!this.contains(document.activeElement)) {
        this.region.scrollTop = 0;
      }
    }
  }

  private renderDetails(details: EventDetails): TemplateResult {
    if (this.cachedFacts?.details !== details) {
      this.cachedFacts = { details, facts: eventFacts(details) };
    }
    const { company, data, rest } = this.cachedFacts.facts;
    const { event } = details;
    return html`<h2>${event.title ? longText(event.title) : html`<span class="absent">No title</span>`}</h2>
      ${event.subhead ? html`<p class="lead">${longText(event.subhead)}</p>` : nothing}
      <dl class="facts">
        <dt>Published</dt>
        <dd>${this.publishedText(event.publishedMs, event.publishedAt)}</dd>
        <dt>Type</dt>
        <dd>
          ${typeIcon(event.type ?? "")}<bdi>${displayLine(eventTypeInfo(event.type).label)}</bdi>${originalType(event.type)}${this.typeFilterButton(event.type)}
        </dd>
        ${event.sector === undefined || event.sector.trim() === "" ? nothing : fact("Sector", event.sector, this.sectorFilterButton(event.sector))}
        ${
          event.confidence === undefined
            ? nothing
            : html`<dt>Confidence</dt>
                <dd class="confidence">
                  ${confidenceBar(event.confidence)}<span aria-hidden="true">${event.confidence}</span>
                </dd>`
        }
        ${fact("Event ID", event.id, this.isLoaded ? this.copyButton(event.id, "id", "Copy ID") : nothing)}
      </dl>
      ${this.renderFacts("Company", company)} ${this.renderFacts(dataHeading(event.type, data), data)}
      ${
        this.company
          ? html`<company-timeline
              .company=${this.company}
              .currentId=${event.id}
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
      <details class="raw-json" .open=${this.isRawOpen} @toggle=${this.onRawToggle}>
        <summary>Raw JSON</summary>
        ${this.isRawOpen ? rawJson(details.json) : nothing}
      </details>`;
  }

  /** Only loaded events can be copied or opened. */
  private get isLoaded(): boolean {
    return this.note === undefined;
  }

  private renderFacts(title: string, facts: readonly Fact[]): TemplateResult | typeof nothing {
    return facts.length === 0
      ? nothing
      : html`<h3><bdi>${title}</bdi></h3>
          <dl class="facts">
            ${facts.map(({ name, label, value }) => fact(label, value, this.factButton(name)))}
          </dl>`;
  }

  private factButton(name: string): TemplateResult | typeof nothing {
    const { id, company } = this.details?.event ?? {};
    if (id === undefined || !this.isLoaded) {
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

  private typeFilterButton(type: string | undefined): TemplateResult | typeof nothing {
    const { types = [] } = this.query ?? {};
    return !isFilterText(type) || (types.length === 1 && types[0] === type)
      ? nothing
      : this.button("Only this type", "filter", () => this.fire("value-filter", { type }));
  }

  private sectorFilterButton(sector: string): TemplateResult | typeof nothing {
    return !isFilterText(sector) || this.query?.sector === sector
      ? nothing
      : this.button("Only this sector", "filter", () => this.fire("value-filter", { sector }));
  }

  private copyButton(id: string, format: CopyFormat, label: string, icon = "copy"): TemplateResult {
    return this.button(label, icon, () => this.fire("event-copy", { ids: [id], format }));
  }

  private button(label: string, icon: string, onClick: () => void): TemplateResult {
    return html`<button type="button" class="icon" title=${label} @click=${onClick}>
      <span class="codicon codicon-${icon}" aria-hidden="true"></span><span class="sr-only">${label}</span>
    </button>`;
  }

  private fire<N extends keyof DetailsPaneEvents>(name: N, detail: DetailsPaneEvents[N]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private publishedText(ms: number | undefined, sent: string | undefined): TemplateResult {
    if (ms === undefined) {
      return html`<bdi>${sent === undefined ? "No date" : displayLine(sent)}</bdi>`;
    }
    const other: ZoneChoice = this.zone === "utc" ? "local" : "utc";
    return html`${fullInstant(ms, this.zone)}${
      timeZoneOf(other) === timeZoneOf(this.zone)
        ? nothing
        : html`<br /><span class="secondary">${fullInstant(ms, other)}</span>`
    }`;
  }

  private readonly onRawToggle = (event: Event) => {
    this.isRawOpen = event.target instanceof HTMLDetailsElement && event.target.open;
  };
}

const noteTexts: Readonly<Record<DetailsNote, string>> = {
  gone: "This event is no longer in the feed.",
  notLoaded: "This event is not loaded.",
  filteredOut: "Hidden by the current filters.",
  failed: "The details could not be read. Select the event again.",
};

const noteActions = { notLoaded: "Show in feed", filteredOut: "Reset filters" } as const;

/** `event_data` has other fields for each type of event. */
function dataHeading(type: string | undefined, data: readonly Fact[]): string {
  if (data.every(({ name }) => name === "amount")) {
    return "Amount";
  }
  return type === undefined || type.trim() === "" ? "Event data" : displayLine(eventTypeInfo(type).label);
}

function fact(
  label: string,
  value: string,
  action: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`<dt>${label}</dt>
    <dd>${longText(value)}${action}</dd>`;
}

/** The type as the service sent it, if its label is another word. */
function originalType(type: string | undefined): TemplateResult | typeof nothing {
  return type === undefined || eventTypeInfo(type).label.toLowerCase() === type.toLowerCase()
    ? nothing
    : html` <bdi class="secondary">${displayLine(type)}</bdi>`;
}

function rawJson(json: string): TemplateResult {
  const isCut = json.length > maxRawLength;
  return html`<pre
      tabindex="0"
      aria-label="Raw JSON"
    ><bdi dir="ltr">${displayBlock(indentJson(isCut ? json.slice(0, maxRawLength) : json))}</bdi></pre>
    ${isCut ? html`<p class="secondary">Only the first ${maxRawLength.toLocaleString("en-US")} characters are shown.</p>` : nothing}`;
}
