import assert from "node:assert/strict";
import fc from "fast-check";
import { parseHttpDate, retryAfterMs } from "../../../../src/api/http/retry";

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

describe("Retry-After", () => {
  const now = Date.UTC(1994, 10, 6, 8, 49);

  it("is seconds, or a date in any of its forms", () => {
    for (const [text, expected] of [
      ["37", 37_000],
      [" 1.5 ", 1_500],
      ["Sun, 06 Nov 1994 08:49:37 GMT", 37_000],
      ["Sun Nov  6 08:49:37 1994", 37_000],
      ["Sun, 06 Nov 1994 08:48:37 GMT", 0],
      ["-1", undefined],
      ["1e3", undefined],
      ["soon", undefined],
      [null, undefined],
    ] as const) {
      assert.equal(retryAfterMs(text, now), expected, String(text));
    }
  });

  it("is a day at most", () => {
    assert.deepEqual(
      ["86401", "Mon, 06 Nov 2094 08:49:37 GMT"].map((text) => retryAfterMs(text, now)),
      [86_400_000, 86_400_000],
    );
  });
});
