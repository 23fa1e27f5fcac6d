import { controlCharacters, invisibleCharacters } from "../shared/text";

/**
 * Text from the service is text, wherever VS Code draws it. These functions take from it what VS Code, or a terminal that
 * shows the log, would read as something else.
 */

/** One line of at most `max` characters: controls become a space, hidden characters go, lone surrogates are replaced. */
export function oneLine(text: string, max = 300): string {
  const start = text.length > 4 * max ? text.slice(0, 4 * max) : text;
  const clean = start.toWellFormed().replace(controlCharacters, " ").replace(invisibleCharacters, "").trim();
  return clean.length > max ? `${clean.slice(0, max - 1).toWellFormed()}…` : clean;
}

/** A text with a full stop where it ends without a mark, so that another sentence can follow. */
export function withFullStop(text: string): string {
  return /[.!?…]["”’)]?$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`;
}

/** For labels in which VS Code turns `$(name)` into an icon: quick picks, the status bar. `src/window.ts` does it. */
export function escapeLabel(text: string, max?: number): string {
  return oneLine(text, max).replaceAll("$(", "\\$(");
}

/** For notifications, in which VS Code turns `[text](target)` into a link that runs. `src/window.ts` does it. */
export function escapeNotification(text: string, max = 600): string {
  return oneLine(text, max).replaceAll("](", "]\u2060(");
}
