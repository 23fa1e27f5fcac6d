import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { exactUsd, parseAmount } from "../../shared/amounts";
import { activeFilters, type FeedQuery, type FeedWindow } from "../../shared/feedQuery";
import { maxTypes } from "../../shared/limits";
import type { ZoneChoice } from "../../shared/pageState";
import type { PanelState } from "../../shared/protocol";
import type { QueryChange } from "./pendingFilters";
import { typeIcon, typeLabel } from "../ui/eventTypes";
import { capitalize, displayLine } from "../ui/text";
import type { Validation } from "./entryField";
import { FilterField } from "./filterField";
import { shownWindowText } from "./windowFields";

/**
 * The filters that are sent to the service. To add one, see docs/architecture.md, Where to change what.
 *
 * Fires `query-change` (detail: QueryChange) and `zone-change` (detail: ZoneChoice). The fields show `query`, which the page
 * sets to the changed one.
 */
@customElement("filter-bar")
export class FilterBar extends LitElement {
  @property({ attribute: false }) query!: FeedQuery;
  @property({ attribute: false }) panel!: PanelState;
  @property({ attribute: false }) zone: ZoneChoice = "local";
  /** Hides the fields behind a button with a summary. */
  @property({ type: Boolean }) compact = false;

  @state() private isExpanded = false;
  /** Labels of the fields whose draft cannot be applied. */
  @state() private invalidFields: readonly string[] = [];

  /** Discards the drafts in the fields. */
  reset(): void {
    this.fields.forEach((field) => field.reset());
  }

  private get fields(): FilterField[] {
    return [...this.querySelectorAll("*")].filter((element) => element instanceof FilterField);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { query, panel, zone, compact } = this;
    const { types, sector, minAmount } = query;
    return html`<div class="filters ${compact ? "compact" : ""}" role="search" aria-label="Filters">
      ${compact ? this.expandButton() : nothing}
      <div
        id="filter-fields"
        class="filter-fields"
        ?hidden=${compact && !this.isExpanded}
        @error-change=${this.onErrorChange}
      >
        <token-field
          class="field types"
          label="Types"
          field-id="types"
          placeholder="All"
          max=${maxTypes}
          .values=${types}
          .suggestions=${panel.facets.types}
          .labelOf=${typeLabel}
          .iconOf=${typeIcon}
          @values-change=${({ detail }: CustomEvent<string[]>) => this.change((now) => ({ ...now, types: detail }))}
        ></token-field>
        <token-field
          class="field sector"
          label="Sector"
          field-id="sector"
          placeholder="All"
          .values=${sector === undefined ? [] : [sector]}
          .suggestions=${panel.facets.sectors}
          @values-change=${({ detail }: CustomEvent<string[]>) => this.change((now) => withFilters(now, { sector: detail[0] }))}
        ></token-field>
        <entry-field
          class="field min-amount"
          label="Minimum amount (USD)"
          field-id="min-amount"
          placeholder="Any, such as 10M"
          chip=${minAmount === undefined ? "" : `≥ ${exactUsd(minAmount)}`}
          .validate=${validateAmount}
          @value-change=${({ detail }: CustomEvent<string>) => this.change((now) => withFilters(now, { minAmount: amountOf(detail) }))}
        ></entry-field>
        <window-fields
          .query=${query}
          .panel=${panel}
          .zone=${zone}
          @window-change=${({ detail }: CustomEvent<FeedWindow>) => this.change((now) => ({ ...now, window: detail }))}
        ></window-fields>
      </div>
    </div>`;
  }

  /** Summarizes the active filters: `Last 7 days · funding · Fintech · ≥ $10,000,000`. */
  private expandButton(): TemplateResult {
    const { isExpanded, invalidFields, query, panel, zone } = this;
    const parts = [capitalize(shownWindowText(query, panel, zone)), ...activeFilters(query)];
    return html`<button
      type="button"
      class="row-button fold"
      aria-expanded=${isExpanded}
      aria-controls="filter-fields"
      title=${isExpanded ? "Hide filters" : "Show filters"}
      @click=${() => (this.isExpanded = !isExpanded)}
    >
      <span class="codicon codicon-chevron-${isExpanded ? "down" : "right"}" aria-hidden="true"></span
      ><span class="sr-only">Filters: </span>${
        invalidFields.length > 0
          ? html`<span class="codicon codicon-error" aria-hidden="true"></span
              ><span class="bad">Not applied: ${invalidFields.join(", ")}</span>`
          : nothing
      }<bdi>${parts.map(displayLine).join(" · ")}</bdi>
    </button>`;
  }

  private readonly onErrorChange = (): void => {
    this.invalidFields = this.fields.filter(({ error }) => error !== "").map(({ label }) => label);
  };

  private change(change: QueryChange): void {
    this.dispatchEvent(new CustomEvent<QueryChange>("query-change", { detail: change }));
  }
}

/** Changes optional filters; undefined removes one. */
function withFilters(
  query: FeedQuery,
  changes: { readonly sector?: string | undefined; readonly minAmount?: number | undefined },
): FeedQuery {
  const { sector, minAmount, ...others } = { ...query, ...changes };
  return {
    ...others,
    ...(sector !== undefined && { sector }),
    ...(minAmount !== undefined && { minAmount }),
  };
}

function validateAmount(typed: string): Validation {
  if (typed === "") {
    return { hint: "" };
  }
  const parsed = parseAmount(typed);
  return parsed.ok ? { hint: `= ${exactUsd(parsed.value)}` } : { error: parsed.message };
}

function amountOf(typed: string): number | undefined {
  const parsed = parseAmount(typed);
  return parsed.ok ? parsed.value : undefined;
}
