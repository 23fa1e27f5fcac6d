import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { ifDefined } from "lit/directives/if-defined.js";
import type { ZoneChoice } from "../../shared/calendar";
import type { CompanyEvent } from "../../shared/companyEvent";
import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import type { CompanyEvents, EventDetails, EventRead, EventRow, MissingReason } from "../../shared/feedState";
import type { PageState } from "../../shared/pageState";
import { formatNumber } from "../../shared/text";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import { websiteOf } from "../../shared/website";
import type { HostConnection } from "../host/hostConnection";
import { iconButton } from "../ui/iconButton";
import { RovingTabIndex } from "../ui/focus";
import { displayLine } from "../ui/text";
import { companyTimeline } from "./companyTimeline";
import { type DetailsNote, missingNote, readNote, type ShowableReason } from "./detailsNotes";
import {
  companySection,
  dataSection,
  type EventFields,
  eventFields,
  occurrenceSection,
  rawJson,
  rawJsonActions,
  type SectionActions,
} from "./eventSections";
import { fieldList, longText } from "./fieldList";

export interface DetailsActions extends SectionActions {
  readonly request: HostConnection["request"];
  /** For the `data-vscode-context` attribute. */
  menuContext(event: EventRow): string;
  /** Goes to the next event of the list (1) or the previous one (-1). */
  step(direction: 1 | -1): void;
  /** Selects the row of another event. */
  reveal(event: EventRow): void;
  /** The event has another ID than the one it was asked for by. */
  show(event: EventRef): void;
  /** Brings the event into the list, from which it is missing for this reason. */
  bringIntoList(event: EventRef & Partial<CompanyEvent>, reason: ShowableReason): void;
  close(): void;
}

interface Shown {
  /** ID of the event that this is about. */
  readonly id: string;
  readonly details: EventDetails | undefined;
  readonly note: DetailsNote | undefined;
  /** Whether the host has the event: otherwise it can't be copied or opened. */
  readonly isAvailable: boolean;
  /** The loaded events of its company. */
  readonly company: CompanyEvents | null;
}

/** The details of one event: headline, `event_data`, when and what it is, its company, all other fields, and the raw JSON. */
@customElement("details-pane")
export class DetailsPane extends LitElement {
  @property({ attribute: false }) actions!: DetailsActions;
  @property({ attribute: false }) event!: EventRef;
  /** The query of the list in which the event was selected; undefined: it need not be in the list. */
  @property({ attribute: false }) eventQuery: FeedQuery | undefined;
  /** The query of the rows in the list; undefined before the first page. */
  @property({ attribute: false }) shownQuery: FeedQuery | undefined;
  /** What the filters show. */
  @property({ attribute: false }) query: FeedQuery | undefined;
  /** How the last read of an event by its ID stands. */
  @property({
    attribute: false,
    hasChanged: (a?: EventRead, b?: EventRead) => a?.id !== b?.id || a?.kind !== b?.kind,
  })
  read: EventRead | undefined;
  @property({ attribute: false }) zone: ZoneChoice = "local";
  /** Whether the list has an event before and after this one. */
  @property({ type: Boolean }) hasPrevious = false;
  @property({ type: Boolean }) hasNext = false;

  /** Still that of the previous event while this one is read. */
  @state() private shown: Shown | undefined;
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

  /** What the context menu is about, as the row of the event says it. */
  get menuEvent(): EventRow | undefined {
    if (!this.shown?.isAvailable || !this.shown.details) {
      return undefined;
    }
    const { id, type, sector, company } = this.shown.details.event;
    return {
      kind: "event",
      id,
      ...(type !== undefined && { type }),
      ...(sector !== undefined && { sector }),
      ...(company?.name !== undefined && { company: company.name }),
      ...(websiteOf(company?.domain) !== undefined && { hasWebsite: true as const }),
    };
  }

  /** The event as it is saved for a reload of the window; undefined: no more is known of it than before. */
  get savedEvent(): PageState["selected"] {
    const { event, missing } = this.shown?.details ?? {};
    const isUnlisted = missing !== undefined && missing !== "notLoaded";
    return event?.id === this.event.id
      ? { ...eventRef(event), ...(isUnlisted && { unlisted: true as const }) }
      : undefined;
  }

  // ---- Data -------------------------------------------------------------------------------------------------------

  /** The host shows another service: its event with this ID may be another one. */
  reset(): void {
    this.shown = undefined;
    void this.refresh();
  }

  /** Requests the details again: another event is active, or rows have changed. */
  async refresh(): Promise<void> {
    const { event, actions } = this;
    const companyRequest = actions.request("company", { id: event.id }).catch(() => null);
    const result = await actions.request("details", event).catch(() => undefined);
    const details = result && "event" in result ? result : undefined;
    const company = details ? await companyRequest : null;
    if (this.event !== event || !this.isConnected) {
      return;
    }
    const before = this.shown?.id === event.id ? this.shown : undefined;
    this.shown = {
      id: event.id,
      // Those of an event that is no longer in the feed stay.
      details: details ?? before?.details,
      note: result ? this.noteOf(result.missing) : "failed",
      isAvailable: details !== undefined,
      company: company ?? before?.company ?? null,
    };
  }

