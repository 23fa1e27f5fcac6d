import { html, nothing, type TemplateResult } from "lit";

interface IconButtonOptions {
  /** The label, unless given. */
  readonly title?: string;
  /** For a button that has nothing to do at times: it stays focusable then, because it would lose the focus otherwise. */
  readonly isEnabled?: boolean;
}

/** @param label for screen readers @param icon name of a codicon */
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
