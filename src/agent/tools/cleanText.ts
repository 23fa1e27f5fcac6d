import { oneLine } from "../../util/strings";

/** Replaces, in this order, everything that models, or chats that show their answers, might act on. */
const replacements: readonly (readonly [RegExp, string])[] = [
  // Invisible characters, even those in words and emoji: they can carry text that only a model reads.
  [/[\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\ufff9-\ufffb]/gu, ""],
  // Piles of combining marks.
  [/(\p{M}{3})\p{M}+/gu, "$1"],
  // Strip scheme and query, so that URLs are neither clickable, loaded as images, nor able to leak data.
  [/[a-z][a-z0-9+.-]*:[/\\]{2,}(?:[^\s/\\@?#]*@)?([^\s?#:]*)\S*/giu, "$1"],
  [/(?<![a-z0-9])www\./gi, ""],
  // Other schemes: `command:`, `javascript:`, `data:`.
  [/(?<=\p{L}):(?=[^\s:])/gu, ": "],
  // HTML, and the tokens that mark turns in a chat.
  [/</g, "‹"],
  [/>/g, "›"],
  // Code fences.
  [/`/g, "'"],
  [/~{2,}/g, "~"],
  // Markdown links, images and the addresses of reference links.
  [/!(?=\[)/g, "! "],
  [/\](?=[([:])/g, "] "],
  [/\s+/gu, " "],
];

/** Terminal escape sequences, to be removed as a whole. */
const ansiSequence =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\)/g;

const halfCharacter = /[\ud800-\udbff]$/;

/**
 * Turns text from the service into one line of plain text: no markup, links or control characters, nothing
 * that ends a table cell or code block. Cuts the text first, because it may have millions of characters.
 * @param max UTF-16 code units of the result
 */
export function cleanText(text: string, max = 120): string {
  let clean = oneLine(text.slice(0, max).replace(halfCharacter, "").replace(ansiSequence, ""), max);
  for (const [pattern, replacement] of replacements) {
    clean = clean.replace(pattern, replacement);
  }
  clean = clean.trim();
  const isCut = text.length > max || clean.length > max;
  const shown = clean
    .slice(0, max - 1)
    .replace(halfCharacter, "")
    .trimEnd();
  return isCut ? `${shown}…` : clean;
}

/** Cleaned text in quotation marks, for use outside the code block. */
export function quotedText(text: string, max = 60): string {
  return `"${cleanText(text, max).replaceAll('"', "'")}"`;
}

/** IDs that are safe to show unchanged: neither a sentence nor a URL. */
const plainId = /^(?!.*(?:\/\/|www\.))[\w.:@+=/#-]{1,100}$/i;

/** The ID unchanged, so that an agent can send it back, unless it is unsafe. */
export function idText(id: string): string {
  return plainId.test(id) ? id : "(unusable id)";
}
