import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { ViewState } from "../../shared/feedState";
import { maxSearchLength } from "../../shared/limits";
import { formatNumber } from "../../shared/text";
import type { FeedPage } from "../feedPage";
import { iconButton } from "../ui/iconButton";

/** Avoids a search for every letter while typing. */
const debounceMs = 120;

/** Searches the loaded events while typing, and shows only matches. */
@customElement("search-box")
export class SearchBox extends LitElement {
  @property({ attribute: false }) page!: FeedPage;
  @property({ attribute: false }) view!: ViewState;
  /** Number of loaded events. */
  @property({ type: Number }) total = 0;

  /** Text that was not searched for yet. */
  @state() private typed: string | undefined;
  @query("input", true) private input!: HTMLInputElement;
  private debounce: ReturnType<typeof setTimeout> | undefined;

  override focus(): void {
    this.input.focus();
    this.input.select();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.debounce);
  }

  protected override willUpdate(): void {
    if (this.typed === this.view.text) {
      this.typed = undefined;
    }
  }

  private get text(): string {
    return this.typed ?? this.view.text;
  }

  protected override render(): TemplateResult {
    const { text } = this;
    const label = l10n.t("Search loaded events");
    return html`<div class="search-box">
      <input
        type="text"
        aria-label=${label}
        placeholder=${this.page.filters.query?.source ? l10n.t("Search loaded publications") : label}
        spellcheck="false"
        maxlength=${maxSearchLength}
        .value=${text}
        @input=${this.onInput}
        @keydown=${this.onKeyDown}
      />
      <span class="search-count" aria-live="polite">${text === "" ? nothing : this.countText()}</span>
      ${text === "" ? nothing : iconButton(l10n.t("Clear search"), "close", () => this.clear())}
    </div>`;
  }

  private countText(): string {
    const { matches, searching } = this.view;
    if (searching || this.typed !== undefined || matches === undefined) {
      return "";
    }
    return l10n.t("{0} of {1}", formatNumber(matches), formatNumber(this.total));
  }

  private readonly onInput = (): void => {
    this.typed = this.input.value;
    clearTimeout(this.debounce);
    this.debounce = setTimeout(() => this.search(), debounceMs);
  };

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    const { text } = this;
    if (event.key === "Enter") {
      this.search();
    } else if (event.key === "ArrowDown") {
      this.search();
      this.page.grid.focus();
    } else if (event.key === "Escape") {
      // As in VS Code's find widget.
      this.clear();
      this.page.grid.focus();
    } else {
      return;
    }
    event.preventDefault();
    if (text !== "") {
      // Escape would close the details, too.
      event.stopPropagation();
    }
  };

  private clear(): void {
    this.typed = "";
    this.input.focus();
    this.search();
  }

  private search(): void {
    clearTimeout(this.debounce);
    if (this.typed !== undefined && this.typed !== this.view.text) {
      this.page.filters.changeView({ text: this.typed });
    }
  }
}
