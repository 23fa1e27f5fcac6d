import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { SortOrder } from "../../shared/viewQueries";
import type { FeedModel } from "../feedModel";
import type { Column, ColumnWidths } from "./columns";

/** CSS pixels. `EventGrid` also limits a column to a third of the list. */
const [minColumnPx, maxColumnPx] = [28, 600];

/** The column headers with their resize handles. Each handle is on the side that faces the title. */
export function headerRow(
  columns: readonly Column[],
  sort: SortOrder | undefined,
  widths: ColumnWidths,
  model: FeedModel,
): TemplateResult {
  const titleIndex = columns.findIndex(({ name }) => name === "Title");
  const resize = (name: string, width: number | undefined): void => {
    const others = Object.entries(widths).filter(([other]) => other !== name);
    const columnWidths = Object.fromEntries(width === undefined ? others : [...others, [name, width]]);
    model.layout.set({ columnWidths });
  };
  return html`<div class="row head" role="row" aria-rowindex="1" @keydown=${focusBorder}>
    ${columns.map((column, i) => {
      const { name, label } = column;
      const isSortedBy = sort !== undefined && column.sort?.by === sort.by;
      // Keeps the handle's label out of the column's accessible name.
      return html`<span
        class="cell ${name.toLowerCase()}"
        role="columnheader"
        aria-colindex=${i + 1}
        aria-label=${label()}
        aria-sort=${isSortedBy ? (sort.descending ? "descending" : "ascending") : nothing}
        >${headerText(column, sort, model)}${
          i === titleIndex
            ? nothing
            : html`<split-handle
                class=${i < titleIndex ? "end" : "start"}
                label=${l10n.t("Width of {0}", label())}
                .sizes=${i < titleIndex ? "before" : "after"}
                .width=${widths[name]}
                .min=${minColumnPx}
                .max=${maxColumnPx}
                .tabStop=${i === (titleIndex === 0 ? 1 : 0)}
                @width-change=${({ detail }: CustomEvent<number>) => resize(name, detail)}
                @width-reset=${() => resize(name, undefined)}
              ></split-handle>`
        }</span
      >`;
    })}
  </div>`;
}

function headerText(
  { label, sort: first }: Column,
  sort: SortOrder | undefined,
  { filters }: FeedModel,
): TemplateResult {
  if (!first) {
    return html`<span class="label" title=${label()}>${label()}</span>`;
  }
  const arrow =
    first.by === sort?.by
      ? html`<span
          class="codicon codicon-arrow-${sort.descending ? "down" : "up"}"
          aria-hidden="true"
        ></span>`
      : nothing;
  // On `mousedown`, the list keeps the focus.
  return html`<button
    type="button"
    class="sort"
    title=${label()}
    @mousedown=${(event: Event) => event.preventDefault()}
    @click=${() => filters.changeView({ sort: nextSort(first, sort) })}
  >
    ${label()}${arrow}
  </button>`;
}

/** Up and Down move between the handles, of which one is a tab stop. */
function focusBorder(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && event.currentTarget instanceof Element) {
    event.preventDefault();
    const borders = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=separator]")].filter(
      (border) => border.offsetParent !== null,
    );
    borders[borders.findIndex((border) => border === document.activeElement) + step]?.focus();
  }
}

/** Cycles through the column's usual order, the reverse, and newest first. */
function nextSort(first: SortOrder, current: SortOrder | undefined): SortOrder | undefined {
  if (current?.by !== first.by) {
    return first;
  }
  return current.descending === first.descending ? { ...first, descending: !first.descending } : undefined;
}
