import assert from "node:assert/strict";
import fc from "fast-check";
import { listText, textsIn } from "../../../../src/savedFeeds/model/textList";

describe("texts separated by commas", () => {
  it("are read without white space, empty ones and repetitions", () => {
    assert.deepEqual(textsIn(" a.example ,, B Corp,\ta.example , "), ["a.example", "B Corp"]);
    assert.deepEqual(textsIn(""), []);
    assert.deepEqual(textsIn(" , "), []);
  });

  it("may be quoted", () => {
    assert.deepEqual(textsIn('"Acme, Inc.", "say ""hi""" , plain'), ["Acme, Inc.", 'say "hi"', "plain"]);
    assert.deepEqual(textsIn('unfinished "quote, b'), ['unfinished "quote', "b"]);
  });

  it("are the same after they were written", () => {
    const text = fc.string({ minLength: 1, maxLength: 12 }).filter((value) => value.trim() === value);
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 6 }), (texts) =>
        assert.deepEqual(textsIn(listText(texts)), texts),
      ),
    );
  });

  it("never take long", () => {
    fc.assert(
      fc.property(fc.string(), (text) => textsIn(text).every((part) => part.trim() === part && part !== "")),
    );
    assert.equal(textsIn('"'.repeat(20_000)).length <= 1, true);
    assert.equal(
      textsIn(Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(", ")).length,
      10_000,
    );
  });
});
