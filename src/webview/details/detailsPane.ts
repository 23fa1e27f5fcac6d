import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { isUsualName } from "../../shared/eventKind";
import type { FeedQuery } from "../../shared/feedQuery";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { CompanyEvents, EventDetails, EventRead, MissingReason } from "../../shared/feedState";
import { indentJson } from "../../shared/jsonText";
import { formatNumber } from "../../shared/text";
import type { ZoneChoice } from "../../shared/pageState";
import type { CopyParams, PageCommand } from "../../shared/protocol";
import type { CopyFormat } from "../../shared/viewQueries";
import { websiteOf } from "../../shared/website";
import type { ValueFilter } from "../filters/pendingFilters";
import { canFilterBySector, canFilterByType } from "../filters/valueFilters";
import { eventTypeInfo, typeIcon } from "../ui/eventTypes";
import { confidenceBar } from "../ui/eventValues";
import { RovingTabIndex } from "../ui/rovingTabIndex";
import { displayBlock, displayLine } from "../ui/text";
import { fullInstant, timeZoneOf } from "../../shared/times";
import { type EventFacts, eventFacts, type Fact } from "./eventFacts";
import { jsonTree, longText } from "./jsonTree";

/** Maximum number of characters of raw JSON shown. */
const maxRawLength = 500_000;

/** Why there are no details, or only earlier ones. */
export type DetailsNote = MissingReason | "failed";

/** Why an event is not in the list, if something can be done about it. */
export type ShowableReason = Extract<MissingReason, "notLoaded" | "filteredOut" | "outsideTimeRange">;

interface DetailsPaneEvents {
  readonly "details-close": undefined;
  readonly "event-copy": CopyParams;
  readonly "value-filter": ValueFilter;
  readonly "company-filter": string;
  readonly "host-message": PageCommand;
  /** Show the next event of the list (1) or the previous one (-1). */
  readonly "event-step": 1 | -1;
  /** Bring the event into the list, from which it is missing for this reason. */
  readonly "event-show": ShowableReason;
  /** Read the event by its ID. */
  readonly "event-read": undefined;
}

/**
 * The details of one event: headline, the facts of its kind, when and what it is, its company, all other fields, and the raw
 * JSON.
 *
 * Fires the events of `DetailsPaneEvents`, and `event-reveal` (see `CompanyTimeline`).
 */
@customElement("details-pane")
export class DetailsPane extends LitElement {
  /** ID of the event that `details` and `note` are about. */
  @property() eventId: string | undefined;
  @property({ attribute: false }) details: EventDetails | undefined;
  @property({ attribute: false }) note: DetailsNote | undefined;
  /** Whether the event can be copied and opened. */
  @property({ type: Boolean }) available = false;
  /** Whether the event has a readable date. */
  @property({ type: Boolean }) dated = false;
  /** How the read of the event by its ID stands. */
  @property({ attribute: false }) eventRead: EventRead | undefined;
  @property({ attribute: false }) company: CompanyEvents | undefined;
  @property({ attribute: false }) query: FeedQuery | undefined;
  @property({ attribute: false }) zone: ZoneChoice = "local";
  /** Whether the list has an event before and after this one. */
  @property({ type: Boolean }) hasPrevious = false;
  @property({ type: Boolean }) hasNext = false;

  @state() private isRawOpen = false;
  @query(".details", true) private region!: HTMLElement;
  private cachedFacts:
    { readonly details: EventDetails; readonly zone: ZoneChoice; readonly facts: EventFacts } | undefined;
  /** The user went to another event with the buttons or keys of the pane, and neither its details nor a note have arrived yet. */
  private isStepping = false;
  /** For screen readers, after such a step. */
  private announcement = "";

  constructor() {
    super();
    new RovingTabIndex(this, ".details-bar");
  }

  override focus(): void {
    // The pane may not have rendered yet.
    void this.updateComplete.then(() => this.region.focus());
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { details, note, eventRead } = this;
    return html`<section
      class="details"
      role="region"
      aria-label=${l10n.t("Event details")}
      tabindex="-1"
      @keydown=${this.onKeyDown}
    >
      ${this.renderBar()}
      <div aria-live="polite" class="sr-only">${this.announcement}</div>
      ${note && !(eventRead && !details && !this.dated) ? this.renderNote(note) : nothing}
      ${this.renderReadNote(details, eventRead)} ${details ? this.renderDetails(details) : nothing}
    </section>`;
  }

