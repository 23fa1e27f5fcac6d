/** The label, icon and color of each type of event, the same everywhere on the page. */
import { html, type TemplateResult } from "lit";

interface EventTypeInfo {
  readonly label: string;
  /** Name of a codicon. */
  readonly icon: string;
  /** CSS class that sets `--type-color` to a color of the theme. */
  readonly className: string;
}

/**
 * The types that the service names in prose (docs/service.md, Event item). Only the identifier of `funding` is confirmed, so
 * likely spellings of the others are listed, and compared without case, separators and plural.
 */
const knownTypes = [
  knownType("Funding", "graph-line", "type-funding", "funding", "fundinground", "fundraising"),
  knownType("Acquisition", "git-merge", "type-acquisition", "acquisition", "merger", "takeover"),
  knownType("IPO", "megaphone", "type-ipo", "ipo", "initialpublicoffering"),
  knownType(
    "Executive change",
    "person",
    "type-executive",
    "executivechange",
    "execchange",
    "leadershipchange",
  ),
  knownType("Layoffs", "arrow-down", "type-layoffs", "layoff"),
  knownType("Partnership", "link", "type-partnership", "partnership", "partner"),
  knownType("Shutdown", "circle-slash", "type-shutdown", "shutdown", "closure"),
  knownType("Product launch", "rocket", "type-launch", "productlaunch", "launch", "productrelease"),
];

function knownType(label: string, icon: string, className: string, ...spellings: string[]) {
  const info: EventTypeInfo = { label, icon, className };
  return { info, spellings };
}

const bySpelling = new Map(
  knownTypes.flatMap(({ spellings, info }) => spellings.map((spelling) => [spelling, info] as const)),
);

/** An unknown type keeps its name, with a neutral icon and color. */
export function eventTypeInfo(type: string | undefined): EventTypeInfo {
  const spelling = (type ?? "").toLowerCase().replace(/[^a-z]/g, "");
  return (
    bySpelling.get(spelling) ??
    bySpelling.get(spelling.replace(/s$/, "")) ??
    bySpelling.get(spelling.replace(/es$/, "")) ?? {
      label: type === undefined || type.trim() === "" ? "Unknown type" : type,
      icon: "circle-small-filled",
      className: "type-other",
    }
  );
}

const order = knownTypes.map(({ info }) => info.className);

/** An order that is independent of the loaded events: the known types as above, then the others by name. */
export function compareTypes(a: string, b: string): number {
  const [one, other] = [a, b].map((type) => {
    const { label, className } = eventTypeInfo(type);
    const index = order.indexOf(className);
    return { label, index: index < 0 ? order.length : index };
  });
  return one && other ? one.index - other.index || one.label.localeCompare(other.label) : 0;
}

export function typeLabel(type: string): string {
  return eventTypeInfo(type).label;
}

export function typeIcon(type: string | undefined): TemplateResult {
  const { icon, className } = eventTypeInfo(type);
  return html`<span class="codicon codicon-${icon} ${className}" aria-hidden="true"></span>`;
}
