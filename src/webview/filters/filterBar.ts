import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { exactUsd, parseAmount } from "../../shared/amounts";
import { dayMs } from "../../shared/day";
import { activeFilters, type FeedQuery, type FeedWindow, sameQuery } from "../../shared/feedQuery";
import { maxTypes } from "../../shared/limits";
import type { ZoneChoice } from "../../shared/pageState";
import type { PanelState } from "../../shared/protocol";
import { EntryField, type Reading } from "./entryField";
import { typeIcon, typeLabel } from "../ui/eventTypes";
import { lastDaysText, windowText } from "./queryText";
import { displayLine } from "../ui/text";
import { instantText, parseTypedInstant, timeZoneOf } from "../ui/times";
import { TokenField } from "./tokenField";
import type { QueryChange } from "../host/pendingFilters";

const usualDays = [1, 7, 30];

/**
 * The controls of the feed query. What is in force comes in by `query`; a control never writes it.
 *
 * Fires `query-change` (detail: QueryChange) and `zone-change` (detail: ZoneChoice).
 */
@customElement("filter-bar")
export class FilterBar extends LitElement {
  @property({ attribute: false }) query!: FeedQuery;
  @property({ attribute: false }) panel!: PanelState;
  @property({ attribute: false }) zone: ZoneChoice = "local";
  /** There is little room: the controls stand folded behind one line that says what is in force. */
  @property({ type: Boolean }) compact = false;

  @state() private unfolded = false;

  /** Names of the fields with an entry that is not taken. */
  @state() private bad: readonly string[] = [];

  /** Forgets everything typed and not taken. */
  reset(): void {
    for (const field of this.fields) {
      field.reset();
    }
  }

  private get fields(): (EntryField | TokenField)[] {
    return [...this.querySelectorAll("*")].filter(
      (element) => element instanceof EntryField || element instanceof TokenField,
    );
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { query, panel, compact } = this;
    return html`<div class="filters ${compact ? "compact" : ""}" role="search" aria-label="Filters">
      ${compact ? this.foldButton() : nothing}
      <div
        id="filter-fields"
        class="filter-fields"
        ?hidden=${compact && !this.unfolded}
        @error-change=${this.onErrorChange}
      >
        <token-field
          class="field types"
          label="Types"
          field-id="types"
          placeholder="All"
          max=${maxTypes}
          .values=${query.types}
          .suggestions=${panel.facets.types}
          .nameOf=${typeLabel}
          .mark=${typeIcon}
          @values-change=${({ detail }: CustomEvent<string[]>) => this.change((now) => ({ ...now, types: detail }))}
        ></token-field>
        <token-field
          class="field sector"
          label="Sector"
          field-id="sector"
          placeholder="All"
          .values=${query.sector === undefined ? [] : [query.sector]}
          .suggestions=${panel.facets.sectors}
          @values-change=${({ detail }: CustomEvent<string[]>) => this.changeSector(detail[0])}
        ></token-field>
        <entry-field
          class="field min-amount"
          label="Minimum amount (USD)"
          field-id="min-amount"
          placeholder="Any, such as 10M"
          chip=${query.minAmount === undefined ? "" : `≥ ${exactUsd(query.minAmount)}`}
          .read=${readAmount}
          @entry=${({ detail }: CustomEvent<string>) => this.changeAmount(detail)}
        ></entry-field>
        ${this.windowFields()}
      </div>
    </div>`;
  }

  private readonly onErrorChange = (): void => {
    this.bad = this.fields.filter(({ error }) => error !== "").map(({ label }) => label);
  };

  private foldButton(): TemplateResult {
    const { unfolded, bad } = this;
    const text = summary(this.query, this.shownWindow);
    return html`<button
      type="button"
      class="fold"
      aria-expanded=${unfolded}
      aria-controls="filter-fields"
      title=${unfolded ? "Hide filters" : "Show filters"}
      @click=${() => (this.unfolded = !unfolded)}
    >
      <span class="codicon codicon-chevron-${unfolded ? "down" : "right"}" aria-hidden="true"></span
      ><span class="sr-only">Filters: </span>${
        bad.length > 0
          ? html`<span class="codicon codicon-error" aria-hidden="true"></span
              ><span class="bad">Not in force: ${bad.join(", ")}</span>`
          : nothing
      }<bdi>${text}</bdi>
    </button>`;
  }

  /** A select box that was used no longer follows its options' attributes. */
  protected override updated(): void {
    for (const [id, value] of [
      ["#window", this.chosenWindow],
      ["#zone", this.zone],
    ] as const) {
      const select = this.querySelector<HTMLSelectElement>(id);
      if (select && select.value !== value) {
        select.value = value;
      }
    }
  }

  /** What is asked for, or as far back as loading older events went. */
  private get shownWindow(): string {
    const { query, panel, zone } = this;
    const { window, content } = panel;
    return content === "current" && window?.extended
      ? windowText(
          {
            kind: "fixed",
            since: new Date(window.sinceMs).toISOString(),
            ...(window.untilMs !== undefined && { until: new Date(window.untilMs).toISOString() }),
          },
          zone,
          Date.now(),
        )
      : windowText(query.window, zone, Date.now());
  }

  private get chosenWindow(): string {
    const { window } = this.query;
    return window.kind === "last" ? String(window.days) : "custom";
  }

