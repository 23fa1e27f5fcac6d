/** Name, icon and color of event types. */
import { html, type TemplateResult } from "lit";
import { type EventKind, eventKind, typeLabel } from "../../shared/eventKind";
import { displayLine } from "./text";

interface TypeStyle {
  /** Name of a codicon. */
  readonly icon: string;
  /** CSS class that sets `--type-color` to a color of the theme. */
  readonly className: string;
}

const knownTypes: Readonly<Record<EventKind, TypeStyle>> = {
  funding: { icon: "graph-line", className: "type-funding" },
  acquisition: { icon: "git-merge", className: "type-acquisition" },
  ipo: { icon: "megaphone", className: "type-ipo" },
  executivechange: { icon: "person", className: "type-executive" },
  layoff: { icon: "arrow-down", className: "type-layoffs" },
  partnership: { icon: "link", className: "type-partnership" },
  shutdown: { icon: "circle-slash", className: "type-shutdown" },
  productlaunch: { icon: "rocket", className: "type-launch" },
};

/** An unknown type keeps its name. */
export function typeName(type = ""): string {
  return displayLine(typeLabel(type));
}

/** In characters. */
export function longestTypeName(): number {
  return Math.max(...Object.keys(knownTypes).map((type) => typeName(type).length));
}

export function typeStyle(type: string | undefined): TypeStyle {
  const kind = eventKind(type);
  return kind ? knownTypes[kind] : { icon: "circle-small-filled", className: "type-other" };
}

export function typeIcon(type: string | undefined): TemplateResult {
  const { icon, className } = typeStyle(type);
  return html`<span class="codicon codicon-${icon} ${className}" aria-hidden="true"></span>`;
}
