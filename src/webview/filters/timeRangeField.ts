import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import { live } from "lit/directives/live.js";
import { readInstant } from "../../shared/calendar";
import { dayMs } from "../../shared/instant";
import {
  calendarPeriods,
  type FeedQuery,
  type FeedWindow,
  fixedWindow,
  periodWindow,
  sameQuery,
  sameWindow,
} from "../../shared/feedQuery";
import type { PanelState } from "../../shared/protocol";
import { instantText, timeZoneOf } from "../../shared/times";
import type { FeedModel } from "../feedModel";
import { PageElement } from "../ui/element";
import { windowLabel } from "./queryText";
import { selectedMark } from "./tokenField";

const presetDays = [1, 7, 30, 90];

/** Milliseconds since 1970 UTC. Without `until`, the range has no end. */
interface Edges {
  readonly since: number | undefined;
  readonly until: number | undefined;
}

type Edge = keyof Edges;
type EdgeErrors = Partial<Record<Edge, string>>;

/**
 * The query's window, called time range in the UI: a select-only combobox (ARIA Authoring Practices) of
 * presets, whose popup also has From, To and the time zone of everything shown.
 */
@customElement("time-range-field")
export class TimeRangeField extends PageElement {
  @property({ attribute: false }) model!: FeedModel;
  @property({ attribute: false }) query!: FeedQuery;
  @property({ attribute: false }) panel!: PanelState;

  /** While closed, the popup is empty: this discards typed text. */
  @state() private isOpen = false;
  /** Index of the preset that the arrow keys moved to; -1: none. */
  @state() private active = -1;
  @state() private errors: EdgeErrors = {};
  @query("#time-range", true) private input!: HTMLInputElement;

  constructor() {
    super();
    this.addEventListener("focusout", this.onFocusOut);
    this.addEventListener("keydown", this.onKeyDown);
  }

  protected override render(): TemplateResult {
    const { isOpen, active } = this;
    const label = windowLabel(shownWindow(this.query, this.panel), this.model.zone, Date.now());
    return html`<label class="sr-only" for="time-range">${l10n.t("Time range")}</label>
      <div class="box" @mousedown=${this.onBoxMouseDown}>
        <input
          id="time-range"
          role="combobox"
          type="text"
          readonly
          title=${`${label} (${timeZoneOf(this.model.zone)})`}
          aria-expanded=${isOpen}
          aria-controls="time-range-list"
          aria-activedescendant=${isOpen && active >= 0 ? `time-range-option-${active}` : nothing}
          .value=${label}
        />
        <span class="codicon codicon-chevron-down" aria-hidden="true"></span>
      </div>
      <div class="time-range-popup popup" tabindex="-1" ?hidden=${!isOpen}>
        <ul id="time-range-list" role="listbox" aria-label=${l10n.t("Presets")}>
          ${(isOpen ? this.presets : []).map((window, index) => this.renderPreset(window, index))}
        </ul>
        ${isOpen ? this.renderEdges() : nothing}
      </div>`;
  }

  private renderPreset(window: FeedWindow, index: number): TemplateResult {
    const isActive = index === this.active;
    return html`<li
      id="time-range-option-${index}"
      role="option"
      class=${isActive ? "active" : ""}
      aria-selected=${isActive}
      @click=${() => this.choose(window)}
    >
      ${windowLabel(window, this.model.zone, Date.now())}${
        sameWindow(window, shownWindow(this.query, this.panel)) ? selectedMark() : nothing
      }
    </li>`;
  }

  private renderEdges(): TemplateResult {
    const local = timeZoneOf("local");
    return html`<div class="time-range-edges">
      ${this.edgeField("since", l10n.t("From"), "2026-11-14 10:02")}
      ${this.edgeField("until", l10n.t("To"), l10n.t({ message: "now", args: [], comment: ["The end of a time range that has none"] }))}
      <label for="zone">${l10n.t("Time zone")}</label>
      <select id="zone" @change=${this.onZone}>
        <option value="local" .selected=${live(this.model.zone === "local")}>
          ${local === "UTC" ? l10n.t("UTC (local)") : local}
        </option>
        <option value="utc" .selected=${live(this.model.zone === "utc")}>UTC</option>
      </select>
    </div>`;
  }

