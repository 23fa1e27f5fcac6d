import assert from "node:assert/strict";
import { EmptyPages } from "../../../src/feed/emptyPages";

describe("EmptyPages", () => {
  const empty = { items: [] };
  const full = { items: [{ value: { id: "evt" }, json: "{}" }] };

  it("has an end at 5,000 in a row, and not before", () => {
    const pages = new EmptyPages();
    for (let n = 0; n < 4_999; n++) {
      pages.note(empty);
    }
    assert.equal(pages.endless, undefined);
    pages.note(full);
    for (let n = 0; n < 4_999; n++) {
      pages.note(empty);
    }
    assert.equal(pages.endless, undefined);
    pages.note(empty);
    assert.equal(pages.endless, "The service sent 5,000 pages without an event in a row.");
  });
});
