import * as l10n from "@vscode/l10n";

/** The kinds of events that the service names in prose (docs/service.md, Event item). */
export type EventKind =
  "funding" | "acquisition" | "ipo" | "executive" | "layoffs" | "partnership" | "shutdown" | "launch";

/**
 * Only the identifier of `funding` is confirmed, so likely spellings of the others are listed, the usual one of each kind first,
 * and compared without case, separators and plural.
 */
const kindBySpelling = new Map<string, EventKind>([
  ["funding", "funding"],
  ["fundinground", "funding"],
  ["fundraising", "funding"],
  ["acquisition", "acquisition"],
  ["merger", "acquisition"],
  ["takeover", "acquisition"],
  ["ipo", "ipo"],
  ["initialpublicoffering", "ipo"],
  ["executivechange", "executive"],
  ["execchange", "executive"],
  ["leadershipchange", "executive"],
  ["layoff", "layoffs"],
  ["partnership", "partnership"],
  ["partner", "partnership"],
  ["shutdown", "shutdown"],
  ["closure", "shutdown"],
  ["productlaunch", "launch"],
  ["launch", "launch"],
  ["productrelease", "launch"],
]);

/** Undefined for a type that is none of them. */
export function eventKind(type: string | undefined): EventKind | undefined {
  return kindBySpelling.get(spellingOf(type));
}

/** Whether the name of a type is the usual one of its kind, such as `product_launch`: then it says no more than the label. */
export function isUsualName(type: string): boolean {
  const spelling = spellingOf(type);
  const kind = kindBySpelling.get(spelling);
  return kind !== undefined && [...kindBySpelling].find(([, other]) => other === kind)?.[0] === spelling;
}

/** The known spelling of a type, or its own. */
function spellingOf(type = ""): string {
  const spelling = type.toLowerCase().replace(/[^a-z]/g, "");
  return (
    [spelling, spelling.replace(/s$/, ""), spelling.replace(/es$/, "")].find((it) =>
      kindBySpelling.has(it),
    ) ?? spelling
  );
}

/** What users read instead of the name of a type; an unknown one keeps its name. */
export function typeLabel(type: string): string {
  switch (eventKind(type)) {
    case "funding":
      return l10n.t("Funding");
    case "acquisition":
      return l10n.t("Acquisition");
    case "ipo":
      return l10n.t("IPO");
    case "executive":
      return l10n.t("Executive change");
    case "layoffs":
      return l10n.t("Layoffs");
    case "partnership":
      return l10n.t("Partnership");
    case "shutdown":
      return l10n.t("Shutdown");
    case "launch":
      return l10n.t("Product launch");
    case undefined:
      return type.trim() === "" ? l10n.t("Unknown type") : type;
  }
}

/** Length of the longest label of a known type, in characters. */
export function longestTypeLabel(): number {
  return Math.max(...[...kindBySpelling.keys()].map((spelling) => typeLabel(spelling).length));
}
