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
