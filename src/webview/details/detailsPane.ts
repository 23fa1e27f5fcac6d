import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { ifDefined } from "lit/directives/if-defined.js";
import type { ZoneChoice } from "../../shared/calendar";
import { type FeedQuery, sameQuery } from "../../shared/feedQuery";
import { activeNames } from "../../shared/filters";
import type { CompanyEvents, EventDetails, EventRead, MissingReason } from "../../shared/feedState";
import type { PageState } from "../../shared/pageState";
import { formatNumber } from "../../shared/text";
import { eventRef, type EventRef } from "../../shared/viewQueries";
import type { FeedPage } from "../feedPage";
import { eventMenuContext, type MenuEvent } from "../ui/contextMenus";
import { iconButton } from "../ui/iconButton";
import { displayLine } from "../ui/text";
import { companyTimeline } from "./companyTimeline";
import { type DetailsNote, missingNote, readNote } from "./detailsNotes";
import {
  companySection,
  dataSection,
  type EventFields,
  eventFields,
  occurrenceSection,
  rawJson,
  rawJsonActions,
} from "./eventSections";
import { fieldList, longText } from "./fieldList";

interface Shown {
  /** ID of the event that this is about. */
  readonly id: string;
  readonly details: EventDetails | undefined;
  readonly fields: EventFields | undefined;
  readonly note: DetailsNote | undefined;
  /** Whether the host has the event: otherwise it can't be copied or opened. */
  readonly isAvailable: boolean;
  /** The loaded events of its company. */
  readonly company: CompanyEvents | undefined;
}

/** The details of one event: headline, `event_data`, when and what it is, its company, all other fields, and the raw JSON. */
@customElement("details-pane")
export class DetailsPane extends LitElement {
  @property({ attribute: false }) page!: FeedPage;
  @property({ attribute: false }) event!: EventRef;
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
  @query(".details", true) private region!: HTMLElement;
  /** The user went to another event with the buttons or keys of the pane, and neither its details nor a note have arrived yet. */
  private isStepping = false;

  override focus(): void {
    // The pane may not have rendered yet.
    void this.updateComplete.then(() => this.region.focus());
  }

  protected override createRenderRoot(): this {
    return this;
  }

  /** What the context menu is about. */
  get menuEvent(): MenuEvent | undefined {
    const { details, isAvailable } = this.shown ?? {};
    if (!isAvailable || !details) {
      return undefined;
    }
    const { type, sector, company } = details.event;
    return { type, sector, company: company?.name };
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
    const { event } = this;
    const { connection } = this.page;
    const companyRequest = connection.request("company", { id: event.id }).catch(() => null);
    const result = await connection.request("details", event).catch(() => undefined);
    const details = result && "event" in result ? result : undefined;
    const isCurrent = (): boolean => this.event === event && this.isConnected;
    if (!isCurrent()) {
      return;
    }
    const before = this.shown?.id === event.id ? this.shown : undefined;
    const company = this.shown?.company;
    this.shown = {
      id: event.id,
      // Those of an event that is no longer in the feed stay.
      details: details ?? before?.details,
      fields: details ? eventFields(details) : before?.fields,
      note: result ? this.noteOf(result.missing) : "failed",
      isAvailable: details !== undefined,
      // It stays in place while the user goes through its events.
      company: before || company?.events.some(({ id }) => id === event.id) ? company : undefined,
    };
    // It takes longer: the host goes through all events.
    const loaded = details && (await companyRequest);
    if (loaded && isCurrent()) {
      this.shown = { ...this.shown, company: loaded };
    }
  }

  private noteOf(missing: MissingReason | undefined): DetailsNote | undefined {
    const { shownQuery } = this.page;
    const { listQuery } = this.page.details;
    if (!shownQuery || missing === undefined || missing === "outsideTimeRange") {
      return shownQuery && missing;
    }
    const isOtherList = listQuery && !sameQuery(shownQuery, listQuery);
    return isOtherList && activeNames(shownQuery).length > 0 ? "filteredOut" : missing;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const wasRead = changed.has("read") && this.eventRead?.kind === "done";
    if (changed.has("event") || wasRead) {
      void this.refresh();
    }
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const before = changed.get("shown") as Shown | undefined;
    if (changed.has("shown") && before?.id !== this.shown?.id) {
      // Except while the user goes through links in the pane, such as those of the timeline.
      if (this.isStepping || !this.contains(document.activeElement)) {
        this.region.scrollTop = 0;
      }
      if (this.isStepping && document.activeElement === document.body) {
        // The next event does not have the control that had the focus.
        this.region.focus();
      }
      this.isStepping = false;
    }
    const { eventRead: read } = this;
    if (read?.kind === "done" && read.event.id !== read.id) {
      this.page.details.show(read.event);
    }
  }

