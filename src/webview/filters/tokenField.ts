import type { Facet } from "../../shared/feedState";
import { maxFilterLength } from "../../shared/limits";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { chip } from "./chip";
import { type FieldOption, fieldOptions } from "./suggestions";
import { displayLine } from "../ui/text";

/**
 * A combobox with free entry and suggestions, for one value or for several; they stand as chips before the entry (a
 * pattern of the ARIA Authoring Practices: list autocomplete with automatic selection). While one types, the best match is
 * the selected option and what is typed is the last one. Enter, leaving the field and, for several, a comma take the
 * selected option; with the list closed, what is typed.
 *
 * Fires `values-change` (detail: string[]) and `error-change`.
 */
@customElement("token-field")
export class TokenField extends LitElement {
  @property() label = "";
  /** Base of the ids of its parts, unique on the page. */
  @property({ attribute: "field-id" }) fieldId = "";
  @property() placeholder = "";
  /** How many values it may hold; where that is one, another takes its place. */
  @property({ type: Number }) max = 1;
  @property({ attribute: false }) values: readonly string[] = [];
  @property({ attribute: false }) suggestions: readonly Facet[] = [];
  /** How a value is called elsewhere on the page. */
  @property({ attribute: false }) nameOf = (value: string): string => value;
  /** Draws a mark in front of a value. */
  @property({ attribute: false }) mark: ((value: string) => TemplateResult) | undefined;

  /** What is typed and not taken yet; undefined: nothing was typed since. */
  @state() private draft: string | undefined;
  @state() private open = false;
  /** Key of the option that the arrow keys went to. */
  @state() private reached: string | undefined;
  /** Why what was typed is not taken; empty: nothing is wrong. */
  @state() error = "";
  private shownOption: string | undefined;
  @query("input", true) private input!: HTMLInputElement;

  private get several(): boolean {
    return this.max > 1;
  }

  /** What the list has; nothing while it is closed. */
  private get options(): FieldOption[] {
    const { draft = "", values, suggestions, nameOf } = this;
    return this.open ? fieldOptions({ typed: draft, values, suggestions, nameOf }) : [];
  }

  /** The option that Enter takes: where the arrow keys went, else the best match of what is typed. */
  private selectedOf(options: readonly FieldOption[]): FieldOption | undefined {
    const reached = options.find((option) => keyOf(option) === this.reached);
    return reached ?? ((this.draft ?? "").trim() === "" ? undefined : options[0]);
  }

