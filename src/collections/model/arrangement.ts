import * as v from "valibot";
import { parseInstant } from "../../shared/instant";
import { perLocale } from "../../shared/locale";
import { parseOrUndefined, type Validated } from "../../shared/schemas";
import type { Collection, Item } from "../../service/types";
import { groupBy } from "../../util/groupBy";
import { documentCountOf, collectionNameOf } from "./collectionText";

const arrangementSchema = v.object({
  byEnvironment: v.boolean(),
  sort: v.picklist(["service", "name", "created", "documents", "requests"]),
});

/** How the tree is grouped and sorted. Names are sorted in ascending order, everything else in descending order. */
export type Arrangement = Validated<typeof arrangementSchema>;

/** Not grouped, in the service's order. */
export const serviceArrangement: Arrangement = { byEnvironment: false, sort: "service" };

/** Reads a stored arrangement. */
export function decodeArrangement(stored: unknown): Arrangement {
  return parseOrUndefined(arrangementSchema, stored) ?? serviceArrangement;
}

type Items = readonly Item<Collection>[];

const nameCollator = perLocale((locale) => new Intl.Collator(locale, { numeric: true, sensitivity: "base" }));

/** Equal collections keep the service's order. Those without a value come last. */
export function sorted(items: Items, sort: Arrangement["sort"]): Items {
  if (sort === "service") {
    return items;
  }
  if (sort === "name") {
    const named = items.map((item) => ({ item, name: collectionNameOf(item.value).slice(0, 200) }));
    const { compare } = nameCollator();
    return named.sort((a, b) => compare(a.name, b.name)).map(({ item }) => item);
  }
  const valued = items.map((item) => ({ item, value: valueOf(item.value, sort) ?? -1 }));
  return valued.sort((a, b) => b.value - a.value).map(({ item }) => item);
}

function valueOf(collection: Collection, sort: "created" | "documents" | "requests"): number | undefined {
  switch (sort) {
    case "created":
      return parseInstant(collection.createdAt ?? "");
    case "documents":
      return documentCountOf(collection);
    case "requests":
      return collection.requestCount;
  }
}

/** Groups by environment. The groups are sorted by name; collections without an environment come last. */
export function grouped(items: Items): { environment: string | undefined; items: Items }[] {
  const groups = groupBy(items, ({ value }) => value.environment || undefined);
  return [...groups]
    .map(([environment, members]) => ({ environment, items: members }))
    .sort(({ environment: a }, { environment: b }) =>
      a === undefined || b === undefined
        ? Number(a === undefined) - Number(b === undefined)
        : nameCollator().compare(a, b),
    );
}
