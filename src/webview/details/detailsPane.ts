import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import type { EventDetails } from "../../shared/feedState";
import { formatNumber } from "../../shared/text";
import type { EventRef } from "../../shared/viewQueries";
import type { FeedModel } from "../feedModel";
import { PageElement } from "../ui/element";
import { iconButton } from "../ui/buttons";
import { displayLine } from "../ui/text";
import type { LoadedDetails } from "./detailsModel";
import { missingNote, readNote } from "./detailsNotes";
import { companySection, dataSection, occurrenceSection, rawJson, rawJsonActions } from "./eventSections";
import type { EventFields } from "./eventFields";
import { fieldList, longText } from "./fieldList";

/** The details of one event: its fields by section, and the raw JSON. */
@customElement("details-pane")
export class DetailsPane extends PageElement {
  @property({ attribute: false }) model!: FeedModel;
  @property({ attribute: false }) event!: EventRef;

  @state() private isRawOpen = false;
  @query(".details", true) private region!: HTMLElement;
  /** The user went to another event with the pane's buttons or keys, and it has not loaded yet. */
  private isStepping = false;
  /** The event whose details are on screen. */
  private shownId: string | undefined;
  private announced: LoadedDetails | undefined;
  private announcement = "";

  private get loaded(): LoadedDetails | undefined {
    return this.model.details.loaded;
  }

  override focus(): void {
    // Waits for the first rendering.
    void this.updateComplete.then(() => this.region.focus());
  }

  protected override updated(): void {
    const { id } = this.loaded ?? {};
    if (id !== this.shownId) {
      this.shownId = id;
      this.region.scrollTop = 0;
      if (this.isStepping && document.activeElement === document.body) {
        // The control that had the focus is gone.
        this.region.focus();
      }
      this.isStepping = false;
    }
  }

  /** Announces the event after the pane's own buttons and keys; the list announces its rows itself. */
  protected override willUpdate(): void {
    if (this.loaded !== this.announced) {
      this.announced = this.loaded;
      const { details } = this.loaded ?? {};
      const isHere = this.contains(document.activeElement);
      const title = details?.event.title ?? l10n.t("No title");
      this.announcement = details && isHere ? displayLine(title.slice(0, 300)) : "";
    }
  }

  // ---- Display ----------------------------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    const { model } = this;
    const { read } = model.details;
    const { details, fields, note } = this.loaded ?? {};
    const event = details?.event ?? this.event;
    const isDated = event.publishedMs !== undefined;
    return html`<section
      class="details"
      role="region"
      aria-label=${l10n.t("Event details")}
      tabindex="-1"
      @keydown=${this.onKeyDown}
    >
      ${this.renderBar()}
      <div aria-live="polite" class="sr-only">${this.announcement}</div>
      ${
        note && !(read && !details && !isDated)
          ? missingNote(note, isDated, () => model.details.bringIntoList(event, note, model.zone))
          : nothing
      }
      ${readNote(details, read, () => model.post({ type: "readEvent", id: this.event.id }))}
      ${details && fields ? this.renderDetails(details, fields) : nothing}
    </section>`;
  }

  private renderBar(): TemplateResult {
    const { position } = this.loaded?.details ?? {};
    return html`<div class="details-bar" role="group" aria-label=${l10n.t("Actions")}>
      ${this.stepButton(-1)}${this.stepButton(1)}
      <span class="position secondary"
        >${position ? l10n.t("{0} of {1}", formatNumber(position.number), formatNumber(position.count)) : nothing}</span
      >
      ${iconButton(l10n.t("Close details"), "close", () => this.model.details.close(), { title: l10n.t("Close details (Escape)") })}
    </div>`;
  }

  private stepButton(direction: 1 | -1): TemplateResult {
    const [label, icon, key] =
      direction === 1
        ? [l10n.t("Next"), "arrow-down", this.stepKeys.down]
        : [l10n.t("Previous"), "arrow-up", this.stepKeys.up];
    const title = l10n.t({ message: "{0} ({1})", args: [label, key], comment: ["A command and its key"] });
    return iconButton(label, icon, () => this.step(direction), {
      title,
      isEnabled: this.model.list.hasNext(direction),
    });
  }

  private readonly stepKeys = navigator.platform.startsWith("Mac")
    ? { up: "⌥↑", down: "⌥↓" }
    : { up: "Alt+↑", down: "Alt+↓" };

  private step(direction: 1 | -1): void {
    if (this.model.list.hasNext(direction)) {
      this.isStepping = true;
      this.model.list.selectNext(direction);
    }
  }

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const isStep = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (isStep && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      this.step(event.key === "ArrowDown" ? 1 : -1);
    }
  };

  private renderDetails(details: EventDetails, { data, company, others }: EventFields): TemplateResult {
    const { event } = details;
    const { model } = this;
    const { isAvailable = false } = this.loaded ?? {};
    return html`<h2>
        ${event.title ? longText(event.title) : html`<span class="absent">${l10n.t("No title")}</span>`}
      </h2>
      ${event.subhead ? html`<p class="lead">${longText(event.subhead)}</p>` : nothing} ${dataSection(data)}
      ${occurrenceSection(event, isAvailable, model)}
      ${companySection(event, company, isAvailable ? model : undefined)}
      ${
        others.size > 0
          ? html`<h3>${l10n.t("Other fields")}</h3>
              ${fieldList(others)}`
          : nothing
      }
      <div class="raw-json">
        ${isAvailable ? rawJsonActions(event.id, model) : nothing}
        <details .open=${this.isRawOpen} @toggle=${this.onRawToggle}>
          <summary>${l10n.t("Raw JSON")}</summary>
          ${this.isRawOpen ? guard([details.json], () => rawJson(details.json)) : nothing}
        </details>
      </div>`;
  }

  private readonly onRawToggle = (event: Event) => {
    this.isRawOpen = event.target instanceof HTMLDetailsElement && event.target.open;
  };
}
