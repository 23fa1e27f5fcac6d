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
