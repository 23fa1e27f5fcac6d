import { fieldWords } from "../../../shared/fieldNames";
import { type EntryKind, readCell } from "./companyCell";
import type { ImportedRow, ImportedTable } from "./importedTable";

/** A column of the table, and what was read in it. */
export interface Column {
  readonly index: number;
  /** Its cell in the heading; undefined if the table has none. */
  readonly heading: string | undefined;
  readonly counts: Readonly<Record<EntryKind | "problem", number>>;
  /** The first different companies. */
  readonly samples: readonly string[];
}

export interface Columns {
  readonly heading: ImportedRow | undefined;
  /** The rows below the heading. */
  readonly rows: readonly ImportedRow[];
  /** The likeliest first. */
  readonly columns: readonly Column[];
}

const maxSamples = 3;
/** Part of the cells that make a column one of domains, or of entity IDs. */
const most = 0.5;

/** What columns are called that identify companies; the words of their names (`Company Website` → company, website). */
const headingWords: Readonly<Record<EntryKind, ReadonlySet<string>>> = {
  domain: new Set("domain domains website websites web url homepage site webseite internet".split(" ")),
  entityId: new Set("entity entityid".split(" ")),
  name: new Set(
    "company companies name names organization organisation account firm business startup customer unternehmen firma".split(
      " ",
    ),
  ),
};

const legalForms = new Set(
  "inc incorporated llc ltd limited corp corporation co company plc gmbh ag se sa sas sarl bv nv ab as oy spa srl lp llp kg kk pty pte".split(
    " ",
  ),
);

/** Finds the heading, and says what each column has. */
export function columnsOf({ delimiter, rows }: ImportedTable): Columns {
  const [first, ...others] = rows;
  const heading = first && isHeading(first, delimiter === undefined) ? first : undefined;
  const below = heading ? others : rows;
  const width = Math.max(0, ...rows.slice(0, 1000).map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index) => columnOf(index, heading, below));
  return { heading, rows: below, columns: columns.sort((a, b) => likelihood(b) - likelihood(a)) };
}

/**
 * Whether the lines were taken for a table only because each name has its legal form behind a comma ("Apple, Inc."): then there is one
 * column of names, and the others have hardly anything else.
 */
export function isSplitAtLegalForms({ rows }: ImportedTable): boolean {
  const ends = rows.flatMap(({ cells }) => (cells.length === 2 ? [fieldWords(cells[1] ?? "").join("")] : []));
  return (
    ends.length >= 0.8 * rows.length && ends.filter((end) => legalForms.has(end)).length >= 0.8 * ends.length
  );
}

/** A heading names a column of companies, and has none of them itself. A single column is called one word, or two. */
function isHeading({ cells }: ImportedRow, isSingle: boolean): boolean {
  const isNamed = cells.some((cell) => {
    const words = fieldWords(cell);
    return words.length <= (isSingle ? 2 : 4) && kindOfHeading(words) !== undefined;
  });
  return isNamed && cells.every((cell) => isTextOnly(cell)) && (!isSingle || isOnlyHeadingWords(cells));
}

function isOnlyHeadingWords([cell = ""]: readonly string[]): boolean {
  const known = [...Object.values(headingWords).flatMap((words) => [...words]), "id", "list"];
  return fieldWords(cell).every((word) => known.includes(word));
}

function isTextOnly(cell: string): boolean {
  const { kind } = readCell(cell);
  // `entity_id` has the form of an entity ID.
  return kind === "name" || kind === "problem" || kind === "entityId";
}

function kindOfHeading(words: readonly string[]): EntryKind | undefined {
  const kinds: readonly EntryKind[] = ["domain", "entityId", "name"];
  return kinds.find((kind) => words.some((word) => headingWords[kind].has(word)));
}

function columnOf(index: number, heading: ImportedRow | undefined, rows: readonly ImportedRow[]): Column {
  const counts = { domain: 0, entityId: 0, name: 0, problem: 0 };
  const samples = new Set<string>();
  for (const { cells } of rows) {
    const read = readCell(cells[index] ?? "");
    counts[read.kind]++;
    if (read.kind !== "problem" && samples.size < maxSamples) {
      samples.add(read.entry);
    }
  }
  const name = heading?.cells[index]?.trim();
  return { index, heading: name === "" ? undefined : name, counts, samples: [...samples] };
}

/** Domains before entity IDs before names, as a watch list prefers them; of several such columns the one that is called so. */
function likelihood({ index, heading, counts }: Column): number {
  const { domain, entityId, name, problem } = counts;
  const cells = domain + entityId + name + problem;
  const part = (count: number): number => (cells === 0 ? 0 : count / cells);
  const said = kindOfHeading(fieldWords(heading ?? ""));
  const kind = part(domain) > most ? "domain" : part(entityId) > most ? "entityId" : "name";
  const base = kind === "domain" ? 4 : kind === "entityId" ? 3 : 0;
  // A column that is called so may have few values; another one of names is only a guess.
  const named = said === kind ? 1 : said === "domain" && domain > 0 ? 3.5 : 0;
  return base + named + part(cells - problem) - index / 1000;
}
