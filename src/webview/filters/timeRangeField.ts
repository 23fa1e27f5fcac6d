import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { dayMs } from "../../shared/instant";
import { type FeedQuery, type FeedWindow, sameQuery, sameWindow } from "../../shared/feedQuery";
import type { ZoneChoice } from "../../shared/pageState";
import type { PanelState } from "../../shared/protocol";
import { timeZoneOf } from "../../shared/times";
import { FilterField } from "./filterField";
import { windowLabel } from "./queryText";
import { type Edge, edgesOf, edgeText, type TimeRangeEdges, validateEdge, withEdge } from "./timeRangeEdges";
import type { TypedTimeRange } from "./timeRangeInput";
import { type TimeRangeOption, timeRangeOptions, typedTimeRange } from "./timeRangeOptions";

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
    if (before && !sameWindow(before.window, this.query.window) && document.activeElement !== this.input) {
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
    const isSelected = sameWindow(window, this.query.window);
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
      text=${edgeText(this.edges, edge, this.zone)}
      .validate=${(typed: string) => validateEdge(this.edges, edge, typed, this.times)}
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

  private get options(): TimeRangeOption[] {
    const { query, panel, zone } = this;
    const windows = [query.window, panel.defaultQuery.window];
    return timeRangeOptions(this.draft, { windows, zone, nowMs: Date.now() });
  }

  /** What is typed; undefined: nothing. */
  private get typed(): TypedTimeRange | undefined {
    return typedTimeRange(this.draft, this.zone, Date.now());
  }

  /** Why the draft is not understood. */
  private get problemText(): string {
    const { typed } = this;
    return typed && !typed.ok ? typed.message : "";
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

  /** Chooses the active option, or shows why there is none. */
  private apply(): void {
    const { typed } = this;
    const active = this.activeIndex(this.options.length);
    if (active !== undefined) {
      this.pick(active);
    } else if (typed && !typed.ok) {
      this.error = typed.message;
    } else {
      this.applyDraft();
    }
  }

  /** Applies the draft if it is understood by itself, regardless of the options, and discards it otherwise. */
  private applyDraft(): void {
    const { typed } = this;
    this.reset();
    if (typed?.ok) {
      this.fire("window-change", typed.window);
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
        if (!this.isOpen && this.draft === undefined) {
          return;
        }
        this.close();
        this.reset();
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

  private get edges(): TimeRangeEdges {
    const { typed, query, panel } = this;
    if (typed?.ok) {
      const { window } = typed;
      return edgesOf(window, window.kind === "last" ? Date.now() - window.days * dayMs : undefined);
    }
    // The host decides when a relative window starts, so the start is unknown until it has.
    const current = sameQuery(query, panel.query) ? panel.window : undefined;
    return edgesOf(query.window, current?.sinceMs);
  }

  private get times(): { readonly zone: ZoneChoice; readonly nowMs: number } {
    return { zone: this.zone, nowMs: Date.now() };
  }

  private changeEdge(edge: Edge, typed: string): void {
    this.fire("window-change", withEdge(this.edges, edge, typed, this.query.window, this.times));
  }

  private readonly onZone = (event: Event) => {
    this.fire("zone-change", (event.target as HTMLSelectElement).value === "utc" ? "utc" : "local");
  };

  private fire(type: "window-change" | "zone-change", detail: FeedWindow | ZoneChoice): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
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
function shownWindowLabel(query: FeedQuery, { window, content }: PanelState, zone: ZoneChoice): string {
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
