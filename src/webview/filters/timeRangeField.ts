import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { dayMs } from "../../shared/instant";
import { type FeedQuery, type FeedWindow, sameQuery, sameWindow } from "../../shared/feedQuery";
import type { ZoneChoice } from "../../shared/pageState";
import type { PanelState } from "../../shared/protocol";
import { foldCase } from "../../shared/text";
import { recentWindows } from "../../shared/timeRange/timeRange";
import { calendarOf, instantText, parseTypedInstant, timeZoneOf } from "../../shared/times";
import type { Validation } from "./entryField";
import { FilterField } from "./filterField";
import { windowLabel } from "./queryText";
import { parseTimeRange, type TypedTimeRange } from "./timeRangeInput";

/** Days of the relative presets. */
const presetDays = [1, 7, 30];

type Edge = "since" | "until";

interface TimeRangeOption {
  readonly window: FeedWindow;
  readonly label: string;
}

/**
 * The feed query's window, which users know as the time range: a combobox that understands what is typed, with presets. It
 * opens to From, To, and the time zone of everything shown.
 *
 * Fires `window-change` (detail: FeedWindow) and `zone-change` (detail: ZoneChoice).
 */
@customElement("time-range-field")
export class TimeRangeField extends FilterField {
  @property({ attribute: false }) query!: FeedQuery;
  @property({ attribute: false }) panel!: PanelState;
  @property({ attribute: false }) zone: ZoneChoice = "local";

  @state() private isOpen = false;
  /** Index of the option that the arrow keys moved to. */
  @state() private movedTo: number | undefined;

  override reset(): void {
    super.reset();
    this.movedTo = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("focusout", this.onFocusOut);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get("query");
    if (before && !sameWindow(before, this.query) && document.activeElement !== this.input) {
      this.reset();
    }
  }

  protected override render(): TemplateResult {
    const { isOpen } = this;
    const options = isOpen ? this.options : [];
    const active = this.activeIndex(options.length);
    const id = this.fieldId;
    const label = shownWindowLabel(this.query, this.panel, this.zone);
    return this.renderField(
      html`<div class="box ${this.error ? "invalid" : ""}" @mousedown=${this.onBoxMouseDown}>
          <span class="codicon codicon-calendar" aria-hidden="true"></span>
          <input
            id=${id}
            role="combobox"
            type="text"
            autocomplete="off"
            spellcheck="false"
            dir="auto"
            title=${`${label} (${timeZoneOf(this.zone)})`}
            aria-autocomplete="list"
            aria-expanded=${isOpen}
            aria-controls="${id}-list"
            aria-activedescendant=${active === undefined ? nothing : `${id}-option-${active}`}
            aria-invalid=${this.error !== ""}
            aria-describedby="${id}-error"
            .value=${live(this.draft ?? label)}
            @focus=${() => this.input.select()}
            @click=${this.open}
            @input=${this.onInput}
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
          <p class="time-range-problem" ?hidden=${options.length > 0}>${this.error || this.problemText}</p>
          <div class="time-range-presets" ?hidden=${options.length === 0}>
            <ul id="${id}-list" role="listbox" aria-label=${l10n.t("Presets")}>
              ${options.map((option, index) => this.renderOption(option, index, index === active))}
            </ul>
          </div>
          <div class="time-range-edges">
            ${this.edgeField("since", l10n.t("From"), "2026-11-14 10:02")}
            ${this.edgeField("until", l10n.t("To"), l10n.t({ message: "now", args: [], comment: ["The end of a time range that has none; typed by users"] }))}
            ${this.zoneField()}
          </div>
          <p class="time-range-hint" ?hidden=${options.length === 0}>${exampleText()}</p>
        </div>`,
    );
  }

  private renderOption({ label, window }: TimeRangeOption, index: number, isActive: boolean): TemplateResult {
    const isSelected = sameWindow({ ...this.query, window }, this.query);
    return html`<li
      id="${this.fieldId}-option-${index}"
      role="option"
      class=${isActive ? "active" : ""}
      aria-selected=${isActive}
      @click=${() => this.pick(index)}
    >
      <bdi>${label}</bdi>${
        isSelected
          ? html`<span class="codicon codicon-check is-selected" aria-hidden="true"></span
              ><span class="sr-only">${l10n.t("already selected")}</span>`
          : nothing
      }
    </li>`;
  }

  private edgeField(edge: Edge, label: string, placeholder: string): TemplateResult {
    return html`<entry-field
      class="field instant"
      label=${label}
      field-id=${edge === "since" ? "from" : "to"}
      placeholder=${placeholder}
      text=${this.edgeText(edge)}
      .validate=${(typed: string) => this.validateEdge(edge, typed)}
      @value-change=${({ detail }: CustomEvent<string>) => this.changeEdge(edge, detail)}
    ></entry-field>`;
  }

