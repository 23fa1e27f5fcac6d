/** Rules for text that the extension and the page have to apply in the same way. */
import * as l10n from "@vscode/l10n";
import { perLocale } from "./locale";

/** C0 and C1 controls (line breaks and ANSI escapes among them), line separators. */
export const controlCharacters = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Characters that are invisible and reorder or hide others: bidi marks, zero-width spaces, tags, fillers. Not the
 * invisible ones that are part of words and emoji: joiners, variation selectors, soft hyphens.
 */
export const invisibleCharacters =
  /(?!\p{Variation_Selector}|[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u200c\u200d])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Hebrew, Arabic and the other scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Words of those scripts with what separates them, except the dots of a list, and a number that follows. */
const rightToLeftWords = new RegExp(
  `${rightToLeft.source}(?:[^\\p{L}·]{0,8}${rightToLeft.source})*(?: \\d+(?![\\d.,\\p{L}]))?`,
  "gu",
);

/**
 * Plain text that does not reorder what stands beside it, for places without `<bdi>`: words from right to left, with a number that
 * follows, are put between Unicode's isolates. To be applied last, since the isolates are invisible characters.
 */
export function isolated(text: string): string {
  return text.replace(rightToLeftWords, (words) => `\u2068${words}\u2069`);
}

/** As in JSON: `\u202e`; a surrogate pair for characters above U+FFFF. */
export function unicodeEscape(text: string): string {
  return text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Letters and signs that Unicode does not decompose, with what people type instead. */
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

export interface SearchWord {
  readonly word: string;
  /** The index of the word in a text, from a start index on; -1 if there is none. */
  readonly find: (text: string, start?: number) => number;
}

/** The words of a search, each of which has to occur. */
export function searchWords(text: string): SearchWord[] {
  const words = searchText(text).split(" ").filter(Boolean);
  return words.map((word) => ({ word, find: finderOf(word, words.length > 1) }));
}

/**
 * Most texts contain any one or two letters, so they count only where a word begins; one letter beside other words, as in
 * "series b", only as a whole word.
 */
function finderOf(word: string, hasOthers: boolean): SearchWord["find"] {
  if (!/^[a-z0-9]{1,2}$/.test(word)) {
    return (text, start) => text.indexOf(word, start);
  }
  const end = word.length === 1 && hasOthers ? "\\b" : "";
  const pattern = new RegExp(`\\b${word}${end}`, "g");
  return (text, start = 0) => {
    pattern.lastIndex = start;
    return pattern.exec(text)?.index ?? -1;
  };
}

/** A name may have millions of characters. */
const maxComparedLength = 1000;

/** The beginning of a text as names and words are compared: as it is searched, with single spaces and without invisible characters. */
export function comparableText(text: string): string {
  const visible = text.slice(0, maxComparedLength).replace(invisibleCharacters, "");
  return searchText(visible).replace(/ +/g, " ").trim();
}

const numberFormat = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }));

/** With the grouping of the display language and all digits: `1,234`, `0.875`. */
export function formatNumber(value: number | `${number}`): string {
  return numberFormat().format(value);
}

/** `1 event`, `1,234 publications`. */
export function eventCountText(count: number, source?: "publications"): string {
  if (source) {
    return count === 1 ? l10n.t("1 publication") : l10n.t("{0} publications", formatNumber(count));
  }
  return count === 1 ? l10n.t("1 event") : l10n.t("{0} events", formatNumber(count));
}

export function companyCountText(count: number): string {
  return count === 1 ? l10n.t("1 company") : l10n.t("{0} companies", formatNumber(count));
}

/** Appends a full stop unless the text ends with punctuation. */
export function withFullStop(text: string): string {
  return /[.!?…]["”’)]?$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`;
}

/** No other connection can have this name. */
export const sampleConnectionName = "Sample";

/** The name that is shown to the user, also of a connection that no longer exists. */
export function connectionLabel({ name }: { readonly name: string }): string {
  return name === sampleConnectionName ? l10n.t("Sample data") : name;
}
