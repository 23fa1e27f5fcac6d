import type { AnswerTable } from "./eventTable";
import { cleanText } from "./cleanText";
import { fence } from "./fence";
import { defaultTokenBudget, estimateTokens } from "./tokens";

/** The parts of an answer, in their order. Texts of the service are in `table`, or cleaned. */
export interface AnswerParts {
  /** @param shown how many rows of the table are in the answer */
  readonly firstLine: (shown: number) => string;
  /** Sentences about what was skipped, resolved or reused. */
  readonly notes?: readonly string[];
  readonly table?: AnswerTable;
  /** A link that opens the same events in the editor. */
  readonly link?: string;
  /**
   * Offers the page after the rows that are shown. It is called once.
   * @returns a handle; undefined if nothing follows
   */
  readonly nextPage?: (shown: number) => string | undefined;
}

/** A longer link is not worth its tokens: another tool opens the same. */
const maxLinkTokens = 300;
/** Tokens for the line with the handle, which is made only when the number of rows is known. */
const nextPageTokens = 16;

/**
 * The text of an answer within a budget: rows are left out first, then the link and the notes, the last one first.
 * @param tokenBudget in tokens of a current model; see `estimateTokens`
 */
export function answerText(parts: AnswerParts, tokenBudget = defaultTokenBudget): string {
  const budget = tokenBudget - (parts.nextPage ? nextPageTokens : 0);
  const table = parts.table;
  const shown = largestThat(table?.rowCount ?? 0, (rows) => estimateTokens(textOf(parts, rows)) <= budget);
  const handle = parts.nextPage?.(shown);
  const text = textOf(parts, shown, handle);
  return estimateTokens(text) <= tokenBudget ? text : shortened(parts, tokenBudget);
}

function textOf({ firstLine, notes = [], table, link }: AnswerParts, shown: number, handle?: string): string {
  return [
    sentence(firstLine(shown)),
    ...notes.map(noteLine),
    ...(table && shown > 0 ? [fence(table.lines(shown))] : []),
    ...(link !== undefined && isUsable(link) ? [`Open in the editor: ${link}`] : []),
    ...(handle === undefined ? [] : [`Next page: ${handle}`]),
  ].join("\n");
}

/** Cleans a sentence of ours: it may quote the service, such as a label or an error message. */
function sentence(text: string): string {
  return cleanText(text, 1500);
}

/** A note is marked: one that only quotes the service must not look like another line of the answer. */
function noteLine(note: string): string {
  return `Note: ${sentence(note)}`;
}

function isUsable(link: string): boolean {
  return /^[^\s<>`"[\]]+$/.test(link) && estimateTokens(link) <= maxLinkTokens;
}

/** As much of the start of an answer without rows as fits, in whole lines if possible. */
function shortened({ firstLine, notes = [] }: AnswerParts, tokenBudget: number): string {
  const lines = [sentence(firstLine(0)), ...notes.map(noteLine)];
  const fits = (text: string): boolean => estimateTokens(text) <= tokenBudget;
  const count = largestThat(lines.length, (n) => fits(lines.slice(0, n).join("\n")));
  if (count > 0) {
    return lines.slice(0, count).join("\n");
  }
  const [start = ""] = lines;
  const length = largestThat(start.length, (n) => fits(`${start.slice(0, n)}…`));
  return fits("…") ? `${start.slice(0, length).toWellFormed()}…` : "";
}

/** The largest number up to `max` that satisfies a condition which smaller ones satisfy too; 0 if none does. */
function largestThat(max: number, satisfies: (value: number) => boolean): number {
  let [low, high] = [0, max];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (satisfies(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
