import { parseInstant } from "../../shared/instant";
import type { Collection, Item } from "../../service/types";
import { perLocale } from "../../shared/locale";
import { documentCountOf, nameOf } from "./collectionText";

const sortKeys = ["service", "name", "created", "documents", "requests"] as const;

/** How the tree is grouped and sorted. */
export interface Arrangement {
  readonly byEnvironment: boolean;
  readonly sort: (typeof sortKeys)[number];
  /** Always false for the service's order. */
  readonly descending: boolean;
}

/** Not grouped, in the order in which the service lists them. */
export const serviceArrangement: Arrangement = { byEnvironment: false, sort: "service", descending: false };

/** Reads a stored arrangement; invalid parts get the values of `serviceArrangement`. */
export function decodeArrangement(stored: unknown): Arrangement {
  if (typeof stored !== "object" || stored === null) {
    return serviceArrangement;
  }
  const { byEnvironment, sort, descending } = stored as Record<string, unknown>;
  const key = sortKeys.find((candidate) => candidate === sort) ?? "service";
  return {
    byEnvironment: byEnvironment === true,
    sort: key,
    descending: descending === true && key !== "service",
  };
}

type Items = readonly Item<Collection>[];

const nameCollator = perLocale((locale) => new Intl.Collator(locale, { numeric: true, sensitivity: "base" }));

/** Equal collections keep the service's order. Those without a value come last in both directions. */
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
      return byNumber(items, descending, (collection) => documentCountOf(collection) ?? NaN);
    case "requests":
      return byNumber(items, descending, ({ requestCount }) => requestCount ?? NaN);
  }
}

/** By environment, sorted by its name; those without an environment last. */
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
        : nameCollator().compare(a.environment, b.environment),
    );
}

function byName(items: Items, descending: boolean): Items {
  const sign = descending ? -1 : 1;
  const keyed = items.map((item) => ({ item, name: nameOf(item.value).slice(0, 200) }));
  const collator = nameCollator();
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
