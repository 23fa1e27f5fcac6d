import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { readInstant } from "../../shared/calendar";
import { calendarPeriods } from "../../shared/calendarWindow";
import { dayMs } from "../../shared/instant";
import { type FeedQuery, type FeedWindow, sameQuery, sameWindow } from "../../shared/feedQuery";
import type { ZoneChoice } from "../../shared/calendar";
import type { PanelState } from "../../shared/protocol";
import { instantText, timeZoneOf } from "../../shared/times";
import type { Validation } from "./entryField";
import { FilterField } from "./filterField";
import { fixedWindow, periodWindow, windowLabel } from "./queryText";

/** Days of the relative presets. */
const presetDays = [1, 7, 30, 90];

/** Milliseconds since 1970 UTC; without an end: now. */
interface Edges {
  readonly since: number;
  readonly until: number | undefined;
}

/**
 * The feed query's window, which users know as the time range: a select-only combobox (ARIA Authoring Practices) of presets that
 * also opens to From, To, and the time zone of everything shown.
 *
 * Fires `window-change` (detail: FeedWindow) and `zone-change` (detail: ZoneChoice).
 */
@customElement("time-range-field")
export class TimeRangeField extends FilterField {
  @property({ attribute: false }) query!: FeedQuery;
  @property({ attribute: false }) panel!: PanelState;
  @property({ attribute: false }) zone: ZoneChoice = "local";

