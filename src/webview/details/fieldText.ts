/** Labels and numbers of an event's fields. */
import * as l10n from "@vscode/l10n";
import { compactUsd, exactUsd } from "../../shared/amounts";
import { perLocale } from "../../shared/locale";

/** Fields of docs/service.md (Company, Event data). Functions, because the display language is set later. */
const knownLabels = new Map<string, () => string>([
  ["amount", () => l10n.t("Amount")],
  ["domain", () => l10n.t("Domain")],
  ["entity_id", () => l10n.t("Entity ID")],
  ["industry", () => l10n.t("Industry")],
  ["investors", () => l10n.t("Investors")],
  ["lead_investor", () => l10n.t("Lead investor")],
  ["location", () => l10n.t("Location")],
  ["name", () => l10n.t("Name")],
  ["primary_subject", () => l10n.t("Primary subject")],
  ["role", () => l10n.t("Role")],
  ["round", () => l10n.t("Round")],
  ["valuation", () => l10n.t("Valuation")],
]);

const acronyms = new Set(["id", "url", "ceo", "cfo", "cto", "ipo", "usd"]);

/** `lead_investor` → `Lead investor`, `entityId` → `Entity ID`. Other names stay unchanged. */
export function fieldLabel(name: string): string {
  const known = knownLabels.get(name);
  if (known) {
    return known();
  }
  const words = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_\-. ]*$/u.test(name) ? fieldWords(name) : [name];
  return words
    .map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
    .join(" ")
    .replace(/^./u, (first) => first.toUpperCase());
}

/** `dealValue_USD` → `deal`, `value`, `usd` */
function fieldWords(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}

/**
 * `$42M`, or `$42.4M ($42,350,000)` if rounded. `1e400`, which exceeds a JavaScript number, is shown as sent.
 * @param digits a JSON number
 */
export function sentUsd(digits: string): string {
  if (!isDecimal(digits)) {
    return digits;
  }
  const amount = Number(digits);
  const short = compactUsd(amount);
  return Number(amount.toPrecision(3)) === amount ? short : `${short} (${exactUsd(digits)})`;
}

const groupedFormat = perLocale(
  (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 20, useGrouping: "min2" }),
);

/** `12,345.5`, but `2026`, which may be a year. Keeps digits that a JavaScript number would lose. */
export function groupedDigits(digits: string): string {
  return isDecimal(digits) ? groupedFormat().format(digits) : digits;
}

/** False for numbers that `Intl` can't format exactly, such as `1e400` and `1e-400`. */
function isDecimal(digits: string): digits is `${number}` {
  const value = Number(digits);
  return Number.isFinite(value) && (value !== 0 || !/e/i.test(digits));
}
