import { type CsvError, parse, type Options } from "csv-parse";
import { parse as parseSync } from "csv-parse/sync";
import { Readable } from "node:stream";

/** A record of the text. */
export interface ImportedRow {
  /** Of its first line, from 1. */
  readonly line: number;
  /** Of its last line: a quoted field may contain line breaks. */
  readonly lastLine: number;
  /** The line itself if the text is no table. */
  readonly cells: readonly string[];
}

export interface ImportedTable {
  /** Without one, each row is a line with a single cell. */
  readonly delimiter: string | undefined;
  /** Those without any text are left out. */
  readonly rows: readonly ImportedRow[];
}

/** In the order of preference: a tab is hardly ever part of a name. */
const delimiters = ["\t", ";", ",", "|"];
/** Rows of the start by which the delimiter is found. */
const sampledLines = 200;
/** Part of the rows that have the same number of cells if the text is a table. */
const sameLength = 0.8;

/** Characters that are parsed before the event loop has a turn. */
const chunkSize = 1 << 16;

/**
 * Reads lines, or a table with any of the usual delimiters. The first line may name it, as in Excel's `sep=;`. A quotation mark that is
 * never closed is an ordinary character.
 */
export async function readTable(text: string): Promise<ImportedTable> {
  const normalized = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const stated = /^sep=(.)\n/i.exec(normalized);
  const body = stated ? normalized.slice(stated[0].length) : normalized;
  const firstLine = stated ? 2 : 1;
  const delimiter = stated?.[1] ?? detectDelimiter(body);
  const rows =
    delimiter === undefined ? linesOf(body, firstLine) : await recordsOf(body, delimiter, firstLine);
  return { delimiter, rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")) };
}

/** Every line as one cell, whatever delimiters it has. */
export function readLines(text: string): readonly ImportedRow[] {
  return linesOf(text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"), 1).filter(
    ({ cells: [cell = ""] }) => cell.trim() !== "",
  );
}

/** The one by which most lines have the same number of cells; undefined if there is none. */
function detectDelimiter(text: string): string | undefined {
  const start = text.split("\n", sampledLines).join("\n");
  let best: { readonly delimiter: string; readonly score: number } | undefined;
  for (const delimiter of delimiters) {
    const lengths = parsedSample(start, delimiter)
      .filter((cells) => cells.some((cell) => cell.trim() !== ""))
      .map((cells) => cells.length);
    const counts = new Map<number, number>();
    lengths.forEach((length) => counts.set(length, (counts.get(length) ?? 0) + 1));
    const [[length, count] = [1, 0]] = [...counts].sort((a, b) => b[1] - a[1]);
    const score = count / lengths.length;
    // A single line is not a table: "a.example, b.example" are two companies.
    if (length > 1 && count > 1 && score >= sameLength && score > (best?.score ?? 0)) {
      best = { delimiter, score };
    }
  }
  return best?.delimiter;
}

function parsedSample(text: string, delimiter: string): readonly (readonly string[])[] {
  try {
    return parseSync(text, parseOptions(delimiter));
  } catch {
    return parseSync(text, { ...parseOptions(delimiter), quote: null });
  }
}

function linesOf(text: string, firstLine: number): ImportedRow[] {
  return text.split("\n").map((cell, index) => ({
    line: firstLine + index,
    lastLine: firstLine + index,
    cells: [cell],
  }));
}

async function recordsOf(text: string, delimiter: string, firstLine: number): Promise<ImportedRow[]> {
  try {
    return await parsedRows(text, parseOptions(delimiter), firstLine);
  } catch (error) {
    if ((error as CsvError).code !== "CSV_QUOTE_NOT_CLOSED") {
      throw error;
    }
    return parsedRows(text, { ...parseOptions(delimiter), quote: null }, firstLine);
  }
}

async function parsedRows(text: string, options: Options, firstLine: number): Promise<ImportedRow[]> {
  const rows: ImportedRow[] = [];
  let line = firstLine;
  const parser = Readable.from(chunksOf(text)).pipe(parse({ ...options, info: true }));
  for await (const { record, info } of parser as AsyncIterable<{
    readonly record: readonly string[];
    readonly info: { readonly lines: number };
  }>) {
    const lastLine = firstLine - 1 + info.lines;
    rows.push({ line, lastLine, cells: record });
    line = lastLine + 1;
  }
  return rows;
}

function* chunksOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += chunkSize) {
    yield text.slice(start, start + chunkSize);
  }
}

function parseOptions(delimiter: string): Options {
  return {
    delimiter,
    record_delimiter: "\n",
    relax_column_count: true,
    relax_quotes: true,
    // Each line counts, so that the numbers of the others are right.
    skip_empty_lines: false,
    max_record_size: 0,
  };
}
