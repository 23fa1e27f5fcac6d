import assert from "node:assert/strict";
import { MutedWords } from "../../../../src/savedFeeds/model/mutedWords";

describe("Muted words", () => {
  const mutes = (title: string, ...words: string[]): boolean => new MutedWords(words).mutes(title);

  it("mute titles that have one of them, in any case", () => {
    assert.ok(mutes("NovaGrid cuts CRYPTO desk", "layoffs", "crypto"));
    assert.ok(mutes("Crypto: the end?", "crypto"));
    assert.ok(mutes("Moody’s cuts outlook", "moody's"));
    assert.ok(mutes("Moody's cuts outlook", "Moody"));
    assert.ok(mutes("CAFÉ closes", "cafe\u0301"));
    assert.ok(mutes("Über-Deal", "über"));
  });

  it("are whole words", () => {
    assert.ok(!mutes("Startup raises $5M", "art", "start", "up"));
    assert.ok(!mutes("Cryptography firm", "crypto"));
    assert.ok(!mutes("Café closes", "caf"));
    assert.ok(!mutes("Raises $420M", "$42"));
  });

  it("may be of several words, which are next to each other", () => {
    assert.ok(mutes("Nova closes Series  A round", "series a"));
    assert.ok(!mutes("Nova closes Series B, a round", "series a"));
    assert.ok(!mutes("Nova closes series approach", "series a"));
    assert.ok(mutes("Nova closes series approach, then series A", "series a"));
  });

  it("may have punctuation, which counts", () => {
    assert.ok(mutes("Nova hires C++ developers", "C++"));
    assert.ok(!mutes("Nova closes Series C", "C++"));
    assert.ok(mutes("Nova.example is down", "nova.example"));
    assert.ok(mutes("a.*b", ".*"));
    assert.ok(!mutes("anything", ".*"));
  });

  it("are found within sentences without spaces", () => {
    assert.ok(mutes("ノバ社が暗号資産から撤退", "暗号資産"));
    assert.ok(mutes("NovaがAI事業を拡大", "拡大"));
    assert.ok(mutes("𠮷野家が拡大", "𠮷野家"));
  });

  it("mute nothing if there are none, and no event without a title", () => {
    assert.ok(new MutedWords(["", " ", "\u200b"]).isEmpty);
    assert.ok(!mutes("Nova", "", " "));
    assert.ok(!new MutedWords(["nova"]).mutes(undefined));
    assert.ok(!mutes("", "nova"));
  });

  it("are compiled once for the same list", () => {
    const words = ["nova"];
    assert.equal(MutedWords.of(words), MutedWords.of(words));
  });
});
