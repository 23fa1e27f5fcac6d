import { html, nothing, type TemplateResult } from "lit";

/** @param icon name of a codicon. A disabled button stays focusable, so that it doesn't lose the focus. */
export function iconButton(
  label: string,
  icon: string,
  onClick: () => void,
  { title = label, isEnabled = true }: { readonly title?: string; readonly isEnabled?: boolean } = {},
): TemplateResult {
  return html`<button
    type="button"
    class="icon"
    title=${title}
    aria-label=${label}
    aria-disabled=${isEnabled ? nothing : true}
    @click=${() => isEnabled && onClick()}
  >
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </button>`;
}

/** The second click of a double click is ignored: it would hit the button that has taken this one's place. */
export function linkButton(label: string, onClick: () => void): TemplateResult {
  const onFirstClick = ({ detail }: MouseEvent) => detail < 2 && onClick();
  return html`<button type="button" class="link" @click=${onFirstClick}>${label}</button>`;
}
