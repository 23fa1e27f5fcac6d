import assert from "node:assert/strict";
import {
  type Arrangement,
  decodeArrangement,
  grouped,
  serviceArrangement,
  sorted,
} from "../../../../src/collections/model/arrangement";
import type { Collection, Item } from "../../../../src/service/types";

const item = (id: string, more: Partial<Collection>): Item<Collection> => ({
  value: { id, ...more },
  json: "{}",
});

describe("The arrangement of collections", () => {
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
  const ids = (found: readonly Item<Collection>[]) => found.map(({ value }) => value.id).join("");

  it("sorts stably, with missing values last", () => {
    for (const [sort, expected] of [
      ["service", "abcd"],
      ["name", "cbda"],
      ["created", "dabc"],
      ["documents", "dcab"],
      ["requests", "adbc"],
    ] as const) {
      assert.equal(ids(sorted(items, sort)), expected, sort);
    }
  });

  it("groups by environment, with none last", () => {
    assert.deepEqual(
      grouped(items).map((group) => [group.environment, ids(group.items)]),
      [
        ["production", "c"],
        ["staging", "b"],
        [undefined, "ad"],
      ],
    );
  });

  it("is restored from any stored value", () => {
    const stored: Arrangement = { byEnvironment: true, sort: "created" };
    assert.deepEqual(decodeArrangement(JSON.parse(JSON.stringify(stored))), stored);
    for (const invalid of [undefined, null, 1, "name", {}, { sort: "size", byEnvironment: 1 }]) {
      assert.deepEqual(decodeArrangement(invalid), serviceArrangement);
    }
  });
});
