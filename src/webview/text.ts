import type { CopyForm } from "../shared/protocol";

/** C1 controls, marks that reorder the text around them, line separators and what has no width. */
const invisible = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
/** C0 controls but tab and line feed. */
const controls = /[\u0000-\u0008\u000b-\u001f]/g;

/**
 * One line of text from the service as the page shows it: what would be invisible or would reorder its surroundings is
 * shown by its name. The caller isolates it (`<bdi>` or `dir="auto"`).
 */
export function lineOf(text: string): string {
  return blockOf(text.replace(/[\t\n\r ]+/g, " "));
}

/** The same for text in which line breaks and tabs have a meaning. */
export function blockOf(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(controls, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
    .replace(invisible, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** `1,240 events`, `1 event`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

const copyWords: Readonly<Record<CopyForm, string>> = {
  id: "ID",
  entityId: "entity ID",
  json: "JSON",
  tsv: "TSV",
  markdown: "Markdown",
};

/** What is said once events are on the clipboard: `Copied JSON of 3 events`. */
export function copiedText(count: number, as: CopyForm): string {
  return `Copied ${copyWords[as]} of ${counted(count, "event")}`;
}
