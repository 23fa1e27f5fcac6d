import { parseInstant } from "../../shared/instant";
import type { Collection, Item } from "../../api/types";
import { lazyValue } from "../../util/lazy";
import { documentsOf, nameOf } from "./collectionText";

const sortKeys = ["service", "name", "created", "documents", "requests"] as const;
export type SortKey = (typeof sortKeys)[number];

/** How the tree is grouped and sorted. */
export interface Arrangement {
  readonly byEnvironment: boolean;
  readonly sort: SortKey;
  /** Never for the service's own order. */
  readonly descending: boolean;
}

export const serviceArrangement: Arrangement = { byEnvironment: false, sort: "service", descending: false };

/** Reads what was kept; anything else is the service's own order. */
export function decodeArrangement(kept: unknown): Arrangement {
  if (typeof kept !== "object" || kept === null) {
    return serviceArrangement;
  }
  const { byEnvironment, sort, descending } = kept as Record<string, unknown>;
  const key = sortKeys.find((candidate) => candidate === sort) ?? "service";
  return {
    byEnvironment: byEnvironment === true,
    sort: key,
    descending: descending === true && key !== "service",
  };
}

/** `Sorted by name`, `Grouped by environment`, …; nothing for the service's own order. */
export function arrangementText({ byEnvironment, sort }: Arrangement): string | undefined {
  if (sort === "service") {
    return byEnvironment ? "Grouped by environment" : undefined;
  }
  return byEnvironment ? `Grouped by environment and sorted by ${sort}` : `Sorted by ${sort}`;
}

type Items = readonly Item<Collection>[];

const names = lazyValue(() => new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }));

/** Equal ones in the service's order; those that lack what is sorted by last, whatever the direction. */
export function sorted(items: Items, { sort, descending }: Arrangement): Items {
  switch (sort) {
    case "service":
      return items;
    case "name":
      return byName(items, descending);
    case "created":
      return byNumber(items, descending, ({ createdAt }) =>
        createdAt === undefined ? NaN : (parseInstant(createdAt) ?? NaN),
      );
    case "documents":
      return byNumber(items, descending, (collection) => documentsOf(collection) ?? NaN);
    case "requests":
      return byNumber(items, descending, ({ requestCount }) => requestCount ?? NaN);
  }
}

/** Environments with their items, by name; those without one last. */
export function grouped(items: Items): { environment: string | undefined; items: Items }[] {
  const groups = new Map<string | undefined, Item<Collection>[]>();
  for (const item of items) {
    const environment = item.value.environment || undefined;
    const group = groups.get(environment);
    if (group) {
      group.push(item);
    } else {
      groups.set(environment, [item]);
    }
  }
  return [...groups]
    .map(([environment, members]) => ({ environment, items: members }))
    .sort((a, b) =>
      a.environment === undefined || b.environment === undefined
        ? Number(a.environment === undefined) - Number(b.environment === undefined)
        : names().compare(a.environment, b.environment),
    );
}

function byName(items: Items, descending: boolean): Items {
  const sign = descending ? -1 : 1;
  const keyed = items.map((item) => ({ item, name: nameOf(item.value).slice(0, 200) }));
  const collator = names();
  return keyed.sort((a, b) => sign * collator.compare(a.name, b.name)).map(({ item }) => item);
}

function byNumber(items: Items, descending: boolean, valueOf: (collection: Collection) => number): Items {
  const sign = descending ? -1 : 1;
  const keyed = items.map((item) => ({ item, value: valueOf(item.value) }));
  return keyed
    .sort((a, b) => {
      const missing = Number(Number.isNaN(a.value)) - Number(Number.isNaN(b.value));
      return missing || (Number.isNaN(a.value) ? 0 : sign * (a.value - b.value));
    })
    .map(({ item }) => item);
}
