import { html, type TemplateResult } from "lit";
import { formatNumber } from "../../shared/text";

/** Shown in four steps; screen readers read the number. */
export function confidenceBar(confidence: number): TemplateResult {
  const steps = Math.min(4, Math.max(0, Math.ceil(confidence * 4)));
  return html`<span class="steps steps-${steps}" aria-hidden="true"></span
    ><span class="sr-only">${formatNumber(confidence)}</span>`;
}
