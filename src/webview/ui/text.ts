import { controlCharacters, counted, invisibleCharacters } from "../../shared/text";
import type { CopyFormat } from "../../shared/viewQueries";

/**
 * One line of text from the service as the page shows it: what would be invisible or would reorder its surroundings is
 * shown by its name. The caller isolates it (`<bdi>` or `dir="auto"`).
 */
export function displayLine(text: string): string {
  return displayBlock(text.replace(/[\t\n\r ]+/g, " "));
}

/** The same for text in which line breaks and tabs have a meaning. */
export function displayBlock(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(controlCharacters, (run) => run.replace(/[^\t\n]/g, controlName))
    .replace(invisibleCharacters, unicodeEscape);
}

/** C0 controls have pictures of their own. */
function controlName(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : unicodeEscape(control);
}

/** As JSON writes it: `\u202e`; two of them for a character beyond the first 65,536. */
function unicodeEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`,
  ).join("");
}

export function capitalize(text: string): string {
  return text.replace(/^./u, (first) => first.toUpperCase());
}

const copyWords: Readonly<Record<CopyFormat, string>> = {
  id: "ID",
  entityId: "entity ID",
  json: "JSON",
  tsv: "TSV",
  markdown: "Markdown",
};

/** What is said of `asked` events once the host told how many are on the clipboard; undefined: it could not do it. */
export function copiedText(copied: number | undefined, asked: number, as: CopyFormat): string {
  const gone = (count: number): string => `${count === 1 ? "is" : "are"} no longer in the feed`;
  if (copied === undefined) {
    return "The clipboard could not be written; see the log";
  }
  if (copied === 0) {
    return `Nothing was copied: ${counted(asked, "event")} ${gone(asked)}`;
  }
  const done = `Copied ${counted(copied, "event")} (${copyWords[as]})`;
  return copied < asked ? `${done}; ${(asked - copied).toLocaleString()} ${gone(asked - copied)}` : done;
}