  private renderBar(): TemplateResult {
    return html`<div class="details-bar" role="toolbar" aria-label=${l10n.t("Event actions")}>
      ${this.stepButton(-1, this.hasPrevious)}${this.stepButton(1, this.hasNext)}${this.renderPosition()}
      <span class="space"></span>
      <span class="read-result secondary" aria-live="polite"
        >${readResult(this.details, this.eventRead)}</span
      >
      ${
        this.eventId === undefined && this.eventRead === undefined
          ? nothing
          : this.button(l10n.t("Refresh this event"), "refresh", () => this.fire("event-read", undefined))
      }
      ${this.button(l10n.t("Close details"), "close", () => this.fire("details-close", undefined), l10n.t("Close details (Escape)"))}
    </div>`;
  }

  private renderPosition(): TemplateResult | typeof nothing {
    const { details, eventId } = this;
    return details?.position && details.event.id === eventId
      ? html`<span class="position secondary"
          >${l10n.t("{0} of {1}", formatNumber(details.position.number), formatNumber(details.position.count))}</span
        >`
      : nothing;
  }

  /** It stays focusable without an event to go to: otherwise the last step would lose the focus. */
  private stepButton(direction: 1 | -1, isEnabled: boolean): TemplateResult {
    const [label, icon, key] =
      direction === 1
        ? [l10n.t("Next event"), "arrow-down", this.stepKeys.down]
        : [l10n.t("Previous event"), "arrow-up", this.stepKeys.up];
    const title = l10n.t({ message: "{0} ({1})", args: [label, key], comment: ["A command and its key"] });
    return html`<button
      type="button"
      class="icon"
      title=${title}
      aria-label=${label}
      aria-disabled=${!isEnabled}
      @click=${() => this.step(direction)}
    >
      <span class="codicon codicon-${icon}" aria-hidden="true"></span>
    </button>`;
  }

  private readonly stepKeys = navigator.platform.startsWith("Mac")
    ? { up: "⌥↑", down: "⌥↓" }
    : { up: "Alt+↑", down: "Alt+↓" };

