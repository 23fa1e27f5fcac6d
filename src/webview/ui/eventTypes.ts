/** Name, icon and color of event types. */
import { html, type TemplateResult } from "lit";
import { type EventKind, eventKind, typeLabel } from "../../shared/eventKind";
import { displayLine } from "./text";

/** Names of codicons. */
export const icons: Readonly<Record<EventKind | "other", string>> = {
  funding: "graph-line",
  acquisition: "git-merge",
  ipo: "megaphone",
  executivechange: "person",
  layoff: "arrow-down",
  partnership: "link",
  shutdown: "circle-slash",
  productlaunch: "rocket",
  other: "circle-small-filled",
};

/** An unknown type keeps its name. */
export function typeName(type = ""): string {
  return displayLine(typeLabel(type));
}

/** In characters. */
export function longestTypeName(): number {
  return Math.max(...Object.keys(icons).map((type) => typeName(type).length));
}

/** CSS class that sets `--type-color` to a color of the theme. */
export function typeClass(type: string | undefined): string {
  return `type-${eventKind(type) ?? "other"}`;
}

export function typeIcon(type: string | undefined): TemplateResult {
  const icon = icons[eventKind(type) ?? "other"];
  return html`<span class="codicon codicon-${icon} ${typeClass(type)}" aria-hidden="true"></span>`;
}
