import assert from "node:assert/strict";
import fc from "fast-check";
import { invisible, textsWithJoiners } from "../../support/page/plainText";
import { oneLine, escapeLabel, escapeNotification } from "../../../src/util/strings";

describe("plain text", () => {
  it("makes one well-formed line of anything, no longer than allowed", () => {
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
  });

  it("leaves ordinary text alone", () => {
    assert.equal(
      oneLine("NovaGrid raises $42M – “grid-scale” 東京 😀"),
      "NovaGrid raises $42M – “grid-scale” 東京 😀",
    );
  });

  it("leaves the characters alone that join letters and emoji", () => {
    for (const text of textsWithJoiners) {
      assert.equal(oneLine(text), text);
    }
  });

  it("takes out what draws nothing and reorders or hides what is around it", () => {
    for (const character of invisible) {
      assert.equal(oneLine(`a${character}b`), "ab", JSON.stringify(character));
    }
  });

  it("takes the power from icons and links", () => {
    assert.equal(escapeLabel("$(trash) x"), "\\$(trash) x");
    assert.ok(!escapeNotification("[x](command:workbench.action.quit)").includes("]("));
  });
});
