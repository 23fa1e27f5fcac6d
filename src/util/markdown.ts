import { isolated } from "../shared/text";
import { oneLine } from "./strings";

/** Escapes what Markdown would render, within a line. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#|!~$&]/g, "\\$&");
}

/** Breaks texts that viewers of Markdown and editors make links of on their own: URLs, domains and mail addresses. Invisible. */
const linkPart = /(?<=\p{L}):(?=\S)|\/(?=\/)|\.(?=[\p{L}\p{N}])(?<!\p{N}\.(?=\p{N}))|@/gu;
/** Forbids a line break, and ends no word. */
const wordJoiner = "\u2060";

/**
 * Any text as one line of plain text in a Markdown document: nothing in it is rendered, starts a block or becomes a link.
 * @param max characters before escaping
 */
export function markdownText(text: string, max?: number): string {
  const plain = oneLine(text, max).replace(linkPart, `$&${wordJoiner}`);
  return isolated(escapeMarkdown(plain).replace(/^(\d+)(?=[.)])|^(?=[-+=])/, "$1\\"));
}
