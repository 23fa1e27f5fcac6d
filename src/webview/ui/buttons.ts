import { html, nothing, type TemplateResult } from "lit";
import { dot } from "./text";

interface IconButtonOptions {
  /** Tooltip; default: the label. */
  readonly title?: string;
  /** A disabled button stays focusable, so that it doesn't lose the focus. */
  readonly isEnabled?: boolean;
}

/** @param icon name of a codicon */
export function iconButton(
  label: string,
  icon: string,
  onClick: () => void,
  { title = label, isEnabled }: IconButtonOptions = {},
): TemplateResult {
  return html`<button
    type="button"
    class="icon"
    title=${title}
    aria-label=${label}
    aria-disabled=${isEnabled === false ? true : nothing}
    @click=${() => isEnabled !== false && onClick()}
  >
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}

export function linkButton(label: string, onClick: () => void): TemplateResult {
  return html`<button type="button" class="link" @click=${onClick}>${label}</button>`;
}

/** Keeps the separator and the button, which may be a `linkButton`, in one line. */
export function afterDot(button: TemplateResult): TemplateResult {
  return html` <span class="after-dot">${dot}${button}</span>`;
}
