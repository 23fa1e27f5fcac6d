import assert from "node:assert/strict";
import fc from "fast-check";
import { parseInstant } from "../../../src/shared/instant";

describe("parseInstant", () => {
  const noon = Date.UTC(2026, 10, 20, 12);
  const read: [string, number][] = [
    ["2026-11-20T12:00:00Z", noon],
    ["2026-11-20t12:00:00z", noon],
    [" 2026-11-20T12:00Z ", noon],
    ["2026-11-20 12:00:00Z", noon],
    ["2026-11-20T12:00:00", noon],
    ["2026-11-20T12:00:00+00:00", noon],
    ["2026-11-20T14:30:00+02:30", noon],
    ["2026-11-20T07:00:00-0500", noon],
    ["2026-11-20T14:00:00+02", noon],
    ["2026-11-20T12:00:00.5Z", noon + 500],
    ["2026-11-20T12:00:00,123456789Z", noon + 123],
    ["2026-11-20", Date.UTC(2026, 10, 20)],
    ["2026-11-20T24:00:00Z", Date.UTC(2026, 10, 21)],
    ["2024-02-29", Date.UTC(2024, 1, 29)],
    ["0001-01-01T00:00:00Z", -62135596800000],
    ["9999-12-31T23:59:59.999Z", 253402300799999],
    ["+010000-01-01T00:00:00Z", 253402300800000],
  ];
  for (const [text, instant] of read) {
    it(`reads ${text}`, () => assert.equal(parseInstant(text), instant));
  }

  const unreadable = [
    "",
    "1",
    "2024",
    "2024-11",
    "Nov 5, 2024",
    "20 November 2026",
    "2026-11-20T12:00:00 GMT",
    "2026-11-20T",
    "2026-11-20T12Z",
    "2026-13-01",
    "2026-00-10",
    "2026-02-29",
    "2026-11-31T00:00:00Z",
    "2026-11-20T25:00:00Z",
    "2026-11-20T24:00:01Z",
    "2026-11-20T12:60:00Z",
    "2026-11-20T12:00:61Z",
    "2026-11-20T12:00:00+24:00",
    "+999999-01-01T00:00:00Z",
    "-271821-01-01T00:00:00Z",
    "yesterday",
    "1763640000000",
  ];
  for (const text of unreadable) {
    it(`does not read ${JSON.stringify(text)}`, () => assert.equal(parseInstant(text), undefined));
  }

  it("reads what Date writes", () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        assert.equal(parseInstant(date.toISOString()), date.getTime());
      }),
    );
  });
});
