import * as l10n from "@vscode/l10n";

/** The fields that docs/service.md specifies (Company, Event data), and the role of a company. Functions, for the display language. */
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

/** `lead_investor` → `Lead investor`, `entityId` → `Entity ID`. A name that is no identifier stays as it is. */
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
