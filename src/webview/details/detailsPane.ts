import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { ifDefined } from "lit/directives/if-defined.js";
import type { CompanyEvents, EventDetails, EventRead, EventRow } from "../../shared/feedState";
import type { FeedQuery } from "../../shared/feedQuery";
import type { ZoneChoice } from "../../shared/calendar";
import { formatNumber } from "../../shared/text";
import { iconButton } from "../ui/iconButton";
import { RovingTabIndex } from "../ui/rovingTabIndex";
import { displayLine } from "../ui/text";
import { companyTimeline } from "./companyTimeline";
import { type DetailsNote, missingNote, readNote } from "./detailsNotes";
import {
  companySection,
  dataSection,
  type DetailsActions,
  type EventFields,
  eventFields,
  occurrenceSection,
  rawJson,
  rawJsonActions,
} from "./eventSections";
import { fieldList, longText } from "./fieldList";

/**
 * The details of one event: headline, `event_data`, when and what it is, its company, all other fields, and the raw JSON.
 *
 * Fires `event-reveal` (detail: EventRow) when another event of the company is clicked.
 */
@customElement("details-pane")
export class DetailsPane extends LitElement {
  @property({ attribute: false }) actions!: DetailsActions;
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
  /** Company whose events are all shown. */
  @state() private expandedCompany: string | undefined;
  @query(".details", true) private region!: HTMLElement;
  private fields: EventFields | undefined;
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
          ? missingNote(note, this.dated, (reason) => this.actions.show(reason))
          : nothing
      }
      ${readNote(details, eventRead, () => this.actions.read())}
      ${details && this.fields ? this.renderDetails(details, this.fields) : nothing}
    </section>`;
  }

  private renderBar(): TemplateResult {
    const { position, event } = this.details ?? {};
    const isShown = position && event?.id === this.eventId;
    return html`<div class="details-bar" role="toolbar" aria-label=${l10n.t("Event actions")}>
      ${this.stepButton(-1, this.hasPrevious)}${this.stepButton(1, this.hasNext)}
      <span class="position secondary"
        >${isShown ? l10n.t("{0} of {1}", formatNumber(position.number), formatNumber(position.count)) : nothing}</span
      >
      ${iconButton(l10n.t("Close details"), "close", () => this.actions.close(), { title: l10n.t("Close details (Escape)") })}
    </div>`;
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
      this.actions.step(direction);
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
    if (changed.has("details")) {
      this.fields = this.details && eventFields(this.details);
    }
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

  private renderDetails(details: EventDetails, { data, company, others }: EventFields): TemplateResult {
    const { event } = details;
    const otherCount = (this.company?.count ?? 0) - (details.missing === undefined ? 1 : 0);
    return html`<h2>
        ${event.title ? longText(event.title) : html`<span class="absent">${l10n.t("No title")}</span>`}
      </h2>
      ${event.subhead ? html`<p class="lead">${longText(event.subhead)}</p>` : nothing} ${dataSection(data)}
      ${occurrenceSection(event, this, this.actions)}
      ${companySection(event, company, this.available ? this.actions : undefined)}
      ${this.company && otherCount > 0 ? this.renderTimeline(this.company, event.id, otherCount) : nothing}
      ${
        others.size > 0
          ? html`<h3>
                ${l10n.t({ message: "More", args: [], comment: ["Heading: further fields of an event"] })}
              </h3>
              ${fieldList(others)}`
          : nothing
      }
      <div class="raw-json">
        ${this.available ? rawJsonActions(event.id, this.actions) : nothing}
        <details .open=${this.isRawOpen} @toggle=${this.onRawToggle}>
          <summary>${l10n.t("Raw JSON")}</summary>
          ${this.isRawOpen ? rawJson(details.json) : nothing}
        </details>
      </div>`;
  }

  private renderTimeline(company: CompanyEvents, currentId: string, otherCount: number): TemplateResult {
    const companyId = company.entityId ?? company.name;
    return companyTimeline({
      company,
      currentId,
      otherCount,
      zone: this.zone,
      isExpanded: this.expandedCompany === companyId,
      expand: () => (this.expandedCompany = companyId),
      reveal: (row) => this.dispatchEvent(new CustomEvent<EventRow>("event-reveal", { detail: row })),
    });
  }

  private readonly onRawToggle = (event: Event) => {
    this.isRawOpen = event.target instanceof HTMLDetailsElement && event.target.open;
  };
}
