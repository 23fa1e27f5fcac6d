import assert from "node:assert/strict";
import fc from "fast-check";
import type { Collection, Item } from "../../../../src/service/types";
import { CollectionSearch } from "../../../../src/collections/find/collectionSearch";

function item(name: string, more: Partial<Collection> = {}): Item<Collection> {
  return { value: { id: name, databaseName: name, ...more }, json: "{}" };
}

function search(items: readonly Item<Collection>[], query: string): string[] {
  const collectionSearch = new CollectionSearch(200);
  collectionSearch.add(items);
  return collectionSearch.setQuery(query).items.map(({ value }) => value.id);
}

describe("CollectionSearch", () => {
  it("ranks a name's start before a word, before the middle of one, before other fields", () => {
    const items = [
      item("z", { environment: "support" }),
      item("unsupported"),
      item("eu-support"),
      item("Support-tickets"),
      item("y", { collectionName: "old-unsupported" }),
    ];
    assert.deepEqual(search(items, "support"), ["Support-tickets", "eu-support", "unsupported", "z", "y"]);
  });

  it("ranks a name that is the query first", () => {
    const items = [item("tickets-eu"), item("tickets eu"), item("Tickets")];
    assert.deepEqual(search(items, " tickets "), ["Tickets", "tickets-eu", "tickets eu"]);
    assert.deepEqual(search(items, "tickets eu")[0], "tickets eu");
  });

  it("finds two letters in names, but not in the middle of an ID", () => {
    const items = [
      item("a", { collectionId: "col_9legal" }),
      item("b", { collectionId: "col_xle" }),
      item("sample"),
    ];
    assert.deepEqual(search(items, "le"), ["sample"]);
    assert.deepEqual(search(items, "leg"), ["a"]);
    assert.deepEqual(search(items, "xl"), ["b"]);
  });

  it("finds collections with every word of the query, in any order and case", () => {
    const items = [
      item("legal-contracts", { environment: "production", collectionId: "col_9F8e" }),
      item("legal-cases", { environment: "staging", collectionId: "col_1" }),
    ];
    assert.deepEqual(search(items, "PROD legal"), ["legal-contracts"]);
    assert.deepEqual(search(items, "  col_9f8 "), ["legal-contracts"]);
    assert.deepEqual(search(items, "legal nothing"), []);
  });

  it("finds the start of a word behind another match", () => {
    assert.deepEqual(search([item("support-import"), item("support-port")], "port"), [
      "support-port",
      "support-import",
    ]);
  });

  it("finds everything in order for an empty query", () => {
    assert.deepEqual(search([item("b"), item("a")], ""), ["b", "a"]);
  });

  it("returns the best matches up to its limit and counts all", () => {
    const limited = new CollectionSearch(3);
    limited.add(Array.from({ length: 50 }, (_, n) => item(n === 49 ? "test" : `a-test-${n}`)));
    const results = limited.setQuery("test");
    assert.equal(results.matchCount, 50);
    assert.deepEqual(
      results.items.map(({ value }) => value.id),
      ["test", "a-test-0", "a-test-1"],
    );
  });

  it("finds the same whether collections are added before or after the query is set", () => {
    const word = fc.stringMatching(/^[ab-]{1,4}$/);
    fc.assert(
      fc.property(fc.array(word), fc.nat(20), word, (names, split, query) => {
        const items = names.map((name, n) => item(`${name}${n}`));
        const before = new CollectionSearch(5);
        before.add(items);
        const after = new CollectionSearch(5);
        after.add(items.slice(0, split));
        after.setQuery(query);
        after.add(items, Math.min(split, items.length));
        assert.deepEqual(after.results, before.setQuery(query));
      }),
    );
  });
});
