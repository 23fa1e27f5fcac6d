/** Values of events as both the list and the details show them. */
import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import { exactUsd } from "../../shared/amounts";
import { formatNumber } from "../../shared/text";
import { fieldLabel } from "./fieldLabels";
import { displayLine } from "./text";

/** An amount from another field than `amount` is not what the service filters by: screen readers name it. */
export function namedAmount(amount: string, field: string | undefined): TemplateResult | string {
  return field === undefined
    ? amount
    : html`<span class="sr-only">${displayLine(fieldLabel(field))} </span>${amount}`;
}

/** `$42,000,000`, `Deal value: $42,000,000` */
export function amountTooltip(amount: number, field: string | undefined): string {
  const exact = exactUsd(amount);
  return field === undefined ? exact : l10n.t("{0}: {1}", displayLine(fieldLabel(field)), exact);
}

/** Shown in four steps; screen readers read the number. */
export function confidenceBar(confidence: number): TemplateResult {
  const steps = Math.min(4, Math.max(0, Math.ceil(confidence * 4)));
  return html`<span class="steps steps-${steps}" aria-hidden="true"></span
    ><span class="sr-only">${formatNumber(confidence)}</span>`;
}
