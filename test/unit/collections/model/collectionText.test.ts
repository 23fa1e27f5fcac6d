import assert from "node:assert/strict";
import type { Collection } from "../../../../src/service/types";
import {
  accessibilityLabelOf,
  descriptionOf,
  collectionFieldLabels,
  collectionFields,
  quickPickDescriptionOf,
} from "../../../../src/collections/model/collectionText";
import { fieldsOf, tooltipOf, valueOf } from "../../../../src/collections/model/fields";
import { setDisplayLanguage } from "../../../../src/shared/locale";
import { formatNumber } from "../../../../src/shared/text";

describe("The texts of a collection", () => {
  const collection: Collection = {
    id: "a",
    databaseName: "name",
    collectionName: "other",
    collectionId: "col_1",
    documentCount: 4210,
    environment: "qa-eu",
    isActive: false,
  };
  const inProduction = { ...collection, environment: "production" };
  const documents = `${formatNumber(4210)} documents`;

  it("name its documents, that it is inactive, an environment without an icon, and its collection name", () => {
    assert.equal(descriptionOf(collection), `${documents} · inactive · qa-eu · other`);
    assert.equal(descriptionOf(inProduction), `${documents} · inactive · other`);
    assert.equal(
      quickPickDescriptionOf(inProduction),
      `other · production · ${documents} · inactive · col_1`,
    );
    assert.equal(
      accessibilityLabelOf(inProduction),
      `name, production environment, ${documents} · inactive · other`,
    );
  });

  it("are short for large counts, but for screen readers and in quick picks", () => {
    for (const [documentCount, expected] of [
      [0, "0 documents"],
      [1, "1 document"],
      [9_999, "9,999 documents"],
      [10_000, "10K documents"],
      [24_217, "24K documents"],
      [999_999, "1M documents"],
      [1_234_567, "1.2M documents"],
      [999_999_999, "1B documents"],
    ] as const) {
      assert.equal(descriptionOf({ id: "a", documentCount }), expected);
    }
    const large = { id: "a", databaseName: "a", documentCount: 1_234_567 };
    assert.equal(accessibilityLabelOf(large), "a, 1,234,567 documents");
    assert.equal(quickPickDescriptionOf(large), "1,234,567 documents");
  });

  it("are the same behind a long label, which VS Code cuts off", () => {
    const long = { id: "a", databaseName: "investor-reports-internal-archive-2024", documentCount: 24_217 };
    assert.equal(descriptionOf(long), "24K documents");
    assert.equal(descriptionOf({ id: "a", databaseName: long.databaseName }), "");
  });

  it("name files where the service counts no documents", () => {
    assert.equal(descriptionOf({ id: "a", fileCount: 12 }), "12 files");
    assert.equal(descriptionOf({ id: "a", fileCount: 1 }), "1 file");
    assert.equal(descriptionOf({ id: "a", fileCount: 12, documentCount: 0 }), "0 documents");
  });

  it("are in the display language", () => {
    const messages = { "{0} documents": "{0} Dokumente", "{0} environment": "Umgebung {0}" };
    setDisplayLanguage({ language: "de", messages });
    try {
      assert.equal(descriptionOf({ id: "a", documentCount: 9_150 }), "9.150 Dokumente");
      assert.match(descriptionOf({ id: "a", documentCount: 1_234_567 }), /^1,2\sMio\. Dokumente$/);
      assert.equal(accessibilityLabelOf({ id: "a", environment: "staging" }), "a, Umgebung staging");
    } finally {
      setDisplayLanguage({ language: "en-US", messages: {} });
    }
    assert.equal(descriptionOf({ id: "a", documentCount: 1_234_567 }), "1.2M documents");
  });
});

describe("The fields of a collection", () => {
  const json =
    '{"region":"eu\\nwest","created_at":"2025-01-02T03:04:05Z","document_count":98114,"collection_id":"col_1",' +
    '"is_active":false,"database_name":"a","quota":12345678901234567890,"tags":["x","y"],"file_count":"12","owner":null}';

  it("are all shown, the known ones first and with a label", () => {
    const labels = fieldsOf(json, collectionFieldLabels()).map((field) => field.label);
    assert.deepEqual(labels.slice(0, 6), [
      "Collection ID",
      "Name",
      "Active",
      "Documents",
      "Files",
      "Created",
    ]);
    assert.deepEqual(labels.slice(6), ["region", "quota", "tags", "owner"]);
  });

  it("are one line each, with grouped digits and instants in local time and UTC", () => {
    const text = Object.fromEntries(
      fieldsOf(json, collectionFieldLabels()).map((field) => [field.name, field.text]),
    );
    assert.match(text["created_at"] ?? "", /^Jan \d, 2025, \d\d:\d\d:05 \S+$/);
    assert.deepEqual(
      { ...text, created_at: "" },
      {
        collection_id: "col_1",
        database_name: "a",
        is_active: "no",
        document_count: formatNumber(98114),
        file_count: "12",
        created_at: "",
        region: "eu west",
        quota: "12345678901234567890",
        tags: '["x","y"]',
        owner: "none",
      },
    );
    assert.equal(tooltipOf(json, collectionFieldLabels()).split("\n").length, 10);
  });

  it("have the same name once", () => {
    const namesOf = (databaseName: string, collectionName: string) =>
      collectionFields({
        value: { id: "a", databaseName, collectionName },
        json: JSON.stringify({ database_name: databaseName, collection_name: collectionName }),
      }).map(({ label, text }) => `${label}: ${text}`);
    assert.deepEqual(namesOf("a", "a"), ["Name: a"]);
    assert.deepEqual(namesOf("a", "b"), ["Name: a", "Collection name: b"]);
  });

  it("are copied as they were sent, a string without its quotes", () => {
    const long = "x".repeat(1000);
    const fields = fieldsOf(
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

  it("leave the number of documents to the row that has the documents, and follow their deletion", () => {
    const shown = (fileCount: number) =>
      collectionFields({ value: { id: "a", fileCount }, json: '{"document_count":7,"file_count":7}' });
    assert.deepEqual(
      shown(6).map(({ label, text }) => [label, text]),
      [["Files", "6"]],
    );
    assert.deepEqual(shown(6).map(valueOf), ["6"]);
  });
});