  private zoneField(): TemplateResult {
    const { zone } = this;
    const local = timeZoneOf("local");
    return html`<div class="field zone">
      <label for="zone">${l10n.t("Time zone")}</label>
      <select id="zone" @change=${this.onZone}>
        <option value="local" .selected=${live(zone === "local")}>
          ${local === "UTC" ? l10n.t("UTC (local)") : local}
        </option>
        <option value="utc" .selected=${live(zone === "utc")}>UTC</option>
      </select>
    </div>`;
  }

  // ---- Options ----------------------------------------------------------------------------------------------------

  /** What is typed, as it is understood, before the presets that contain it; without a draft all presets. */
  private get options(): TimeRangeOption[] {
    const nowMs = Date.now();
    const presets = this.presets(nowMs).map((window) => this.option(window, nowMs));
    const typed = this.draft?.trim() ?? "";
    if (typed === "") {
      return presets;
    }
    const parsed = this.parseDraft(nowMs);
    const matching = presets.filter(({ label }) => foldCase(label).includes(foldCase(typed)));
    if (!parsed?.ok) {
      return matching;
    }
    const understood = this.option(parsed.window, nowMs);
    return [understood, ...matching.filter(({ label }) => label !== understood.label)];
  }

  /** What is typed; undefined: nothing. */
  private parseDraft(nowMs: number): TypedTimeRange | undefined {
    const typed = this.draft?.trim() ?? "";
    return typed === "" ? undefined : parseTimeRange(typed, this.zone, nowMs);
  }

  /** Why the draft is not understood. */
  private get problemText(): string {
    const parsed = this.parseDraft(Date.now());
    return parsed && !parsed.ok ? parsed.message : "";
  }

  private option(window: FeedWindow, nowMs: number): TimeRangeOption {
    return { window, label: windowLabel(window, this.zone, nowMs) };
  }

  /** With those of the default query and of the current one. */
  private presets(nowMs: number): FeedWindow[] {
    const days = [this.query.window, this.panel.defaultQuery.window].flatMap((window) =>
      window.kind === "last" ? [window.days] : [],
    );
    const relative = [...new Set([...presetDays, ...days])].sort((a, b) => a - b);
    const all: FeedWindow[] = [
      ...relative.map((count) => ({ kind: "last" as const, days: count })),
      ...recentWindows({ calendar: calendarOf(this.zone), nowMs }),
    ];
    // On a Monday, the week began today.
    return all.filter(
      (window, i) =>
        all.findIndex((other) => sameWindow({ ...this.query, window: other }, { ...this.query, window })) ===
        i,
    );
  }

  /** Index of the option that Enter chooses, among `length`. */
  private activeIndex(length: number): number | undefined {
    if (!this.isOpen || length === 0) {
      return undefined;
    }
    return this.movedTo === undefined
      ? (this.draft ?? "").trim() === ""
        ? undefined
        : 0
      : Math.min(this.movedTo, length - 1);
  }

  private pick(index: number): void {
    const option = this.options[index];
    this.close();
    this.reset();
    if (option) {
      this.fire("window-change", option.window);
    }
    this.input.focus();
    void this.updateComplete.then(() => this.input.select());
  }

  /** Applies the draft, or shows why it cannot be. */
  private apply(): void {
    const active = this.activeIndex(this.options.length);
    if (active === undefined) {
      this.applyDraft();
    } else {
      this.pick(active);
    }
  }

  /** The same for the draft alone, regardless of the options. */
  private applyDraft(): void {
    const parsed = this.parseDraft(Date.now());
    if (parsed && !parsed.ok) {
      this.error = parsed.message;
      return;
    }
    this.reset();
    if (parsed) {
      this.fire("window-change", parsed.window);
    }
  }

  // ---- Input --------------------------------------------------------------------------------------------------------

  private readonly open = (): void => {
    this.isOpen = true;
  };

  private close(): void {
    this.isOpen = false;
    this.movedTo = undefined;
  }

