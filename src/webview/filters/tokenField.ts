import * as l10n from "@vscode/l10n";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Facet } from "../../shared/feedState";
import { maxFilterLength } from "../../shared/limits";
import { formatNumber } from "../../shared/text";
import { displayLine, isolated } from "../ui/text";
import { chip, FilterField } from "./filterField";
import { type FieldOption, fieldOptions } from "./suggestions";

/** Chips that are shown, or one in a narrow or short panel; the others are counted, and all are in the list. */
const maxChips = 3;

/**
 * A combobox for one value or several, shown as chips before the input, with free entry and suggestions (ARIA Authoring
 * Practices: list autocomplete with automatic selection). While typing, the best match is the active option, and the
 * typed text is the last one. Enter and, for several values, a comma add the active option; losing the focus does so if it is a
 * suggestion, and discards other text. Escape closes the list and discards what is typed.
 *
 * Fires `values-change` (detail: string[]).
 */
@customElement("token-field")
export class TokenField extends FilterField {
  /** How many values it may have; a single one is replaced by the next. */
  @property({ type: Number }) max = 1;
  @property({ attribute: false }) values: readonly string[] = [];
  @property({ attribute: false }) suggestions: readonly Facet[] = [];
  /** The label of a value. */
  @property({ attribute: false }) labelOf = (value: string): string => value;
  @property({ attribute: false }) iconOf: ((value: string) => TemplateResult) | undefined;

  @state() private isOpen = false;
  /** Key of the option that the arrow keys moved to. */
  @state() private movedTo: string | undefined;
  private revealedOptionId: string | undefined;

  private get isMultiple(): boolean {
    return this.max > 1;
  }

  /** Empty while the list is closed. */
  private get options(): FieldOption[] {
    const { draft = "", values, suggestions, labelOf } = this;
    return this.isOpen ? fieldOptions({ typed: draft, values, suggestions, labelOf }) : [];
  }

  /** The option that Enter adds: the one that the arrow keys moved to, else the best match. */
  private activeOf(options: readonly FieldOption[]): FieldOption | undefined {
    const movedTo = options.find((option) => keyOf(option) === this.movedTo);
    return movedTo ?? ((this.draft ?? "").trim() === "" ? undefined : options[0]);
  }

  override reset(): void {
    super.reset();
    this.close();
  }

  protected override render(): TemplateResult {
    const id = this.fieldId;
    const { options } = this;
    const active = this.activeOf(options);
    return this.renderField(
      html`<div class="box ${this.error ? "invalid" : ""}" @mousedown=${this.onBoxMouseDown}>
        ${this.values.slice(0, maxChips).map((value) =>
          chip(value, () => this.removeValue(value), {
            label: this.labelOf(value),
            icon: this.iconOf?.(value),
          }),
        )}${moreChips("if-narrow", this.values.length - 1)}${moreChips("if-wide", this.values.length - maxChips)}
        <input
          id=${id}
          role="combobox"
          type="text"
          autocomplete="off"
          spellcheck="false"
          dir="auto"
          placeholder=${this.values.length > 0 ? "" : this.placeholder || this.label}
          maxlength=${maxFilterLength}
          aria-autocomplete="list"
          aria-expanded=${options.length > 0}
          aria-controls="${id}-list"
          aria-activedescendant=${active ? this.optionId(active) : nothing}
          aria-invalid=${this.error !== ""}
          aria-describedby="${id}-error"
          .value=${this.draft ?? ""}
          @input=${this.onInput}
          @compositionend=${this.onInput}
          @keydown=${this.onKeyDown}
          @blur=${this.onBlur}
          @click=${() => (this.isOpen = true)}
        />
        <span class="codicon codicon-chevron-down" aria-hidden="true"></span>
        <ul
          id="${id}-list"
          role="listbox"
          aria-label=${l10n.t("Suggestions")}
          class="suggestions"
          ?hidden=${options.length === 0}
          @mousedown=${(event: Event) => event.preventDefault()}
        >
          ${options.map((option) => this.renderOption(option, option === active))}
        </ul>
      </div>`,
    );
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const active = this.querySelector(".suggestions .active");
    if (active && active.id !== this.revealedOptionId) {
      active.scrollIntoView({ block: "nearest" });
    }
    this.revealedOptionId = active?.id;
  }

  private renderOption(option: FieldOption, isActive: boolean): TemplateResult {
    return html`<li
      id=${this.optionId(option)}
      role="option"
      class="${option.kind} ${isActive ? "active" : ""}"
      aria-selected=${isActive}
      @click=${() => this.pick(option)}
    >
      ${
        option.kind === "typed"
          ? html`<span class="use">${l10n.t("Use “{0}”", isolated(displayLine(option.text)))}</span>`
          : this.renderSuggestion(option.facet, option.isSelected)
      }
    </li>`;
  }

  private renderSuggestion({ value, count }: Facet, isSelected: boolean): TemplateResult {
    const [label, raw] = [displayLine(this.labelOf(value)), displayLine(value)];
    return html`${this.iconOf?.(value)}<bdi>${label}</bdi>${
      sameWord(label, raw) ? nothing : html`<bdi class="spelling">${raw}</bdi>`
    }${
      isSelected
        ? html`<span class="codicon codicon-check is-selected" aria-hidden="true"></span
            ><span class="sr-only">${l10n.t("already selected")}</span>`
        : html`<span class="count">${count > 0 ? formatNumber(count) : nothing}</span>`
    }`;
  }