  private step(direction: 1 | -1): void {
    if (direction === 1 ? this.hasNext : this.hasPrevious) {
      this.isStepping = true;
      this.fire("event-step", direction);
    }
  }

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const isStep = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (isStep && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      this.step(event.key === "ArrowDown" ? 1 : -1);
    }
  };

  private renderNote(note: DetailsNote): TemplateResult {
    return html`<p class="note">
      <span class="codicon codicon-${note === "failed" ? "warning" : "info"}" aria-hidden="true"></span
      ><span
        >${noteText(note)}
        ${
          this.canShow(note)
            ? html`<button type="button" class="link" @click=${() => this.fire("event-show", note)}>
                ${noteAction(note)}
              </button>`
            : nothing
        }</span
      >
    </p>`;
  }

  private canShow(note: DetailsNote): note is ShowableReason {
    switch (note) {
      case "notLoaded":
      case "filteredOut":
        return true;
      case "outsideTimeRange":
        return this.dated;
      case "gone":
      case "unlisted":
      case "failed":
        return false;
    }
  }

  /** What a read by ID adds to the details, or why they lack something. */
  private renderReadNote(
    details: EventDetails | undefined,
    read: EventRead | undefined,
  ): TemplateResult | typeof nothing {
    switch (read?.kind) {
      case "reading":
        return !details || details.titleOnly
          ? html`<p class="note">${l10n.t("Loading the event…")}</p>`
          : nothing;
      case "failed":
        return html`<p class="note" role="alert">
          <span class="codicon codicon-warning" aria-hidden="true"></span
          ><span
            >${displayLine(read.message)}
            ${
              read.canRetry
                ? html`<button type="button" class="link" @click=${() => this.fire("event-read", undefined)}>
                    ${l10n.t("Retry")}
                  </button>`
                : nothing
            }</span
          >
        </p>`;
      case "done":
        return read.withoutId
          ? html`<p class="note">
              <span class="codicon codicon-info" aria-hidden="true"></span
              ><span>${l10n.t("The service sent no ID with this event.")}</span>
            </p>`
          : nothing;
      case undefined:
        return details?.titleOnly
          ? html`<p class="note">
              <span class="codicon codicon-info" aria-hidden="true"></span
              ><span>${l10n.t("Only the title of this event is available.")}</span>
            </p>`
          : nothing;
    }
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("eventId")) {
      const title = this.details?.event.title ?? l10n.t("No title");
      this.announcement = this.isStepping && this.details ? displayLine(title) : "";
    } else if (changed.has("details") && !changed.get("details") && this.eventRead && this.details) {
      // It was opened by its ID, and has been read now.
      this.announcement = displayLine(this.details.event.title ?? l10n.t("No title"));
    }
  }

  /** Scrolls another event to its top, except while the user goes through links in the pane, such as those of the timeline. */
  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("eventId")) {
      if (this.isStepping || !this.contains(document.activeElement)) {
        this.region.scrollTop = 0;
      }
      this.isStepping = false;
    }
  }

  private renderDetails(details: EventDetails): TemplateResult {
    const { event } = details;
    const { data, company, rest } = this.factsOf(details);
    const otherCount = (this.company?.count ?? 0) - (details.missing === undefined ? 1 : 0);
    return html`<h2>
        ${event.title ? longText(event.title) : html`<span class="absent">${l10n.t("No title")}</span>`}
      </h2>
      ${event.subhead ? html`<p class="lead">${longText(event.subhead)}</p>` : nothing}
      ${data.length > 0 ? html`<dl class="facts data">${data.map((it) => fact(it.label, it.value))}</dl>` : nothing}
      ${this.renderOccurrence(event)} ${this.renderCompany(company)}
      ${
        this.company && otherCount > 0
          ? html`<company-timeline
              .company=${this.company}
              .currentId=${event.id}
              .otherCount=${otherCount}
              .zone=${this.zone}
            ></company-timeline>`
          : nothing
      }
      ${
        rest.size > 0
          ? html`<h3>
                ${l10n.t({ message: "More", args: [], comment: ["Heading: further fields of an event"] })}
              </h3>
              ${jsonTree(rest)}`
          : nothing
      }
      <div class="raw-json">
        ${
          this.available
            ? html`<div class="raw-json-actions">
                ${this.copyButton(event.id, "json", l10n.t("Copy JSON"))}
                ${this.button(l10n.t("Open as JSON"), "json", () =>
                  this.fire("host-message", { type: "openJson", ids: [event.id] }),
                )}
              </div>`
            : nothing
        }
        <details .open=${this.isRawOpen} @toggle=${this.onRawToggle}>
          <summary>${l10n.t("Raw JSON")}</summary>
          ${this.isRawOpen ? rawJson(details.json) : nothing}
        </details>
      </div>`;
  }

  private factsOf(details: EventDetails): EventFacts {
    const { zone } = this;
    if (this.cachedFacts?.details !== details || this.cachedFacts.zone !== zone) {
      this.cachedFacts = { details, zone, facts: eventFacts(details, zone) };
    }
    return this.cachedFacts.facts;
  }

  /** When it happened, what it is, and how it is identified. */
  private renderOccurrence(event: CompanyEvent): TemplateResult {
    const { id, type, sector, confidence, publishedMs, publishedAt } = event;
    return html`<dl class="facts">
      <dt>${l10n.t("Published")}</dt>
      <dd>${this.publishedText(publishedMs, publishedAt)}</dd>
      <dt>${l10n.t("Type")}</dt>
      <dd>
        ${typeIcon(type ?? "")}<bdi>${displayLine(eventTypeInfo(type).label)}</bdi>${originalType(type)}${this.typeFilterButton(type)}
      </dd>
      ${
        sector === undefined || sector.trim() === ""
          ? nothing
          : fact(l10n.t("Sector"), sector, this.sectorFilterButton(sector))
      }
      ${
        confidence === undefined
          ? nothing
          : html`<dt>${l10n.t("Confidence")}</dt>
              <dd class="confidence">
                ${confidenceBar(confidence)}<span aria-hidden="true">${formatNumber(confidence)}</span>
              </dd>`
      }
      ${fact(l10n.t("Event ID"), id, this.available ? html`${this.copyButton(id, "id", l10n.t("Copy ID"))}${this.button(l10n.t("Copy link to this event"), "link", () => this.fire("event-copy", { ids: [id], format: "link" }))}` : nothing)}
    </dl>`;
  }

  private renderCompany(facts: readonly Fact[]): TemplateResult | typeof nothing {
    return facts.length === 0
      ? nothing
      : html`<h3>${l10n.t("Company")}</h3>
          <dl class="facts">
            ${facts.map(({ name, label, value }, index) => fact(label, value, html`${this.companyButton(name, value)}${index === 0 ? this.followButton() : nothing}`))}
          </dl>`;
  }

  private companyButton(name: string, value: string): TemplateResult | typeof nothing {
    const { id, company } = this.details?.event ?? {};
    if (id === undefined || !this.available) {
      return nothing;
    }
    switch (name) {
      case "name":
        return this.button(l10n.t("Events of this company"), "filter", () =>
          this.fire("company-filter", value),
        );
      case "entity_id":
        return company?.entityId === undefined
          ? nothing
          : this.copyButton(id, "entityId", l10n.t("Copy entity ID"));
      case "domain":
        return websiteOf(company?.domain) === undefined
          ? nothing
          : this.button(l10n.t("Open company website"), "link-external", () =>
              this.fire("host-message", { type: "openDomain", id }),
            );
      default:
        return nothing;
    }
  }

  /** Beside the first fact of the company, whichever is known. */
  private followButton(): TemplateResult | typeof nothing {
    const { id } = this.details?.event ?? {};
    return id === undefined || !this.available
      ? nothing
      : this.button(l10n.t("Follow this company…"), "add", () =>
          this.fire("host-message", { type: "followCompany", id }),
        );
  }

  private typeFilterButton(type: string | undefined): TemplateResult | typeof nothing {
    return type !== undefined && canFilterByType({ type }, this.query)
      ? this.button(l10n.t("Only this type"), "filter", () => this.fire("value-filter", { type }))
      : nothing;
  }

  private sectorFilterButton(sector: string): TemplateResult | typeof nothing {
    return canFilterBySector({ sector }, this.query)
      ? this.button(l10n.t("Only this sector"), "filter", () => this.fire("value-filter", { sector }))
      : nothing;
  }

  private copyButton(id: string, format: CopyFormat, label: string): TemplateResult {
    return this.button(label, "copy", () => this.fire("event-copy", { ids: [id], format }));
  }

  private button(label: string, icon: string, onClick: () => void, title = label): TemplateResult {
    return html`<button type="button" class="icon" title=${title} aria-label=${label} @click=${onClick}>
      <span class="codicon codicon-${icon}" aria-hidden="true"></span>
    </button>`;
  }

  private fire<N extends keyof DetailsPaneEvents>(name: N, detail: DetailsPaneEvents[N]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private publishedText(ms: number | undefined, sent: string | undefined): TemplateResult {
    if (ms === undefined) {
      return html`<bdi>${sent === undefined ? l10n.t("No date") : displayLine(sent)}</bdi>`;
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

function noteText(note: DetailsNote): string {
  switch (note) {
    case "outsideTimeRange":
      return l10n.t("Not in this time range.");
    case "gone":
      return l10n.t("This event is no longer in the feed.");
    case "unlisted":
      return l10n.t("The feed doesn't list this event.");
    case "notLoaded":
      return l10n.t("This event is not loaded.");
    case "filteredOut":
      return l10n.t("Hidden by the current filters.");
    case "failed":
      return l10n.t("The details could not be read. Select the event again.");
  }
}

function noteAction(note: ShowableReason): string {
  switch (note) {
    case "notLoaded":
      return l10n.t("Show in feed");
    case "filteredOut":
      return l10n.t("Reset filters");
    case "outsideTimeRange":
      return l10n.t("Show around it");
  }
}

/** Beside the button that refreshes an event; empty unless its details are complete. */
function readResult(details: EventDetails | undefined, read: EventRead | undefined): string {
  if (!details || details.titleOnly) {
    return "";
  }
  switch (read?.kind) {
    case "reading":
      return l10n.t("Refreshing…");
    case "done":
      return read.changed === undefined ? "" : read.changed ? l10n.t("Updated") : l10n.t("Up to date");
    case "failed":
      return l10n.t("Couldn't refresh");
    case undefined:
      return "";
  }
}

function fact(
  label: string,
  value: string,
  action: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`<dt>${label}</dt>
    <dd>${longText(value)}${action}</dd>`;
}

/** The type as the service sent it, if that is another word than its label. */
function originalType(type: string | undefined): TemplateResult | typeof nothing {
  return type === undefined || isUsualName(type) || eventTypeInfo(type).label === type
    ? nothing
    : html` <bdi class="secondary">${displayLine(type)}</bdi>`;
}

function rawJson(json: string): TemplateResult {
  const isCut = json.length > maxRawLength;
  return html`<pre
      tabindex="0"
      aria-label=${l10n.t("Raw JSON")}
    ><bdi dir="ltr">${displayBlock(indentJson(isCut ? json.slice(0, maxRawLength) : json))}</bdi></pre>
    ${isCut ? html`<p class="secondary">${l10n.t("Only the first {0} characters are shown.", formatNumber(maxRawLength))}</p>` : nothing}`;
}
