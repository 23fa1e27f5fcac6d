import * as l10n from "@vscode/l10n";
import { html } from "lit";
import {
  controlCharacters,
  eventCountText,
  formatNumber,
  invisibleCharacters,
  unicodeEscape,
} from "../../shared/text";
import type { FeedQuery } from "../../shared/feedQuery";
import type { CopyFormat } from "../../shared/viewQueries";

/**
 * Text from the service for display on one line. Characters that are invisible, or would reorder the text
 * around them, are escaped. The caller isolates it (`<bdi>` or `dir="auto"`).
 */
export function displayLine(text: string): string {
  return displayBlock(text.replace(/[\t\n\r ]+/g, " "));
}

/** Keeps line breaks and tabs. */
export function displayBlock(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(controlCharacters, (run) => run.replace(/[^\t\n]/g, controlPicture))
    .replace(invisibleCharacters, unicodeEscape);
}

/** C0 controls have pictures in Unicode, such as ␀. */
function controlPicture(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : unicodeEscape(control);
}

/** Parts of a line with separators, which stay at its end if it wraps. Screen readers hear a space. */
export function separated(parts: readonly unknown[]): unknown[] {
  const dot = html`<span aria-hidden="true"> ·</span> `;
  return parts.flatMap((part, i) => (i > 0 ? [dot, part] : [part]));
}

export function copiedText(
  copied: number,
  requested: number,
  format: CopyFormat,
  source?: FeedQuery["source"],
): string {
  const goneCount = requested - copied;
  const gone = l10n.t("{0} no longer in the feed", formatNumber(goneCount));
  if (copied === 0) {
    return l10n.t("Nothing was copied: {0}", gone);
  }
  const text = clipboardText(copied, format, source);
  return goneCount > 0 ? l10n.t("{0}; {1}", text, gone) : text;
}

const formatNames = { json: "JSON", tsv: "TSV", markdown: "Markdown" };

function clipboardText(count: number, format: CopyFormat, source: FeedQuery["source"]): string {
  switch (format) {
    case "id":
      return count === 1 ? l10n.t("Copied the ID") : l10n.t("Copied {0} IDs", formatNumber(count));
    case "entityId":
      return l10n.t("Copied the entity ID");
    case "title":
      return count === 1 ? l10n.t("Copied the title") : l10n.t("Copied {0} titles", formatNumber(count));
    case "link":
      return count === 1
        ? l10n.t("Copied a link to this event. It opens on the active connection.")
        : l10n.t("Copied links to {0} events. They open on the active connection.", formatNumber(count));
    default:
      return l10n.t("Copied {0} ({1})", eventCountText(count, source), formatNames[format]);
  }
}
