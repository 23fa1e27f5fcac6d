/** Templates of the rows. */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { ZoneChoice } from "../../shared/calendar";
import type { EventRow, GapRow, Row, UnreadRow } from "../../shared/feedState";
import { formatNumber } from "../../shared/text";
import { dayTitle, gapText, instantText } from "../../shared/times";
import { separated } from "../ui/text";
import type { CellContext, Column } from "./columns";
import { rowId, type UnreadChange } from "./gridInput";
import type { GridRows } from "./gridRows";
import type { Viewport } from "./viewport";

/** ARIA counts rows from 1, and the first one is the column headers. */
export const ariaRowOffset = 2;

export interface RowContext extends CellContext {
  readonly columns: readonly Column[];
  readonly activeIndex: number | undefined;
  readonly isSelected: (id: string) => boolean;
}

/** @param row undefined: it is not loaded */
export function gridRow(index: number, row: Row | undefined, context: RowContext): unknown {
  const active = index === context.activeIndex ? "active" : "";
  switch (row?.kind) {
    case undefined:
      return fullWidthRow(
        index,
        "waiting",
        context,
        html`<span class="sr-only">${l10n.t("Loading")}</span><span class="bar"></span>`,
      );
    case "day":
      return fullWidthRow(index, "day", context, dayText(row.day));
    case "unread":
      return fullWidthRow(index, `unread-line ${active}`, context, unreadLine(row));
    case "gap":
      return fullWidthRow(index, `gap ${active}`, context, gapLine(row, context.zone), row.filling);
    case "event": {
      const { columns, zone, search, titleLength, isSorted } = context;
      const isSelected = context.isSelected(row.id);
      return guard([index, row, active, isSelected, columns, zone, search, titleLength, isSorted], () =>
        eventRow(index, row, active, isSelected, context),
      );
    }
  }
}

function fullWidthRow(
  index: number,
  kind: string,
  { columns }: RowContext,
  content: TemplateResult | string,
  isBusy = false,
): TemplateResult {
  return html`<div
    class="row ${kind}"
    role="row"
    id=${rowId(index)}
    aria-rowindex=${index + ariaRowOffset}
    aria-busy=${isBusy}
    data-index=${index}
  >
    <span class="cell" role="gridcell" aria-colspan=${columns.length}>${content}</span>
  </div>`;
}

/** A click anywhere on the row loads the gap. The button shows this, also to screen readers. */
function gapLine(row: GapRow, zone: ZoneChoice): TemplateResult {
  const text = l10n.t("{0} not loaded", gapText(row, zone));
  const load = l10n.t({ message: "Load", args: [], comment: ["Verb, a button"] });
  return lineOf(text, row.filling ? l10n.t("Loading…") : rowButton(load));
}

function unreadLine(row: UnreadRow): TemplateResult {
  switch (row.state) {
    case "unread": {
      const count = `${formatNumber(row.count)}${row.atLeast ? "+" : ""}`;
      const text =
        row.inView < row.count
          ? l10n.t("{0} of {1} unread", formatNumber(row.inView), count)
          : l10n.t("{0} unread", count);
      return lineOf(text, rowButton(l10n.t("Mark as Read"), "markRead"), rowButton(l10n.t("Copy"), "copy"));
    }
    case "markedRead":
      return lineOf(l10n.t("Marked as read"), rowButton(l10n.t("Undo"), "undoMarkRead"));
    case "allRead":
      return lineOf(l10n.t("All read"));
  }
}

function lineOf(text: string, ...parts: readonly (TemplateResult | string)[]): TemplateResult {
  return html`${separated([html`<span class="what" title=${text}>${text}</span>`, ...parts])}`;
}

function rowButton(label: string, change?: UnreadChange): TemplateResult {
  return html`<button type="button" class="link" tabindex="-1" data-unread-change=${change ?? nothing}>
    ${label}
  </button>`;
}

function eventRow(
  index: number,
  row: EventRow,
  active: string,
  isSelected: boolean,
  context: RowContext,
): TemplateResult {
  const cells = context.columns.map(({ name, cell }, i) => {
    const { content, tooltip } = cell(row, context);
    return html`<span
      class="cell ${name.toLowerCase()}"
      role="gridcell"
      aria-colindex=${i + 1}
      title=${tooltip || nothing}
      >${row.isUnread && i === 0 ? html`<span class="sr-only">${l10n.t("Unread")}, </span>` : nothing}${content}</span
    >`;
  });
  // No white space around the cells: it would add two nodes to each row.
  // prettier-ignore
  return html`<div
    class="row event ${row.isUnread ? "unread" : ""} ${active} ${isSelected ? "selected" : ""}"
    role="row"
    id=${rowId(index)}
    aria-rowindex=${index + ariaRowOffset}
    aria-selected=${isSelected}
    data-event-id=${row.id}
    data-index=${index}
  >${cells}</div>`;
}

export function skeletonRows(count: number, columns: readonly Column[]): TemplateResult {
  const cells = columns.map(
    ({ name }) => html`<span class="cell ${name.toLowerCase()}"><span class="bar"></span></span>`,
  );
  return html`<div class="skeleton" aria-hidden="true">
    ${Array.from({ length: count }, () => html`<div class="row">${cells}</div>`)}
  </div>`;
}

// ---- The header of the day --------------------------------------------------------------------------------------

/**
 * Shows the day of the topmost row in the sticky header; screen readers read the day's own row. Called for every
 * scroll event: must not force a layout.
 */
export function updateDayHeader(
  header: HTMLElement,
  rows: Pick<GridRows, "row">,
  { offset, sizes, hasDayHeader }: Viewport,
  zone: ZoneChoice,
): void {
  const topmost = Math.floor(offset / sizes.row);
  const cutOff = offset - topmost * sizes.row;
  // Hide the sticky header while the day's own row, whose text is at its bottom, is in its place or below.
  const isDay = rows.row(topmost)?.kind === "day";
  const isAtRow = (isDay || topmost === 0) && cutOff < (isDay ? sizes.row - sizes.day : 0) + 0.5;
  const title = isAtRow || !hasDayHeader ? undefined : titleAt(topmost, rows, zone);
  const cell = header.firstElementChild;
  // Not `display`: its size is measured.
  header.style.visibility = title === undefined ? "hidden" : "";
  if (cell && title !== undefined && cell.textContent !== title) {
    cell.textContent = title;
  }
  // The header of the next day pushes it out.
  const isNextDay = rows.row(topmost + 1)?.kind === "day";
  const top = isNextDay ? Math.min(0, sizes.row - cutOff - sizes.day) : 0;
  header.style.transform = top === 0 ? "" : `translateY(${top}px)`;
}

/** Undefined if the row is not loaded, or above the first day. */
function titleAt(index: number, rows: Pick<GridRows, "row">, zone: ZoneChoice): string | undefined {
  const row = rows.row(index);
  switch (row?.kind) {
    case undefined:
      return undefined;
    case "day":
      return dayText(row.day);
    case "event":
      return dayText(
        row.publishedMs === undefined ? undefined : instantText(row.publishedMs, zone).split(" ")[0],
      );
    case "gap":
    case "unread":
      return titleAt(index - 1, rows, zone);
  }
}

function dayText(day: string | undefined): string {
  return day === undefined ? l10n.t("No readable date") : dayTitle(day);
}
