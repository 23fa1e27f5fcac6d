import assert from "node:assert/strict";
import {
  documentAccessibilityLabelOf,
  documentDescriptionOf,
  documentFieldLabels,
  documentIcon,
  documentLabelOf,
  documentQuickPickDescriptionOf,
} from "../../../../src/collections/model/documentText";
import { tooltipOf } from "../../../../src/collections/model/fields";

const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

describe("The texts of a document", () => {
  it("are its file name, type and chunks", () => {
    const document = { id: "file_1", filename: "a.docx", contentType: word, chunkCount: 1200 };
    assert.equal(documentLabelOf(document), "a.docx");
    assert.equal(documentDescriptionOf(document), "Word · 1,200 chunks");
    assert.equal(documentQuickPickDescriptionOf(document), "Word · 1,200 chunks · file_1");
    assert.equal(documentAccessibilityLabelOf(document), "a.docx, Word · 1,200 chunks");
  });

  it("come with an icon for the type", () => {
    for (const [contentType, icon] of [
      ["application/pdf", "file-pdf"],
      ["Application/JSON; charset=utf-8", "json"],
      ["application/geo+json", "json"],
      ["text/html", "file-code"],
      ["image/svg+xml", "file-code"],
      ["text/csv", "table"],
      ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "table"],
      ["image/png", "file-media"],
      ["application/zip", "file-zip"],
      ["text/markdown", "markdown"],
      [word, "file"],
      ["", "file"],
    ] as const) {
      assert.equal(documentIcon({ id: "a", contentType }), icon, contentType);
    }
    assert.equal(documentIcon({ id: "a" }), "file");
  });

  it("do without what the service did not send", () => {
    assert.equal(documentLabelOf({ id: "file_1" }), "file_1");
    assert.equal(documentLabelOf({ id: "file_1", filename: "" }), "file_1");
    assert.equal(documentLabelOf({ id: "\u200b" }), "(unnamed)");
    assert.equal(documentDescriptionOf({ id: "a" }), "");
    assert.equal(documentQuickPickDescriptionOf({ id: "a" }), "");
    assert.equal(documentAccessibilityLabelOf({ id: "a" }), "a");
  });

  it("show types that have no short name as sent, in one line and without parameters", () => {
    for (const [contentType, expected] of [
      ["application/pdf", "PDF"],
      ["Text/Plain; charset=utf-8", "Text"],
      ["application/x-thing", "application/x-thing"],
      ["a\nb\u202ec", "a bc"],
      ["", ""],
    ] as const) {
      assert.equal(documentDescriptionOf({ id: "a", contentType }), expected);
    }
    assert.equal(documentDescriptionOf({ id: "a", chunkCount: 1 }), "1 chunk");
    assert.ok(documentDescriptionOf({ id: "a", contentType: "x".repeat(5_000_000) }).length <= 80);
  });

  it("name all fields in the tooltip, as plain text", () => {
    const json = '{"extra":"[x](command:y)","file_id":"file_1","chunk_count":3,"filename":"a\\u202e.pdf"}';
    assert.equal(
      tooltipOf(json, documentFieldLabels()),
      "File name: a.pdf\nChunks: 3\nDocument ID: file_1\nextra: [x](command:y)",
    );
  });
});
