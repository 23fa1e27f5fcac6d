import assert from "node:assert/strict";
import fc from "fast-check";
import { compactUsd, exactUsd, parseAmount } from "../../../src/shared/amounts";
import { displayLanguage, setDisplayLanguage } from "../../../src/shared/locale";

describe("Amounts", () => {
  const language = displayLanguage();
  afterEach(() => setDisplayLanguage(language));

  it("can be typed with suffixes and thousands separators", () => {
    for (const [text, value] of [
      ["10M", 10_000_000],
      ["2.5b", 2_500_000_000],
      ["10 Mio.", 10_000_000],
      ["2,5 Mrd. $", 2_500_000_000],
      ["1.000.000", 1_000_000],
      ["300k", 300_000],
      [" $ 1.1 m ", 1_100_000],
      ["1T", 1e12],
      ["0", 0],
      ["＄１，０００，０００", 1_000_000],
    ] as const) {
      assert.equal(parseAmount(text), value, text);
    }
    fc.assert(
      fc.property(fc.nat(Number.MAX_SAFE_INTEGER), (value) => {
        assert.equal(parseAmount(exactUsd(value)), value);
      }),
    );
  });

  it("can't be read from anything else", () => {
    for (const text of ["", "abc", "10X", "-5M", "1,00", "1.2.3", "10M10", "Infinity", "1e6", "9e15k", "$"]) {
      assert.ok(typeof parseAmount(text) === "string", text);
    }
    assert.ok(typeof parseAmount("9".repeat(400)) === "string");
  });

  it("aren't misread where a dot separates thousands, as in German", () => {
    for (const text of ["1.500", "10.000", "250.000 $", "1.500 Mio. $", "1.000.000.5"]) {
      assert.ok(typeof parseAmount(text) === "string", text);
    }
    assert.deepEqual(["1.125M", "0.125", "10.00"].map(parseAmount), [1_125_000, 0.125, 10]);
  });

  it("have a short and a full form", () => {
    assert.deepEqual([42e6, 1.25e9, 950_000, 999_999, 0, 1234, -5e6, 0.5, 123e12].map(compactUsd), [
      "$42M",
      "$1.25B",
      "$950K",
      "$1M",
      "$0",
      "$1.23K",
      "-$5M",
      "$0.5",
      "$123T",
    ]);
    assert.deepEqual([1234567.25, 0.12345, -42e6, 2 ** 53].map(exactUsd), [
      "$1,234,567.25",
      "$0.12345",
      "-$42,000,000",
      "$9,007,199,254,740,992",
    ]);
  });

  it("follow the display language", () => {
    setDisplayLanguage({ language: "de", messages: {} });
    assert.equal(compactUsd(1.25e9), "1,25\u00a0Mrd.\u00a0$");
    assert.equal(exactUsd(1234567.25), "1.234.567,25\u00a0$");
  });
});
