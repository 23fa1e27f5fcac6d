import * as l10n from "@vscode/l10n";
import { formatNumber } from "../../../shared/text";
import { oneLine } from "../../../util/strings";
import type { CellProblem, EntryKind } from "./companyCell";
import type { ImportedCompanies, LeftOutRow } from "./importedCompanies";

export interface ImportedSource {
  /** Name of the saved feed. */
  readonly feed: string;
  /** `Clipboard`, or the name of a file. */
  readonly source: string;
  /** Where the companies were read; undefined for a list without columns. */
  readonly column: string | undefined;
}

const maxTextLength = 200;

/** The result of an import as plain text: every line that gave no company, with its number and the reason. */
export function importReport(source: ImportedSource, companies: ImportedCompanies): string {
  const { entries, counts, notUnderstood, repeated, beyondLimit } = companies;
  const newCompanies =
    entries.length === 0 ? formatNumber(0) : `${formatNumber(entries.length)} (${kindsText(counts)})`;
  const facts: (readonly [string, string])[] = [
    [l10n.t("Source"), oneLine(source.source)],
    ...(source.column === undefined ? [] : [[l10n.t("Column"), oneLine(source.column)] as const]),
    [l10n.t("New companies"), newCompanies],
    [l10n.t("Not understood"), formatNumber(notUnderstood.length)],
    [l10n.t("Repeated"), formatNumber(repeated.length)],
    ...(beyondLimit.length === 0
      ? []
      : [[l10n.t("Over the limit"), formatNumber(beyondLimit.length)] as const]),
  ];
  const width = Math.max(...facts.map(([label]) => label.length)) + 2;
  const lines = [
    l10n.t("Companies for {0}", oneLine(source.feed)),
    ...facts.map(([label, value]) => label.padEnd(width) + value),
    ...section(
      l10n.t("Not understood"),
      notUnderstood.map((row) => [row, problemText(row.problem)]),
    ),
    ...section(
      l10n.t("Over the limit"),
      beyondLimit.map((row) => [row, ""]),
    ),
    ...section(
      l10n.t("Repeated"),
      repeated.map((row) => [
        row,
        row.sameAsLine === undefined
          ? l10n.t("{0} is already in the saved feed", row.entry)
          : l10n.t("{0} is also on line {1}", row.entry, formatNumber(row.sameAsLine)),
      ]),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function section(title: string, rows: readonly (readonly [LeftOutRow, string])[]): string[] {
  if (rows.length === 0) {
    return [];
  }
  return [
    "",
    title,
    ...rows.map(([row, reason]) => {
      const text = oneLine(row.text, maxTextLength);
      return `  ${lineText(row)}: ${reason === "" ? text : text === "" ? reason : `${text}  (${oneLine(reason)})`}`;
    }),
  ];
}

function lineText({ line, lastLine }: LeftOutRow): string {
  return line === lastLine
    ? l10n.t("Line {0}", formatNumber(line))
    : l10n.t("Lines {0}–{1}", formatNumber(line), formatNumber(lastLine));
}

/** `31 domains, 6 names` */
export function kindsText({ domain, entityId, name }: Readonly<Record<EntryKind, number>>): string {
  return [
    ...(domain === 0
      ? []
      : [domain === 1 ? l10n.t("1 domain") : l10n.t("{0} domains", formatNumber(domain))]),
    ...(entityId === 0
      ? []
      : [entityId === 1 ? l10n.t("1 entity ID") : l10n.t("{0} entity IDs", formatNumber(entityId))]),
    ...(name === 0 ? [] : [name === 1 ? l10n.t("1 name") : l10n.t("{0} names", formatNumber(name))]),
  ].join(", ");
}

function problemText(problem: CellProblem): string {
  switch (problem) {
    case "empty":
      return l10n.t("no company in the column");
    case "placeholder":
      return l10n.t("a placeholder");
    case "number":
      return l10n.t("a number or a date");
    case "noLetters":
      return l10n.t("neither letters nor digits");
    case "tooLong":
      return l10n.t("too long for a name");
    case "severalLines":
      return l10n.t("contains line breaks");
    case "notAWebsite":
      return l10n.t("not a website with a domain");
    case "sharedWebsite":
      return l10n.t("a page of another company's website");
    case "mailProvider":
      return l10n.t("an address at a mail provider");
  }
}
