/**
 * The columns of the list. To add one: a record here, its `flex` in eventGrid.css, and `display: none` in the narrow layouts
 * there that leave it out; a value that rows do not have yet also goes into
 * `EventRow` (src/shared/feedState.ts) and `eventRow` (src/feed/view/rowLayout.ts).
 */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { longestTypeLabel } from "../../shared/eventKind";
import type { EventRow } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import { compactUsd, exactUsd } from "../../shared/amounts";
import { searchPattern, searchWords } from "../../shared/searchWords";
import { formatNumber } from "../../shared/text";
import { eventTypeInfo, typeIcon } from "../ui/eventTypes";
import { confidenceBar } from "../ui/eventValues";
import { displayLine } from "../ui/text";
import type { SortOrder } from "../../shared/viewQueries";
import { fullInstant, shortDay, timeOfDay, timeZoneOf } from "../../shared/times";

export interface CellContext {
  readonly zone: ZoneChoice;
  /** Its occurrences are highlighted; empty: nothing is searched for. */
  readonly search: string;
  /** Rows are not in the order of time: there are no headers of days, so times need a date. */
  readonly isSorted: boolean;
  /** The row is pointed at or focused: offer to filter by its type and sector, unless the query does. */
  readonly filters?: { readonly type: boolean; readonly sector: boolean } | undefined;
}

interface Cell {
  readonly content: TemplateResult | string | typeof nothing;
  /** Empty: none. */
  readonly tooltip: string;
}

export interface Column {
  /** In lower case the CSS class of its cells, and the custom property with its width. */
  readonly name: string;
  /** Default width as CSS `flex`; in a list that is sorted by something else than time. */
  readonly width: string;
  readonly sortedWidth?: string;
  /** What a click on its header sorts by, and in which order first. */
  readonly sort?: SortOrder;
  readonly cell: (row: EventRow, context: CellContext) => Cell;
}

/** In their order. The title takes the space that the others leave. */
export const columns = [
  {
    name: "Time",
    width: "0 0 44px",
    sortedWidth: "0 0 108px",
    cell: ({ publishedMs }, { zone, isSorted }) =>
      publishedMs === undefined
        ? { content: "–", tooltip: l10n.t("No readable date") }
        : {
            content: isSorted
              ? html`<span class="day">${shortDay(publishedMs, zone, Date.now())}</span
                  ><span class="clock">, ${timeOfDay(publishedMs, zone)}</span>`
              : timeOfDay(publishedMs, zone),
            tooltip: inBothZones(publishedMs),
          },
  },
  {
    name: "Type",
    /** As wide as the longest label of a known type, with its icon. */
    get width() {
      return `0 0 ${24 + Math.ceil(longestTypeLabel() * 7.2)}px`;
    },
    cell: ({ type }, { filters }) => {
      const label = displayLine(eventTypeInfo(type).label);
      return {
        content: html`${typeIcon(type)}<span class="label"><bdi>${label}</bdi></span
          >${filters?.type ? funnel({ type: type ?? "" }, label) : nothing}`,
        tooltip: label,
      };
    },
  },
  {
    name: "Title",
    width: "4.5 1 0",
    cell: (row, { search }) => {
      const title = displayLine(row.title ?? "");
      const subhead = displayLine(row.subhead ?? "");
      return {
        content: html`<bdi class=${title ? "" : "absent"}
            >${title ? highlighted(title, search) : l10n.t("No title")}</bdi
          >${subhead ? html` <bdi class="subhead">${subhead}</bdi>` : nothing}`,
        tooltip: subhead ? `${title}\n${subhead}` : title,
      };
    },
  },
  {
    name: "Company",
    width: "1.2 1 0",
    sort: { by: "company", descending: false },
    cell: ({ company }, { search }) => {
      const line = displayLine(company ?? "");
      return { content: html`<bdi>${highlighted(line, search)}</bdi>`, tooltip: line };
    },
  },
  {
    name: "Sector",
    width: "1.1 1 0",
    cell: ({ sector }, { search, filters }) => {
      const line = displayLine(sector ?? "");
      return {
        content: html`<bdi>${highlighted(line, search)}</bdi>${
            filters?.sector ? funnel({ sector: sector ?? "" }, line) : nothing
          }`,
        tooltip: line,
      };
    },
  },
  {
    name: "Amount",
    /** Enough for `$1.48B` as the display language writes it. */
    get width() {
      return `0 0 ${Math.max(64, compactUsd(1.48e9).length * 7)}px`;
    },
    sort: { by: "amount", descending: true },
    cell: ({ amount }) =>
      amount === undefined
        ? { content: nothing, tooltip: "" }
        : { content: compactUsd(amount), tooltip: exactUsd(amount) },
  },
  {
    name: "Confidence",
    width: "0 0 62px",
    cell: ({ confidence }) =>
      confidence === undefined
        ? { content: nothing, tooltip: "" }
        : { content: confidenceBar(confidence), tooltip: l10n.t("Confidence {0}", formatNumber(confidence)) },
  },
] as const satisfies readonly Column[];

