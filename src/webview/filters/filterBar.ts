import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { compactUsd, exactUsd, parseAmount } from "../../shared/amounts";
import { decodeQueryFields, type FeedQuery, sameQuery } from "../../shared/feedQuery";
import { filterLabels } from "../../shared/filters";
import { typeLabel } from "../../shared/eventKind";
import { maxTypes } from "../../shared/limits";
import type { PanelState } from "../../shared/protocol";
import { formatNumber } from "../../shared/text";
import type { FeedModel } from "../feedModel";
import { PageElement } from "../ui/element";
import { typeIcon } from "../ui/eventTypes";
import { iconButton } from "../ui/buttons";
import { windowLabel } from "./queryText";
import { shownWindow } from "./timeRangeField";

/** Their counts are not known. */
const minAmounts = [1, 10, 50, 100].map((millions) => ({ value: String(millions * 1_000_000), count: 0 }));

/** The filters that the service applies. To add one, see docs/architecture.md, Where to change what. */
@customElement("filter-bar")
export class FilterBar extends PageElement {
  @property({ attribute: false }) model!: FeedModel;
  /** Includes changes that the host has not confirmed yet. */
  @property({ attribute: false }) query!: FeedQuery;
  @property({ attribute: false }) panel!: PanelState;

  @state() private isOpen = false;

  override focus(): void {
    this.querySelector<HTMLElement>("button, input")?.focus();
  }

  protected override render(): TemplateResult {
    const { isCompact } = this.model.layout;
    return html`<div
      class="filters ${isCompact ? "compact" : ""}"
      role="search"
      aria-label=${l10n.t("Filters")}
      @keydown=${this.onKeyDown}
    >
      ${isCompact ? this.renderButton() : nothing}
      ${isCompact && !this.isOpen ? nothing : this.renderFields()}
    </div>`;
  }

  /** Escape that no field handled hides the fields. */
  private readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.model.layout.isCompact && this.isOpen) {
      this.isOpen = false;
      this.focus();
      event.stopPropagation();
    }
  };

  private renderButton(): TemplateResult {
    const count = filterLabels(this.query).length;
    const range = windowLabel(shownWindow(this.query, this.panel), this.model.zone, Date.now());
    return html`<button
      type="button"
      class="filters-button"
      aria-expanded=${this.isOpen}
      @click=${() => (this.isOpen = !this.isOpen)}
    >
      <span class="codicon codicon-filter" aria-hidden="true"></span>
      <bdi title=${range}>${range}</bdi>
      · ${count === 0 ? l10n.t("Filters") : l10n.t("Filters ({0})", formatNumber(count))}
      <span class="codicon codicon-chevron-${this.isOpen ? "up" : "down"}" aria-hidden="true"></span>
    </button>`;
  }

  private renderFields(): TemplateResult {
    const { model, query, panel } = this;
    return html`<time-range-field
        class="field"
        .model=${model}
        .query=${query}
        .panel=${panel}
      ></time-range-field>
      ${query.source ? nothing : this.renderEventFields()}
      ${
        sameQuery(query, panel.defaultQuery)
          ? nothing
          : iconButton(l10n.t("Reset filters"), "clear-all", () => model.filters.reset())
      }`;
  }

  private renderEventFields(): TemplateResult {
    const { model, query, panel } = this;
    const { types, sector, minAmount } = query;
    return html`<token-field
        class="field types"
        label=${l10n.t("Types")}
        field-id="types"
        max=${maxTypes}
        .values=${types}
        .suggestions=${panel.facets.types}
        .labelOf=${typeLabel}
        .iconOf=${typeIcon}
        .change=${(values: string[]) => model.filters.changeQuery((now) => ({ ...now, types: values }))}
      ></token-field>
      <token-field
        class="field sector"
        label=${l10n.t("Sector")}
        field-id="sector"
        .values=${sector === undefined ? [] : [sector]}
        .suggestions=${panel.facets.sectors}
        .change=${([value]: string[]) => model.filters.changeQuery((now) => decodeQueryFields({ ...now, sector: value }) ?? now)}
      ></token-field>
      <token-field
        class="field min-amount"
        label=${l10n.t("Minimum amount (USD)")}
        field-id="min-amount"
        placeholder=${l10n.t({ message: "Min. amount", args: [], comment: ["There is little space"] })}
        note=${l10n.t("Applies to the event's amount; events without one may be left out")}
        .values=${minAmount === undefined ? [] : [String(minAmount)]}
        .suggestions=${minAmounts}
        .labelOf=${(value: string) => `≥ ${compactUsd(Number(value))}`}
        .titleOf=${(value: string) => `≥ ${exactUsd(Number(value))}`}
        .parse=${parseAmount}
        .change=${([value]: string[]) => model.filters.changeQuery((now) => decodeQueryFields({ ...now, minAmount: value === undefined ? undefined : Number(value) }) ?? now)}
      ></token-field>`;
  }
}
