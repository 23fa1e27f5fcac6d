import { watchlistKey } from "../../model/watchlist";
import { type CellProblem, type EntryKind, readCell } from "./companyCell";
import type { ImportedRow } from "./importedTable";

/** A row that gave no new company, and what it says. */
export interface LeftOutRow {
  readonly line: number;
  readonly lastLine: number;
  /** All cells of it. */
  readonly text: string;
}

export interface RowNotUnderstood extends LeftOutRow {
  readonly problem: CellProblem;
}

export interface RepeatedRow extends LeftOutRow {
  readonly entry: string;
  /** The line that has the same company; undefined: the saved feed has it. */
  readonly sameAsLine: number | undefined;
}

/** What a text has for a saved feed: every row of it is in one of these. */
export interface ImportedCompanies {
  /** Not in the saved feed yet. */
  readonly entries: readonly string[];
  readonly counts: Readonly<Record<EntryKind, number>>;
  readonly repeated: readonly RepeatedRow[];
  readonly notUnderstood: readonly RowNotUnderstood[];
  /** More than a saved feed can have. */
  readonly beyondLimit: readonly LeftOutRow[];
}

/**
 * @param columns the company of a row is in the first of these that has one; undefined: in any cell, and a line may have several
 * domains
 * @param existing companies that the saved feed has
 * @param maxEntries of the saved feed, the existing ones included
 */
export function importedCompanies(
  rows: readonly ImportedRow[],
  columns: readonly number[] | undefined,
  existing: readonly string[],
  maxEntries: number,
): ImportedCompanies {
  /** The line of each company by its key. */
  const lines = new Map<string, number | undefined>(
    existing.map((entry) => [watchlistKey(entry), undefined] as const),
  );
  const entries: string[] = [];
  const counts = { domain: 0, entityId: 0, name: 0 };
  const repeated: RepeatedRow[] = [];
  const notUnderstood: RowNotUnderstood[] = [];
  const beyondLimit: LeftOutRow[] = [];
  for (const row of rows) {
    const { line, lastLine } = row;
    for (const { text, cells } of columns
      ? [{ text: textOf(row), cells: cellsOf(row, columns) }]
      : itemsOf(row)) {
      const read = firstOf(cells);
      if (read.kind === "problem") {
        notUnderstood.push({ line, lastLine, text, problem: read.problem });
        continue;
      }
      const key = watchlistKey(read.entry);
      if (lines.has(key)) {
        repeated.push({ line, lastLine, text, entry: read.entry, sameAsLine: lines.get(key) });
      } else if (existing.length + entries.length >= maxEntries) {
        beyondLimit.push({ line, lastLine, text });
      } else {
        lines.set(key, line);
        entries.push(read.entry);
        counts[read.kind]++;
      }
    }
  }
  return { entries, counts, repeated, notUnderstood, beyondLimit };
}

function textOf({ cells }: ImportedRow): string {
  return cells.map((cell) => cell.trim()).join(" | ");
}

function cellsOf({ cells }: ImportedRow, columns: readonly number[]): string[] {
  return columns.map((index) => cells[index] ?? "");
}

/** The first cell with a company; the problem of the first that is not empty, otherwise. */
function firstOf(cells: readonly string[]): ReturnType<typeof readCell> {
  const read = cells.map(readCell);
  return (
    read.find(({ kind }) => kind !== "problem") ??
    read.find((cell) => cell.kind === "problem" && cell.problem !== "empty") ?? {
      kind: "problem",
      problem: "empty",
    }
  );
}

/** A line of several domains, URLs or mail addresses is several companies; any other is one, since names have commas. */
function itemsOf({ cells: [line = ""] }: ImportedRow): { readonly text: string; readonly cells: string[] }[] {
  const parts = line
    .split(/[,;|\t]|\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const isList = parts.length > 1 && parts.every((part) => readCell(part).kind === "domain");
  return (isList ? parts : [line]).map((part) => ({ text: part.trim(), cells: [part] }));
}