  /** Differs between options in the same position, so that screen readers notice another one. */
  private optionId(option: FieldOption): string {
    const name =
      option.kind === "typed"
        ? "typed"
        : this.suggestions.findIndex(({ value }) => value === option.facet.value);
    return `${this.fieldId}-option-${name}`;
  }

  private readonly onBoxMouseDown = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.matches(".box, .more-chips, .box > .codicon")) {
      event.preventDefault();
      this.input.focus();
    } else if (event.target !== this.input) {
      return;
    }
    // Not on click: the focus may change the size of the input under the pointer.
    this.isOpen = true;
  };

  private readonly onInput = (event: Event) => {
    const before = this.draft ?? "";
    const typed = this.input.value;
    this.error = "";
    // An input method may show commas before it completes the word.
    const isList = this.isMultiple && typed.includes(",") && !isComposing(event);
    if (isList && typed === `${before},`) {
      this.apply();
      return;
    }
    this.isOpen = true;
    this.movedTo = undefined;
    if (isList) {
      const parts = typed.split(",");
      this.draft = parts.pop()?.trimStart() ?? "";
      this.add(parts.map((part) => this.knownValue(part)));
    } else {
      this.draft = typed;
    }
  };

  private readonly onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) {
      return;
    }
    switch (event.key) {
      case "ArrowDown":
        this.moveActive(1);
        break;
      case "ArrowUp":
        this.moveActive(-1);
        break;
      case "Enter":
        this.apply();
        break;
      case "Escape":
        if (this.options.length === 0 && this.draft === undefined && !this.error) {
          return;
        }
        this.reset();
        break;
      case "Backspace": {
        const last = this.values.at(-1);
        if ((this.draft ?? "") !== "" || last === undefined) {
          return;
        }
        this.removeValue(last);
        break;
      }
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  private readonly onBlur = () => {
    if (this.draft !== undefined && this.activeOf(this.options)?.kind === "suggestion") {
      this.apply();
    }
    this.reset();
  };

  /** Opens the list if it is closed, at the best match if something is typed; downwards past the selected values. */
  private moveActive(step: 1 | -1): void {
    const wasOpen = this.isOpen;
    this.isOpen = true;
    const { options } = this;
    const active = this.activeOf(options);
    if (!wasOpen && active) {
      return;
    }
    const from = active
      ? options.indexOf(active)
      : step > 0
        ? options.findIndex((option) => !isSelected(option)) - 1
        : options.length;
    const option = options.at((Math.max(from, -1) + step) % options.length);
    this.movedTo = option && keyOf(option);
  }

  private close(): void {
    this.isOpen = false;
    this.movedTo = undefined;
  }

  private pick(option: FieldOption): void {
    this.draft = undefined;
    this.close();
    this.choose(option);
    this.input.focus();
  }

  /** Adds the option or, if it is one of the values already, removes it. */
  private choose(option: FieldOption): void {
    const value = valueOf(option);
    if (isSelected(option)) {
      this.removeValue(value);
    } else {
      this.add([value]);
    }
  }

  /** Chooses the option that the arrow keys moved to; else adds the best match, or the typed text if there is none. */
  private apply(): void {
    const { draft, movedTo } = this;
    const active = this.activeOf(this.options);
    this.close();
    this.draft = undefined;
    if (active && keyOf(active) === movedTo) {
      this.choose(active);
    } else if (active) {
      this.add([valueOf(active)]);
    } else if (draft !== undefined) {
      this.add([this.knownValue(draft)]);
    }
  }

  private add(values: readonly string[]): void {
    const added = values.filter((value) => value.trim() !== "");
    if (added.length === 0) {
      return;
    }
    const next = this.isMultiple ? [...new Set([...this.values, ...added])] : added.slice(0, 1);
    if (next.length > this.max) {
      this.error = l10n.t("Select at most {0}.", formatNumber(this.max));
    } else if (next.length !== this.values.length || next.some((value, i) => value !== this.values[i])) {
      this.change(next);
    }
  }

  /** The known value that was typed in another case or by its label, because the service is case-sensitive; else the typed text. */
  private knownValue(typed: string): string {
    const text = typed.trim();
    const known = this.suggestions.map(({ value }) => value);
    return (
      known.find((value) => value === text) ??
      known.find((value) => sameWord(value, text)) ??
      known.find((value) => sameWord(this.labelOf(value), text)) ??
      text
    );
  }

  private removeValue(value: string): void {
    this.input.focus();
    this.change(this.values.filter((other) => other !== value));
  }

  private change(values: string[]): void {
    this.values = values;
    this.dispatchEvent(new CustomEvent<string[]>("values-change", { detail: values }));
  }
}

function moreChips(className: string, count: number): TemplateResult | typeof nothing {
  return count > 0
    ? html`<span class="more-chips ${className}" aria-hidden="true">+${formatNumber(count)}</span>`
    : nothing;
}

function isSelected(option: FieldOption): boolean {
  return option.kind === "suggestion" && option.isSelected;
}

function keyOf(option: FieldOption): string {
  return option.kind === "typed" ? "typed" : `suggestion ${option.facet.value}`;
}

function valueOf(option: FieldOption): string {
  return option.kind === "typed" ? option.text : option.facet.value;
}

/** Whether the event belongs to an input method that composes a word; not true for `compositionend`. */
function isComposing(event: Event): boolean {
  return (event instanceof KeyboardEvent || event instanceof InputEvent) && event.isComposing;
}

function sameWord(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
