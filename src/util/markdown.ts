import { isolated } from "../shared/text";
import { oneLine } from "./strings";

/** Escapes what Markdown would render, within a line. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#|!~$&]/g, "\\$&");
}

/**
 * Where URLs, domains and mail addresses are broken with an invisible character. Viewers and editors would make links of them
 * on their own.
 */
const linkPart = /(?<=\p{L}):(?=\S)|\/(?=\/)|\.(?=[\p{L}\p{N}])(?<!\p{N}\.(?=\p{N}))|@/gu;
/** The invisible character. It forbids a line break and does not end a word. */
const wordJoiner = "\u2060";

/**
 * Any text as one line of plain text in a Markdown document: nothing in it is rendered, starts a block or becomes a link.
 * @param max characters before escaping
 */
export function markdownText(text: string, max?: number): string {
  const plain = oneLine(text, max).replace(linkPart, `$&${wordJoiner}`);
  return isolated(escapeMarkdown(plain).replace(/^(\d+)(?=[.)])|^(?=[-+=])/, "$1\\"));
}
