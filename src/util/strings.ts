import { createHash } from "node:crypto";
import { controlCharacters, invisibleCharacters, isolated } from "../shared/text";

// Text from the service must be plain text wherever VS Code shows it: no icon, no link, no control character.

/** Cuts to one line of `max` characters, without control characters, invisible ones and lone surrogates. */
export function oneLine(text: string, max = 300): string {
  const start = text.length > 4 * max ? text.slice(0, 4 * max) : text;
  const clean = start.toWellFormed().replace(controlCharacters, " ").replace(invisibleCharacters, "").trim();
  return clean.length > max ? `${clean.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…` : clean;
}

/** For quick picks and the status bar, where `$(name)` is rendered as an icon. */
export function escapeLabel(text: string, max?: number): string {
  return oneLine(text, max).replaceAll("$(", "\\$(");
}

/**
 * For notifications, where VS Code renders `[text](target)` as a link that can run commands, and
 * right-to-left text would reorder the sentence.
 */
export function escapeNotification(text: string, max = 600): string {
  return isolated(oneLine(text, max).replaceAll("](", "]\u2060("));
}

/** VS Code keeps a tree item expanded and selected by its ID. @param parts together unique */
export function treeItemId(parts: readonly string[]): string {
  const id = JSON.stringify(parts);
  // Names may be megabytes long.
  return id.length <= 500 ? id : `${id.slice(0, 100)}${createHash("sha256").update(id).digest("hex")}`;
}
