/** A value that is in force, before the entry of its field, with a button that takes it away. */
import { html, type TemplateResult } from "lit";
import { displayLine } from "../ui/text";

export function chip(value: string, remove: () => void, mark?: TemplateResult): TemplateResult {
  const line = displayLine(value);
  return html`<span class="chip" title=${line}
    >${mark}<bdi>${line}</bdi
    ><button
      type="button"
      aria-label=${`Remove ${line}`}
      tabindex="-1"
      class="codicon codicon-close"
      @click=${remove}
    ></button
  ></span>`;
}
