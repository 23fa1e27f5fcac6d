import * as l10n from "@vscode/l10n";
import { html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { property, query, state } from "lit/decorators.js";
import { displayLine } from "../ui/text";

/**
 * A labeled text input of the filter bar. Typed text is a draft until the field applies it or shows why it cannot.
 * `vscode-textfield` cannot do that: a description outside it is not announced for the input inside.
 *
 * Fires `error-change`, which bubbles.
 */
export abstract class FilterField extends LitElement {
  @property() label = "";
  /** Prefix of the ids of its parts, unique on the page. */
  @property({ attribute: "field-id" }) fieldId = "";
  @property() placeholder = "";

  /** Text typed since the last value was applied; undefined: none. */
  @state() protected draft: string | undefined;
  /** Why the draft cannot be applied; empty: no error. */
  @state() error = "";
  @query("input", true) protected input!: HTMLInputElement;

  /** Discards the draft. */
  reset(): void {
    this.draft = undefined;
    this.error = "";
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("error") && (this.error || changed.get("error"))) {
      this.dispatchEvent(new CustomEvent("error-change", { bubbles: true }));
    }
  }

  /** @param box with the input, which has `fieldId` as its id and is described by `${fieldId}-error` */
  protected renderField(box: TemplateResult): TemplateResult {
    return html`<label for=${this.fieldId}>${this.label}</label>
      ${box}
      <span id="${this.fieldId}-error" class="below error" ?hidden=${!this.error}>${this.error}</span>`;
  }
}

/** A value of a field, with a button that removes it. @param label how the value is shown */
export function chip(
  value: string,
  onRemove: () => void,
  { label = value, icon }: { readonly label?: string; readonly icon?: TemplateResult | undefined } = {},
): TemplateResult {
  const [text, spelling] = [displayLine(label), displayLine(value)];
  return html`<span class="chip" title=${text === spelling ? text : `${text} (${spelling})`}
    >${icon}<bdi>${text}</bdi
    ><button
      type="button"
      aria-label=${l10n.t("Remove {0}", text)}
      tabindex="-1"
      class="codicon codicon-close"
      @click=${onRemove}
    ></button
  ></span>`;
}
