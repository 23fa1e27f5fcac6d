/** The rows of the list as templates, one for each kind. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { FeedQuery } from "../../shared/feedQuery";
import type { EventRow, GapRow, Row } from "../../shared/feedState";
import { dayTitle, gapText } from "../../shared/times";
import type { SortOrder } from "../../shared/viewQueries";
import { type ShownColumn, type CellContext, columnLabel, nextSort } from "./columns";
import type { TintPhase } from "./newRows";
import { unreadLine } from "./unreadLine";
import { canFilterBySector, canFilterByType } from "../filters/valueFilters";

/** ARIA counts rows from 1, and the first one is the column headers. */
export const ariaRowOffset = 2;

interface RowContext extends Omit<CellContext, "filters"> {
  readonly columns: readonly ShownColumn[];
  /** Index of the row that shows the keyboard focus. */
  readonly focusedIndex: number | undefined;
  /** Index of the active row. */
  readonly activeIndex: number | undefined;
  /** Index of the row under the pointer. */
  readonly hoveredIndex: number | undefined;
  /** The query that filters can be added to. */
  readonly query: FeedQuery | undefined;
  readonly isSelected: (id: string) => boolean;
  readonly tintPhase: (row: EventRow, index: number) => TintPhase;
}

export function rowId(index: number): string {
  return `row-${index}`;
}

/** @param onSort called with the order to change to; undefined: newest first */
export function headerRow(
  columns: readonly ShownColumn[],
  current: SortOrder | undefined,
  onSort: (sort: SortOrder | undefined) => void,
  onContextMenu: (event: MouseEvent) => void,
): TemplateResult {
  return html`<div class="row head" role="row" aria-rowindex="1" @contextmenu=${onContextMenu}>
    ${columns.map((column, i) => {
      const { name, sort } = column;
      const isSortedBy = current !== undefined && sort?.by === current.by;
      return html`<span
        class="cell ${name.toLowerCase()}"
        role="columnheader"
        aria-colindex=${i + 1}
        aria-sort=${isSortedBy ? (current.descending ? "descending" : "ascending") : nothing}
        title=${columnLabel(name)}
        >${
          sort
            ? html`<button
                type="button"
                class="sort"
                @mousedown=${(event: Event) => event.preventDefault()}
                @click=${() => onSort(nextSort(sort, current))}
              >
                ${columnLabel(name)}${isSortedBy ? sortArrow(current.descending) : nothing}
              </button>`
            : columnLabel(name)
        }</span
      >`;
    })}
  </div>`;
}

function sortArrow(descending: boolean): TemplateResult {
  return html`<span class="codicon codicon-arrow-${descending ? "down" : "up"}" aria-hidden="true"></span>`;
}

/** @param row undefined: it is not loaded */
export function gridRow(index: number, row: Row | undefined, context: RowContext): unknown {
  switch (row?.kind) {
    case undefined:
      return fullWidthRow(
        index,
        context,
        "waiting",
        html`<span class="sr-only">${l10n.t("Loading")}</span><span class="bar bar-${index % 4}"></span>`,
      );
    case "day":
      return fullWidthRow(
        index,
        context,
        "day",
        row.day === undefined ? l10n.t("No readable date") : dayTitle(row.day),
      );
    case "unread":
      return fullWidthRow(
        index,
        context,
        `unread-line ${index === context.focusedIndex ? "active" : ""}`,
        unreadLine(row),
        true,
      );
    case "gap":
      return gapRow(index, row, context);
    case "event": {
      const { zone, search, isSorted, query, columns } = context;
      const isFocused = index === context.focusedIndex;
      const isSelected = context.isSelected(row.id);
      const showFunnels = index === context.activeIndex || index === context.hoveredIndex;
      const filters = showFunnels
        ? { type: canFilterByType(row, query), sector: canFilterBySector(row, query) }
        : undefined;
      const tint = context.tintPhase(row, index);
      return guard(
        [
          row,
          columns,
          index,
          tint,
          isFocused,
          isSelected,
          zone,
          search,
          isSorted,
          filters?.type,
          filters?.sector,
        ],
        () =>
          eventRow(index, row, columns, { isFocused, isSelected, tint }, { zone, search, isSorted, filters }),
      );
    }
  }
}

/** Placeholder rows for a list whose rows are not known yet. */
export function skeletonRows(count: number): TemplateResult {
  return html`<div class="skeleton" aria-hidden="true">
    ${Array.from({ length: count }, (_, i) => html`<div class="row"><span class="bar bar-${i % 4}"></span></div>`)}
  </div>`;
}

function fullWidthRow(
  index: number,
  { columns }: Pick<RowContext, "columns">,
  kind: string,
  content: TemplateResult | string,
  canBeActive = false,
): TemplateResult {
  return html`<div
    class="row ${kind}"
    role="row"
    id=${rowId(index)}
    aria-rowindex=${index + ariaRowOffset}
    data-index=${canBeActive ? index : nothing}
  >
    <span class="cell" role="gridcell" aria-colspan=${columns.length}>${content}</span>
  </div>`;
}

/** A click anywhere on the row loads the gap; the button shows this, also to assistive technology. */
function gapRow(index: number, row: GapRow, { zone, focusedIndex, columns }: RowContext): TemplateResult {
  const text = l10n.t("{0} not loaded", gapText(row, zone));
  return html`<div
    class="row gap ${index === focusedIndex ? "active" : ""}"
    role="row"
    id=${rowId(index)}
    aria-rowindex=${index + ariaRowOffset}
    aria-busy=${row.filling}
    data-index=${index}
    data-gap=${row.sinceMs}
  >
    <span class="cell" role="gridcell" aria-colspan=${columns.length} title=${text}
      ><span class="what">${text} ·</span> ${
        row.filling
          ? html`<span title=${l10n.t("Loading…")}>${l10n.t("Loading…")}</span>`
          : html`<button type="button" class="link" tabindex="-1">
              ${l10n.t({ message: "Load", args: [], comment: ["Verb, a button"] })}
            </button>`
      }</span
    >
  </div>`;
}

interface RowLook {
  readonly isFocused: boolean;
  readonly isSelected: boolean;
  readonly tint: TintPhase;
}

function eventRow(
  index: number,
  row: EventRow,
  columns: readonly ShownColumn[],
  { isFocused, isSelected, tint }: RowLook,
  context: CellContext,
): TemplateResult {
  return html`<div
    class="row event ${row.isUnread ? "unread" : ""} ${isFocused ? "active" : ""} ${isSelected ? "selected" : ""} ${tint ?? ""}"
    role="row"
    id=${rowId(index)}
    aria-rowindex=${index + ariaRowOffset}
    aria-selected=${isSelected}
    data-event-id=${row.id}
    data-index=${index}
  >
    ${columns.map(({ name, cell }, i) => {
      const { content, tooltip } = cell(row, context);
      return html`<span
        class="cell ${name.toLowerCase()}"
        role="gridcell"
        aria-colindex=${i + 1}
        title=${tooltip}
        >${row.isUnread && i === 0 ? html`<span class="sr-only">${l10n.t("Unread")}, </span>` : nothing}${content}</span
      >`;
    })}
  </div>`;
}
