/** The label, icon and color of each type of event, the same everywhere on the page. */
import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import { type EventKind, eventKind } from "../../shared/eventKind";

interface EventTypeInfo {
  readonly label: string;
  /** Name of a codicon. */
  readonly icon: string;
  /** CSS class that sets `--type-color` to a color of the theme. */
  readonly className: string;
}

const knownTypes: Readonly<Record<EventKind, EventTypeInfo>> = {
  funding: {
    get label() {
      return l10n.t("Funding");
    },
    icon: "graph-line",
    className: "type-funding",
  },
  acquisition: {
    get label() {
      return l10n.t("Acquisition");
    },
    icon: "git-merge",
    className: "type-acquisition",
  },
  ipo: {
    get label() {
      return l10n.t("IPO");
    },
    icon: "megaphone",
    className: "type-ipo",
  },
  executive: {
    get label() {
      return l10n.t("Executive change");
    },
    icon: "person",
    className: "type-executive",
  },
  layoffs: {
    get label() {
      return l10n.t("Layoffs");
    },
    icon: "arrow-down",
    className: "type-layoffs",
  },
  partnership: {
    get label() {
      return l10n.t("Partnership");
    },
    icon: "link",
    className: "type-partnership",
  },
  shutdown: {
    get label() {
      return l10n.t("Shutdown");
    },
    icon: "circle-slash",
    className: "type-shutdown",
  },
  launch: {
    get label() {
      return l10n.t("Product launch");
    },
    icon: "rocket",
    className: "type-launch",
  },
};

/** An unknown type keeps its name, with a neutral icon and color. */
export function eventTypeInfo(type: string | undefined): EventTypeInfo {
  const kind = eventKind(type);
  return kind
    ? knownTypes[kind]
    : {
        label: type === undefined || type.trim() === "" ? l10n.t("Unknown type") : type,
        icon: "circle-small-filled",
        className: "type-other",
      };
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

export function typeLabel(type: string): string {
  return eventTypeInfo(type).label;
}

export function typeIcon(type: string | undefined): TemplateResult {
  const { icon, className } = eventTypeInfo(type);
  return html`<span class="codicon codicon-${icon} ${className}" aria-hidden="true"></span>`;
}
