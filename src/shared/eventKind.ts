import * as l10n from "@vscode/l10n";

/** The kinds of events that the service names in prose (docs/service.md, Event item). */
export type EventKind =
  "funding" | "acquisition" | "ipo" | "executive" | "layoffs" | "partnership" | "shutdown" | "launch";

/** Only the type `funding` is confirmed. */
const kindByName = new Map<string, EventKind>([
  ["funding", "funding"],
  ["acquisition", "acquisition"],
  ["ipo", "ipo"],
  ["executivechange", "executive"],
  ["layoff", "layoffs"],
  ["partnership", "partnership"],
  ["shutdown", "shutdown"],
  ["productlaunch", "launch"],
]);

/** Functions, for the display language. */
const labels: Readonly<Record<EventKind, () => string>> = {
  funding: () => l10n.t("Funding"),
  acquisition: () => l10n.t("Acquisition"),
  ipo: () => l10n.t("IPO"),
  executive: () => l10n.t("Executive change"),
  layoffs: () => l10n.t("Layoffs"),
  partnership: () => l10n.t("Partnership"),
  shutdown: () => l10n.t("Shutdown"),
  launch: () => l10n.t("Product launch"),
};

/** The kind of a type, whatever its case, separators and plural; undefined for a type that is none of them. */
export function eventKind(type = ""): EventKind | undefined {
  const name = type.toLowerCase().replace(/[^a-z]/g, "");
  return kindByName.get(name.replace(/s$/, ""));
}

/** What users read instead of the name of a type; an unknown one keeps its name. */
export function typeLabel(type: string): string {
  const kind = eventKind(type);
  if (kind) {
    return labels[kind]();
  }
  return type.trim() === "" ? l10n.t("Unknown type") : type;
}

/** Length of the longest label of a known type, in characters. */
export function longestTypeLabel(): number {
  return Math.max(...Object.values(labels).map((label) => label().length));
}
