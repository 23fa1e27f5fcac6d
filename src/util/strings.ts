import { createHash } from "node:crypto";
import { controlCharacters, invisibleCharacters, isolated } from "../shared/text";

// Text from the service must be plain text wherever VS Code shows it: no icon, no link, no control character.

/** One line of at most `max` characters, with controls as spaces and without invisible characters and lone surrogates. */
export function oneLine(text: string, max = 300): string {
  const start = text.length > 4 * max ? text.slice(0, 4 * max) : text;
  const clean = start.toWellFormed().replace(controlCharacters, " ").replace(invisibleCharacters, "").trim();
  return clean.length > max ? `${clean.slice(0, max - 1).toWellFormed()}…` : clean;
}

/** For quick picks and the status bar, where VS Code replaces `$(name)` with an icon. Applied in `src/window.ts`. */
export function escapeLabel(text: string, max?: number): string {
  return oneLine(text, max).replaceAll("$(", "\\$(");
}

/**
 * For notifications. VS Code would turn `[text](target)` into a link that can run a command. Names from right to left would
 * reorder the sentence. Applied in `src/window.ts`.
 */
export function escapeNotification(text: string, max = 600): string {
  return isolated(oneLine(text, max).replaceAll("](", "]\u2060("));
}

/**
 * The ID of a tree item, by which VS Code keeps it expanded and selected.
 * @param parts together unique
 */
export function treeItemId(parts: readonly string[]): string {
  const id = JSON.stringify(parts);
  // Names may be megabytes long.
  return id.length <= 500 ? id : `${id.slice(0, 100)}${createHash("sha256").update(id).digest("hex")}`;
}
