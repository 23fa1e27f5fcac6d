import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { maxFilterLength } from "../shared/feedQuery";
import type { Facet } from "../shared/protocol";
import { chip } from "./chip";
import { lineOf } from "./text";

const maxSuggestions = 50;

/**
 * A combobox with free entry and suggestions, for one value or for several; they stand as chips before the entry (a
 * pattern of the ARIA Authoring Practices: list autocomplete with manual selection). What is typed is taken on Enter, on
 * leaving the field and, for several, on a comma.
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
  /** Index of the suggestion that the keyboard is on; -1: on none. */
  @state() private marked = -1;
  /** Why what was typed is not taken; empty: nothing is wrong. */
  @state() error = "";
  @query("input", true) private input!: HTMLInputElement;

  private get several(): boolean {
    return this.max > 1;
  }

  private get offered(): Facet[] {
    const typed = (this.draft ?? "").trim().toLowerCase();
    const isMeant = (text: string): boolean => text.toLowerCase().includes(typed);
    return this.suggestions
      .filter(({ value }) => !this.values.includes(value) && (isMeant(value) || isMeant(this.nameOf(value))))
      .slice(0, maxSuggestions);
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
    const offered = this.open ? this.offered : [];
    const marked = offered[this.marked] === undefined ? -1 : this.marked;
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
          aria-expanded=${offered.length > 0}
          aria-controls="${id}-list"
          aria-activedescendant=${marked >= 0 ? `${id}-option-${marked}` : nothing}
          aria-invalid=${this.error !== ""}
          aria-describedby="${id}-error"
          .value=${this.draft ?? ""}
          @input=${this.onInput}
          @keydown=${this.onKeyDown}
          @blur=${this.onBlur}
          @click=${() => (this.open = true)}
        />
        <ul
          id="${id}-list"
          role="listbox"
          aria-label="Suggestions"
          class="suggestions"
          ?hidden=${offered.length === 0}
          @mousedown=${(event: Event) => event.preventDefault()}
        >
          ${offered.map((facet, i) => this.option(facet, i, i === marked))}
        </ul>
      </div>
      <span id="${id}-error" class="error" ?hidden=${!this.error}>${this.error}</span>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("error") && (this.error || changed.get("error"))) {
      this.dispatchEvent(new CustomEvent("error-change", { bubbles: true }));
    }
    if (changed.has("marked")) {
      this.querySelector(".suggestions .marked")?.scrollIntoView({ block: "nearest" });
    }
  }

  private option({ value, count }: Facet, index: number, marked: boolean): TemplateResult {
    const [name, raw] = [lineOf(this.nameOf(value)), lineOf(value)];
    return html`<li
      id="${this.fieldId}-option-${index}"
      role="option"
      class=${marked ? "marked" : ""}
      aria-selected=${marked}
      @click=${() => this.pick(value)}
    >
      ${this.mark?.(value)}<bdi>${name}</bdi>${
        sameWord(name, raw) ? nothing : html`<bdi class="raw">${raw}</bdi>`
      }<span class="count">${count > 0 ? count.toLocaleString() : nothing}</span>
    </li>`;
  }

  private readonly onBoxMouseDown = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.matches(".box")) {
      event.preventDefault();
      this.input.focus();
      this.open = true;
    }
  };

  private readonly onInput = () => {
    const typed = this.input.value;
    this.error = "";
    this.open = true;
    this.marked = -1;
    if (this.several && typed.includes(",")) {
      const parts = typed.split(",");
      this.draft = parts.pop()?.trimStart() ?? "";
      this.add(parts);
    } else {
      this.draft = typed;
    }
  };

  private readonly onKeyDown = (event: KeyboardEvent) => {
    const count = this.open ? this.offered.length : 0;
    switch (event.key) {
      case "ArrowDown":
        this.marked = Math.min(this.marked + 1, this.offered.length - 1);
        this.open = true;
        break;
      case "ArrowUp":
        this.marked = Math.max(this.marked - 1, -1);
        break;
      case "Enter": {
        const offered = this.offered[this.marked];
        if (this.open && offered) {
          this.pick(offered.value);
        } else {
          this.take();
          this.close();
        }
        break;
      }
      case "Escape":
        if (!this.open && this.draft === undefined && !this.error) {
          return;
        }
        if (count > 0) {
          this.close();
        } else {
          this.reset();
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
    this.take();
    this.close();
  };

  private close(): void {
    this.open = false;
    this.marked = -1;
  }

  private pick(value: string): void {
    this.draft = undefined;
    this.close();
    this.add([value]);
    this.input.focus();
  }

  /** Takes what was typed. */
  private take(): void {
    if (this.draft === undefined) {
      return;
    }
    const typed = this.draft;
    this.draft = undefined;
    this.add([typed]);
  }

  private add(typed: readonly string[]): void {
    const news = typed.flatMap((value) => (value.trim() === "" ? [] : [this.spelled(value.trim())]));
    if (news.length === 0) {
      return;
    }
    const next = this.several ? [...new Set([...this.values, ...news])] : news.slice(0, 1);
    if (next.length > this.max) {
      this.error = `At most ${this.max}.`;
    } else if (next.length !== this.values.length || next.some((value, i) => value !== this.values[i])) {
      this.emit(next);
    }
  }

  /** A value that is known in another case only, or by its name, as it is known: the service tells them apart. */
  private spelled(typed: string): string {
    const known = this.suggestions.map(({ value }) => value);
    return (
      known.find((value) => value === typed) ??
      known.find((value) => sameWord(value, typed)) ??
      known.find((value) => sameWord(this.nameOf(value), typed)) ??
      typed
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

function sameWord(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
