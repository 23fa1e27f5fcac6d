import assert from "node:assert/strict";
import {
  accessibilityLabelOf,
  collectionDescription,
  collectionFacts,
  collectionFieldLabels,
  collectionFields,
  documentDescription,
  documentFacts,
  documentLabel,
} from "../../../../src/collections/model/collectionText";
import { labeledFields, valueOf } from "../../../../src/collections/model/fields";
import type { Collection } from "../../../../src/service/types";

describe("The text of a collection", () => {
  const collection: Collection = {
    id: "a",
    databaseName: "name",
    collectionName: "other",
    collectionId: "col_1",
    environment: "production",
    isActive: false,
  };

  it("is its document count and whether it is inactive; screen readers get all of it", () => {
    assert.equal(collectionDescription(collection, 98_114), "98K · inactive");
    assert.equal(collectionDescription({ id: "a" }, 999), "999");
    assert.equal(collectionDescription({ id: "a" }, undefined), "");
    assert.equal(
      accessibilityLabelOf(collection, 98_114),
      "name, production environment, 98,114 documents, inactive",
    );
    assert.equal(accessibilityLabelOf({ id: "a" }, 1), "a, 1 document");
  });

  it("contains everything else in its tooltip and in quick picks", () => {
    const facts = collectionFacts(collection, 4210).join();
    assert.equal(facts, "other,production,4,210 documents,inactive,col_1");
    assert.deepEqual(collectionFacts({ id: "a", databaseName: "a", collectionName: "a" }, undefined), []);
  });
});

describe("The fields of a collection", () => {
  const json =
    '{"region":"eu\\nwest","created_at":"2025-01-02T03:04:05Z","document_count":98114,"collection_id":"col_1",' +
    '"is_active":false,"database_name":"a","quota":12345678901234567890,"tags":["x","y"],"owner":null}';

  it("are one line each, known ones first, without those shown elsewhere", () => {
    const fields = collectionFields({ value: { id: "a", databaseName: "a", documentCount: 98114 }, json });
    assert.deepEqual(
      fields.map(({ label, text }) => [label, label === "Created" ? "" : text]),
      [
        ["Collection ID", "col_1"],
        ["Active", "no"],
        ["Created", ""],
        ["region", "eu west"],
        ["quota", "12345678901234567890"],
        ["tags", "x, y"],
        ["owner", "none"],
      ],
    );
    assert.match(fields[2]?.text ?? "", /^Jan \d, 2025, \d\d:\d\d:05 \S+$/);
  });

  it("include a second name only if it differs", () => {
    const labelsOf = (databaseName: string, collectionName: string) =>
      collectionFields({
        value: { id: "a", databaseName, collectionName },
        json: JSON.stringify({ database_name: databaseName, collection_name: collectionName, file_count: 7 }),
      }).map(({ label }) => label);
    assert.deepEqual(labelsOf("a", "a"), []);
    assert.deepEqual(labelsOf("a", "b"), ["Collection name"]);
  });

  it("are copied as sent, strings without quotes", () => {
    const long = "x".repeat(1000);
    const fields = labeledFields(
      `{"a":"one\\ntwo","b":12345678901234567890,"c":{"d": [1.0]},"e":null,"f":"${long}","":true}`,
      collectionFieldLabels(),
    );
    assert.deepEqual(fields.map(valueOf), [
      "one\ntwo",
      "12345678901234567890",
      '{"d": [1.0]}',
      "null",
      long,
      "true",
    ]);
    assert.equal(fields.at(-1)?.label, "(unnamed)");
  });
});

describe("The text of a document", () => {
  it("is its file name and chunk count, with the rest in the tooltip, as plain text", () => {
    const document = {
      id: "file_1",
      filename: "a\u202e.pdf",
      contentType: "application/pdf",
      chunkCount: 1200,
    };
    assert.equal(documentLabel(document), "a.pdf");
    assert.equal(documentDescription(document), "1,200 chunks");
    assert.deepEqual(documentFacts(document), ["1,200 chunks", "application/pdf", "file_1"]);
  });

  it("leaves out missing fields", () => {
    assert.equal(documentLabel({ id: "file_1", filename: "" }), "file_1");
    assert.equal(documentLabel({ id: "\u200b" }), "(unnamed)");
    assert.equal(documentDescription({ id: "a" }), "");
    assert.equal(documentDescription({ id: "a", chunkCount: 1 }), "1 chunk");
    assert.deepEqual(documentFacts({ id: "a" }), []);
  });
});
