import assert from "node:assert/strict";
import fc from "fast-check";
import { ScrollMap } from "../../../../src/webview/grid/scrollMap";

const million = 1_000_000 * 22;

function mapOf(length: number, viewport = 600, extra = 60): ScrollMap {
  const map = new ScrollMap();
  map.resize(length, extra, viewport);
  return map;
}

describe("ScrollMap", () => {
  it("is the identity while the element is as tall as the list", () => {
    const map = mapOf(9_000_000);
    assert.equal(map.height, 9_000_000);
    for (const top of [0, 1, 4_500_000, 8_999_460, 17]) {
      map.scrolled(top);
      assert.equal(map.offset, top);
    }
  });

  it("keeps the element within what browsers can do, and both ends are reached", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000_001, max: 1e11 }),
        fc.integer({ min: 50, max: 3000 }),
        (length, viewport) => {
          const map = mapOf(length, viewport);
          assert.equal(map.height, 10_000_000);
          map.scrolled(10_000_000 + 60 - viewport);
          assert.equal(map.offset, length + 60 - viewport);
          map.scrolled(0);
          assert.equal(map.offset, 0);
        },
      ),
    );
  });

  it("moves by what the wheel moves, wherever it is", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: million - 2000 }),
        fc.integer({ min: -500, max: 500 }),
        (offset, wheel) => {
          const map = mapOf(million);
          map.moveTo(offset);
          map.scrolled(map.top + wheel);
          assert.ok(Math.abs(map.offset - (offset + wheel)) < 0.001);
          const before = map.offset;
          map.settle();
          assert.equal(map.offset, before);
        },
      ),
    );
  });

  it("goes where the bar is dragged to, in order and without a hole", () => {
    const map = mapOf(million);
    let last = -1;
    for (let top = 0; top <= map.height - 540; top += 5000) {
      map.scrolled(top);
      assert.ok(map.offset > last, `${top}`);
      assert.ok(map.offset - last < 5000 * 6, `${top}`);
      last = map.offset;
      map.settle();
      assert.ok(Math.abs(map.top - top) < 0.01, `${top}`);
    }
  });

  it("says nothing new about a position that it set itself", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: million }), (offset) => {
        const map = mapOf(million);
        map.moveTo(offset);
        const before = map.offset;
        map.scrolled(map.top);
        assert.ok(Math.abs(map.offset - before) < 1);
      }),
    );
  });

  it("stays where it is when rows are added, and at the end when they are taken away", () => {
    const map = mapOf(million);
    map.moveTo(5_000_000);
    map.resize(million * 2, 60, 600);
    assert.equal(map.offset, 5_000_000);
    map.resize(2200, 60, 600);
    assert.equal(map.offset, 2200 + 60 - 600);
    map.resize(0, 60, 600);
    assert.equal(map.offset, 0);
  });
});
