import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { chip } from "./chip";

/** What a typed text means: a hint to show beside it, or why it is not taken. */
export type Reading = { readonly hint: string } | { readonly error: string };

/**
 * A text field whose entry is taken on Enter and on leaving it, when it can be read; otherwise it says why, in place.
 * vscode-textfield cannot tie a description to its inner input, so that screen readers would not hear either.
 *
 * Fires `entry` (detail: string) with an entry that can be read and is another than before; `error-change`.
 */
@customElement("entry-field")
export class EntryField extends LitElement {
  @property() label = "";
  @property({ attribute: "field-id" }) fieldId = "";
  @property() placeholder = "";
  /** What is in force, as text. */
  @property() text = "";
  /** What is in force, as a chip before the entry instead of in it; taking it away is the entry of nothing. */
  @property() chip = "";
  @property({ attribute: false }) read: (typed: string) => Reading = () => ({ hint: "" });

  @state() private draft: string | undefined;
  /** Why what was typed is not taken; empty: nothing is wrong. */
  @state() error = "";
  @query("input", true) private input!: HTMLInputElement;

  /** Forgets what was typed. */
  reset(): void {
    this.draft = undefined;
    this.error = "";
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Another value came into force: what was typed before it has been taken, or is out of date.
    if (
      (changed.has("text") || changed.has("chip")) &&
      this.hasUpdated &&
      (this.error || document.activeElement !== this.input)
    ) {
      this.reset();
    }
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("error") && (this.error || changed.get("error"))) {
      this.dispatchEvent(new CustomEvent("error-change", { bubbles: true }));
    }
  }

  protected override render(): TemplateResult {
    const id = this.fieldId;
    const text = this.draft ?? this.text;
    const reading = this.read(text);
    return html`<label for=${id}>${this.label}</label>
      <div class="box ${this.error ? "invalid" : ""}">
        ${this.chip ? chip(this.chip, () => this.drop()) : nothing}
        <input
          id=${id}
          type="text"
          autocomplete="off"
          spellcheck="false"
          placeholder=${this.chip ? "" : this.placeholder}
          aria-invalid=${this.error !== ""}
          aria-describedby="${id}-hint ${id}-error"
          .value=${text}
          @input=${this.onInput}
          @keydown=${this.onKeyDown}
          @blur=${() => this.take()}
        />
        <span id="${id}-hint" class="hint">${"hint" in reading ? reading.hint : ""}</span>
      </div>
      <span id="${id}-error" class="error" ?hidden=${!this.error}>${this.error}</span>`;
  }

  private readonly onInput = () => {
    this.draft = this.input.value;
    this.error = "";
  };

  private readonly onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      this.take();
    } else if (event.key === "Escape" && (this.draft !== undefined || this.error)) {
      this.reset();
    } else if (event.key === "Backspace" && this.chip && this.input.value === "") {
      this.drop();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  private drop(): void {
    this.input.focus();
    this.dispatchEvent(new CustomEvent<string>("entry", { detail: "" }));
  }

  private take(): void {
    const typed = this.draft?.trim();
    if (typed === undefined || typed === this.text) {
      this.reset();
      return;
    }
    const reading = this.read(typed);
    if ("error" in reading) {
      this.error = reading.error;
      return;
    }
    this.draft = undefined;
    this.error = "";
    this.dispatchEvent(new CustomEvent<string>("entry", { detail: typed }));
  }
}
