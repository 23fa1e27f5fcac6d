import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { compactUsd, exactUsd, parseAmount } from "../../shared/amounts";
import { type FeedQuery, type FeedWindow, sameQuery } from "../../shared/feedQuery";
import { typeLabel } from "../../shared/eventKind";
import { maxTypes } from "../../shared/limits";
import type { ZoneChoice } from "../../shared/calendar";
import type { PanelState } from "../../shared/protocol";
import { formatNumber } from "../../shared/text";
import { typeIcon } from "../ui/eventTypes";
import { iconButton } from "../ui/iconButton";
import type { QueryChange } from "./pendingFilters";
import { TokenField } from "./tokenField";

/**
 * The filters that are sent to the service. To add one, see docs/architecture.md, Where to change what.
 *
 * Fires `query-change` (detail: QueryChange), `zone-change` (detail: ZoneChoice) and `filters-reset`. The fields show `query`,
 * which the page sets to the changed one.
 */
@customElement("filter-bar")
export class FilterBar extends LitElement {
  @property({ attribute: false }) query!: FeedQuery;
  @property({ attribute: false }) panel!: PanelState;
  @property({ attribute: false }) zone: ZoneChoice = "local";
  /** In a narrow panel, the fields are behind a button. */
  @property({ attribute: false }) isCompact = false;

  @state() private isOpen = false;

  /** Discards the drafts in the fields. */
  reset(): void {
    for (const element of this.querySelectorAll("token-field")) {
      if (element instanceof TokenField) {
        element.reset();
      }
    }
  }

  /** Focuses the first control. */
  override focus(): void {
    this.querySelector<HTMLElement>("button, input")?.focus();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { isCompact, isOpen } = this;
    return html`<div
      class="filters ${isCompact ? "compact" : ""}"
      role="search"
      aria-label=${l10n.t("Filters")}
    >
      ${isCompact ? this.renderButton() : nothing} ${isCompact && !isOpen ? nothing : this.renderFields()}
    </div>`;
  }

  private renderButton(): TemplateResult {
    const { types, sector, minAmount } = this.query;
    const count = types.length + (sector === undefined ? 0 : 1) + (minAmount === undefined ? 0 : 1);
    return html`<button
      type="button"
      class="filters-button"
      aria-expanded=${this.isOpen}
      @click=${() => (this.isOpen = !this.isOpen)}
    >
      <span class="codicon codicon-filter" aria-hidden="true"></span>
      ${count === 0 ? l10n.t("Filters") : l10n.t("Filters ({0})", formatNumber(count))}
      <span class="codicon codicon-chevron-${this.isOpen ? "up" : "down"}" aria-hidden="true"></span>
    </button>`;
  }

  private renderFields(): TemplateResult {
    const { query, panel, zone } = this;
    const { types, sector, minAmount } = query;
    return html`<time-range-field
        class="field"
        .query=${query}
        .panel=${panel}
        .zone=${zone}
        @window-change=${({ detail }: CustomEvent<FeedWindow>) => this.change((now) => ({ ...now, window: detail }))}
        @zone-change=${({ detail }: CustomEvent<ZoneChoice>) => this.dispatchEvent(new CustomEvent("zone-change", { detail }))}
      ></time-range-field>
      <token-field
        class="field types"
        label=${l10n.t("Types")}
        field-id="types"
        max=${maxTypes}
        .values=${types}
        .suggestions=${panel.facets.types}
        .labelOf=${typeLabel}
        .iconOf=${typeIcon}
        @values-change=${({ detail }: CustomEvent<string[]>) => this.change((now) => ({ ...now, types: detail }))}
      ></token-field>
      <token-field
        class="field sector"
        label=${l10n.t("Sector")}
        field-id="sector"
        .values=${sector === undefined ? [] : [sector]}
        .suggestions=${panel.facets.sectors}
        @values-change=${({ detail }: CustomEvent<string[]>) => this.change((now) => withFilters(now, { sector: detail[0] }))}
      ></token-field>
      <token-field
        class="field min-amount"
        label=${l10n.t("Minimum amount (USD)")}
        field-id="min-amount"
        placeholder=${l10n.t({ message: "Min. amount", args: [], comment: ["There is little space"] })}
        note=${l10n.t("Applies to the event's amount; events without one may be left out")}
        .values=${minAmount === undefined ? [] : [String(minAmount)]}
        .labelOf=${(value: string) => `≥ ${compactUsd(Number(value))}`}
        .titleOf=${(value: string) => `≥ ${exactUsd(Number(value))}`}
        .parse=${parseAmount}
        @values-change=${({ detail: [amount] }: CustomEvent<string[]>) => this.change((now) => withFilters(now, { minAmount: amount === undefined ? undefined : Number(amount) }))}
      ></token-field>
      ${
        sameQuery(query, panel.defaultQuery)
          ? nothing
          : iconButton(l10n.t("Reset filters"), "clear-all", () =>
              this.dispatchEvent(new CustomEvent("filters-reset")),
            )
      }`;
  }

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
