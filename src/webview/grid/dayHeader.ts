import * as l10n from "@vscode/l10n";
import { html, type TemplateResult } from "lit";
import type { ZoneChoice } from "../../shared/calendar";
import { dayTitle, instantText } from "../../shared/times";
import type { RowGeometry } from "./rowGeometry";
import type { RowsCache } from "./rowsCache";

/** The header stays on top of the rows while those of its day are scrolled. Screen readers read the row itself. */
export function dayHeader(): TemplateResult {
  return html`<div class="row sticky-day" aria-hidden="true"><span class="cell"></span></div>`;
}

/**
 * Shows the day of the topmost row, unless rows are not in the order of time. Called for every scroll event: nothing here may
 * force a layout.
 */
export function updateDayHeader(
  header: HTMLElement,
  rows: Pick<RowsCache, "row">,
  geometry: Pick<RowGeometry, "scroll" | "rowHeight">,
  zone: ZoneChoice,
  isSorted: boolean,
): void {
  const { rowHeight } = geometry;
  const { offset } = geometry.scroll;
  const topmost = Math.floor(offset / rowHeight);
  const cutOff = offset - topmost * rowHeight;
  // Nothing is scrolled out, or the row itself is where this header would be.
  const isAtRow = cutOff < 0.5 && (topmost === 0 || rows.row(topmost)?.kind === "day");
  const title = isAtRow || isSorted ? undefined : titleAt(topmost, rows, zone);
  const cell = header.firstElementChild;
  header.style.display = title === undefined ? "none" : "";
  if (cell && title !== undefined && cell.textContent !== title) {
    cell.textContent = title;
  }
  // The header of the next day pushes it out.
  const top = rows.row(topmost + 1)?.kind === "day" ? -cutOff : 0;
  header.style.transform = top === 0 ? "" : `translateY(${top}px)`;
}

/** Undefined if the row is not loaded, or above all days. */
function titleAt(index: number, rows: Pick<RowsCache, "row">, zone: ZoneChoice): string | undefined {
  const row = rows.row(index);
  switch (row?.kind) {
    case undefined:
      return undefined;
    case "day":
      return row.day === undefined ? noDate() : dayTitle(row.day);
    case "event":
      return row.publishedMs === undefined ? noDate() : dayTitle(dayOf(row.publishedMs, zone));
    case "gap":
    case "unread":
      return titleAt(index - 1, rows, zone);
  }
}

function noDate(): string {
  return l10n.t("No readable date");
}

function dayOf(ms: number, zone: ZoneChoice): string {
  return instantText(ms, zone).split(" ")[0] ?? "";
}