  @state() private isOpen = false;
  /** Index of the preset that the arrow keys moved to. */
  @state() private active = -1;

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("focusout", this.onFocusOut);
  }

  protected override render(): TemplateResult {
    const { isOpen, active, fieldId: id } = this;
    const label = windowLabel(shownWindow(this.query, this.panel), this.zone, Date.now());
    return this.renderField(
      html`<div class="box" @mousedown=${this.onBoxMouseDown}>
          <span class="codicon codicon-calendar" aria-hidden="true"></span>
          <input
            id=${id}
            role="combobox"
            type="text"
            readonly
            title=${`${label} (${timeZoneOf(this.zone)})`}
            aria-expanded=${isOpen}
            aria-controls="${id}-list"
            aria-activedescendant=${isOpen && active >= 0 ? `${id}-option-${active}` : nothing}
            .value=${label}
            @keydown=${this.onKeyDown}
          />
          <span class="codicon codicon-chevron-down" aria-hidden="true"></span>
        </div>
        <div
          class="time-range-popup"
          ?hidden=${!isOpen}
          @mousedown=${this.onPopupMouseDown}
          @keydown=${this.onPopupKeyDown}
        >
          <ul id="${id}-list" role="listbox" aria-label=${l10n.t("Presets")} class="time-range-presets">
            ${(isOpen ? this.presets : []).map((window, index) => this.renderPreset(window, index))}
          </ul>
          <div class="time-range-edges">
            ${this.edgeField("since", l10n.t("From"), "2026-11-14 10:02")}
            ${this.edgeField("until", l10n.t("To"), l10n.t({ message: "now", args: [], comment: ["The end of a time range that has none"] }))}
            ${this.zoneField()}
          </div>
        </div>`,
    );
  }

  private renderPreset(window: FeedWindow, index: number): TemplateResult {
    const isActive = index === this.active;
    return html`<li
      id="${this.fieldId}-option-${index}"
      role="option"
      class=${isActive ? "active" : ""}
      aria-selected=${isActive}
      @click=${() => this.choose(window)}
    >
      ${windowLabel(window, this.zone, Date.now())}${
        sameWindow(window, this.query.window)
          ? html`<span class="codicon codicon-check is-selected" aria-hidden="true"></span
              ><span class="sr-only">${l10n.t("already selected")}</span>`
          : nothing
      }
    </li>`;
  }

  private edgeField(edge: keyof Edges, label: string, placeholder: string): TemplateResult {
    const ms = this.edges[edge];
    const text = ms === undefined ? "" : instantText(ms, this.zone);
    return html`<entry-field
      class="field instant"
      label=${label}
      field-id=${edge === "since" ? "from" : "to"}
      placeholder=${placeholder}
      text=${text}
      .validate=${(typed: string) => (typed === text ? { hint: "" } : this.validateEdge(edge, typed))}
      @value-change=${({ detail }: CustomEvent<string>) => this.changeEdge(edge, detail)}
    ></entry-field>`;
  }

  private zoneField(): TemplateResult {
    const local = timeZoneOf("local");
    return html`<div class="field zone">
      <label for="zone">${l10n.t("Time zone")}</label>
      <select id="zone" @change=${this.onZone}>
        <option value="local" .selected=${live(this.zone === "local")}>
          ${local === "UTC" ? l10n.t("UTC (local)") : local}
        </option>
        <option value="utc" .selected=${live(this.zone === "utc")}>UTC</option>
      </select>
    </div>`;
  }

  // ---- Presets ------------------------------------------------------------------------------------------------------

  private get presets(): FeedWindow[] {
    const { window } = this.panel.defaultQuery;
    const days = new Set([...presetDays, ...(window.kind === "last" ? [window.days] : [])]);
    return [
      ...[...days].sort((a, b) => a - b).map((count) => ({ kind: "last" as const, days: count })),
      ...calendarPeriods.map((period) => periodWindow(period, this.zone, Date.now())),
    ];
  }

  private choose(window: FeedWindow): void {
    this.close();
    this.input.focus();
    this.fire("window-change", window);
  }

  private open(): void {
    this.isOpen = true;
    this.active = -1;
  }

  private close(): void {
    this.isOpen = false;
  }

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const { isOpen, active, presets } = this;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && isOpen) {
      this.close();
    } else if (event.key === "Enter" || event.key === " ") {
      const window = presets[active];
      if (!isOpen) {
        this.open();
      } else if (window) {
        this.choose(window);
      } else {
        this.close();
      }
    } else if (step !== undefined && !isOpen) {
      this.open();
    } else if (step !== undefined) {
      const from = active < 0 && step < 0 ? 0 : active;
      this.active = (from + step + presets.length) % presets.length;
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  private readonly onBoxMouseDown = (event: MouseEvent): void => {
    event.preventDefault();
    this.input.focus();
    if (this.isOpen) {
      this.close();
    } else {
      this.open();
    }
  };

  /** Keeps the focus where it is, unless a control in the popup takes it. */
  private readonly onPopupMouseDown = (event: MouseEvent): void => {
    if (event.target instanceof Element && !event.target.closest("input, select, label")) {
      event.preventDefault();
    }
  };

  private readonly onPopupKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.close();
      this.input.focus();
    }
  };

  private readonly onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && this.contains(relatedTarget))) {
      this.close();
    }
  };

  // ---- From and To --------------------------------------------------------------------------------------------------

  private get edges(): Edges {
    const { query, panel } = this;
    const { window } = query;
    if (window.kind === "fixed") {
      return {
        since: Date.parse(window.since),
        until: window.until === undefined ? undefined : Date.parse(window.until),
      };
    }
    // The host decides when a relative window starts. Nobody chose its seconds.
    const started = sameQuery(query, panel.query) ? panel.window?.sinceMs : undefined;
    const sinceMs = started ?? Date.now() - window.days * dayMs;
    return { since: Math.floor(sinceMs / 60_000) * 60_000, until: undefined };
  }

  /** Whether what is typed can take the place of an edge; if not, why. */
  private validateEdge(edge: keyof Edges, typed: string): Validation {
    const ms = readInstant(typed, this.zone);
    if (ms === undefined) {
      return edge === "until" && typed === ""
        ? { hint: "" }
        : { error: l10n.t("Enter a date such as {0} or {1}.", "2026-11-14", "2026-11-14 10:02") };
    }
    const { since, until = Number.POSITIVE_INFINITY } = this.edges;
    if (edge === "until") {
      return ms > since ? { hint: "" } : { error: l10n.t("To must be after From.") };
    }
    if (ms > Date.now()) {
      return { error: l10n.t("From is in the future.") };
    }
    return ms < until ? { hint: "" } : { error: l10n.t("From must be before To.") };
  }

  /** @param typed valid */
  private changeEdge(edge: keyof Edges, typed: string): void {
    const { since, until } = this.edges;
    const ms = readInstant(typed, this.zone);
    this.fire("window-change", edge === "until" ? fixedWindow(since, ms) : fixedWindow(ms ?? since, until));
  }

  private readonly onZone = (event: Event): void => {
    this.fire("zone-change", (event.target as HTMLSelectElement).value === "utc" ? "utc" : "local");
  };

  private fire(type: "window-change" | "zone-change", detail: FeedWindow | ZoneChoice): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** The query's window or, once loading older events extended it, that of what is loaded. */
function shownWindow(query: FeedQuery, { window, content }: PanelState): FeedWindow {
  return content === "current" && window?.extended
    ? fixedWindow(window.sinceMs, window.untilMs)
    : query.window;
}
