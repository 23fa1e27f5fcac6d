import * as l10n from "@vscode/l10n";
import { html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { compactUsd, exactUsd, parseAmount } from "../../shared/amounts";
import type { FeedQuery, FeedWindow } from "../../shared/feedQuery";
import { typeLabel } from "../../shared/eventKind";
import { maxTypes } from "../../shared/limits";
import type { ZoneChoice } from "../../shared/calendar";
import type { PanelState } from "../../shared/protocol";
import type { QueryChange } from "./pendingFilters";
import { typeIcon } from "../ui/eventTypes";
import type { Validation } from "./entryField";
import { FilterField } from "./filterField";

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

  /** Discards the drafts in the fields. */
  reset(): void {
    for (const element of this.querySelectorAll("*")) {
      if (element instanceof FilterField) {
        element.reset();
      }
    }
  }

  /** Focuses the first field. */
  override focus(): void {
    this.querySelector("input")?.focus();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const { query, panel, zone } = this;
    const { types, sector, minAmount } = query;
    return html`<div class="filters" role="search" aria-label=${l10n.t("Filters")}>
      <time-range-field
        class="field time-range"
        label=${l10n.t("Time range")}
        field-id="time-range"
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
      <entry-field
        class="field min-amount"
        label=${l10n.t("Minimum amount (USD)")}
        field-id="min-amount"
        placeholder=${l10n.t({ message: "Min. amount", args: [], comment: ["There is little space"] })}
        chip=${minAmount === undefined ? "" : `≥ ${compactUsd(minAmount)}`}
        chip-title=${minAmount === undefined ? "" : `≥ ${exactUsd(minAmount)}`}
        note=${l10n.t("Applies to the event's amount; events without one may be left out")}
        .validate=${validateAmount}
        @value-change=${({ detail }: CustomEvent<string>) => this.change((now) => withFilters(now, { minAmount: amountOf(detail) }))}
      ></entry-field>
      <vscode-toolbar-button
        class="reset"
        icon="clear-all"
        label=${l10n.t("Reset filters")}
        title=${l10n.t("Reset filters")}
        @click=${() => this.dispatchEvent(new CustomEvent("filters-reset"))}
      ></vscode-toolbar-button>
    </div>`;
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
