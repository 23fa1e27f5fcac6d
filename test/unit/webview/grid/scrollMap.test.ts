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
  it("maps one to one while the element is as tall as the content", () => {
    const map = mapOf(9_000_000);
    assert.equal(map.height, 9_000_000);
    for (const top of [0, 1, 4_500_000, 8_999_460, 17]) {
      map.didScroll(top);
      assert.equal(map.offset, top);
    }
  });

  it("limits the height of the element and reaches both ends", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000_001, max: 1e11 }),
        fc.integer({ min: 50, max: 3000 }),
        (length, viewport) => {
          const map = mapOf(length, viewport);
          assert.equal(map.height, 10_000_000);
          map.didScroll(10_000_000 + 60 - viewport);
          assert.equal(map.offset, length + 60 - viewport);
          map.didScroll(0);
          assert.equal(map.offset, 0);
        },
      ),
    );
  });

  it("moves by as much as the wheel at any position", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: million - 2000 }),
        fc.integer({ min: -500, max: 500 }),
        (offset, wheel) => {
          const map = mapOf(million);
          map.scrollTo(offset);
          map.didScroll(map.scrollTop + wheel);
          assert.ok(Math.abs(map.offset - (offset + wheel)) < 0.001);
          const before = map.offset;
          map.realign();
          assert.equal(map.offset, before);
        },
      ),
    );
  });

  it("follows the dragged bar in order and reaches every row", () => {
    const map = mapOf(million);
    let last = -1;
    for (let top = 0; top <= map.height - 540; top += 5000) {
      map.didScroll(top);
      assert.ok(map.offset > last, `${top}`);
      assert.ok(map.offset - last < 5000 * 6, `${top}`);
      last = map.offset;
      map.realign();
      assert.ok(Math.abs(map.scrollTop - top) < 0.01, `${top}`);
    }
  });

  it("does not move by a scroll event of a position that it set itself", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: million }), (offset) => {
        const map = mapOf(million);
        map.scrollTo(offset);
        const before = map.offset;
        map.didScroll(map.scrollTop);
        assert.ok(Math.abs(map.offset - before) < 1);
      }),
    );
  });

  it("keeps the offset when content is added, and stays at the end when it is removed", () => {
    const map = mapOf(million);
    map.scrollTo(5_000_000);
    map.resize(million * 2, 60, 600);
    assert.equal(map.offset, 5_000_000);
    map.resize(2200, 60, 600);
    assert.equal(map.offset, 2200 + 60 - 600);
    map.resize(0, 60, 600);
    assert.equal(map.offset, 0);
  });
});
