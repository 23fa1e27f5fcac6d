/** How the search of loaded events reads texts: the store finds by it, and the list marks what was found. */

/** Letters and signs that Unicode does not decompose, as they are typed. */
const typed: Readonly<Record<string, string>> = {
  ...{ ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ı: "i", æ: "ae", œ: "oe", ß: "ss", þ: "th", ς: "σ" },
  ...{
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u2010": "-",
    "\u2013": "-",
    "\u2014": "-",
  },
};
const typedCharacters = new RegExp(`[${Object.keys(typed).join("")}]`, "gu");

/** A text as it is searched and sorted: in lower case, without accents, on one line. */
export function searchText(text: string): string {
  if (/^[ -~]*$/.test(text)) {
    return text.toLowerCase();
  }
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}+/gu, "")
    .replace(/\s/gu, " ")
    .toLowerCase()
    .replace(typedCharacters, (character) => typed[character] ?? "");
}

/** Words of which each has to occur. */
export function searchWords(text: string): string[] {
  return searchText(text)
    .split(" ")
    .filter((word) => word !== "");
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where words occur in a text, in order; where several begin at one place, the longest. */
export function foundRanges(text: string, words: readonly string[]): readonly Range[] {
  // Most rows are drawn without a search.
  if (words.length === 0) {
    return [];
  }
  let searched = "";
  /** The character of the text that each one of `searched` stands for, together with its accents. */
  const origins: Range[] = [];
  for (const { 0: character, index } of text.matchAll(/.\p{Mark}*/gsu)) {
    const read = searchText(character);
    searched += read;
    origins.push(...new Array<Range>(read.length).fill({ start: index, end: index + character.length }));
  }
  const ranges: Range[] = [];
  for (let at = 0; at < searched.length; at++) {
    const lengths = words.filter((word) => searched.startsWith(word, at)).map((word) => word.length);
    const length = Math.max(0, ...lengths);
    const [start, end] = [origins[at]?.start ?? 0, origins[at + length - 1]?.end ?? 0];
    if (length > 0 && start >= (ranges.at(-1)?.end ?? 0)) {
      ranges.push({ start, end });
      at += length - 1;
    }
  }
  return ranges;
}
