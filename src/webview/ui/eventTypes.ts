/** How a type looks, the same everywhere on the page. */
import { html, type TemplateResult } from "lit";
import { type EventKind, eventKind, typeLabel } from "../../shared/eventKind";

interface EventTypeInfo extends TypeStyle {
  readonly label: string;
}

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

/** An unknown type keeps its name, with a neutral icon and color. */
export function eventTypeInfo(type: string | undefined): EventTypeInfo {
  const kind = eventKind(type);
  const style = kind ? knownTypes[kind] : { icon: "circle-small-filled", className: "type-other" };
  return { label: typeLabel(type ?? ""), ...style };
}

const order = Object.values(knownTypes).map(({ className }) => className);

/** An order that is independent of the loaded events: the known types as above, then the others by name. */
export function compareTypes(a: string, b: string): number {
  const [one, other] = [a, b].map((type) => {
    const { label, className } = eventTypeInfo(type);
    const index = order.indexOf(className);
    return { label, index: index < 0 ? order.length : index };
  });
  return one && other ? one.index - other.index || one.label.localeCompare(other.label) : 0;
}

export function typeIcon(type: string | undefined): TemplateResult {
  const { icon, className } = eventTypeInfo(type);
  return html`<span class="codicon codicon-${icon} ${className}" aria-hidden="true"></span>`;
}
