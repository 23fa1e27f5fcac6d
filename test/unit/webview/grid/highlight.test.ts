import assert from "node:assert/strict";
import fc from "fast-check";
import type { TemplateResult } from "lit";
import { searchText, searchWords } from "../../../../src/shared/text";
import { highlighted } from "../../../../src/webview/grid/highlight";

/** The text with its marks in brackets. */
function marked(text: string, search: string, length?: number): string {
  const textOf = (part: unknown): string => {
    if (typeof part === "string") {
      return part;
    }
    if (Array.isArray(part)) {
      return part.map(textOf).join("");
    }
    const { strings, values } = part as TemplateResult;
    return strings.map((string, i) => string + textOf(values[i] ?? "")).join("");
  };
  return textOf(highlighted(text, search, length))
    .replace(/<mark>/g, "[")
    .replace(/<\/mark>/g, "]");
}

describe("Highlighted matches", () => {
  it("are all occurrences of each word, in any case and order", () => {
    assert.equal(marked("NovaGrid meets novagrid", "NOVAgrid"), "[NovaGrid] meets [novagrid]");
    assert.equal(marked("NovaGrid raises $42M", "42m  nova"), "[Nova]Grid raises $[42M]");
    assert.equal(marked("Nova and NovaGrid", "nova novagrid"), "[Nova] and [NovaGrid]");
    assert.equal(marked("ÉNERGIE a.b acb", "énergie a.b"), "[ÉNERGIE] [a.b] acb");
    assert.equal(marked("aaaaaaa", "aaa"), "[aaa][aaa]a");
    assert.equal(marked("🚀İ🚀", "🚀"), "[🚀]İ[🚀]");
    assert.equal(marked("Cafe\u0301 in Zürich", "zurich café"), "[Cafe\u0301] in [Zürich]");
    assert.equal(marked("Weiß", "eis"), "W[eiß]");
    assert.equal(marked("NovaGrid", " "), "NovaGrid");
    assert.equal(marked("NovaGrid", "x"), "NovaGrid");
  });

  it("of one or two letters are only where a word begins", () => {
    assert.equal(marked("Ebbade raises Series B", "b"), "Ebbade raises Series [B]");
    assert.equal(marked("Ebbade", "b"), "Ebbade");
    assert.equal(marked("Series A by B", "b series"), "[Series] A by [B]");
    assert.equal(marked("Retail: AI-driven aid", "ai"), "Retail: [AI]-driven [ai]d");
    assert.equal(marked("株式会社東京", "東京"), "株式会社[東京]");
  });

  it("are visible: a long text is cut shortly before the first match", () => {
    const title = "Harborlight Capital leads the round of 🚀 NovaGrid in Oslo";
    assert.equal(marked(title, "nova", 30), "…round of 🚀 [Nova]Grid in Oslo");
    assert.equal(marked(title, "round", 36), title.replace("round", "[round]"));
    // The cut would be inside the surrogate pair.
    assert.equal(marked("🚀 ten chars ahead", "ahead", 9), "… ten chars [ahead]");
  });

  it("exist exactly where a word occurs, and lose no text", () => {
    const characters = [...Array.from("aAbİiıßẞΣσςÉé .*+?()|^$\\/-"), "\u0307", "🚀", "𐐀", "𐐨", "\ud83d"];
    const texts = fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, texts, (title, search) => {
        const drawn = marked(title, search);
        const occurs = searchWords(search).some(({ find }) => find(searchText(title)) >= 0);
        assert.equal(drawn.includes("["), occurs);
        assert.equal(drawn.replace(/[[\]]/g, ""), title);
      }),
      { numRuns: 2000 },
    );
  });
});
