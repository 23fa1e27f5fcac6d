/** One line of the grid: an event, the heading of a day, or the placeholder of a row that is not there yet. */
import { html, nothing, type TemplateResult } from "lit";
import { compactUsd, exactUsd } from "../../shared/amounts";
import { isFilterText } from "../../shared/feedQuery";
import type { EventRow, GapRow, Row, VisitRow } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/pageState";
import { columns } from "./columns";
import { eventTypeInfo } from "../ui/eventTypes";
import { highlighted } from "./highlight";
import { displayLine } from "../ui/text";
import { dayTitle, fullInstant, gapText, recentInstant, timeOfDay, timeZoneOf } from "../ui/times";

/** Row index 1 in ARIA's count is the heading of the columns. */
export const ariaRowsBefore = 2;

interface RowLook {
  readonly zone: ZoneChoice;
  /** Row index of the row that has the keyboard. */
  readonly active: number | undefined;
  readonly selected: (id: string) => boolean;
  /** What is searched for; empty: nothing. */
  readonly search: string;
}

export function rowId(index: number): string {
  return `row-${index}`;
}

export function headRow(): TemplateResult {
  return html`<div class="row head" role="row" aria-rowindex="1">
    ${columns.map(
      (name, i) =>
        html`<span class="cell ${name.toLowerCase()}" role="columnheader" aria-colindex=${i + 1}
          >${name}</span
        >`,
    )}
  </div>`;
}

export function gridRow(index: number, row: Row | undefined, look: RowLook): TemplateResult {
  switch (row?.kind) {
    case undefined:
      return placeholder(index);
    case "day":
      return html`<div class="row day" role="row" id=${rowId(index)} aria-rowindex=${index + ariaRowsBefore}>
        <span class="cell" role="gridcell" aria-colspan=${columns.length}
          >${row.day === undefined ? "Without a readable date" : dayTitle(row.day)}</span
        >
      </div>`;
    case "visit":
      return visitRow(index, row, look);
    case "gap":
      return gapRow(index, row, look);
    case "event":
      return eventRow(index, row, look);
  }
}

/** Rows that only say that something is coming; before the first page nothing is known of them. */
export function skeletonRows(count: number): TemplateResult {
  return html`<div class="skeleton" aria-hidden="true">
    ${Array.from({ length: count }, (_, i) => html`<div class="row"><span class="bar bar-${i % 4}"></span></div>`)}
  </div>`;
}

function placeholder(index: number): TemplateResult {
  return html`<div class="row waiting" role="row" id=${rowId(index)} aria-rowindex=${index + ariaRowsBefore}>
    <span class="cell" role="gridcell" aria-colspan=${columns.length}
      ><span class="sr-only">Loading</span><span class="bar bar-${index % 4}"></span
    ></span>
  </div>`;
}

function visitRow(index: number, row: VisitRow, { zone }: RowLook): TemplateResult {
  return html`<div class="row visit" role="row" id=${rowId(index)} aria-rowindex=${index + ariaRowsBefore}>
    <span class="cell" role="gridcell" aria-colspan=${columns.length}
      >Last visit: ${recentInstant(row.endedMs, zone, Date.now())}</span
    >
  </div>`;
}

/** The whole row can be clicked; the button is what says so, and what assistive technology presses. */
function gapRow(index: number, row: GapRow, { zone, active }: RowLook): TemplateResult {
  return html`<div
    class="row gap ${index === active ? "active" : ""}"
    role="row"
    id=${rowId(index)}
    aria-rowindex=${index + ariaRowsBefore}
    aria-busy=${row.filling}
    data-index=${index}
    data-gap=${row.sinceMs}
  >
    <span class="cell" role="gridcell" aria-colspan=${columns.length}
      ><span class="what"><span class="span">${gapText(row, zone)}</span> not loaded –</span>
      ${row.filling ? "loading…" : html`<button type="button" class="link" tabindex="-1">load</button>`}</span
    >
  </div>`;
}

function eventRow(index: number, row: EventRow, { zone, active, selected, search }: RowLook): TemplateResult {
  const isSelected = selected(row.id);
  const type = eventTypeInfo(row.type);
  const label = displayLine(type.label);
  const title = row.title === undefined ? "" : displayLine(row.title);
  const subhead = row.subhead === undefined ? "" : displayLine(row.subhead);
  return html`<div
    class="row event ${index === active ? "active" : ""} ${isSelected ? "selected" : ""}"
    role="row"
    id=${rowId(index)}
    aria-rowindex=${index + ariaRowsBefore}
    aria-selected=${isSelected}
    data-event-id=${row.id}
    data-index=${index}
  >
    <span class="cell time" role="gridcell" aria-colindex="1" title=${instantTitle(row.publishedMs)}
      >${row.publishedMs === undefined ? "–" : timeOfDay(row.publishedMs, zone)}</span
    >
    <span class="cell type ${type.className}" role="gridcell" aria-colindex="2" title=${label}
      ><span class="codicon codicon-${type.icon}" aria-hidden="true"></span
      ><span class="label"
        ><bdi
          class=${isFilterText(row.type) ? "value" : ""}
          data-type=${isFilterText(row.type) ? row.type : nothing}
          >${label}</bdi
        ></span
      ></span
    >
    <span
      class="cell title"
      role="gridcell"
      aria-colindex="3"
      title=${subhead ? `${title}\n${subhead}` : title}
      ><bdi class=${title ? "" : "absent"}>${title ? highlighted(title, search) : "No title"}</bdi
      >${subhead ? html` <bdi class="subhead">${subhead}</bdi>` : nothing}</span
    >
    ${textCell("company", 4, row.company, search)} ${textCell("sector", 5, row.sector, search, row.sector)}
    <span
      class="cell amount"
      role="gridcell"
      aria-colindex="6"
      title=${row.amount === undefined ? "" : exactUsd(row.amount)}
      >${row.amount === undefined ? "" : compactUsd(row.amount)}</span
    >
    ${confidenceCell(row.confidence)}
  </div>`;
}

/** @param value a value that a click on the text filters by. */
function textCell(
  name: string,
  column: number,
  text: string | undefined,
  search: string,
  value?: string,
): TemplateResult {
  const line = text === undefined ? "" : displayLine(text);
  return html`<span class="cell ${name}" role="gridcell" aria-colindex=${column} title=${line}
    ><bdi class=${isFilterText(value) ? "value" : ""} data-sector=${isFilterText(value) ? value : nothing}
      >${highlighted(line, search)}</bdi
    ></span
  >`;
}

function confidenceCell(confidence: number | undefined): TemplateResult {
  return html`<span
    class="cell confidence"
    role="gridcell"
    aria-colindex="7"
    title=${confidence === undefined ? "" : `Confidence ${confidence}`}
    >${confidence === undefined ? nothing : confidenceBar(confidence)}</span
  >`;
}

/** Four steps to see, the number to hear. */
export function confidenceBar(confidence: number): TemplateResult {
  const steps = Math.min(4, Math.max(0, Math.ceil(confidence * 4)));
  return html`<span class="steps steps-${steps}" aria-hidden="true"></span
    ><span class="sr-only">${confidence}</span>`;
}

function instantTitle(ms: number | undefined): string {
  if (ms === undefined) {
    return "No readable date";
  }
  const utc = fullInstant(ms, "utc");
  return timeZoneOf("local") === "UTC" ? utc : `${fullInstant(ms, "local")}\n${utc}`;
}
