import assert from "node:assert/strict";
import fc from "fast-check";
import { parseHttpDate } from "../../../../src/api/http/retry";

describe("HTTP dates", () => {
  const instant = Date.UTC(1994, 10, 6, 8, 49, 37);
  const read: [string, number][] = [
    ["Sun, 06 Nov 1994 08:49:37 GMT", instant],
    ["Sun Nov  6 08:49:37 1994", instant],
    ["Thursday, 06-Nov-25 08:49:37 GMT", Date.UTC(2025, 10, 6, 8, 49, 37)],
  ];
  for (const [text, expected] of read) {
    it(`parses ${text}`, () => assert.equal(parseHttpDate(text), expected));
  }
  for (const text of [
    "",
    "soon",
    "2026",
    "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 +0200",
  ]) {
    it(`rejects ${JSON.stringify(text)}`, () => assert.equal(parseHttpDate(text), undefined));
  }

  it("parse what Date formats", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }), (date) => {
        assert.equal(parseHttpDate(date.toUTCString()), Math.floor(date.getTime() / 1000) * 1000);
      }),
    );
  });
});
