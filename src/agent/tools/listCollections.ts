import * as v from "valibot";
import { documentCountOf, collectionNameOf } from "../../collections/model/collectionText";
import { PagedList } from "../../collections/model/pagedList";
import type { Collection } from "../../service/types";
import { comparableText } from "../../shared/text";
import { answerText, type Column, countText, tableOf } from "./answer";
import { cleanText, idText, quotedText } from "./cleanText";
import { connectionText } from "./filters";
import { type InputOf, limit, text } from "./input";
import type { ToolCallContext } from "./toolCallContext";

export const collectionsArguments = {
  search: v.exactOptional(text("a part of a collection's name or ID")),
  environment: v.exactOptional(text("one environment, such as production")),
  limit: limit(50, 200),
};

/** The service may send fewer; its maximum is not known (docs/service.md, Collections: request). */
const pageSize = 1000;

/** Lists matching collections, those with most documents first. */
export async function listCollections(
  input: InputOf<typeof collectionsArguments>,
  context: ToolCallContext,
): Promise<string> {
  const { collections, incomplete } = await readCollections(context);
  const search = comparableText(input.search ?? "");
  const inEnvironment = collections.filter(
    ({ environment = "" }) =>
      input.environment === undefined || comparableText(environment) === comparableText(input.environment),
  );
  const matching = inEnvironment
    .filter(({ databaseName = "", collectionName = "", id }) =>
      comparableText(`${databaseName} ${collectionName} ${id}`).includes(search),
    )
    .sort(
      (a, b) =>
        (documentCountOf(b) ?? -1) - (documentCountOf(a) ?? -1) ||
        (collectionNameOf(a) < collectionNameOf(b) ? -1 : 1),
    );
  const shown = matching.slice(0, input.limit);
  const count = countText(matching.length, "collection");
  const counts = matching.flatMap((collection) => documentCountOf(collection) ?? []);
  const documents = counts.reduce((sum, each) => sum + each, 0);
  const atLeast = counts.length < matching.length ? "at least " : "";
  return answerText({
    first: [
      shown.length < matching.length ? `${shown.length} of ${count}` : count,
      shown.length < matching.length ? "cut, pass a higher limit or a filter" : (incomplete ?? "complete"),
      "most documents first",
      ...(input.search === undefined ? [] : [`name or ID has ${quotedText(input.search)}`]),
      ...(input.environment === undefined ? [] : [`environment ${quotedText(input.environment)}`]),
      connectionText(context),
    ],
    notes: [
      ...(shown.length < matching.length && incomplete !== undefined ? [`The list is ${incomplete}.`] : []),
      ...(matching.length > 1 && counts.length > 0
        ? [`Together they have ${atLeast}${countText(documents, "document")}.`]
        : []),
    ],
    table: shown.length > 0 ? tableOf(columns, shown) : [],
  });
}

/** @returns `incomplete` says what is missing: `not complete: …` */
async function readCollections({ connection, signal }: ToolCallContext) {
  const list = new PagedList<Collection>(
    (request, options) => connection.client.listCollections(request, options),
    () => pageSize,
  );
  await list.loadAll(signal).finally(() => list.dispose());
  signal.throwIfAborted();
  const { items, hasMore, changed, skipped, error } = list.state;
  if (error) {
    throw error;
  }
  const problems = [
    ...(hasMore ? [`a question reads at most ${items.length}`] : []),
    ...(changed && !hasMore ? ["the service counts others, or the list changed while it was read"] : []),
    ...(skipped > 0 ? [`${skipped} could not be read`] : []),
  ];
  return {
    collections: items.map(({ value }) => value),
    incomplete: problems.length > 0 ? `not complete: ${problems.join(", ")}` : undefined,
  };
}

const columns: readonly Column<Collection>[] = [
  { name: "name", cell: (collection) => cleanText(collectionNameOf(collection), 100), inRows: true },
  { name: "documents", cell: (collection) => String(documentCountOf(collection) ?? ""), inRows: true },
  { name: "environment", cell: ({ environment = "" }) => cleanText(environment, 60) },
  { name: "id", cell: ({ id }) => idText(id), inRows: true },
];