export type ColumnName = (typeof columns)[number]["name"];

/** A column that exists. */
export type ShownColumn = Column & { readonly name: ColumnName };

/** The header of a column. */
export function columnLabel(name: ColumnName): string {
  switch (name) {
    case "Time":
      return l10n.t("Time");
    case "Type":
      return l10n.t("Type");
    case "Title":
      return l10n.t("Title");
    case "Company":
      return l10n.t("Company");
    case "Sector":
      return l10n.t("Sector");
    case "Amount":
      return l10n.t("Amount");
    case "Confidence":
      return l10n.t("Confidence");
  }
}

/** The saved names of hidden columns, without those that do not exist. The title is always shown. */
export function hiddenColumns(saved: readonly string[]): ColumnName[] {
  return columns.map(({ name }) => name).filter((name) => name !== "Title" && saved.includes(name));
}

export function shownColumns(hidden: readonly ColumnName[]): readonly ShownColumn[] {
  return columns.filter(({ name }) => !hidden.includes(name));
}

/** What a click on a header sorts by: first as is usual for the column, then the reverse, then newest first. */
export function nextSort(first: SortOrder, current: SortOrder | undefined): SortOrder | undefined {
  if (current?.by !== first.by) {
    return first;
  }
  return current.descending === first.descending ? { ...first, descending: !first.descending } : undefined;
}

/** CSS pixels of the columns whose width the user changed. */
export type ColumnWidths = { readonly [N in ColumnName]?: number };

/** The saved widths of existing columns. */
export function columnWidths(saved: Readonly<Record<string, number>>): ColumnWidths {
  return Object.fromEntries(
    columns.flatMap(({ name }) => (saved[name] === undefined ? [] : [[name, saved[name]]])),
  );
}

/** Filters by a value. By keyboard, the context menu of the row does. */
function funnel(value: { readonly type?: string; readonly sector?: string }, label: string): TemplateResult {
  const text = l10n.t("Show only {0}", label);
  return html`<button
    type="button"
    class="icon funnel"
    tabindex="-1"
    title=${text}
    aria-label=${text}
    data-type=${value.type ?? nothing}
    data-sector=${value.sector ?? nothing}
  >
    <span class="codicon codicon-filter" aria-hidden="true"></span>
  </button>`;
}

function inBothZones(ms: number): string {
  const utc = fullInstant(ms, "utc");
  return timeZoneOf("local") === "UTC" ? utc : `${fullInstant(ms, "local")}\n${utc}`;
}

/** Marks the words of a search text, as the host matches them. */
export function highlighted(text: string, search: string): TemplateResult | string {
  const words = searchWords(search);
  if (words.length === 0) {
    return text;
  }
  // With a group, the parts at odd places are the matches.
  const parts = text.split(new RegExp(`(${searchPattern(...words).source})`, "iu"));
  return parts.length === 1
    ? text
    : html`${parts.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part))}`;
}