  private noteOf(missing: MissingReason | undefined): DetailsNote | undefined {
    const { shownQuery, eventQuery } = this;
    if (!shownQuery || missing === undefined || missing === "outsideTimeRange") {
      return shownQuery && missing;
    }
    return eventQuery && !sameQuery(shownQuery, eventQuery) ? "filteredOut" : missing;
  }

  protected override willUpdate(changed: PropertyValues<this> & Map<"shown", Shown | undefined>): void {
    const wasRead = changed.has("read") && this.read?.kind === "done" && this.read.id === this.event.id;
    if (changed.has("event") || wasRead) {
      void this.refresh();
    }
    if (changed.has("shown")) {
      const [{ id, details } = {}, before] = [this.shown, changed.get("shown")];
      this.fields = details && eventFields(details);
      const isNew = id !== before?.id;
      // Also one that was opened by its ID, and has been read now.
      const isAnnounced = isNew ? this.isStepping : this.eventRead && !before?.details;
      if (isNew || isAnnounced) {
        this.announcement =
          details && isAnnounced ? displayLine(details.event.title ?? l10n.t("No title")) : "";
      }
    }
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const before = changed.get("shown") as Shown | undefined;
    if (changed.has("shown") && before?.id !== this.shown?.id) {
      // Except while the user goes through links in the pane, such as those of the timeline.
      if (this.isStepping || !this.contains(document.activeElement)) {
        this.region.scrollTop = 0;
      }
      this.isStepping = false;
    }
    const { eventRead: read } = this;
    if (read?.kind === "done" && read.event.id !== read.id) {
      this.actions.show(read.event);
    }
  }

  /** How the read of the event stands, if it was read by its ID. */
  private get eventRead(): EventRead | undefined {
    return this.read?.id === this.event.id ? this.read : undefined;
  }

  // ---- Display ----------------------------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    const { eventRead, menuEvent, actions } = this;
    const { details, note } = this.shown ?? {};
    const event = details?.event ?? this.event;
    const isDated = event.publishedMs !== undefined;
    return html`<section
      class="details"
      role="region"
      aria-label=${l10n.t("Event details")}
      tabindex="-1"
      data-vscode-context=${ifDefined(menuEvent && actions.menuContext(menuEvent))}
      @contextmenu=${this.onContextMenu}
      @keydown=${this.onKeyDown}
    >
      ${this.renderBar()}
      <div aria-live="polite" class="sr-only">${this.announcement}</div>
      ${
        note && !(eventRead && !details && !isDated)
          ? missingNote(note, isDated, (reason) => actions.bringIntoList(event, reason))
          : nothing
      }
      ${readNote(details, eventRead, () => actions.post({ type: "readEvent", id: this.event.id }))}
      ${details && this.fields ? this.renderDetails(details, this.fields) : nothing}
    </section>`;
  }

  private renderBar(): TemplateResult {
    const { position } = this.shown?.details ?? {};
    return html`<div class="details-bar" role="toolbar" aria-label=${l10n.t("Event actions")}>
      ${this.stepButton(-1, this.hasPrevious)}${this.stepButton(1, this.hasNext)}
      <span class="position secondary"
        >${position ? l10n.t("{0} of {1}", formatNumber(position.number), formatNumber(position.count)) : nothing}</span
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
    if (!this.menuEvent) {
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

  private renderDetails(details: EventDetails, { data, company, others }: EventFields): TemplateResult {
    const { event } = details;
    const { actions } = this;
    const { isAvailable = false, company: loaded = null } = this.shown ?? {};
    const otherCount = (loaded?.count ?? 0) - (details.missing === undefined ? 1 : 0);
    return html`<h2>
        ${event.title ? longText(event.title) : html`<span class="absent">${l10n.t("No title")}</span>`}
      </h2>
      ${event.subhead ? html`<p class="lead">${longText(event.subhead)}</p>` : nothing} ${dataSection(data)}
      ${occurrenceSection(event, { zone: this.zone, query: this.query, isAvailable }, actions)}
      ${companySection(event, company, isAvailable ? actions : undefined)}
      ${loaded && otherCount > 0 ? this.renderTimeline(loaded, event.id, otherCount) : nothing}
      ${
        others.size > 0
          ? html`<h3>
                ${l10n.t({ message: "More", args: [], comment: ["Heading: further fields of an event"] })}
              </h3>
              ${fieldList(others)}`
          : nothing
      }
      <div class="raw-json">
        ${isAvailable ? rawJsonActions(event.id, actions) : nothing}
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
      reveal: (row) => this.actions.reveal(row),
    });
  }

  private readonly onRawToggle = (event: Event) => {
    this.isRawOpen = event.target instanceof HTMLDetailsElement && event.target.open;
  };
}
