import { controlCharacters, counted, invisibleCharacters } from "../../shared/text";
import type { CopyFormat } from "../../shared/viewQueries";

/**
 * Text from the service for display on one line: characters that are invisible or would reorder the text around them are
 * replaced by their escapes. The caller isolates it (`<bdi>` or `dir="auto"`).
 */
export function displayLine(text: string): string {
  return displayBlock(text.replace(/[\t\n\r ]+/g, " "));
}

/** The same, with line breaks and tabs. */
export function displayBlock(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(controlCharacters, (run) => run.replace(/[^\t\n]/g, controlPicture))
    .replace(invisibleCharacters, unicodeEscape);
}

/** Unicode has pictures of C0 controls, such as ␀. */
function controlPicture(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : unicodeEscape(control);
}

/** As in JSON: `\u202e`; a surrogate pair for characters above U+FFFF. */
function unicodeEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`,
  ).join("");
}

export function capitalize(text: string): string {
  return text.replace(/^./u, (first) => first.toUpperCase());
}

const formatLabels: Readonly<Record<CopyFormat, string>> = {
  id: "ID",
  entityId: "entity ID",
  json: "JSON",
  tsv: "TSV",
  markdown: "Markdown",
};

/**
 * The status line's text after a copy.
 * @param copied number of events on the clipboard; undefined if it could not be written
 */
export function copiedText(copied: number | undefined, requested: number, format: CopyFormat): string {
  const gone = (count: number): string => `${count === 1 ? "is" : "are"} no longer in the feed`;
  if (copied === undefined) {
    return "Couldn't write to the clipboard; see the log";
  }
  if (copied === 0) {
    return `Nothing was copied: ${counted(requested, "event")} ${gone(requested)}`;
  }
  const text = `Copied ${counted(copied, "event")} (${formatLabels[format]})`;
  return copied < requested
    ? `${text}; ${(requested - copied).toLocaleString("en-US")} ${gone(requested - copied)}`
    : text;
}
