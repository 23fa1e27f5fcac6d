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

/** What is said of `asked` events once the host told how many are on the clipboard; undefined: it could not do it. */
export function copiedText(copied: number | undefined, asked: number, as: CopyForm): string {
  const gone = (count: number): string => `${count === 1 ? "is" : "are"} no longer in the feed`;
  if (copied === undefined) {
    return "The clipboard could not be written; see the log";
  }
  if (copied === 0) {
    return `Nothing was copied: ${counted(asked, "event")} ${gone(asked)}`;
  }
  const done = `Copied ${copyWords[as]} of ${counted(copied, "event")}`;
  return copied < asked ? `${done}; ${(asked - copied).toLocaleString()} ${gone(asked - copied)}` : done;
}
