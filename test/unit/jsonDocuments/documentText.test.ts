import assert from "node:assert/strict";
import { documentText } from "../../../src/jsonDocuments/documentText";

describe("documentText", () => {
  it("indents", () => {
    assert.equal(documentText("[1.0]"), "[\n  1.0\n]\n");
  });

  it("leaves JSON of more than 2 MB as it was sent", () => {
    const json = `[${"1,".repeat(1024 * 1024)}1]`;
    assert.equal(documentText(json), `${json}\n`);
  });
});
