import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { parseAmount } from "../../shared/amounts";
import type { Facet } from "../../shared/feedState";
import { maxFilterLength } from "../../shared/limits";
import { formatNumber, isolated } from "../../shared/text";
import { PageElement } from "../ui/element";
import { displayLine } from "../ui/text";
import { type FieldOption, fieldOptions } from "./suggestions";

/**
 * A combobox whose values are chips before the input (ARIA Authoring Practices: list autocomplete with
 * automatic selection). While typing, the best match is active, and the typed text is the last option. Enter
 * adds the active option. Losing the focus adds it if it is a suggestion or an amount; other text is
 * discarded, as by Escape. `vscode-multi-select` has neither chips nor counts.
 */
@customElement("token-field")
export class TokenField extends PageElement {
  @property() label = "";
  /** Prefix of the IDs of its parts, unique on the page. */
  @property({ attribute: "field-id" }) fieldId = "";
  @property() placeholder = "";
  /** Tooltip of the input. */
  @property() note = "";
  /** Maximum number of values. A single one is replaced by the next. */
  @property({ type: Number }) max = 1;
  @property({ attribute: false }) values: readonly string[] = [];
  @property({ attribute: false }) suggestions: readonly Facet[] = [];
  @property({ attribute: false }) labelOf = (value: string): string => value;
  /** Unabbreviated label. */
  @property({ attribute: false }) titleOf: ((value: string) => string) | undefined;
  @property({ attribute: false }) iconOf: ((value: string) => TemplateResult) | undefined;
  /** Only for a field of amounts. */
  @property({ attribute: false }) parse: typeof parseAmount | undefined;
  @property({ attribute: false }) change!: (values: readonly string[]) => void;

  /** Typed text that is not applied yet. */
  @state() private draft = "";
  @state() private error = "";
  @state() private isOpen = false;
  /** Value of the option that the arrow keys moved to. */
  @state() private movedTo: string | undefined;
  @query("input", true) private input!: HTMLInputElement;

  private reset(): void {
    this.draft = this.error = "";
    this.movedTo = undefined;
    this.isOpen = false;
  }

  private get options(): readonly FieldOption[] {
    if (!this.isOpen) {
      return [];
    }
    if (this.parse && this.draft.trim() !== "") {
      const parsed = this.parse(this.draft);
      return typeof parsed === "number" ? [{ value: String(parsed), isSelected: false }] : [];
    }
    return fieldOptions(this.draft, this.values, this.suggestions, this.labelOf);
  }

  /** The option that Enter adds: the one that the arrow keys moved to, or the best match. */
  private activeOf(options: readonly FieldOption[]): FieldOption | undefined {
    const movedTo = options.find(({ value }) => value === this.movedTo);
    return movedTo ?? (this.draft.trim() === "" ? undefined : options[0]);
  }

