import assert from "node:assert/strict";
import fc from "fast-check";
import { invisible, textsWithJoiners } from "../../support/page/plainText";
import { oneLine, escapeLabel, escapeNotification } from "../../../src/util/strings";

describe("Strings", () => {
  it("become one well-formed line of limited length", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 2000 }),
        fc.integer({ min: 2, max: 400 }),
        (text, max) => {
          const line = oneLine(text, max);
          assert.ok(line.length <= max);
          assert.ok(line.isWellFormed());
          assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        },
      ),
    );
    assert.equal(oneLine("a\r\n\u001b[31mb\u202ec"), "a [31mbc");
    assert.equal(oneLine("🚀🚀🚀", 4), "🚀…");
  });

  it("stay the same if they are ordinary text", () => {
    assert.equal(
      oneLine("NovaGrid raises $42M – “grid-scale” 東京 😀"),
      "NovaGrid raises $42M – “grid-scale” 東京 😀",
    );
  });

  it("keep characters that join letters and emoji", () => {
    for (const text of textsWithJoiners) {
      assert.equal(oneLine(text), text);
    }
  });

  it("lose characters that are invisible, or that reorder or hide text", () => {
    for (const character of invisible) {
      assert.equal(oneLine(`a${character}b`), "ab", JSON.stringify(character));
    }
  });

  it("are escaped for labels and notifications", () => {
    assert.equal(escapeLabel("$(trash) x"), "\\$(trash) x");
    assert.ok(!escapeNotification("[x](command:workbench.action.quit)").includes("]("));
  });

  it("keep the reading order of a notification that contains a right-to-left name", () => {
    assert.equal(escapeNotification('Remove "חוזים מסמכים"?'), 'Remove "\u2068חוזים מסמכים\u2069"?');
    assert.equal(
      escapeNotification("Exported 5,500 events of شركة to شركة.csv"),
      "Exported 5,500 events of \u2068شركة\u2069 to \u2068شركة\u2069.csv",
    );
    assert.equal(escapeNotification("Zürich 5"), "Zürich 5");
  });
});
