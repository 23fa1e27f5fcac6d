import assert from "node:assert/strict";
import fc from "fast-check";
import type { Collection, Item } from "../../../../src/api/types";
import { CollectionSearch } from "../../../../src/collections/find/collectionSearch";

function item(name: string, more: Partial<Collection> = {}): Item<Collection> {
  return { value: { id: name, databaseName: name, ...more }, json: "{}" };
}

function finding(items: readonly Item<Collection>[], query: string, limit = 200): string[] {
  const finder = new CollectionSearch(limit);
  finder.add(items);
  return finder.search(query).items.map(({ value }) => value.id);
}

describe("CollectionFinder", () => {
  it("ranks a name's start before a word, before the middle of one, before other fields", () => {
    const items = [
      item("z", { environment: "support" }),
      item("unsupported"),
      item("eu-support"),
      item("Support-tickets"),
      item("y", { collectionName: "old-unsupported" }),
    ];
    assert.deepEqual(finding(items, "support"), ["Support-tickets", "eu-support", "unsupported", "z", "y"]);
  });

  it("wants every word, anywhere, in any order and case", () => {
    const items = [
      item("legal-contracts", { environment: "production", collectionId: "col_9F8e" }),
      item("legal-cases", { environment: "staging", collectionId: "col_1" }),
    ];
    assert.deepEqual(finding(items, "PROD legal"), ["legal-contracts"]);
    assert.deepEqual(finding(items, "  col_9f8 "), ["legal-contracts"]);
    assert.deepEqual(finding(items, "legal nothing"), []);
  });

  it("takes a later word's start for a word, not the first place alone", () => {
    assert.deepEqual(finding([item("support-import"), item("support-port")], "port"), [
      "support-port",
      "support-import",
    ]);
  });

  it("finds everything, in order, without a query", () => {
    assert.deepEqual(finding([item("b"), item("a")], ""), ["b", "a"]);
  });

  it("hands over the best ones up to its limit and counts the rest", () => {
    const finder = new CollectionSearch(3);
    finder.add(Array.from({ length: 50 }, (_, n) => item(n === 49 ? "test" : `a-test-${n}`)));
    const found = finder.search("test");
    assert.equal(found.matches, 50);
    assert.deepEqual(
      found.items.map(({ value }) => value.id),
      ["test", "a-test-0", "a-test-1"],
    );
  });

  it("finds the same whether collections were there before the query or came after it", () => {
    const word = fc.stringMatching(/^[ab-]{1,4}$/);
    fc.assert(
      fc.property(fc.array(word), fc.nat(20), word, (names, split, query) => {
        const items = names.map((name, n) => item(`${name}${n}`));
        const before = new CollectionSearch(5);
        before.add(items);
        const after = new CollectionSearch(5);
        after.add(items.slice(0, split));
        after.search(query);
        after.add(items, Math.min(split, items.length));
        assert.deepEqual(after.found, before.search(query));
      }),
    );
  });
});
