import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { ViewState } from "../../shared/feedState";
import { maxSearchLength } from "../../shared/limits";
import type { View } from "../../shared/viewQueries";
import { counted } from "../../shared/text";

/** Who types on is not searched for at every letter. */
const pauseMs = 120;

/**
 * Searches the loaded events while one types: shows the matches alone, or goes from one to the next.
 *
 * Fires `view-change` (detail: View) and `match-navigate` (detail: true towards older events).
 */
@customElement("search-box")
export class SearchBox extends LitElement {
  @property({ attribute: false }) view!: ViewState;
  /** Place among the matches of the one gone to last, from 1. */
  @property({ attribute: false }) place: number | undefined;

  /** What stands in the box and is not asked for yet. */
  @state() private typed: string | undefined;
  @query("input", true) private input!: HTMLInputElement;
  private pause: ReturnType<typeof setTimeout> | undefined;

  override focus(): void {
    this.input.focus();
    this.input.select();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.pause);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("view") && this.typed === this.view.text) {
      this.typed = undefined;
    }
  }

  protected override render(): TemplateResult {
    const { view } = this;
    const text = this.typed ?? view.text;
    const stepping = !view.only && text !== "";
    return html`<div class="search-box">
      <input
        type="text"
        aria-label="Search loaded events"
        placeholder="Search loaded events"
        spellcheck="false"
        maxlength=${maxSearchLength}
        .value=${text}
        @input=${this.onInput}
        @keydown=${this.onKeyDown}
      />
      <span class="search-count" aria-live="polite">${text === "" ? nothing : this.countText()}</span>
      ${stepping ? html`${this.button("arrow-up", "Previous match", () => this.go(false))}${this.button("arrow-down", "Next match", () => this.go(true))}` : nothing}
      <vscode-toolbar-button
        icon="filter"
        label="Show matches only"
        title="Show matches only"
        toggleable
        ?checked=${view.only}
        @click=${() => this.change({ only: !view.only })}
      ></vscode-toolbar-button>
      ${text === "" ? nothing : this.button("close", "Clear search", () => this.clear())}
    </div>`;
  }

  private button(icon: string, label: string, press: () => void): TemplateResult {
    return html`<vscode-toolbar-button
      icon=${icon}
      label=${label}
      title=${label}
      @click=${press}
    ></vscode-toolbar-button>`;
  }

  private countText(): string {
    const { matches, searching } = this.view;
    if (searching || this.typed !== undefined || matches === undefined) {
      return "";
    }
    if (matches === 0) {
      return "No matches";
    }
    return this.view.only || this.place === undefined
      ? counted(matches, "match", "matches")
      : `${this.place.toLocaleString()} of ${matches.toLocaleString()}`;
  }

  private readonly onInput = (): void => {
    this.typed = this.input.value;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.ask(), pauseMs);
  };

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") {
      event.preventDefault();
      this.ask();
      if (!this.view.only) {
        this.go(!event.shiftKey);
      }
    } else if (event.key === "Escape" && (this.typed ?? this.view.text) !== "") {
      // Not for the details, which Escape closes as well.
      event.stopPropagation();
      this.clear();
    }
  };

  private clear(): void {
    this.typed = "";
    this.input.focus();
    this.ask();
  }

  /** Asks for what was typed, if it is not what is searched for already. */
  private ask(): void {
    clearTimeout(this.pause);
    if (this.typed !== undefined && this.typed !== this.view.text) {
      this.change({ text: this.typed });
    }
  }

  private change(part: Partial<View>): void {
    const { text, only, span } = this.view;
    const detail: View = { text: this.typed ?? text, only, ...(span && { span }), ...part };
    this.dispatchEvent(new CustomEvent<View>("view-change", { detail }));
  }

  private go(older: boolean): void {
    this.dispatchEvent(new CustomEvent<boolean>("match-navigate", { detail: older }));
  }
}