  private windowFields(): TemplateResult {
    const { window } = this.query;
    const { window: defaultWindow } = this.panel.defaultQuery;
    const days = [
      ...usualDays,
      ...[window, defaultWindow].flatMap((w) => (w.kind === "last" ? [w.days] : [])),
    ];
    const options = [...new Set(days)].sort((a, b) => a - b);
    const chosen = this.chosenWindow;
    const local = timeZoneOf("local");
    const localName = local === "UTC" ? "UTC (local)" : local;
    return html`<div class="field window">
        <label for="window">Window</label>
        <select id="window" @change=${this.onWindow}>
          ${options.map(
            (value) =>
              html`<option value=${value} ?selected=${String(value) === chosen}>
                ${String(value) === chosen ? capital(this.shownWindow) : capital(lastDaysText(value))}
              </option>`,
          )}
          <option value="custom" ?selected=${chosen === "custom"}>Custom</option>
        </select>
      </div>
      <entry-field
        class="field instant"
        label="From"
        field-id="from"
        placeholder="2026-11-14 10:02"
        text=${this.edgeText("since")}
        .read=${(typed: string) => this.readEdge("since", typed)}
        @entry=${({ detail }: CustomEvent<string>) => this.changeEdge("since", detail)}
      ></entry-field>
      <entry-field
        class="field instant"
        label="To"
        field-id="to"
        placeholder="now"
        text=${this.edgeText("until")}
        .read=${(typed: string) => this.readEdge("until", typed)}
        @entry=${({ detail }: CustomEvent<string>) => this.changeEdge("until", detail)}
      ></entry-field>
      <div class="field zone">
        <label for="zone">Time zone</label>
        <select id="zone" @change=${this.onZone}>
          <option value="local" ?selected=${this.zone === "local"}>${localName}</option>
          <option value="utc" ?selected=${this.zone === "utc"}>UTC</option>
        </select>
      </div>`;
  }

  /** The edges of the window in force, in milliseconds. */
  private get edges(): { since?: number | undefined; until?: number | undefined } {
    const { window } = this.query;
    if (window.kind === "last") {
      // A relative window is taken when the session starts; before that is heard of, no edge is known.
      const known = sameQuery(this.query, this.panel.query) ? this.panel.window : undefined;
      // Nobody means the seconds of the moment at which it was opened.
      return { since: known && Math.floor(known.sinceMs / 60_000) * 60_000 };
    }
    return {
      since: Date.parse(window.since),
      until: window.until === undefined ? undefined : Date.parse(window.until),
    };
  }

  private edgeText(edge: "since" | "until"): string {
    const ms = this.edges[edge];
    return ms === undefined ? "" : instantText(ms, this.zone);
  }

  private readEdge(edge: "since" | "until", typed: string): Reading {
    if (typed === this.edgeText(edge)) {
      return { hint: "" };
    }
    if (typed === "" || (edge === "until" && typed.toLowerCase() === "now")) {
      return edge === "until" ? { hint: "" } : { error: "A window needs a start." };
    }
    const parsed = parseTypedInstant(typed, this.zone);
    if (!parsed.ok) {
      return { error: parsed.message };
    }
    const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = this.edges;
    if (edge === "since") {
      if (parsed.ms > Date.now()) {
        return { error: "From is in the future." };
      }
      return parsed.ms < until ? { hint: "" } : { error: "From must be before To." };
    }
    return parsed.ms > since ? { hint: "" } : { error: "To must be after From." };
  }

  private changeEdge(edge: "since" | "until", typed: string): void {
    const parsed = parseTypedInstant(typed, this.zone);
    const ms = parsed.ok ? parsed.ms : undefined;
    const { since, until } = edge === "since" ? { ...this.edges, since: ms } : { ...this.edges, until: ms };
    const start =
      since ?? Date.now() - (this.query.window.kind === "last" ? this.query.window.days : 1) * dayMs;
    this.changeWindow({
      kind: "fixed",
      since: new Date(start).toISOString(),
      ...(until !== undefined && { until: new Date(until).toISOString() }),
    });
  }

  private readonly onWindow = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    if (value === "custom") {
      // The same window as now, held where it is.
      this.changeEdge("until", "");
    } else {
      this.changeWindow({ kind: "last", days: Number(value) });
    }
  };

  private readonly onZone = (event: Event) => {
    const zone: ZoneChoice = (event.target as HTMLSelectElement).value === "utc" ? "utc" : "local";
    this.dispatchEvent(new CustomEvent<ZoneChoice>("zone-change", { detail: zone }));
  };

  private changeSector(sector: string | undefined): void {
    this.change((now) => queryOf(now, sector, now.minAmount));
  }

  private changeAmount(typed: string): void {
    const parsed = typed === "" ? undefined : parseAmount(typed);
    this.change((now) => queryOf(now, now.sector, parsed?.ok ? parsed.value : undefined));
  }

  private changeWindow(window: FeedWindow): void {
    this.change((now) => ({ ...now, window }));
  }

  private change(change: QueryChange): void {
    this.dispatchEvent(new CustomEvent<QueryChange>("query-change", { detail: change }));
  }
}

function queryOf({ window, types }: FeedQuery, sector?: string, minAmount?: number): FeedQuery {
  return {
    window,
    types,
    ...(sector !== undefined && { sector }),
    ...(minAmount !== undefined && { minAmount }),
  };
}

function readAmount(typed: string): Reading {
  if (typed === "") {
    return { hint: "" };
  }
  const parsed = parseAmount(typed);
  return parsed.ok ? { hint: `= ${exactUsd(parsed.value)}` } : { error: parsed.message };
}

/** What is in force, in one line: `Last 7 days · funding · Fintech · ≥ $10,000,000`. */
function summary(query: FeedQuery, window: string): string {
  return [capital(window), ...activeFilters(query)].map(displayLine).join(" · ");
}

function capital(text: string): string {
  return text.replace(/^the /, "").replace(/^./, (first) => first.toUpperCase());
}