  /** How the read of the event stands, if it was read by its ID. */
  private get eventRead(): EventRead | undefined {
    return this.read?.id === this.event.id ? this.read : undefined;
  }

  /** For screen readers, which read a row that is selected in the list, but not what a button or a key of the pane shows. */
  private get announcement(): string {
    const { details } = this.shown ?? {};
    const isHere = this.contains(document.activeElement);
    return details && isHere ? displayLine((details.event.title ?? l10n.t("No title")).slice(0, 300)) : "";
  }

  // ---- Display ----------------------------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    const { eventRead, menuEvent, page } = this;
    const { details, fields, note } = this.shown ?? {};
    const event = details?.event ?? this.event;
    const isDated = event.publishedMs !== undefined;
    return html`<section
      class="details"
      role="region"
      aria-label=${l10n.t("Event details")}
      tabindex="-1"
      data-vscode-context=${ifDefined(menuEvent && eventMenuContext(menuEvent, this.query, true))}
      @contextmenu=${this.onContextMenu}
      @keydown=${this.onKeyDown}
    >
      ${this.renderBar()}
      <div aria-live="polite" class="sr-only">${this.announcement}</div>
      ${
        note && !(eventRead && !details && !isDated)
          ? missingNote(note, isDated, () => page.details.bringIntoList(event, note))
          : nothing
      }
      ${readNote(details, eventRead, () => page.connection.post({ type: "readEvent", id: this.event.id }))}
      ${details && fields ? this.renderDetails(details, fields) : nothing}
    </section>`;
  }

  private renderBar(): TemplateResult {
    const { position } = this.shown?.details ?? {};
    return html`<div class="details-bar" role="group" aria-label=${l10n.t("Actions")}>
      ${this.stepButton(-1, this.hasPrevious)}${this.stepButton(1, this.hasNext)}
      <span class="position secondary"
        >${position ? l10n.t("{0} of {1}", formatNumber(position.number), formatNumber(position.count)) : nothing}</span
      >
      ${iconButton(l10n.t("Close details"), "close", () => this.page.details.close(), { title: l10n.t("Close details (Escape)") })}
    </div>`;
  }

  private stepButton(direction: 1 | -1, isEnabled: boolean): TemplateResult {
    const [label, icon, key] =
      direction === 1
        ? [l10n.t("Next"), "arrow-down", this.stepKeys.down]
        : [l10n.t("Previous"), "arrow-up", this.stepKeys.up];
    const title = l10n.t({ message: "{0} ({1})", args: [label, key], comment: ["A command and its key"] });
    return iconButton(label, icon, () => this.step(direction), { title, isEnabled });
  }

  private readonly stepKeys = navigator.platform.startsWith("Mac")
    ? { up: "⌥↑", down: "⌥↓" }
    : { up: "Alt+↑", down: "Alt+↓" };

  private step(direction: 1 | -1): void {
    if (direction === 1 ? this.hasNext : this.hasPrevious) {
      this.isStepping = true;
      this.page.grid.input.selectNext(direction);
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
    const { page } = this;
    const { isAvailable = false, company: loaded } = this.shown ?? {};
    const otherCount = (loaded?.count ?? 0) - (details.missing === undefined ? 1 : 0);
    return html`<h2>
        ${event.title ? longText(event.title) : html`<span class="absent">${l10n.t("No title")}</span>`}
      </h2>
      ${event.subhead ? html`<p class="lead">${longText(event.subhead)}</p>` : nothing} ${dataSection(data)}
      ${occurrenceSection(event, isAvailable, page)}
      ${companySection(event, company, isAvailable ? page : undefined)}
      ${loaded && otherCount > 0 ? companyTimeline(loaded, event.id, otherCount, page) : nothing}
      ${
        others.size > 0
          ? html`<h3>
                ${l10n.t({ message: "More", args: [], comment: ["Heading: further fields of an event"] })}
              </h3>
              ${fieldList(others)}`
          : nothing
      }
      <div class="raw-json">
        ${isAvailable ? rawJsonActions(event.id, page) : nothing}
        <details .open=${this.isRawOpen} @toggle=${this.onRawToggle}>
          <summary>${l10n.t("Raw JSON")}</summary>
          ${this.isRawOpen ? rawJson(details.json) : nothing}
        </details>
      </div>`;
  }

  private readonly onRawToggle = (event: Event) => {
    this.isRawOpen = event.target instanceof HTMLDetailsElement && event.target.open;
  };
}
