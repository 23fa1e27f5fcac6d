import type { Collection } from "../../api/types";
import { documentCountOf, nameOf } from "../../collections/model/collectionText";
import { comparableText } from "../../shared/text";
import { groupBy } from "../../util/groupBy";
import { answerText } from "./answer/answerText";
import { cleanText, quotedText, verbatimId } from "./answer/cleanText";
import { problemSentence } from "./answer/errorSentence";
import type { AnswerTable } from "./answer/eventTable";
import { tableRow } from "./answer/fence";
import type { CollectionsRead, MissingCollections } from "./environment";
import type { CollectionsInput, ToolInputs } from "./input/decodeInput";
import { nearestLabels } from "./input/nearestLabels";
import { whileUnchanged } from "./reading/unchangedConnection";
import { InputProblem, type ToolContext } from "./toolContext";

/** The collections of the active connection, those with most documents first. */
export async function listCollections(
  input: ToolInputs["companyfeed_list_collections"],
  { environment, connection, budget, signal, tokenBudget }: ToolContext,
): Promise<string> {
  const read = await whileUnchanged(connection, signal, (unchanged) =>
    budget.run(connection.client, unchanged, ({ client }) =>
      environment.listCollections(connection, client, unchanged),
    ),
  );
  const wanted = resolveEnvironment(input, read.collections);
  const found = read.collections
    .filter((collection) => matches(collection, input.search, wanted))
    .sort((a, b) => (documentCountOf(b) ?? -1) - (documentCountOf(a) ?? -1) || compareNames(a, b));
  const scope = [
    ...(wanted === undefined ? [] : [`environment ${wanted === "" ? "(none)" : quotedText(wanted)}`]),
    ...(input.search === undefined ? [] : [`search ${quotedText(input.search)}`]),
  ];
  const ageMs = environment.clock.now() - read.readAtMs;
  return answerText(
    {
      firstLine: (shown) =>
        [
          ...countTexts(found.length, shown, missingText(read)),
          ...(scope.length === 0 ? ["no filters"] : scope),
          ...(ageMs < 60_000 ? [] : [`read ${Math.floor(ageMs / 60_000)} min ago`]),
          `connection ${cleanText(connection.name, 60)}`,
        ].join(" · "),
      notes: notesOn(found, read, scope.length > 0, input),
      ...(found.length > 0 && { table: collectionTable(found.slice(0, input.limit)) }),
    },
    tokenBudget,
  );
}

/** The environment as the service spells it. @throws {InputProblem} with those that there are */
function resolveEnvironment(
  { environment }: CollectionsInput,
  collections: readonly Collection[],
): string | undefined {
  if (environment === undefined || collections.length === 0) {
    return environment;
  }
  const counts = countsOf(collections);
  const labels = counts.map(([label]) => label);
  const wanted =
    labels.find((label) => label === environment) ??
    labels.find((label) => comparableText(label) === comparableText(environment));
  if (wanted === undefined) {
    const [nearest] = nearestLabels(environment, labels, 1);
    const meant = nearest === undefined ? "" : ` Did you mean ${quotedText(nearest)}?`;
    throw new InputProblem(
      `No collection has the environment ${quotedText(environment)}.${meant} The environments are ${countsText(counts)}.`,
    );
  }
  return wanted;
}

/** Shorter words are not searched for in IDs, many of which contain them by chance. */
const minIdPart = 4;

/** Whether a collection has the environment, and each word of the search in a name, the ID or the environment. */
function matches(collection: Collection, search = "", environment: string | undefined): boolean {
  if (environment !== undefined && (collection.environment ?? "") !== environment) {
    return false;
  }
  const { collectionName = "", collectionId = "", environment: own = "" } = collection;
  const texts = [nameOf(collection), collectionName, own].map(comparableText);
  const id = comparableText(collectionId);
  return comparableText(search)
    .split(" ")
    .every(
      (word) => texts.some((text) => text.includes(word)) || (word.length >= minIdPart && id.includes(word)),
    );
}

function compareNames(a: Collection, b: Collection): number {
  const [first, second] = [nameOf(a), nameOf(b)];
  return first < second ? -1 : Number(first > second);
}

/** The counts in the first line, as for events: `1–50 of 555 collections, most documents first · cut: …` */
function countTexts(total: number, shown: number, missing: readonly string[]): string[] {
  const collections = `${total === 0 ? "no" : total} ${total === 1 ? "collection" : "collections"}`;
  const all = missing.length === 0 || total === 0 ? collections : `at least ${collections}`;
  const incomplete = missing.length === 0 ? [] : [`INCOMPLETE: ${missing.join("; ")}`];
  if (shown === total) {
    return [all, ...(missing.length === 0 ? ["complete"] : incomplete)];
  }
  const range = `${shown < 2 ? "" : "1–"}${shown} of ${all}, most documents first`;
  const cut = "cut: narrow them down with search or environment";
  return shown === 0 ? [all, "cut: none of them fits", ...incomplete] : [range, cut, ...incomplete];
}

