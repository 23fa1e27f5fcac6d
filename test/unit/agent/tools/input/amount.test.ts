import assert from "node:assert/strict";
import { readUsd } from "../../../../../src/agent/tools/input/amount";
import { setDisplayLanguage } from "../../../../../src/shared/locale";

describe("A minimum amount of an agent", () => {
  afterEach(() => setDisplayLanguage({ language: "en", messages: {} }));

  const cases: readonly (readonly [string, number])[] = [
    ["50M", 50_000_000],
    ["$50m", 50_000_000],
    ["50_000_000", 50_000_000],
    ["50,000,000", 50_000_000],
    ["$50,000,000.00", 50_000_000],
    ["1.2B", 1_200_000_000],
    ["750k", 750_000],
    ["1.5", 1.5],
    [">50M", 50_000_000],
    [">= $50M", 50_000_000],
    ["over 50M", 50_000_000],
    ["50M+", 50_000_000],
    ["100M or more", 100_000_000],
  ];
  for (const language of ["en", "de"]) {
    for (const [text, value] of cases) {
      it(`is understood in any usual notation, where the display language is ${language}: ${text}`, () => {
        setDisplayLanguage({ language, messages: {} });
        assert.equal(readUsd(text), value);
      });
    }
  }

  const rejected: readonly (readonly [string, RegExp])[] = [
    ["€50M", /convert it/],
    ["50M EUR", /convert it/],
    ["50 million euros", /convert it/],
    ["£1bn", /convert it/],
    ["GBP 20m", /convert it/],
    ["¥500", /convert it/],
    ["-5M", /must not be negative/],
    ["1.234.567", /such as 50M/],
    ["50M-100M", /such as 50M/],
    ["fifty", /such as 50M/],
    ["50 constructor", /such as 50M/],
    ["$", /such as 50M/],
    ["NaN", /such as 50M/],
    ["Infinity", /such as 50M/],
  ];
  for (const [text, problem] of rejected) {
    it(`is refused: ${text.slice(0, 20)}`, () => assert.match(String(readUsd(text)), problem));
  }
});
