import * as l10n from "@vscode/l10n";
import { formatNumber } from "../../shared/text";
import type { PickItem } from "../../window";
import { type Column, columnsOf, isSplitAtLegalForms } from "./import/columns";
import type { EntryKind } from "./import/companyCell";
import { importedCompanies } from "./import/importedCompanies";
import { kindsText } from "./import/importReport";
import { type ImportedRow, type ImportedTable, readLines } from "./import/importedTable";

/** Where the companies of a text may be. */
export interface ColumnChoice extends PickItem {
  readonly rows: readonly ImportedRow[];
  /** See `importedCompanies`. */
  readonly columns: readonly number[] | undefined;
}

/** More than people scroll through; the likeliest are first. */
const maxColumns = 50;

/** The likeliest first; none if there is no text, one if there are no columns. */
export function columnChoices(table: ImportedTable, text: string): readonly ColumnChoice[] {
  if (table.rows.length === 0) {
    return [];
  }
  const { rows, columns } = columnsOf(table);
  if (table.delimiter === undefined) {
    return [{ label: l10n.t("Lines"), rows, columns: undefined }];
  }
  const wholeLines: ColumnChoice = {
    label: l10n.t("Whole Lines"),
    description: l10n.t("each line is one company"),
    rows: readLines(text),
    columns: undefined,
  };
  const choices = [
    ...combination(columns, rows),
    ...columns
      .filter(({ samples }) => samples.length > 0)
      .slice(0, maxColumns)
      .map((column) => columnChoice(column, rows)),
  ];
  return isSplitAtLegalForms(table) ? [wholeLines, ...choices] : [...choices, wholeLines];
}

function columnChoice(column: Column, rows: readonly ImportedRow[]): ColumnChoice {
  return {
    label: labelOf(column),
    description: foundText(column.counts, column.counts.problem),
    detail: column.samples.join(", "),
    rows,
    columns: [column.index],
  };
}

function foundText(counts: Readonly<Record<EntryKind, number>>, notUnderstood: number): string {
  return [
    kindsText(counts),
    ...(notUnderstood === 0 ? [] : [l10n.t("{0} not understood", formatNumber(notUnderstood))]),
  ].join(", ");
}

/** Domains where a row has one, and the names of the other rows. */
function combination(columns: readonly Column[], rows: readonly ImportedRow[]): ColumnChoice[] {
  const [first, ...others] = columns;
  const name = others.find(({ counts }) => counts.name > rows.length / 2);
  if (!first || first.counts.name > 0 || first.counts.problem === 0 || first.samples.length === 0 || !name) {
    return [];
  }
  const both = [first.index, name.index];
  const { counts, notUnderstood } = importedCompanies(rows, both, [], Infinity);
  return [
    {
      label: l10n.t("{0}, else {1}", labelOf(first), labelOf(name)),
      description: foundText(counts, notUnderstood.length),
      rows,
      columns: both,
    },
  ];
}

function labelOf({ index, heading }: Column): string {
  return heading ?? l10n.t("Column {0}", formatNumber(index + 1));
}
