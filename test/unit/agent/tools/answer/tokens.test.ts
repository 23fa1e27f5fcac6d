import assert from "node:assert/strict";
import fc from "fast-check";
import { encode as encodeCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { encode as encodeO200k } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokens } from "../../../../../src/agent/tools/answer/tokens";
import { cleanText } from "../../../../../src/agent/tools/answer/cleanText";
import { dayMs } from "../../../../../src/shared/instant";
import { hostileText } from "../../../../support/agent/hostileTexts";
import { sampleEvents } from "../../../../support/services/sampleEvents";

function tokensOf(text: string): number {
  return Math.max(encodeO200k(text).length, encodeCl100k(text).length);
}

describe("The estimate of tokens", () => {
  it("is not below either encoding for texts of any kind, within a tenth", () => {
    const letters = "abcdefghijklmnopqrstuvwxyz";
    const of = (characters: string): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(...Array.from(characters)), minLength: 100, maxLength: 1000 });
    const text = fc.oneof(
      of(letters),
      of("bcdfghjklmnpqrstvwxz"),
      of(letters.toUpperCase()),
      of(letters + letters.toUpperCase()),
      of(`${letters}0123456789`),
      of(`${letters}${letters.toUpperCase()}0123456789-_`),
      of("0123456789abcdef-"),
      // Letters that encodings have no tokens for: Cherokee, Ethiopic.
      of("ᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫ"),
      of("ሀለሐመሠረሰሸቀበተኀ"),
      of(`${letters} ,.:;!?$%&/()=+*#'"@[]{}|\\^~-_0123456789`),
      fc.string({ unit: "binary", minLength: 100, maxLength: 1000 }).map((it) => cleanText(it, 1000)),
      hostileText.map((it) => cleanText(it, 1000)),
    );
    fc.assert(
      fc.property(text, (it) => {
        assert.ok(
          tokensOf(it) <= 1.1 * estimateTokens(it) + 2,
          `${tokensOf(it)} of ${estimateTokens(it)}: ${it}`,
        );
      }),
      { numRuns: 400 },
    );
  });

  it("is not far above them for the texts of events", () => {
    const nowMs = Date.parse("2026-11-20T15:00:00Z");
    const titles = sampleEvents(nowMs - dayMs, nowMs, nowMs).map(({ title }) => title);
    const text = titles.join("\n");
    assert.ok(titles.length > 20);
    assert.ok(estimateTokens(text) <= 1.6 * tokensOf(text), `${estimateTokens(text)}, ${tokensOf(text)}`);
  });
});
