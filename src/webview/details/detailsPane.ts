import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { ifDefined } from "lit/directives/if-defined.js";
import type { CompanyEvents, EventDetails, EventRead } from "../../shared/feedState";
import type { FeedQuery } from "../../shared/feedQuery";
import type { ZoneChoice } from "../../shared/pageState";
import type { CopyParams, PageCommand } from "../../shared/protocol";
import { formatNumber } from "../../shared/text";
import type { ValueFilter } from "../filters/pendingFilters";
import { iconButton } from "../ui/iconButton";
import { RovingTabIndex } from "../ui/rovingTabIndex";
import { displayLine } from "../ui/text";
import { type DetailsNote, missingNote, readNote, readResult, type ShowableReason } from "./detailsNotes";
import { type EventFacts, eventFacts } from "./eventFacts";
import {
  companySection,
  dataSection,
  type EventActions,
  occurrenceSection,
  rawJson,
  rawJsonActions,
} from "./eventSections";
import { jsonTree, longText } from "./jsonTree";

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
  /** What VS Code's context menu offers for the event; undefined: nothing. */
  @property({ attribute: false }) menuContext: string | undefined;
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
      data-vscode-context=${ifDefined(this.menuContext)}
      @contextmenu=${this.onContextMenu}
      @keydown=${this.onKeyDown}
    >
      ${this.renderBar()}
      <div aria-live="polite" class="sr-only">${this.announcement}</div>
      ${
        note && !(eventRead && !details && !this.dated)
          ? missingNote(note, this.dated, (reason) => this.fire("event-show", reason))
          : nothing
      }
      ${readNote(details, eventRead, () => this.fire("event-read", undefined))}
      ${details ? this.renderDetails(details) : nothing}
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
          : iconButton(l10n.t("Refresh this event"), "refresh", () => this.fire("event-read", undefined))
      }
      ${iconButton(l10n.t("Close details"), "close", () => this.fire("details-close", undefined), { title: l10n.t("Close details (Escape)") })}
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

  private stepButton(direction: 1 | -1, isEnabled: boolean): TemplateResult {
    const [label, icon, key] =
      direction === 1
        ? [l10n.t("Next event"), "arrow-down", this.stepKeys.down]
        : [l10n.t("Previous event"), "arrow-up", this.stepKeys.up];
    const title = l10n.t({ message: "{0} ({1})", args: [label, key], comment: ["A command and its key"] });
    return iconButton(label, icon, () => this.step(direction), { title, isEnabled });
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

  /** Without commands there is no menu: VS Code's would cut and paste. */
  private readonly onContextMenu = (event: MouseEvent): void => {
    if (this.menuContext === undefined) {
      event.preventDefault();
    }
  };

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const isStep = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (isStep && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      this.step(event.key === "ArrowDown" ? 1 : -1);
    }
  };

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
      ${event.subhead ? html`<p class="lead">${longText(event.subhead)}</p>` : nothing} ${dataSection(data)}
      ${occurrenceSection(event, this, this.actions)} ${companySection(event, company, this.actions)}
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
        ${rawJsonActions(event.id, this.actions)}
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

  private get actions(): EventActions {
    return {
      areAvailable: this.available,
      copy: (id, format) => this.fire("event-copy", { ids: [id], format }),
      filterBy: (value) => this.fire("value-filter", value),
      showCompany: (name) => this.fire("company-filter", name),
      post: (command) => this.fire("host-message", command),
    };
  }

  private fire<N extends keyof DetailsPaneEvents>(name: N, detail: DetailsPaneEvents[N]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private readonly onRawToggle = (event: Event) => {
    this.isRawOpen = event.target instanceof HTMLDetailsElement && event.target.open;
  };
}