  /** Forgets what was typed. */
  reset(): void {
    this.draft = undefined;
    this.error = "";
    this.close();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    const id = this.fieldId;
    const { options } = this;
    const selected = this.selectedOf(options);
    return html`<label for=${id}>${this.label}</label>
      <div class="box ${this.error ? "invalid" : ""}" @mousedown=${this.onBoxMouseDown}>
        ${this.values.map((value) => chip(value, () => this.drop(value), this.mark?.(value)))}
        <input
          id=${id}
          role="combobox"
          type="text"
          autocomplete="off"
          spellcheck="false"
          dir="auto"
          placeholder=${this.values.length > 0 ? "" : this.placeholder}
          maxlength=${maxFilterLength}
          aria-autocomplete="list"
          aria-expanded=${options.length > 0}
          aria-controls="${id}-list"
          aria-activedescendant=${selected ? this.optionId(selected) : nothing}
          aria-invalid=${this.error !== ""}
          aria-describedby="${id}-error"
          .value=${this.draft ?? ""}
          @input=${this.onInput}
          @compositionend=${this.onInput}
          @keydown=${this.onKeyDown}
          @blur=${this.onBlur}
          @click=${() => (this.open = true)}
        />
        <ul
          id="${id}-list"
          role="listbox"
          aria-label="Suggestions"
          class="suggestions"
          ?hidden=${options.length === 0}
          @mousedown=${(event: Event) => event.preventDefault()}
        >
          ${options.map((option) => this.option(option, option === selected))}
        </ul>
      </div>
      <span id="${id}-error" class="error" ?hidden=${!this.error}>${this.error}</span>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("error") && (this.error || changed.get("error"))) {
      this.dispatchEvent(new CustomEvent("error-change", { bubbles: true }));
    }
    const marked = this.querySelector(".suggestions .marked");
    if (marked && marked.id !== this.shownOption) {
      marked.scrollIntoView({ block: "nearest" });
    }
    this.shownOption = marked?.id;
  }

  private option(option: FieldOption, marked: boolean): TemplateResult {
    return html`<li
      id=${this.optionId(option)}
      role="option"
      class="${option.kind} ${marked ? "marked" : ""}"
      aria-selected=${marked}
      @click=${() => this.pick(option)}
    >
      ${option.kind === "typed" ? html`<span class="use">Use “<bdi>${displayLine(option.text)}</bdi>”</span>` : this.suggestion(option)}
    </li>`;
  }

  private suggestion({ facet, chosen }: FieldOption & { readonly kind: "suggestion" }): TemplateResult {
    const { value, count } = facet;
    const [name, raw] = [displayLine(this.nameOf(value)), displayLine(value)];
    return html`${this.mark?.(value)}<bdi>${name}</bdi>${
      sameWord(name, raw) ? nothing : html`<bdi class="spelling">${raw}</bdi>`
    }${
      chosen
        ? html`<span class="codicon codicon-check chosen" aria-hidden="true"></span
            ><span class="sr-only">already chosen</span>`
        : html`<span class="count">${count > 0 ? count.toLocaleString() : nothing}</span>`
    }`;
  }

  /** Another one for another option in the same place: a screen reader is to notice. */
  private optionId(option: FieldOption): string {
    const name =
      option.kind === "typed"
        ? "typed"
        : this.suggestions.findIndex(({ value }) => value === option.facet.value);
    return `${this.fieldId}-option-${name}`;
  }

  private readonly onBoxMouseDown = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.matches(".box")) {
      event.preventDefault();
      this.input.focus();
      this.open = true;
    }
  };

  private readonly onInput = (event: Event) => {
    const before = this.draft ?? "";
    const typed = this.input.value;
    this.error = "";
    // An input method that composes a word may show commas on the way.
    const isList = this.several && typed.includes(",") && !isComposing(event);
    if (isList && typed === `${before},`) {
      this.take();
      return;
    }
    this.open = true;
    this.reached = undefined;
    if (isList) {
      const parts = typed.split(",");
      this.draft = parts.pop()?.trimStart() ?? "";
      this.add(parts.map((part) => this.spelled(part)));
    } else {
      this.draft = typed;
    }
  };

  private readonly onKeyDown = (event: KeyboardEvent) => {
    // The key is the input method's.
    if (isComposing(event)) {
      return;
    }
    switch (event.key) {
      case "ArrowDown":
        this.move(1);
        break;
      case "ArrowUp":
        this.move(-1);
        break;
      case "Enter":
        this.take();
        break;
      case "Escape":
        if (this.options.length > 0) {
          this.close();
        } else if (this.draft !== undefined || this.error) {
          this.reset();
        } else {
          return;
        }
        break;
      case "Backspace": {
        const last = this.values.at(-1);
        if ((this.draft ?? "") !== "" || last === undefined) {
          return;
        }
        this.drop(last);
        break;
      }
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  private readonly onBlur = () => {
    if (this.draft === undefined) {
      this.close();
    } else {
      this.take();
    }
  };

  /** To the next option, or the one before; opens the list, at the best match where something is typed. */
  private move(step: 1 | -1): void {
    const wasOpen = this.open;
    this.open = true;
    const { options } = this;
    const selected = this.selectedOf(options);
    if (!wasOpen && selected) {
      return;
    }
    const from = selected ? options.indexOf(selected) : step > 0 ? -1 : options.length;
    const option = options.at((from + step) % options.length);
    this.reached = option && keyOf(option);
  }

  private close(): void {
    this.open = false;
    this.reached = undefined;
  }

  private pick(option: FieldOption): void {
    this.draft = undefined;
    this.close();
    this.add([option.kind === "typed" ? option.text : option.facet.value]);
    this.input.focus();
  }

  /** Takes the selected option, or what was typed where there is none. */
  private take(): void {
    const { draft } = this;
    const selected = this.selectedOf(this.options);
    this.close();
    this.draft = undefined;
    if (selected) {
      this.add([selected.kind === "typed" ? selected.text : selected.facet.value]);
    } else if (draft !== undefined) {
      this.add([this.spelled(draft)]);
    }
  }

  private add(added: readonly string[]): void {
    const more = added.filter((value) => value.trim() !== "");
    if (more.length === 0) {
      return;
    }
    const next = this.several ? [...new Set([...this.values, ...more])] : more.slice(0, 1);
    if (next.length > this.max) {
      this.error = `At most ${this.max}.`;
    } else if (next.length !== this.values.length || next.some((value, i) => value !== this.values[i])) {
      this.emit(next);
    }
  }

  /** A value that is known in another case only, or by its name, as it is known: the service tells them apart. */
  private spelled(typed: string): string {
    const text = typed.trim();
    const known = this.suggestions.map(({ value }) => value);
    return (
      known.find((value) => value === text) ??
      known.find((value) => sameWord(value, text)) ??
      known.find((value) => sameWord(this.nameOf(value), text)) ??
      text
    );
  }

  private drop(value: string): void {
    this.input.focus();
    this.emit(this.values.filter((other) => other !== value));
  }

  private emit(values: string[]): void {
    this.values = values;
    this.dispatchEvent(new CustomEvent<string[]>("values-change", { detail: values }));
  }
}

function keyOf(option: FieldOption): string {
  return option.kind === "typed" ? "typed" : `suggestion ${option.facet.value}`;
}

/** Whether an input method is at work; of a `compositionend` it no longer is. */
function isComposing(event: Event): boolean {
  return (event instanceof KeyboardEvent || event instanceof InputEvent) && event.isComposing;
}

function sameWord(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
