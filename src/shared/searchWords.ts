/** How the search of loaded events reads its text: the store finds by it, and the list marks what was found. */

/** Words of which each has to occur. */
export function searchWords(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}

/** Occurrences of any of some texts, in any case; where several begin at one place, the longest. */
export function searchPattern(...words: readonly string[]): RegExp {
  const escaped = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&"));
  return new RegExp(escaped.join("|"), "iu");
}
