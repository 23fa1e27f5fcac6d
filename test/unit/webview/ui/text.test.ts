import assert from "node:assert/strict";
import { displayBlock, displayLine } from "../../../../src/webview/ui/text";
import { invisible, textsWithJoiners } from "../../../support/page/plainText";

describe("Displayed text from the service", () => {
  it("shows control and invisible characters as pictures and escapes", () => {
    assert.equal(
      displayLine("a\n\t b\u0000\u001b[0m\u009b\u202e\u2066\u200f\ufeff\ud800c"),
      "a b\u2400\u241b[0m\\u009b\\u202e\\u2066\\u200f\\ufeff\ufffdc",
    );
    assert.equal(displayBlock("a\r\nb\rc\n\td\u0007"), "a\nb\nc\n\td\u2407");
  });

  it("keeps characters that join letters and emoji", () => {
    for (const text of textsWithJoiners) {
      assert.equal(displayLine(text), text);
    }
  });

  it("escapes every other invisible character, as JSON does", () => {
    for (const character of invisible) {
      const shown = displayLine(`a${character}b`);
      assert.match(shown, /^a(?:\\u[0-9a-f]{4})+b$/);
      assert.equal(JSON.parse(`"${shown}"`), `a${character}b`);
    }
  });
});
