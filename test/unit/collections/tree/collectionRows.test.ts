import assert from "node:assert/strict";
import { ApiError } from "../../../../src/api/errors";
import type { Collection, Item } from "../../../../src/api/types";
import {
  type Arrangement,
  decodeArrangement,
  grouped,
  serviceArrangement,
  sorted,
} from "../../../../src/collections/model/arrangement";
import type { CollectionListState } from "../../../../src/collections/model/collectionList";
import {
  childrenOf,
  CollectionRow,
  CollectionRows,
  FailureRow,
  GroupRow,
  LoadMoreRow,
  RemedyRow,
  parentOf,
} from "../../../../src/collections/tree/collectionRows";
import {
  descriptionOf,
  formatCount,
  accessibleLabelOf,
} from "../../../../src/collections/model/collectionText";
import { loadedContext, viewDescription, viewMessage } from "../../../../src/collections/tree/viewText";

function item(id: string, more: Partial<Collection> = {}): Item<Collection> {
  return { value: { id, collectionId: id, ...more }, json: JSON.stringify({ collection_id: id }) };
}

function state(
  items: readonly Item<Collection>[],
  more: Partial<CollectionListState> = {},
): CollectionListState {
  return {
    items,
    hasMore: "yes",
    busy: false,
    malformed: 0,
    duplicates: 0,
    changed: false,
    stalled: false,
    countMismatch: false,
    ...more,
  };
}

const ids = (items: readonly Item<Collection>[]) => items.map(({ value }) => value.id);

describe("arrangement", () => {
  const items = [
    item("a", { databaseName: "item-10", createdAt: "2025-01-01T00:00:00Z", requestCount: 5 }),
    item("b", { databaseName: "Item-2", createdAt: "nonsense", environment: "staging" }),
    item("c", { databaseName: "item-1", fileCount: 7, environment: "production" }),
    item("d", {
      databaseName: "item-2",
      createdAt: "2026-01-01T00:00:00Z",
      documentCount: 9,
      requestCount: 5,
    }),
  ];
  const by = (sort: Arrangement["sort"], descending: boolean) =>
    ids(sorted(items, { byEnvironment: false, sort, descending })).join("");

  it("sorts by each key in both directions; what lacks it comes last, equals keep the service's order", () => {
    assert.equal(by("service", false), "abcd");
    assert.equal(by("name", false), "cbda");
    assert.equal(by("name", true), "abdc");
    assert.equal(by("created", false), "adbc");
    assert.equal(by("created", true), "dabc");
    assert.equal(by("documents", true), "dcab");
    assert.equal(by("documents", false), "cdab");
    assert.equal(by("requests", true), "adbc");
  });

  it("groups by environment, those without one last", () => {
    assert.deepEqual(
      grouped(items).map((group) => [group.environment, ids(group.items).join("")]),
      [
        ["production", "c"],
        ["staging", "b"],
        [undefined, "ad"],
      ],
    );
  });

  it("takes anything that was kept", () => {
    const kept: Arrangement = { byEnvironment: true, sort: "created", descending: true };
    assert.deepEqual(decodeArrangement(JSON.parse(JSON.stringify(kept))), kept);
    for (const odd of [
      undefined,
      null,
      1,
      "name",
      {},
      { sort: "size", descending: true, byEnvironment: 1 },
    ]) {
      assert.deepEqual(decodeArrangement(odd), serviceArrangement);
    }
  });
});