  private readonly onInput = (): void => {
    this.draft = this.input.value;
    this.error = "";
    this.movedTo = undefined;
    this.open();
  };

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) {
      return;
    }
    switch (event.key) {
      case "ArrowDown":
        this.moveActive(1);
        break;
      case "ArrowUp":
        this.moveActive(-1);
        break;
      case "Enter":
        if (this.isOpen || this.draft !== undefined) {
          this.apply();
        } else {
          this.open();
        }
        break;
      case "Escape":
        if (this.isOpen && !this.error) {
          this.close();
        } else if (this.draft !== undefined || this.error) {
          this.close();
          this.reset();
        } else {
          return;
        }
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  private moveActive(step: 1 | -1): void {
    const wasOpen = this.isOpen;
    this.open();
    const { length } = this.options;
    if (wasOpen && length > 0) {
      const from = this.activeIndex(length) ?? (step > 0 ? -1 : length);
      this.movedTo = (from + step + length) % length;
    }
  }

  private readonly onBoxMouseDown = (event: MouseEvent): void => {
    const isInput = event.target === this.input;
    if (!isInput || document.activeElement !== this.input) {
      // The click would otherwise replace the selected text by a caret.
      event.preventDefault();
      const wasOpen = this.isOpen;
      this.input.focus();
      this.isOpen = isInput || !wasOpen;
    }
  };

  /** Keeps the focus where it is, unless a control in the popup takes it. */
  private readonly onPopupMouseDown = (event: MouseEvent): void => {
    if (event.target instanceof Element && !event.target.closest("input, select, button, label")) {
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

  private readonly onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
    const staysInside = relatedTarget instanceof Node && this.contains(relatedTarget);
    if (target === this.input && this.draft !== undefined) {
      // Not what it is only the beginning of: that takes Enter.
      this.applyDraft();
    }
    if (!staysInside) {
      this.close();
    }
  };

  // ---- From and To --------------------------------------------------------------------------------------------------

  /** Milliseconds since 1970 UTC. */
  private get edges(): { since?: number | undefined; until?: number | undefined } {
    const understood = this.parseDraft(Date.now());
    const window = understood?.ok ? understood.window : this.query.window;
    if (window.kind === "last") {
      if (understood?.ok) {
        return { since: wholeMinutes(Date.now() - window.days * dayMs) };
      }
      // The host decides when a relative window starts, so the start is unknown until it has.
      const current = sameQuery(this.query, this.panel.query) ? this.panel.window : undefined;
      return { since: current && wholeMinutes(current.sinceMs) };
    }
    return {
      since: Date.parse(window.since),
      until: window.until === undefined ? undefined : Date.parse(window.until),
    };
  }

  private edgeText(edge: Edge): string {
    const ms = this.edges[edge];
    return ms === undefined ? "" : instantText(ms, this.zone);
  }

  private validateEdge(edge: Edge, typed: string): Validation {
    const valid = { hint: "" };
    if (typed === this.edgeText(edge)) {
      return valid;
    }
    if (isNow(edge, typed)) {
      return valid;
    }
    if (typed === "") {
      return { error: l10n.t("Enter a start date.") };
    }
    const parsed = parseTypedInstant(typed, this.zone);
    if (!parsed.ok) {
      return { error: parsed.message };
    }
    const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = this.edges;
    if (edge === "since") {
      if (parsed.ms > Date.now()) {
        return { error: l10n.t("From is in the future.") };
      }
      return parsed.ms < until ? valid : { error: l10n.t("From must be before To.") };
    }
    return parsed.ms > since ? valid : { error: l10n.t("To must be after From.") };
  }

  private changeEdge(edge: Edge, typed: string): void {
    const parsed = parseTypedInstant(typed, this.zone);
    const edges = this.edges;
    edges[edge] = parsed.ok ? parsed.ms : undefined;
    const { since, until } = edges;
    const { window } = this.query;
    const start = since ?? Date.now() - (window.kind === "last" ? window.days : 1) * dayMs;
    this.fire("window-change", {
      kind: "fixed",
      since: new Date(start).toISOString(),
      ...(until !== undefined && { until: new Date(until).toISOString() }),
    });
  }

  private readonly onZone = (event: Event) => {
    this.fire("zone-change", (event.target as HTMLSelectElement).value === "utc" ? "utc" : "local");
  };

  private fire(type: "window-change" | "zone-change", detail: FeedWindow | ZoneChoice): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** Without seconds, which the user did not choose. */
function wholeMinutes(ms: number): number {
  return Math.floor(ms / 60_000) * 60_000;
}

/** Whether the window has no end. */
function isNow(edge: Edge, typed: string): boolean {
  return edge === "until" && (typed === "" || typed.toLowerCase() === "now");
}

function exampleText(): string {
  return l10n.t({
    message: "Or type yesterday, -3d, since Monday, 1-15 Nov, Q3…",
    comment: [
      "Examples have to be understood as they are: only English is, and German where that is the language",
    ],
  });
}

/** The label of the query's window or, once loading older events extended it, of what is loaded. */
export function shownWindowLabel(
  query: FeedQuery,
  { window, content }: PanelState,
  zone: ZoneChoice,
): string {
  const shown: FeedWindow =
    content === "current" && window?.extended
      ? {
          kind: "fixed",
          since: new Date(window.sinceMs).toISOString(),
          ...(window.untilMs !== undefined && { until: new Date(window.untilMs).toISOString() }),
        }
      : query.window;
  return windowLabel(shown, zone, Date.now());
}
