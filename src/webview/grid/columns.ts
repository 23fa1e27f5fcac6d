/**
 * The columns of the list. To add one, add a record here and hide it in the narrow layouts of eventGrid.css.
 * A new value also needs `EventRow` (src/shared/feedState.ts) and `rowFor` (src/feed/view/rowLayout.ts).
 */
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import type { FeedQuery } from "../../shared/feedQuery";
import type { EventRow } from "../../shared/feedState";
import type { ZoneChoice } from "../../shared/calendar";
import { compactUsd, exactUsd } from "../../shared/amounts";
import { formatNumber } from "../../shared/text";
import { longestTypeName, typeIcon, typeName } from "../ui/eventTypes";
import { displayLine } from "../ui/text";
import type { SortOrder } from "../../shared/viewQueries";
import { dayAndTime, fullInstant, timeOfDay, timeZoneOf } from "../../shared/times";
import { highlighted } from "./highlight";

export interface CellContext {
  readonly zone: ZoneChoice;
  /** Search text to highlight; may be empty. */
  readonly search: string;
  /** Approximate number of visible characters of a title. */
  readonly titleLength: number;
  /** Without day headers, times need a date. */
  readonly isSorted: boolean;
}

interface Cell {
  readonly content: TemplateResult | string | typeof nothing;
  readonly tooltip: string;
}

export interface Column {
  /** Also the CSS class of the cells, in lower case. */
  readonly name: ColumnName;
  readonly label: () => string;
  /** Default width as CSS `flex`. */
  readonly width: () => string;
  /** Width in a list that is not sorted by time. */
  readonly sortedWidth?: () => string;
  /** The order after the first click on the header. */
  readonly sort?: SortOrder;
  readonly cell: (row: EventRow, context: CellContext) => Cell;
}

type ColumnName = "Time" | "Type" | "Title" | "Company" | "Sector" | "Amount" | "Confidence";

/** Approximate width in CSS pixels. */
function pixelsOf(characters: number): number {
  return Math.ceil(characters * 7.2);
}

/** From left to right. The title takes the remaining space. */
export const columns: readonly Column[] = [
  {
    name: "Time",
    label: () => l10n.t("Time"),
    width: () => "0 0 44px",
    // Fits a date with year in the display language.
    sortedWidth: () => `0 0 ${pixelsOf(dayAndTime(Date.UTC(2000, 8, 28, 12), "utc", 0).length)}px`,
    cell: ({ publishedMs: ms }, { zone, isSorted }) =>
      ms === undefined
        ? { content: "–", tooltip: l10n.t("No readable date") }
        : {
            content: isSorted ? dayAndTime(ms, zone, Date.now()) : timeOfDay(ms, zone),
            tooltip: inBothZones(ms),
          },
  },
  {
    name: "Type",
    label: () => l10n.t("Type"),
    // Fits the longest known type and its icon.
    width: () => `0 0 ${24 + pixelsOf(longestTypeName())}px`,
    cell: ({ type }) => {
      const name = typeName(type);
      return { content: html`${typeIcon(type)}<bdi class="label">${name}</bdi>`, tooltip: name };
    },
  },
  {
    name: "Title",
    label: () => l10n.t("Title"),
    width: () => "4.5 1 0",
    cell: (row, { search, titleLength }) => {
      const title = displayLine(row.title ?? "");
      const subhead = displayLine(row.subhead ?? "");
      return {
        content: html`<bdi class=${title ? "" : "absent"}
            >${title ? highlighted(title, search, titleLength) : l10n.t("No title")}</bdi
          >${subhead ? html` <bdi class="subhead">${subhead}</bdi>` : nothing}`,
        tooltip: subhead ? `${title}\n${subhead}` : title,
      };
    },
  },
  {
    name: "Company",
    label: () => l10n.t("Company"),
    width: () => "1.2 1 0",
    sort: { by: "company", descending: false },
    cell: ({ company }, { search }) => textCell(company, search),
  },
  {
    name: "Sector",
    label: () => l10n.t("Sector"),
    width: () => "1.1 1 0",
    cell: ({ sector }, { search }) => textCell(sector, search),
  },
  {
    name: "Amount",
    label: () => l10n.t("Amount"),
    // Fits `$1.48B` in the display language.
    width: () => `0 0 ${Math.max(64, pixelsOf(compactUsd(1.48e9).length))}px`,
    sort: { by: "amount", descending: true },
    cell: ({ amount }) =>
      amount === undefined
        ? { content: nothing, tooltip: "" }
        : { content: compactUsd(amount), tooltip: exactUsd(amount) },
  },
  {
    name: "Confidence",
    label: () => l10n.t("Confidence"),
    width: () => "0 0 62px",
    cell: ({ confidence }) => ({
      content: confidence === undefined ? nothing : formatNumber(confidence),
      tooltip: "",
    }),
  },
];

const hiddenForEvents: readonly string[] = ["Sector", "Confidence"];
/** Publications may have only a date and a title. */
const hiddenForPublications: readonly string[] = [...hiddenForEvents, "Type", "Company", "Amount"];

/** CSS pixels of resized columns, by name. */
export type ColumnWidths = Readonly<Record<string, number>>;

export function defaultHidden({ source }: Pick<FeedQuery, "source">): readonly string[] {
  return source ? hiddenForPublications : hiddenForEvents;
}

function textCell(text: string | undefined, search: string): Cell {
  const line = displayLine(text ?? "");
  return { content: html`<bdi>${highlighted(line, search)}</bdi>`, tooltip: line };
}

function inBothZones(ms: number): string {
  const utc = fullInstant(ms, "utc");
  return timeZoneOf("local") === "UTC" ? utc : `${fullInstant(ms, "local")}\n${utc}`;
}
