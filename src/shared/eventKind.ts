import * as l10n from "@vscode/l10n";

/** The kinds of events that the service names in prose (docs/service.md, Event item). Functions, for the display language. */
const labels = {
  funding: () => l10n.t("Funding"),
  acquisition: () => l10n.t("Acquisition"),
  ipo: () => l10n.t("IPO"),
  executivechange: () => l10n.t("Executive change"),
  layoff: () => l10n.t("Layoffs"),
  partnership: () => l10n.t("Partnership"),
  shutdown: () => l10n.t("Shutdown"),
  productlaunch: () => l10n.t("Product launch"),
} as const;

export type EventKind = keyof typeof labels;

/** The kind of a type, whatever its case, separators and plural; undefined for a type that is none of them. */
export function eventKind(type = ""): EventKind | undefined {
  const name = type
    .toLowerCase()
    .replace(/[^a-z]/g, "")
    .replace(/s$/, "");
  return Object.hasOwn(labels, name) ? (name as EventKind) : undefined;
}

/** Only `funding` is a confirmed type: amounts of other types need not be money raised. */
export function isFunding(type: string): boolean {
  return type.toLowerCase() === "funding";
}

/** What users read instead of the name of a type; an unknown one keeps its name. */
export function typeLabel(type: string): string {
  const kind = eventKind(type);
  if (kind) {
    return labels[kind]();
  }
  return type.trim() === "" ? l10n.t("Unknown type") : type;
}
