import { oneLine } from "../../../util/strings";

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
 * the line, the table cell or the code block that it is in.
 * @param max UTF-16 code units of the result
 */
export function cleanText(text: string, max = 120): string {
  let clean = oneLine(text.slice(0, 20 * max).replace(ansiSequence, ""), 4 * max);
  for (const [pattern, replacement] of replacements) {
    clean = clean.replace(pattern, replacement);
  }
  clean = clean.trim();
  return clean.length > max
    ? `${clean
        .slice(0, max - 1)
        .replace(halfCharacter, "")
        .trimEnd()}…`
    : clean;
}

/** Text as `cleanText` returns it, in quotation marks, for a place outside the code block. */
export function quotedText(text: string, max?: number): string {
  return `"${cleanText(text, max).replaceAll('"', "'")}"`;
}

/** An ID that an answer can have as it is: it is neither a sentence nor a URL. */
const plainId = /^(?!.*(?:\/\/|www\.))[\w.:@+=/#-]{1,100}$/i;

/**
 * An ID so that an agent can send it back: as it is or, with anything unusual in it, as a JSON string in ASCII.
 * Undefined if it is too long to be sent back.
 */
export function verbatimId(id: string): string | undefined {
  return plainId.test(id) ? id : jsonString(id, 200);
}

/** Characters that are escaped: those with a meaning in a JSON string, in Markdown or in a URL, and those that are not ASCII. */
const jsonPlain = /[^ !#--/-9;=?-Z^_a-z{|}]/g;

function jsonString(text: string, max: number): string | undefined {
  if (text.length > max) {
    return undefined;
  }
  const escaped = text.replace(jsonPlain, (char) =>
    Array.from(
      { length: char.length },
      (_, n) => `\\u${char.charCodeAt(n).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
  return escaped.length > max ? undefined : `"${escaped}"`;
}
