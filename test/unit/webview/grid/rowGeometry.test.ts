import assert from "node:assert/strict";
import { RowGeometry } from "../../../../src/webview/grid/rowGeometry";

/** Rows of 20 px; 10 of them fit below the column headers. */
function geometryOf(rowCount: number, offset = 0): RowGeometry {
  const geometry = new RowGeometry();
  geometry.resize(rowCount, { row: 20, viewport: 220, footer: 30 });
  geometry.scroll.scrollTo(offset);
  return geometry;
}

describe("RowGeometry", () => {
  it("knows which rows are visible and which are rendered around them", () => {
    assert.deepEqual(
      [geometryOf(1000).visible, geometryOf(1000).rendered],
      [
        { start: 0, end: 11 },
        { start: 0, end: 29 },
      ],
    );
    const middle = geometryOf(1000, 1010);
    assert.deepEqual(
      [middle.visible, middle.rendered],
      [
        { start: 50, end: 62 },
        { start: 42, end: 71 },
      ],
    );
    assert.equal(middle.maxRendered, 29);
    assert.deepEqual(geometryOf(1000, 1e6).rendered, { start: 971, end: 1000 });
    assert.equal(middle.renderedTop, 840);
    assert.equal(middle.rowsPerPage, 10);
    assert.deepEqual(geometryOf(3).rendered, { start: 0, end: 3 });
    assert.deepEqual(geometryOf(0).rendered, { start: 0, end: 0 });
  });

  it("knows whether the last row is visible, and whether all are", () => {
    assert.deepEqual(
      [geometryOf(1000).isAtEnd, geometryOf(1000, 19_799).isAtEnd, geometryOf(1000, 19_800).isAtEnd],
      [false, false, true],
    );
    assert.deepEqual([geometryOf(9).allRowsFit, geometryOf(10).allRowsFit], [true, false]);
  });

  it("scrolls as little as it takes to show a row", () => {
    const revealed = (offset: number, index: number, edge?: "start" | "end"): number => {
      const list = geometryOf(1000, offset);
      list.reveal(index, edge);
      return list.scroll.offset;
    };
    assert.equal(revealed(1000, 55), 1000, "already visible");
    assert.equal(revealed(1000, 49), 980, "at the top, below the column headers");
    assert.equal(revealed(1000, 60), 1020, "at the bottom");
    assert.equal(revealed(1000, 1), 0, "with the header of its day");
    assert.equal(revealed(1000, 3, "start"), 0);
    assert.equal(revealed(1000, 999), 19_800);
    assert.equal(revealed(1000, 998, "end"), 19_830, "with the footer");
  });
});
