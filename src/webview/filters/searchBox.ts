import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { ViewState } from "../../shared/feedState";
import { maxSearchLength } from "../../shared/limits";
import { type View, viewOf } from "../../shared/viewQueries";
import { formatNumber } from "../../shared/text";
import { iconButton } from "../ui/iconButton";

/** Avoids a search for every letter while typing. */
const debounceMs = 120;

/**
 * Searches the loaded events while typing, and shows only matches.
 *
 * Fires `view-change` (detail: View), and `list-focus` when the user goes on to the list.
 */
@customElement("search-box")
export class SearchBox extends LitElement {
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

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("view") && this.typed === this.view.text) {
      this.typed = undefined;
    }
  }

  protected override render(): TemplateResult {
    const text = this.typed ?? this.view.text;
    return html`<div class="search-box">
      <input
        type="text"
        aria-label=${l10n.t("Search loaded events")}
        placeholder=${l10n.t("Search loaded events")}
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
    if (event.isComposing) {
      return;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      this.search();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      this.search();
      this.dispatchEvent(new CustomEvent("list-focus"));
    } else if (event.key === "Escape") {
      this.onEscape(event);
    }
  };

  /** Ends the search, as in VS Code's find widget: the focus goes to the list. */
  private onEscape(event: KeyboardEvent): void {
    if ((this.typed ?? this.view.text) !== "") {
      // Escape would close the details, too.
      event.stopPropagation();
      this.clear();
    }
    this.dispatchEvent(new CustomEvent("list-focus"));
  }

  private clear(): void {
    this.typed = "";
    this.input.focus();
    this.search();
  }

  private search(): void {
    clearTimeout(this.debounce);
    if (this.typed !== undefined && this.typed !== this.view.text) {
      const detail = viewOf(this.view, { text: this.typed });
      this.dispatchEvent(new CustomEvent<View>("view-change", { detail }));
    }
  }
}