  protected override render(): TemplateResult {
    const { fieldId: id, label, options, values, note } = this;
    const active = this.activeOf(options);
    return html`<label class="sr-only" for=${id}>${label}</label>
      <div class="box ${this.error ? "invalid" : ""}" @mousedown=${this.onBoxMouseDown}>
        ${values.map((value) => this.renderChip(value))}
        <input
          id=${id}
          role="combobox"
          type="text"
          autocomplete="off"
          spellcheck="false"
          dir="auto"
          title=${note || nothing}
          placeholder=${values.length > 0 ? "" : this.placeholder || label}
          maxlength=${maxFilterLength}
          aria-autocomplete="list"
          aria-expanded=${options.length > 0}
          aria-controls="${id}-list"
          aria-activedescendant=${active ? this.optionId(active.value, active.facet) : nothing}
          aria-invalid=${this.error !== ""}
          aria-describedby="${id}-error"
          .value=${this.draft}
          @input=${this.onInput}
          @keydown=${this.onKeyDown}
          @blur=${this.onBlur}
        />
        <ul
          id="${id}-list"
          role="listbox"
          aria-label=${l10n.t("Suggestions")}
          class="suggestions popup"
          ?hidden=${options.length === 0}
          @mousedown=${(event: Event) => event.preventDefault()}
        >
          ${options.map((option) => this.renderOption(option, option === active))}
        </ul>
      </div>
      <span id="${id}-error" class="error popup" ?hidden=${!this.error}>${this.error}</span>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("movedTo")) {
      this.querySelector(".suggestions .active")?.scrollIntoView({ block: "nearest" });
    }
  }

  private renderChip(value: string): TemplateResult {
    const label = displayLine(this.labelOf(value));
    const full = displayLine(this.titleOf?.(value) ?? value);
    return html`<span class="chip" title=${label === full ? label : `${label} (${full})`}
      >${this.iconOf?.(value)}<bdi>${label}</bdi
      ><button
        type="button"
        aria-label=${l10n.t("Remove {0}", label)}
        tabindex="-1"
        class="codicon codicon-close"
        @click=${() => this.removeValue(value)}
      ></button
    ></span>`;
  }

  private renderOption({ value, facet, isSelected }: FieldOption, isActive: boolean): TemplateResult {
    return html`<li
      id=${this.optionId(value, facet)}
      role="option"
      class=${isActive ? "active" : ""}
      aria-selected=${isActive}
      title=${displayLine(this.titleOf?.(value) ?? value)}
      @click=${() => this.choose(value, isSelected)}
    >
      ${
        facet
          ? this.renderSuggestion(facet, isSelected)
          : (this.titleOf?.(value) ?? l10n.t('Use "{0}"', isolated(displayLine(value))))
      }
    </li>`;
  }

  private renderSuggestion({ value, count }: Facet, isSelected: boolean): TemplateResult {
    const end = isSelected
      ? selectedMark()
      : html`<span class="count">${count > 0 ? formatNumber(count) : nothing}</span>`;
    return html`${this.iconOf?.(value)}<bdi>${displayLine(this.labelOf(value))}</bdi>${end}`;
  }

  /** Not by position: screen readers would not notice another option in the same place. */
  private optionId(value: string, facet: Facet | undefined): string {
    const name = facet ? this.suggestions.findIndex((other) => other.value === value) : "typed";
    return `${this.fieldId}-option-${name}`;
  }

  private readonly onBoxMouseDown = (event: MouseEvent) => {
    if (event.target !== this.input) {
      event.preventDefault();
      this.input.focus();
    }
    this.isOpen = true;
  };

  private readonly onInput = () => {
    this.error = "";
    // Undo may change the text while another control has the focus.
    this.isOpen = document.activeElement === this.input;
    this.movedTo = undefined;
    this.draft = this.input.value;
  };

  private readonly onKeyDown = (event: KeyboardEvent) => {
    const { draft } = this;
    const last = this.values.at(-1);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      this.apply();
    } else if (event.key === "Escape" && (this.isOpen || draft !== "" || this.error)) {
      this.reset();
    } else if (event.key === "Backspace" && draft === "" && last !== undefined) {
      this.removeValue(last);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  private readonly onBlur = () => {
    if (this.draft.trim() !== "" && (this.parse ?? this.activeOf(this.options)?.facet)) {
      this.apply();
    }
    this.reset();
  };

  private move(step: 1 | -1): void {
    this.isOpen = true;
    const { options } = this;
    const active = this.activeOf(options);
    const start = step > 0 ? -1 : options.length;
    this.movedTo = options.at(((active ? options.indexOf(active) : start) + step) % options.length)?.value;
  }

  /** Adds the active option, or shows why the text is invalid. */
  private apply(): void {
    const active = this.activeOf(this.options);
    const parsed = this.draft.trim() === "" ? undefined : this.parse?.(this.draft);
    if (active) {
      this.choose(active.value, active.isSelected && this.movedTo !== undefined);
    } else if (typeof parsed === "string") {
      this.error = parsed;
    } else {
      this.reset();
    }
  }

  private choose(value: string, isRemoved: boolean): void {
    this.reset();
    if (isRemoved) {
      this.removeValue(value);
    } else {
      this.add(value);
    }
  }

  private add(value: string): void {
    const next = this.max > 1 ? [...new Set([...this.values, value])] : [value];
    if (next.length > this.max) {
      this.error = l10n.t("Select at most {0}.", formatNumber(this.max));
    } else if (!this.values.includes(value)) {
      this.change(next);
    }
  }

  private removeValue(value: string): void {
    this.input.focus();
    this.change(this.values.filter((other) => other !== value));
  }
}

export function selectedMark(): TemplateResult {
  return html`<span class="codicon codicon-check count" aria-hidden="true"></span
    ><span class="sr-only">${l10n.t("already selected")}</span>`;
}
