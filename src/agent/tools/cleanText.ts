import { oneLine } from "../../util/strings";

/** What models, and chats that show their answers, may act on, and what replaces it. The replacements are made in this order. */
const replacements: readonly (readonly [RegExp, string])[] = [
  // Invisible characters, also those that are part of words and emoji: they can carry text that only a model reads.
  [/[\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\ufff9-\ufffb]/gu, ""],
  // Piles of combining marks.
  [/(\p{M}{3})\p{M}+/gu, "$1"],
  // URLs are no links without their scheme, and chats load no images from them. Their query could carry what a model has read.
  [/[a-z][a-z0-9+.-]*:[/\\]{2,}(?:[^\s/\\@?#]*@)?([^\s?#:]*)\S*/giu, "$1"],
  [/(?<![a-z0-9])www\./gi, ""],
  // Other schemes: `command:`, `javascript:`, `data:`.
  [/(?<=\p{L}):(?=[^\s:])/gu, ": "],
  // HTML, and the tokens by which models tell whose turn it is.
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

/** Colors and other commands to a terminal: not only their control characters have to be removed. */
const ansiSequence =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\)/g;

const halfCharacter = /[\ud800-\udbff]$/;

/**
 * Text of the service as one line of plain text: whatever it says, it is no markup, link or control character, and cannot end
 * the line, the table cell or the code block that it is in. It is cut first: a text may have millions of characters.
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

/** Text as `cleanText` returns it, in quotation marks, for a place outside the code block. */
export function quotedText(text: string, max = 60): string {
  return `"${cleanText(text, max).replaceAll('"', "'")}"`;
}

/** An ID that an answer can have as it is: it is neither a sentence nor a URL. */
const plainId = /^(?!.*(?:\/\/|www\.))[\w.:@+=/#-]{1,100}$/i;

/** An ID so that an agent can send it back. One that is not like any ID is left out. */
export function idText(id: string): string {
  return plainId.test(id) ? id : "(unusable id)";
}
