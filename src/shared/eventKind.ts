/** The kinds of events that the service names in prose (docs/service.md, Event item). */
export type EventKind =
  "funding" | "acquisition" | "ipo" | "executive" | "layoffs" | "partnership" | "shutdown" | "launch";

/**
 * Only the identifier of `funding` is confirmed, so likely spellings of the others are listed, and compared without case,
 * separators and plural.
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
  const spelling = (type ?? "").toLowerCase().replace(/[^a-z]/g, "");
  return (
    kindBySpelling.get(spelling) ??
    kindBySpelling.get(spelling.replace(/s$/, "")) ??
    kindBySpelling.get(spelling.replace(/es$/, ""))
  );
}
