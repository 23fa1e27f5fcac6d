import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { chip, FilterField } from "./filterField";

/** What to show next to the text, or why it cannot be applied. */
export type Validation = { readonly hint: string } | { readonly error: string };

/**
 * A field for one value that has to be valid. It is applied on Enter and when the field loses the focus, which restores the
 * value if what is typed is not valid.
 *
 * Fires `value-change` (detail: string, valid and different from before; empty: no value).
 */
@customElement("entry-field")
export class EntryField extends FilterField {
  /** The value as the text of the input. */
  @property() text = "";
  /** The value as a chip before the input instead. */
  @property() chip = "";
  /** The same in full. */
  @property({ attribute: "chip-title" }) chipTitle = "";
  /** What else to know about the value: shown below the field while it has the focus and shows no value. */
  @property() note = "";
  @property({ attribute: false }) validate: (typed: string) => Validation = () => ({ hint: "" });

  protected override willUpdate(changed: PropertyValues): void {
    // If the value changed, the draft was applied or is out of date.
    if (
      (changed.has("text") || changed.has("chip")) &&
      this.hasUpdated &&
      (this.error || document.activeElement !== this.input)
    ) {
      this.reset();
    }
  }

  protected override render(): TemplateResult {
    const id = this.fieldId;
    const text = this.draft ?? this.text;
    const validation = this.validate(text);
    const isApplied = this.chip !== "" && this.draft === undefined;
    const notes = ["hint" in validation ? validation.hint : "", this.note].filter((note) => note !== "");
    return this.renderField(
      html`<div class="box ${this.error ? "invalid" : ""}">
          ${this.chip ? chip([this.chipTitle, this.note].filter(Boolean).join("\n"), () => this.removeValue(), { label: this.chip }) : nothing}
          <input
            id=${id}
            type="text"
            autocomplete="off"
            spellcheck="false"
            placeholder=${this.chip ? "" : this.placeholder}
            aria-invalid=${this.error !== ""}
            title=${this.note}
            aria-describedby="${id}-note ${id}-error"
            .value=${text}
            @input=${this.onInput}
            @keydown=${this.onKeyDown}
            @blur=${this.onBlur}
          />
        </div>
        <span
          id="${id}-note"
          class="below note"
          ?hidden=${notes.length === 0 || isApplied || this.error !== ""}
          >${notes.map((note, i) => html`${i > 0 ? " · " : nothing}<span>${note}</span>`)}</span
        >`,
    );
  }

  private readonly onInput = () => {
    this.draft = this.input.value;
    this.error = "";
  };

  private readonly onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      this.apply();
    } else if (event.key === "Escape" && (this.draft !== undefined || this.error)) {
      this.reset();
    } else if (event.key === "Backspace" && this.chip && this.input.value === "") {
      this.removeValue();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  private readonly onBlur = () => {
    this.apply();
    this.reset();
  };

  private removeValue(): void {
    this.input.focus();
    this.fireChange("");
  }

  private apply(): void {
    const typed = this.draft?.trim();
    if (typed === undefined || typed === this.text) {
      this.reset();
      return;
    }
    const validation = this.validate(typed);
    if ("error" in validation) {
      this.error = validation.error;
      return;
    }
    this.reset();
    this.fireChange(typed);
  }

  private fireChange(value: string): void {
    this.dispatchEvent(new CustomEvent<string>("value-change", { detail: value }));
  }
}
