import assert from "node:assert/strict";
import fc from "fast-check";
import { fieldsOf, tooltipOf } from "../../../src/collections/collectionFields";
import { formatCount } from "../../../src/collections/collectionText";
import { indentJson, membersOf } from "../../../src/collections/jsonText";

describe("indentJson", () => {
  it("gives every member a line and changes no character of a value", () => {
    const sent = '{"a":1.0,"b":[1e400,12345678901234567890,"\\u00e9,{"],"c":{},"d":[ ],\n"e":{"f":null}}';
    assert.equal(
      indentJson(sent),
      [
        "{",
        '  "a": 1.0,',
        '  "b": [',
        "    1e400,",
        "    12345678901234567890,",
        '    "\\u00e9,{"',
        "  ],",
        '  "c": {},',
        '  "d": [],',
        '  "e": {',
        '    "f": null',
        "  }",
        "}",
      ].join("\n"),
    );
  });

  it("writes what JSON.stringify writes for what JSON.stringify wrote", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.stringify(value);
        assert.equal(indentJson(plain), JSON.stringify(JSON.parse(plain), undefined, 2));
        assert.equal(indentJson(indentJson(plain)), indentJson(plain));
      }),
    );
  });

  it("takes a text of millions of characters in its stride", () => {
    const text = JSON.stringify({
      text: '\\"'.repeat(1_000_000),
      list: Array.from({ length: 50_000 }, () => 1),
    });
    assert.equal(indentJson(text), JSON.stringify(JSON.parse(text), undefined, 2));
  });
});

describe("membersOf", () => {
  it("finds the members of any object", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const json = JSON.stringify(object, undefined, 1);
        const parsed = Object.entries(JSON.parse(json) as Record<string, unknown>);
        assert.deepEqual(
          new Map([...membersOf(json)].map(([name, value]) => [name, JSON.parse(value) as unknown])),
          new Map(parsed),
        );
      }),
    );
  });
});

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