function missingText({ collections, total, malformed, incomplete }: CollectionsRead): string[] {
  return [
    ...(incomplete === undefined ? [] : [missingReason(incomplete)]),
    ...(malformed === 0 ? [] : [`${malformed} ${malformed === 1 ? "item" : "items"} skipped: unreadable`]),
    ...(total === undefined || total <= collections.length + malformed
      ? []
      : [`only ${collections.length} of ${total} were read`]),
  ];
}

function missingReason(reason: MissingCollections): string {
  switch (reason) {
    case "changed":
      return "the list changed while it was read: some may be missing";
    case "repeated":
      return "the service sent the same collections again and again: it may have others";
    case "miscounted":
      return "the service counts another number of collections than it sends";
    case "tooMany":
      return "there are more collections than can be read";
    default:
      return problemSentence(reason).replace(/\.$/, "");
  }
}

function notesOn(
  found: readonly Collection[],
  { collections }: CollectionsRead,
  isFiltered: boolean,
  { environment }: CollectionsInput,
): string[] {
  if (found.length === 0) {
    return isFiltered && collections.length > 0
      ? [
          `There are ${collections.length} collections without these filters: ${countsText(countsOf(collections))}.`,
        ]
      : [];
  }
  const documents = found.reduce((sum, collection) => sum + (documentCountOf(collection) ?? 0), 0);
  const uncounted = found.filter((collection) => documentCountOf(collection) === undefined).length;
  return [
    `Documents in all ${found.length}: ${documents.toLocaleString("en-US")}${uncounted === 0 ? "" : `; ${uncounted} of them state no number`}.`,
    ...(environment === undefined ? [`Environments: ${countsText(countsOf(found))}.`] : []),
  ];
}

type Count = readonly [label: string, count: number];

const maxCounts = 12;

/** The environments and how many collections have each, the most frequent first; an empty label stands for none. */
function countsOf(collections: readonly Collection[]): Count[] {
  return [...groupBy(collections, ({ environment = "" }) => environment)]
    .map(([label, ofLabel]): Count => [label, ofLabel.length])
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

function countsText(counts: readonly Count[]): string {
  const shown = counts.slice(0, maxCounts).map(([label, count]) => `${environmentText(label)} ${count}`);
  const others = counts.slice(maxCounts).reduce((sum, [, count]) => sum + count, 0);
  return [...shown, ...(others === 0 ? [] : [`${counts.length - maxCounts} others ${others}`])].join(", ");
}

/** An environment outside the table: anything but a plain word is in quotation marks. */
function environmentText(label: string): string {
  return label.trim() === "" ? "(none)" : /^[\w-]{1,40}$/.test(label) ? label : quotedText(label, 40);
}

interface Column {
  readonly name: string;
  /** A cleaned text; empty if the collection does not have it. */
  readonly cell: (collection: Collection) => string;
}

/** Columns that no collection has a value in are left out. */
function collectionTable(collections: readonly Collection[]): AnswerTable {
  const names = groupBy(collections, nameOf);
  const columns: readonly Column[] = [
    { name: "name", cell: (collection) => cleanText(nameOf(collection), 100) || "(unnamed)" },
    { name: "documents", cell: (collection) => String(documentCountOf(collection) ?? "") },
    { name: "environment", cell: ({ environment = "" }) => cleanText(environment, 40) },
    {
      name: "also named",
      cell: (collection) =>
        collection.collectionName === nameOf(collection)
          ? ""
          : cleanText(collection.collectionName ?? "", 100),
    },
    { name: "state", cell: ({ isActive }) => (isActive === false ? "inactive" : "") },
    {
      name: "id",
      cell: (collection) =>
        (names.get(nameOf(collection))?.length ?? 0) > 1 ? (verbatimId(collection.id) ?? "") : "",
    },
  ];
  const shownColumns = columns.filter(({ cell }) =>
    collections.some((collection) => cell(collection) !== ""),
  );
  return {
    rowCount: collections.length,
    lines: (shown) => [
      tableRow(shownColumns.map(({ name }) => name)),
      ...collections
        .slice(0, shown)
        .map((collection) => tableRow(shownColumns.map(({ cell }) => cell(collection)))),
    ],
  };
}
