import assert from "node:assert/strict";
import fc from "fast-check";
import type { TemplateResult } from "lit";
import { EventColumns } from "../../../../src/feed/store/eventColumns";
import { Matcher } from "../../../../src/feed/store/matcher";
import { highlighted } from "../../../../src/webview/grid/columns";

/** The text with its marks as brackets. */
function marked(text: string, search: string): string {
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
  return textOf(highlighted(text, search))
    .replace(/<mark>/g, "[")
    .replace(/<\/mark>/g, "]");
}

describe("Highlighted matches", () => {
  it("are all occurrences, in any case", () => {
    assert.equal(marked("NovaGrid meets novagrid", "NOVAgrid"), "[NovaGrid] meets [novagrid]");
    assert.equal(marked("aaa", "aa"), "[aa]a");
    assert.equal(marked("NovaGrid", ""), "NovaGrid");
    assert.equal(marked("NovaGrid", "x"), "NovaGrid");
  });

  it("are in the right place after a character that is longer in lower case, and include it as a whole", () => {
    assert.equal(marked("İŞ BANKASI buys İzmir Enerji", "bank"), "İŞ [BANK]ASI buys İzmir Enerji");
    assert.equal(marked("İzmir İzmir", "i"), "[İ]zm[i]r [İ]zm[i]r");
    assert.equal(marked("🚀İ🚀", "🚀"), "[🚀]İ[🚀]");
  });

  it("exist exactly where the host finds a match, and lose no text", () => {
    const letters = [
      "a",
      "A",
      "b",
      "İ",
      "i",
      "ı",
      "\u0307",
      "ß",
      "ẞ",
      "Σ",
      "σ",
      "ς",
      " ",
      "É",
      "é",
      "🚀",
      "𐐀",
      "𐐨",
    ];
    const texts = fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, texts, texts, (title, name, text) => {
        const columns = new EventColumns();
        const slot = columns.append({ value: { id: "evt_1", title, company: { name } }, json: "{}" });
        const drawn = [marked(title, text), marked(name, text)];
        const isMarked = drawn.some((line) => line.includes("["));
        assert.equal(isMarked, text !== "" && new Matcher(columns, { text }).matches(slot));
        assert.deepEqual(
          drawn.map((line) => line.replace(/[[\]]/g, "")),
          [title, name],
        );
      }),
      { numRuns: 2000 },
    );
  });
});
