import * as l10n from "@vscode/l10n";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { ViewState } from "../../shared/feedState";
import { maxSearchLength } from "../../shared/limits";
import { type View, viewOf } from "../../shared/viewQueries";
import { formatNumber } from "../../shared/text";

/** Avoids a search for every letter while typing. */
const debounceMs = 120;

/**
 * Searches the loaded events while typing: shows only matches, or navigates between them.
 *
 * Fires `view-change` (detail: View), `match-navigate` (detail: whether to the next, older match), and `list-focus` when the user
 * goes on to the list.
 */
@customElement("search-box")
export class SearchBox extends LitElement {
  @property({ attribute: false }) view!: ViewState;
  /** Position among the matches of the last one navigated to, from 1. */
  @property({ attribute: false }) matchPosition: number | undefined;

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
    const { view } = this;
    const text = this.typed ?? view.text;
    const canNavigate = !view.only && text !== "";
    return html`<div class="search-box ${text === "" ? "" : "is-active"}">
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
      ${canNavigate ? html`${this.button("arrow-up", l10n.t("Previous match"), () => this.navigate(false))}${this.button("arrow-down", l10n.t("Next match"), () => this.navigate(true))}` : nothing}
      <vscode-toolbar-button
        icon="list-filter"
        label=${l10n.t("Show matches only")}
        title=${l10n.t("Show matches only")}
        toggleable
        ?checked=${view.only}
        @click=${() => this.change({ only: !view.only })}
      ></vscode-toolbar-button>
      ${text === "" ? nothing : this.button("close", l10n.t("Clear search"), () => this.clear(), "clear-search")}
    </div>`;
  }

  private button(icon: string, label: string, onClick: () => void, className = ""): TemplateResult {
    return html`<vscode-toolbar-button
      class=${className}
      icon=${icon}
      label=${label}
      title=${label}
      @click=${onClick}
    ></vscode-toolbar-button>`;
  }

  private countText(): string {
    const { matches, searching } = this.view;
    if (searching || this.typed !== undefined || matches === undefined) {
      return "";
    }
    if (matches === 0) {
      return l10n.t("No matches");
    }
    if (this.matchPosition !== undefined) {
      return l10n.t("{0} of {1}", formatNumber(this.matchPosition), formatNumber(matches));
    }
    return matches === 1 ? l10n.t("1 match") : l10n.t("{0} matches", formatNumber(matches));
  }

  private readonly onInput = (): void => {
    this.typed = this.input.value;
    clearTimeout(this.debounce);
    this.debounce = setTimeout(() => this.search(), debounceMs);
  };

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") {
      event.preventDefault();
      this.search();
      if (!this.view.only) {
        this.navigate(!event.shiftKey);
      }
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
      this.change({ text: this.typed });
    }
  }

  private change(part: Partial<View>): void {
    const detail: View = { ...viewOf(this.view), text: this.typed ?? this.view.text, ...part };
    this.dispatchEvent(new CustomEvent<View>("view-change", { detail }));
  }

  private navigate(toOlder: boolean): void {
    this.dispatchEvent(new CustomEvent<boolean>("match-navigate", { detail: toOlder }));
  }
}