describe("the rows of the tree", () => {
  it("end with Load more while there is more", () => {
    const rows = new CollectionRows();
    rows.update(state([]), serviceArrangement);
    assert.equal(rows.roots.length, 0);
    rows.update(state([item("a")]), serviceArrangement);
    assert.ok(rows.roots[1] instanceof LoadMoreRow);
    rows.update(state([item("a")], { hasMore: "no" }), serviceArrangement);
    assert.equal(rows.roots.length, 1);
  });

  it("end with what went wrong, under what was loaded", () => {
    const rows = new CollectionRows();
    const failure = new ApiError({ kind: "unreachable" }, "Gone.");
    rows.update(state([item("a")], { failure }), serviceArrangement);
    assert.ok(rows.roots[0] instanceof CollectionRow);
    assert.ok(rows.roots[1] instanceof FailureRow);
    assert.ok(rows.roots[2] instanceof RemedyRow);
    const shown = rows.roots.slice(1);
    assert.equal(rows.update(state([item("a")], { failure }), serviceArrangement), "all");
    assert.deepEqual(rows.roots.slice(1), shown);
  });

  it("give way to the welcome text where nothing is there for want of a key", () => {
    const rows = new CollectionRows();
    const failure = new ApiError({ kind: "noKey" }, "No API key is stored.");
    const keyless = state([], { failure, hasMore: "unknown" });
    rows.update(keyless, serviceArrangement);
    assert.equal(rows.roots.length, 0);
    assert.equal(loadedContext(keyless), "noKey");
    assert.equal(viewMessage(keyless, serviceArrangement, false), "");
    rows.update(state([item("a")], { failure }), serviceArrangement);
    assert.ok(rows.roots[1] instanceof FailureRow);
  });

  it("have only Load more painted again while it is busy", () => {
    const rows = new CollectionRows();
    const items = [item("a")];
    assert.equal(rows.update(state(items), serviceArrangement), "all");
    assert.equal(rows.update(state(items, { busy: true }), serviceArrangement), rows.roots[1]);
    assert.equal(rows.update(state([...items, item("b")]), serviceArrangement), "all");
  });

  it("know their parents, whatever the arrangement", () => {
    const rows = new CollectionRows();
    rows.update(state([item("a", { environment: "x" }), item("b")]), {
      ...serviceArrangement,
      byEnvironment: true,
    });
    const [group] = rows.roots;
    assert.ok(group instanceof GroupRow);
    const row = rows.find("a");
    assert.ok(row);
    assert.equal(parentOf(row), group);
    assert.ok(childrenOf(group).includes(row));
    const [field] = childrenOf(row);
    assert.ok(field);
    assert.equal(parentOf(field), row);
    assert.equal(childrenOf(row)[0], field);
    assert.equal(rows.find("c"), undefined);
  });
});

describe("what a row says", () => {
  it("has the second name, documents, an environment without an icon, and whether it is inactive", () => {
    const collection: Collection = {
      id: "a",
      databaseName: "name",
      collectionName: "other",
      documentCount: 4210,
      environment: "qa-eu",
      isActive: false,
    };
    assert.equal(descriptionOf(collection), `${formatCount(4210)} documents · inactive · qa-eu · other`);
    assert.equal(descriptionOf({ ...collection, environment: "production" }).includes("production"), false);
    assert.equal(
      accessibleLabelOf({ ...collection, environment: "production" }),
      `name, production environment, ${formatCount(4210)} documents · inactive · other`,
    );
  });
});

describe("what the view says", () => {
  const items = [item("a"), item("b")];

  it("tells how much is loaded, and which service is the sample", () => {
    assert.equal(viewDescription(state(items, { totalCount: 2340 }), false), `2 of ${formatCount(2340)}`);
    assert.equal(viewDescription(state(items, { totalCount: 5 }), true), "2 of 5 · sample");
    assert.equal(viewDescription(state(items), false), "2");
    assert.equal(viewDescription(undefined, false), "");
  });

  it("gives the totals, and nothing else when all is well", () => {
    assert.equal(viewMessage(state(items), serviceArrangement, false), "2 collections.");
    assert.equal(viewMessage(state(items), serviceArrangement, true), "Sample data. 2 collections.");
    assert.equal(viewMessage(undefined, serviceArrangement, false), "");
  });

  it("says what it cannot know", () => {
    assert.match(viewMessage(state(items, { changed: true }), serviceArrangement, false), /changed.*Refresh/);
    assert.match(
      viewMessage(state(items, { stalled: true }), serviceArrangement, false),
      /keeps sending the same/,
    );
    assert.match(
      viewMessage(
        state(items, { hasMore: "no", countMismatch: true, totalCount: 9 }),
        serviceArrangement,
        false,
      ),
      /counts 9 collections but listed 2/,
    );
    assert.match(
      viewMessage(state(items, { malformed: 1, duplicates: 2 }), serviceArrangement, false),
      /2 entries.*1 entry/,
    );
  });

  it("says why it waits and counts down, also where nothing is loaded yet", () => {
    const error = new ApiError({ kind: "unavailable", status: 503 }, "api.example.com is busy");
    const waiting = state([], { busy: true, retry: { attempt: 2, delayMs: 8000, error } });
    const said = (leftMs: number) => viewMessage(waiting, serviceArrangement, false, leftMs);
    assert.equal(said(8000), "api.example.com is busy. Retrying in 8 s.");
    assert.equal(said(7001), "api.example.com is busy. Retrying in 8 s.");
    assert.equal(said(0), "api.example.com is busy. Retrying…");
  });

  it("says how far its order reaches while not everything is loaded", () => {
    const arrangement: Arrangement = { byEnvironment: false, sort: "name", descending: false };
    assert.equal(
      viewMessage(state(items), arrangement, false),
      "2 collections. Sorted by name among the 2 loaded.",
    );
    assert.equal(viewMessage(state(items, { hasMore: "no" }), arrangement, false), "2 collections.");
  });
});
