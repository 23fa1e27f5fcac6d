import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { ViewState } from "../../shared/feedState";
import { maxSearchLength } from "../../shared/limits";
import { formatNumber } from "../../shared/text";
import type { FeedModel } from "../feedModel";
import { PageElement } from "../ui/element";
import { iconButton } from "../ui/buttons";

/** Filters the loaded events while typing. */
@customElement("search-box")
export class SearchBox extends PageElement {
  @property({ attribute: false }) model!: FeedModel;
  @property({ attribute: false }) view!: ViewState;
  @property({ attribute: false }) focusList!: () => void;

  @query("input", true) private input!: HTMLInputElement;

  override focus(): void {
    this.input.focus();
    this.input.select();
  }

  protected override render(): TemplateResult {
    const { model } = this;
    const { text } = this.view;
    const label = l10n.t("Search loaded events");
    return html`<div class="search-box">
      <input
        type="text"
        aria-label=${label}
        placeholder=${model.filters.query?.source ? l10n.t("Search loaded publications") : label}
        spellcheck="false"
        maxlength=${maxSearchLength}
        .value=${text}
        @input=${() => model.filters.changeView({ text: this.input.value })}
        @keydown=${this.onKeyDown}
      />
      <span class="search-count" aria-live="polite">${text === "" ? nothing : this.countText()}</span>
      ${text === "" ? nothing : iconButton(l10n.t("Clear search"), "close", () => this.clear())}
    </div>`;
  }

  private countText(): string {
    const { matches, searching } = this.view;
    return searching || matches === undefined
      ? ""
      : l10n.t("{0} of {1}", formatNumber(matches), formatNumber(this.model.eventCount));
  }

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const { text } = this.view;
    if (event.key === "Escape") {
      // As in VS Code's find widget.
      this.clear();
    } else if (event.key !== "ArrowDown" && event.key !== "Enter") {
      return;
    }
    this.focusList();
    event.preventDefault();
    if (text !== "") {
      // Escape would also close the details.
      event.stopPropagation();
    }
  };

  private clear(): void {
    this.input.focus();
    this.model.filters.changeView({ text: "" });
  }
}
