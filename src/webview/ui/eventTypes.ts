/** How a kind of event looks: one icon and one colour, the same wherever it is shown. */
import { html, type TemplateResult } from "lit";

interface EventTypeInfo {
  readonly label: string;
  /** Name of a codicon. */
  readonly icon: string;
  /** CSS class that sets `--type-color` to a colour of the theme. */
  readonly className: string;
}

/**
 * The kinds that `interface.md` names in prose. How the service spells them is not shown (only `funding` is), so names
 * are compared without case, separators and plural.
 */
const known: readonly { readonly names: readonly string[]; readonly look: EventTypeInfo }[] = [
  look("Funding", "graph-line", "type-funding", "funding", "fundinground", "fundraising"),
  look("Acquisition", "git-merge", "type-acquisition", "acquisition", "merger", "takeover"),
  look("IPO", "megaphone", "type-ipo", "ipo", "initialpublicoffering"),
  look("Executive change", "person", "type-executive", "executivechange", "execchange", "leadershipchange"),
  look("Layoffs", "arrow-down", "type-layoffs", "layoff"),
  look("Partnership", "link", "type-partnership", "partnership", "partner"),
  look("Shutdown", "circle-slash", "type-shutdown", "shutdown", "closure"),
  look("Product launch", "rocket", "type-launch", "productlaunch", "launch", "productrelease"),
];

function look(label: string, icon: string, className: string, ...names: string[]) {
  return { names, look: { label, icon, className } };
}

const byName = new Map(known.flatMap(({ names, look }) => names.map((name) => [name, look] as const)));

/** The look of a type as the service names it; what nobody knows keeps its name and gets a neutral look. */
export function eventTypeInfo(type: string | undefined): EventTypeInfo {
  const name = (type ?? "").toLowerCase().replace(/[^a-z]/g, "");
  return (
    byName.get(name) ??
    byName.get(name.replace(/s$/, "")) ??
    byName.get(name.replace(/es$/, "")) ?? {
      label: type === undefined || type.trim() === "" ? "Unknown type" : type,
      icon: "circle-small-filled",
      className: "type-other",
    }
  );
}

const order = known.map(({ look }) => look.className);

/** Types in an order that does not depend on how many events they have: the known kinds as above, then others by name. */
export function compareTypes(a: string, b: string): number {
  const [one, other] = [a, b].map((type) => {
    const { label, className } = eventTypeInfo(type);
    const place = order.indexOf(className);
    return { label, place: place < 0 ? order.length : place };
  });
  return one && other ? one.place - other.place || one.label.localeCompare(other.label) : 0;
}

/** What a type is called wherever it is shown. */
export function typeLabel(type: string): string {
  return eventTypeInfo(type).label;
}

/** The mark of a type: its icon in its colour. */
export function typeIcon(type: string | undefined): TemplateResult {
  const { icon, className } = eventTypeInfo(type);
  return html`<span class="codicon codicon-${icon} ${className}" aria-hidden="true"></span>`;
}
