import fetch from "node-fetch";
import type { Collection, Item } from "../../src/service/types";
import { ItemSearch } from "../../src/collections/find/itemSearch";
import {
  type Arrangement,
  grouped,
  serviceArrangement,
  sorted,
} from "../../src/collections/model/arrangement";
import { nameOf } from "../../src/collections/model/collectionText";
import { PagedList } from "../../src/collections/model/pagedList";
import { CollectionRow } from "../../src/collections/tree/rows";
import { collectGarbage } from "../support/fakes/memory";
import { benchmark, type Figure } from "./benchmark";
import { type Cost, costOf, idleCost, alternateSamples, takeSamples, type Plan } from "./sampling";
import { ServiceProcess } from "./serviceProcess";
import { clientOf } from "./client";

const count = 100_000;
/** Default and maximum of the setting in package.json. */
const standardPage = 100;
const largePage = 1_000;
const further = 40;
const words = ["s", "su", "sup", "supp", "support", "support 99", "col_9", "qa"];
const byName: Arrangement = { byEnvironment: true, sort: "name" };

/** The pages and rows of the tree, compared with a bare loop of node-fetch and JSON.parse that keeps the result. */
export const collectionsBenchmark = benchmark({
  rows: {
    "collections: first rows": {
      measures: `a page of ${standardPage} of ${count} collections and its rows, over a bare fetch of it`,
      unit: "ms",
    },
    "collections: further page": {
      measures: `a page of ${standardPage} more with ${count} loaded, over a bare fetch of it`,
      unit: "ms",
    },
    "collections: load all": {
      measures: `${count} collections in list of ${largePage} and their rows, over a bare loop`,
      unit: "ms",
    },
    "collections: memory": {
      measures: `heap that ${count} collections and their rows hold, over what the bare loop's objects hold`,
      unit: "MB",
    },
    "collections: event-loop delay": {
      measures:
        "99th percentile at a resolution of 1 ms while they are loaded, an idle loop's subtracted, over the bare loop's",
      unit: "ms",
    },
    "collections: find": {
      measures: `a key typed into Find with ${count} loaded, over a bare filter of lower-cased names`,
      unit: "ms",
      atMost: 20,
    },
    "collections: arrange": {
      measures: `${count} rows by environment and name`,
      unit: "ms",
    },
  },
  async run() {
    const service = await ServiceProcess.start("collectionsService", String(count + further * standardPage));
    try {
      return {
        "collections: first rows": await firstRows(service),
        ...(await loadAll(service)),
        ...(await whenLoaded(service)),
      };
    } finally {
      await service.stop();
    }
  },
});

function rowsOf(items: readonly Item<Collection>[], { byEnvironment, sort }: Arrangement): CollectionRow[] {
  const inOrder = sorted(items, sort);
  const ordered = byEnvironment ? grouped(inOrder).flatMap((group) => group.items) : inOrder;
  return ordered.map((item) => new CollectionRow(item));
}

function open(service: ServiceProcess, pageSize: () => number) {
  const client = clientOf(service);
  const list = new PagedList((request, options) => client.listCollections(request, options), pageSize);
  const tree: { rows: CollectionRow[] } = { rows: [] };
  list.onDidChange((state) => (tree.rows = rowsOf(state.items, serviceArrangement)));
  return { list, tree };
}

async function fetchPage({ baseUrl }: ServiceProcess, limit: number, offset: number): Promise<unknown[]> {
  const response = await fetch(`${baseUrl}/v2/collections?limit=${limit}&offset=${offset}`);
  return (JSON.parse(await response.text()) as { collections: unknown[] }).collections;
}

async function firstRows(service: ServiceProcess): Promise<Figure> {
  const { a, b } = await alternateSamples(
    { runs: 21, warmUps: 10 },
    () => costOf(() => open(service, () => standardPage).list.loadMore()),
    () => costOf(() => fetchPage(service, standardPage, 0)),
  );
  return { samples: a.map((c) => c.wallMs), baseline: b.map((c) => c.wallMs) };
}

async function loadAll(service: ServiceProcess) {
  const plan: Plan = { runs: 7, warmUps: 2 };
  let size = 0;
  const idle = await idleCost();
  const delay = (held: Cost): number => Math.max(0, held.delayMs - idle.delayMs);
  const { a, b } = await alternateSamples(
    plan,
    () =>
      holding(async () => {
        const opened = open(service, () => largePage);
        await opened.list.loadAll();
        size = opened.tree.rows.length;
        return opened;
      }),
    () =>
      holding(async () => {
        const all: unknown[] = [];
        while (all.length < count) {
          all.push(...(await fetchPage(service, largePage, all.length)));
        }
        return all;
      }),
  );
  if (size !== count) {
    throw new Error(`There are ${size} rows.`);
  }
  return {
    "collections: load all": { samples: a.map((h) => h.wallMs), baseline: b.map((h) => h.wallMs) },
    "collections: memory": { samples: a.map((h) => h.megabytes), baseline: b.map((h) => h.megabytes) },
    "collections: event-loop delay": { samples: a.map(delay), baseline: b.map(delay) },
  };
}

async function whenLoaded(service: ServiceProcess) {
  let pageSize = largePage;
  const { list } = open(service, () => pageSize);
  await list.loadAll();
  pageSize = standardPage;
  const { items } = list.state;
  const page = await alternateSamples(
    { runs: 21, warmUps: 5 },
    async () => {
      await list.settled();
      return costOf(() => list.loadMore());
    },
    () => costOf(() => fetchPage(service, standardPage, count)),
  );
  const names = items.map(({ value }) => (value.databaseName ?? "").toLowerCase());
  const search = new ItemSearch<Collection>((collection) => ({
    name: nameOf(collection),
    others: [collection.collectionName, collection.collectionId, collection.environment],
  }));
  search.add(items);
  const find = await alternateSamples(
    { runs: 21, warmUps: 5 },
    () => perWord((word) => search.find(word, 200)),
    () => perWord((word) => names.filter((name) => name.includes(word))),
  );
  const arrange = await takeSamples({ runs: 7, warmUps: 2 }, () =>
    costOf(() => Promise.resolve(rowsOf(list.state.items, byName))),
  );
  return {
    "collections: further page": {
      samples: page.a.map((c) => c.wallMs),
      baseline: page.b.map((c) => c.wallMs),
    },
    "collections: find": { samples: find.a, baseline: find.b },
    "collections: arrange": { samples: arrange.map((c) => c.wallMs) },
  };
}

/** Average milliseconds per word. */
async function perWord(search: (word: string) => unknown): Promise<number> {
  const { wallMs } = await costOf(() => {
    words.forEach(search);
    return Promise.resolve();
  });
  return wallMs / words.length;
}

/** Keeps the result of `holding` alive until its heap was measured. */
const held: { made?: unknown } = {};

/** Time to create an object, and the heap that it retains. */
async function holding(make: () => Promise<unknown>): Promise<Cost & { readonly megabytes: number }> {
  delete held.made;
  const before = await heapInUse();
  const cost = await costOf(async () => (held.made = await make()));
  return { ...cost, megabytes: (await heapInUse()) - before };
}

/** Megabytes. Weakly held objects live until the end of the turn, so garbage is collected in later ones. */
async function heapInUse(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return process.memoryUsage().heapUsed / 2 ** 20;
}
