import assert from "node:assert/strict";
import type { Collection } from "../../../../src/api/types";
import {
  accessibilityLabelOf,
  descriptionOf,
  fieldsOf,
  formatCount,
  quickPickDescriptionOf,
  tooltipOf,
} from "../../../../src/collections/model/collectionText";

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
  const documents = `${formatCount(4210)} documents`;

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
});

describe("The fields of a collection", () => {
  const json =
    '{"region":"eu\\nwest","created_at":"2025-01-02T03:04:05Z","document_count":98114,"collection_id":"col_1",' +
    '"is_active":false,"database_name":"a","quota":12345678901234567890,"tags":["x","y"],"file_count":"12","owner":null}';

  it("are all shown, the known ones first and with a label", () => {
    const labels = fieldsOf(json).map((field) => field.label);
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
    const text = Object.fromEntries(fieldsOf(json).map((field) => [field.name, field.text]));
    assert.match(text["created_at"] ?? "", /2025.*\(2025-01-02T03:04:05\.000Z\)$/);
    assert.deepEqual(
      { ...text, created_at: "" },
      {
        collection_id: "col_1",
        database_name: "a",
        is_active: "no",
        document_count: formatCount(98114),
        file_count: "12",
        created_at: "",
        region: "eu west",
        quota: "12345678901234567890",
        tags: '["x","y"]',
        owner: "none",
      },
    );
    assert.equal(tooltipOf(json).split("\n").length, 10);
  });
});
