import assert from "node:assert/strict";
import fc from "fast-check";
import { changedTexts, listText, textsIn } from "../../../../src/savedFeeds/model/textList";

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

describe("a change of a list that may have changed since", () => {
  it("is the new list if nothing else changed", () => {
    assert.deepEqual(changedTexts(["a", "b"], { from: ["a", "b"], to: ["c", "b"] }), ["c", "b"]);
    assert.deepEqual(changedTexts(["a"], { from: ["a"], to: [] }), []);
  });

  it("keeps what others added, and what they removed stays away", () => {
    assert.deepEqual(changedTexts(["a", "b", "x"], { from: ["a", "b"], to: ["b", "c"] }), ["b", "x", "c"]);
    assert.deepEqual(changedTexts(["b"], { from: ["a", "b"], to: ["a", "b", "c"] }), ["b", "c"]);
    assert.deepEqual(changedTexts(["a", "c"], { from: ["a"], to: ["a", "c"] }), ["a", "c"]);
  });

  it("doesn't empty a list by two changes that each leave something", () => {
    assert.deepEqual(changedTexts(["b"], { from: ["a", "b"], to: ["a"] }), ["a"]);
    assert.deepEqual(changedTexts([], { from: ["a", "b"], to: ["a"] }), []);
  });

  it("has everything that either side added, and nothing that one of them removed", () => {
    const texts = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
    fc.assert(
      fc.property(texts, texts, texts, (from, to, now) => {
        const changed = changedTexts(now, { from, to });
        const expected = new Set(
          [...now, ...to].filter((text) => !from.includes(text) || (now.includes(text) && to.includes(text))),
        );
        const isEmptied = expected.size === 0 && now.length > 0;
        assert.deepEqual(new Set(changed), isEmptied ? new Set(to) : expected);
        assert.equal(new Set(changed).size, changed.length);
      }),
    );
  });
});
