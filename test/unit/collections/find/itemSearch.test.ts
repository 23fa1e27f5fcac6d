import assert from "node:assert/strict";
import { ItemSearch } from "../../../../src/collections/find/itemSearch";
import type { Item } from "../../../../src/service/types";

interface Named {
  readonly name: string;
  readonly other?: string;
}

function search(values: readonly Named[], query: string, limit = 200): string[] {
  const itemSearch = new ItemSearch<Named>(({ name, other }) => ({ name, others: [other] }));
  const items = values.map((value): Item<Named> => ({ value, json: "{}" }));
  return itemSearch.find(items, query, limit).items.map(({ value }) => value.name);
}

describe("Finding an item in a list", () => {
  it("ranks by position in the name, then by shorter name, and matches elsewhere last", () => {
    const values = [
      { name: "z", other: "support" },
      { name: "unsupported" },
      { name: "eu-support" },
      { name: "Support-tickets" },
      { name: "SUPPORT" },
    ];
    const found = search(values, " support ").join();
    assert.equal(found, "SUPPORT,Support-tickets,unsupported,eu-support,z");
  });

  it("needs every word of the query, in any order and case", () => {
    const values = [
      { name: "legal-contracts", other: "production\ncol_9F8e" },
      { name: "legal-cases", other: "staging\ncol_1" },
    ];
    assert.deepEqual(search(values, "PROD legal"), ["legal-contracts"]);
    assert.deepEqual(search(values, "  col_9f8 "), ["legal-contracts"]);
    assert.deepEqual(search(values, "legal nothing"), []);
  });

  it("ignores accents and how they are encoded, as in file names from macOS", () => {
    const values = [{ name: "Übersicht-Café.pdf".normalize("NFD") }, { name: "Straße.pdf" }];
    for (const query of ["übersicht café", "Ubersicht", "CAFÉ".normalize("NFD")]) {
      assert.deepEqual(search(values, query), [values[0]?.name], query);
    }
    assert.deepEqual(search(values, "strasse"), ["Straße.pdf"]);
  });

  it("returns all items in order for an empty query, up to a limit", () => {
    assert.deepEqual(search([{ name: "b" }, { name: "a" }, { name: "c" }], "", 2), ["b", "a"]);
  });
});