  /** While the time range and the zone stay the same, the field keeps what is typed. */
  private edgeField(edge: Edge, label: string, placeholder: string): TemplateResult {
    const ms = this.edges[edge];
    const error = this.errors[edge] ?? "";
    const text = ms === undefined ? "" : instantText(ms, this.model.zone);
    return html`<label for=${edge}>${label}</label>
      <div class="box ${error ? "invalid" : ""}">
        <input
          id=${edge}
          type="text"
          autocomplete="off"
          spellcheck="false"
          placeholder=${placeholder}
          aria-invalid=${error !== ""}
          aria-describedby="${edge}-error"
          .value=${guard([JSON.stringify(this.query.window), this.model.zone], () => live(text))}
          @change=${() => this.changeEdges()}
        />
      </div>
      <span id="${edge}-error" class="error" ?hidden=${error === ""}>${error}</span>`;
  }

  // ---- Presets ------------------------------------------------------------------------------------------------------

  private get presets(): FeedWindow[] {
    const { window } = this.panel.defaultQuery;
    const days = new Set([...presetDays, ...(window.kind === "last" ? [window.days] : [])]);
    return [
      ...[...days].sort((a, b) => a - b).map((count) => ({ kind: "last" as const, days: count })),
      ...calendarPeriods.map((period) => periodWindow(period, this.model.zone, Date.now())),
    ];
  }

  private choose(window: FeedWindow): void {
    this.isOpen = false;
    this.input.focus();
    this.setWindow(window);
  }

  private setWindow(window: FeedWindow): void {
    this.model.filters.changeQuery((query) => ({ ...query, window }));
  }

  private toggle(): void {
    this.isOpen = !this.isOpen;
    this.active = -1;
    this.errors = {};
  }

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const { isOpen, active, presets } = this;
    const isInEdges = event.target !== this.input;
    const step = isInEdges ? undefined : { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isEnter = !isInEdges && (event.key === "Enter" || event.key === " ");
    const window = presets[active];
    if ((isEnter || step !== undefined) && !isOpen) {
      this.toggle();
    } else if (isEnter && window) {
      this.choose(window);
    } else if (isEnter || (event.key === "Escape" && isOpen)) {
      this.isOpen = false;
      this.input.focus();
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
    this.toggle();
  };

  private readonly onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && this.contains(relatedTarget))) {
      this.isOpen = false;
    }
  };

  // ---- From and To --------------------------------------------------------------------------------------------------

  private get edges(): Edges {
    const { query, panel } = this;
    const window = shownWindow(query, panel);
    if (window.kind === "fixed") {
      const { since, until } = window;
      return { since: Date.parse(since), until: until === undefined ? undefined : Date.parse(until) };
    }
    // The host decides when a relative window starts. Its seconds are of no interest.
    const started = sameQuery(query, panel.query) ? panel.window?.sinceMs : undefined;
    const sinceMs = started ?? Date.now() - window.days * dayMs;
    return { since: Math.floor(sinceMs / 60_000) * 60_000, until: undefined };
  }

  /** Reads both fields, as the other one may have become valid. */
  private changeEdges(): void {
    const [since, until] = [this.typedEdge("since"), this.typedEdge("until")];
    this.errors = edgeErrors(since, until);
    // After Escape, the popup is closed before the field's `change` event: discard the text.
    if (this.isOpen && since !== undefined && Object.keys(this.errors).length === 0) {
      this.setWindow(fixedWindow(since, until));
    }
  }

  /** Keeps the milliseconds of an unchanged text. NaN: not a date. Undefined: empty. */
  private typedEdge(edge: Edge): number | undefined {
    const typed = this.querySelector<HTMLInputElement>(`#${edge}`)?.value.trim() ?? "";
    const ms = this.edges[edge];
    if (ms !== undefined && typed === instantText(ms, this.model.zone)) {
      return ms;
    }
    return typed === "" ? undefined : (readInstant(typed, this.model.zone) ?? Number.NaN);
  }

  private readonly onZone = (event: Event): void => {
    this.errors = {};
    this.model.setZone((event.target as HTMLSelectElement).value === "utc" ? "utc" : "local");
  };
}

function edgeErrors(since = Number.NaN, until: number | undefined): EdgeErrors {
  // The word joiners keep a date on one line.
  const dates = ["2026-11-14", "2026-11-14\u00a010:02"].map((date) => date.replaceAll("-", "-\u2060"));
  const noDate = l10n.t("Enter a date such as {0} or {1}.", ...dates);
  if (Number.isNaN(since) || Number.isNaN(until)) {
    return Number.isNaN(since) ? { since: noDate } : { until: noDate };
  }
  if (since > Date.now()) {
    return { since: l10n.t("From is in the future.") };
  }
  return until === undefined || until > since ? {} : { until: l10n.t("To must be after From.") };
}

/** The query's window, or the loaded one if it was extended by loading older events. */
export function shownWindow(query: FeedQuery, { window, content }: PanelState): FeedWindow {
  return content === "current" && window?.extended
    ? fixedWindow(window.sinceMs, window.untilMs)
    : query.window;
}
