import assert from "node:assert/strict";
import fc from "fast-check";
import { compactUsd, exactUsd, parseAmount, sentUsd } from "../../../src/shared/amounts";
import { setDisplayLanguage } from "../../../src/shared/locale";

describe("amounts", () => {
  const understood: [string, number][] = [
    ["10M", 10_000_000],
    ["2.5b", 2_500_000_000],
    ["300k", 300_000],
    ["$1,000,000", 1_000_000],
    ["1e6", 1_000_000],
    ["1.1M", 1_100_000],
    ["2.3m", 2_300_000],
    [" $ 1.5 million ", 1_500_000],
    ["1_000", 1000],
    ["20 bn USD", 20_000_000_000],
    ["0", 0],
    ["1T", 1e12],
    ["1.5e3k", 1_500_000],
  ];
  for (const [text, value] of understood) {
    it(`reads ${text}`, () => assert.deepEqual(parseAmount(text), { ok: true, value }));
  }

  for (const text of [
    "",
    "abc",
    "10X",
    "-5M",
    "−5",
    "1,00",
    "1,0000",
    "1.2.3",
    "10M10",
    "NaN",
    "Infinity",
    "1e400",
    "9e15k",
    "$",
  ]) {
    it(`explains why it rejects ${JSON.stringify(text)}`, () => {
      const parsed = parseAmount(text);
      assert.ok(!parsed.ok && parsed.message.length > 10);
    });
  }

  it("reads back what it writes in full", () => {
    fc.assert(
      fc.property(fc.nat(Number.MAX_SAFE_INTEGER), (value) => {
        assert.deepEqual(parseAmount(exactUsd(value)), { ok: true, value });
      }),
    );
  });

  it("writes amounts short, within half a percent of the amount", () => {
    assert.deepEqual(
      [42e6, 1.25e9, 950_000, 999_999, 999_499, 0, 12, 1234, -5e6, 0.5, 1e12, 123e12].map(compactUsd),
      ["$42M", "$1.25B", "$950K", "$1M", "$999K", "$0", "$12", "$1.23K", "-$5M", "$0.5", "$1T", "$123T"],
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (value) => {
        const parsed = parseAmount(compactUsd(value));
        assert.ok(parsed.ok && Math.abs(parsed.value - value) <= value * 0.005, compactUsd(value));
      }),
    );
  });

  it("writes very large and fractional amounts", () => {
    assert.equal(compactUsd(1e21), "$1e+21");
    assert.equal(exactUsd(1e21), "$1e+21");
    assert.equal(compactUsd(12345678901234567890), "$1.23e+19", "no digit is invented");
    assert.equal(exactUsd(-12345678901234567890), "-$1.2345678901234567e+19");
    assert.equal(exactUsd(1234567.25), "$1,234,567.25");
    assert.equal(exactUsd(0.12345), "$0.12345");
    assert.equal(exactUsd(-42000000), "-$42,000,000");
  });
});

describe("amounts in German", () => {
  const spaced = (text: string): string => text.replaceAll("\u00a0", " ");
  before(() => setDisplayLanguage({ language: "de", messages: {} }));
  after(() => setDisplayLanguage({ language: "en-US", messages: {} }));

  it("are written as in German", () => {
    assert.deepEqual(
      [42e6, 1.25e9, -5e6, 0.5, 123e12].map((amount) => spaced(compactUsd(amount))),
      ["42 Mio. $", "1,25 Mrd. $", "-5 Mio. $", "0,5 $", "123 Bio. $"],
    );
    assert.equal(spaced(exactUsd(1234567.25)), "1.234.567,25 $");
    assert.equal(spaced(sentUsd("42000000")), "42 Mio. $ (42.000.000 $)");
    assert.equal(spaced(sentUsd("9007199254740993")), "9.007 Bio. $ (9.007.199.254.740.993 $)");
  });

  it("are read as in German, and as in English where that can mean nothing else", () => {
    for (const [text, value] of [
      ["42 Mio. $", 42e6],
      ["2,5 Mrd", 2.5e9],
      ["1.000.000", 1e6],
      ["1.000", 1000],
      ["2.5M", 2.5e6],
      ["1,000,000", 1e6],
      ["10M", 10e6],
      ["1 Bio.", 1e12],
      ["10,5 Mio.", 10.5e6],
      ["2,5 Mrd.", 2.5e9],
      ["2,5 Mio. $", 2.5e6],
      ["2.500 Mio. $", 2.5e9],
      ["500 Tsd.", 500e3],
      ["≥ 10 Mio. $", 10e6],
      ["≥\u00a02,5\u00a0Mrd.\u00a0$", 2.5e9],
      ["1,5e6", 1.5e6],
    ] as const) {
      assert.deepEqual(parseAmount(text), { ok: true, value }, text);
    }
    for (const text of ["1.2,3.4", "2,5 .Mio", "2,5 Mio..", "10 Mio. 5"]) {
      assert.ok(!parseAmount(text).ok, text);
    }
  });

  it("can be read as they are written", () => {
    fc.assert(
      fc.property(fc.nat(Number.MAX_SAFE_INTEGER), (value) => {
        assert.deepEqual(parseAmount(exactUsd(value)), { ok: true, value });
      }),
    );
  });
});

describe("The short form of an amount", () => {
  afterEach(() => setDisplayLanguage({ language: "en-US", messages: {} }));

  // Of VS Code's display languages, and of countries that write numbers in another way.
  for (const language of (
    "en de fr es it pt-br pl cs hu ru bg tr ja ko zh-cn zh-tw nl sv uk " +
    "de-CH de-AT fr-CH es-MX en-IN en-GB"
  ).split(" ")) {
    it(`can be typed again as the same amount, also as a minimum, where the display language is ${language}`, () => {
      setDisplayLanguage({ language, messages: {} });
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 12 }), (digits, power) => {
          // Three digits are not rounded.
          const value = Number(`${digits}e${power}`);
          const short = compactUsd(value);
          for (const text of [short, `≥ ${short}`, `≥\u00a0${short}`, short.replaceAll(/\s/g, " ")]) {
            assert.deepEqual(parseAmount(text), { ok: true, value }, text);
          }
        }),
        {
          examples: [
            [25, 5],
            [105, 5],
            [25, 8],
            [999, 12],
            [1, 3],
            [123, 0],
          ],
        },
      );
    });
  }
});
