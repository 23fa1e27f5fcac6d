import assert from "node:assert/strict";
import { fieldsOf, tooltipOf } from "../../../../src/collections/model/collectionFields";
import { formatCount } from "../../../../src/collections/model/collectionText";

describe("the fields of a collection", () => {
  const json =
    '{"region":"eu\\nwest","created_at":"2025-01-02T03:04:05Z","document_count":98114,"collection_id":"col_1",' +
    '"is_active":false,"database_name":"a","quota":12345678901234567890,"tags":["x","y"],"file_count":"12","owner":null}';

  it("are all there, those of the interface first, with names for people", () => {
    assert.deepEqual(
      fieldsOf(json).map((field) => field.label),
      [
        "Collection ID",
        "Name",
        "Active",
        "Documents",
        "Files",
        "Created",
        "region",
        "quota",
        "tags",
        "owner",
      ],
    );
  });

  it("group numbers, name both zones, and are one line each", () => {
    const text = Object.fromEntries(fieldsOf(json).map((field) => [field.name, field.text]));
    assert.equal(text["document_count"], formatCount(98114));
    assert.equal(text["file_count"], "12");
    assert.equal(text["quota"], "12345678901234567890");
    assert.equal(text["is_active"], "no");
    assert.equal(text["region"], "eu west");
    assert.equal(text["tags"], '["x","y"]');
    assert.equal(text["owner"], "none");
    assert.match(text["created_at"] ?? "", /2025.*\(2025-01-02T03:04:05\.000Z\)$/);
    assert.equal(tooltipOf(json).split("\n").length, 10);
  });
});
