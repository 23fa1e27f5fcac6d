/**
 * The columns of the list. To add one: a record here, and `display: none` in the narrow layouts of eventGrid.css
 * that leave it out; a value that rows do not have yet also goes into `EventRow` (src/shared/feedState.ts) and `eventRow`
 * (src/feed/view/rowLayout.ts).
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
  /** Its occurrences are highlighted; empty: nothing is searched for. */
  readonly search: string;
  /** About how many characters of a title are visible. */
  readonly titleLength: number;
  /** Rows are not in the order of time: there are no headers of days, so times need a date. */
  readonly isSorted: boolean;
}

interface Cell {
  readonly content: TemplateResult | string | typeof nothing;
  /** Empty: none. */
  readonly tooltip: string;
}

export interface Column {
  /** In lower case the CSS class of its cells. */
  readonly name: ColumnName;
  /** The header. */
  readonly label: () => string;
  /** Default width as CSS `flex`; in a list that is sorted by something else than time. */
  readonly width: () => string;
  readonly sortedWidth?: () => string;
  /** What a click on its header sorts by, and in which order first. */
  readonly sort?: SortOrder;
  readonly cell: (row: EventRow, context: CellContext) => Cell;
}

type ColumnName = "Time" | "Type" | "Title" | "Company" | "Sector" | "Amount" | "Confidence";

/** As wide as so many characters in most fonts. */
function pixelsOf(characters: number): number {
  return Math.ceil(characters * 7.2);
}

/** In their order. The title takes the space that the others leave. */
export const columns: readonly Column[] = [
  {
    name: "Time",
    label: () => l10n.t("Time"),
    width: () => "0 0 44px",
    // Enough for a date with its year, as the display language writes it.
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
    // As wide as the longest name of a known type, with its icon.
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
    // Enough for `$1.48B` as the display language writes it.
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
/** Publications need have nothing but a date and a title. */
const hiddenForPublications: readonly string[] = [...hiddenForEvents, "Type", "Company", "Amount"];

/** CSS pixels of the columns whose width the user changed, by name. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** The columns that are hidden until the user chooses. */
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
