import assert from "node:assert/strict";
import fc from "fast-check";
import { elementsOf, indentJson, membersOf } from "../../../src/shared/jsonText";

describe("indentJson", () => {
  it("puts every member on its own line, and changes no value", () => {
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

  it("indents like JSON.stringify", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.stringify(value);
        assert.equal(indentJson(plain), JSON.stringify(JSON.parse(plain), undefined, 2));
        assert.equal(indentJson(indentJson(plain)), indentJson(plain));
      }),
    );
  });

  it("leaves deeply nested values on one line", () => {
    const deep = `${"[".repeat(500)}${"1,".repeat(10_000)}1${"]".repeat(500)}`;
    const indented = indentJson(deep);
    assert.deepEqual(JSON.parse(indented), JSON.parse(deep));
    assert.ok(indented.length < 2 * deep.length, String(indented.length));
  });

  it("handles millions of characters", () => {
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

describe("membersOf and elementsOf", () => {
  it("keep numbers as sent, and return nothing for other values", () => {
    assert.deepEqual(elementsOf("[1.0, [2], null ]"), ["1.0", "[2]", "null"]);
    assert.deepEqual(
      [...membersOf('{"a":1,"b":[2, 3],"a":1.0}')],
      [
        ["a", "1.0"],
        ["b", "[2, 3]"],
      ],
    );
    assert.deepEqual([membersOf("[1]").size, elementsOf('{"a":1}').length], [0, 0]);
  });
});
