import { parse } from "csv-parse/sync";
import { maxFilterLength } from "../../shared/limits";
import { comparableText } from "../../shared/text";
import { domainOf, parseUrl } from "../../util/url";

/** Names of the column with the companies, best first. */
const columnNames = ["domain", "website", "company", "name"];
const delimiters = ["\t", ";", ","];
const emptyCell = /^(n\/?a|none|null|unknown|-+|\d[\d.,\s]*)$/i;

/** Reads pasted lines, or a column of a CSV: the best one of `columnNames`, or the first column. */
export function companyListOf(text: string) {
  const rows = rowsOf(text.replace(/^\ufeff/, ""));
  const header = rows[0]?.map((cell) => comparableText(cell)) ?? [];
  const named = columnNames.map((name) => header.indexOf(name)).find((column) => column >= 0);
  const cells = rows.slice(named === undefined ? 0 : 1).map((row) => row[named ?? 0] ?? "");
  const companies = cells.flatMap((cell) => companyOf(cell) ?? []);
  return { companies, notUnderstood: cells.length - companies.length };
}

/** Each line is a row with one cell, unless the lines are a table ("Acme, Inc." is not). */
function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
  const delimiter = delimiters.find((each) => lines[0]?.includes(each));
  if (delimiter !== undefined) {
    const rows = parse(text, {
      delimiter,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      trim: true,
    });
    const isTable = rows.every((row) => row.length === rows[0]?.length);
    const hasName = rows[0]?.some((cell) => columnNames.includes(comparableText(cell)));
    if (rows.length > 1 && (isTable || hasName)) {
      return rows;
    }
  }
  return lines.map((line) => [line]);
}

/** Replaces a URL by its domain. Skips email addresses: their domain may be a mail provider's. */
function companyOf(cell: string): string | undefined {
  const text = cell.trim().replace(/^"(.*)"$/, "$1");
  const isUrl = /^(https?:\/\/)?[^\s/@]+\.[^\s/@]+\/\S*$/i.test(text);
  const url = isUrl ? parseUrl(text.replace(/^(?!https?:)/i, "https://")) : undefined;
  const domain = domainOf(url?.hostname ?? text);
  const isName = /\p{L}/u.test(text) && !text.includes("@") && !emptyCell.test(text);
  return domain ?? (isName && !text.includes("://") && text.length <= maxFilterLength ? text : undefined);
}
