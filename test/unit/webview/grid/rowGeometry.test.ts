import assert from "node:assert/strict";
import { RowGeometry } from "../../../../src/webview/grid/rowGeometry";

/** Rows of 20 px; 10 of them fit below the heading. */
function places(rowCount: number, offset = 0): RowGeometry {
  const places = new RowGeometry();
  places.resize(rowCount, { row: 20, viewport: 220, footer: 30 });
  places.scroll.moveTo(offset);
  return places;
}

describe("Places of rows", () => {
  it("tell which rows are on screen and which are drawn beyond them", () => {
    assert.deepEqual(
      [places(1000).shown, places(1000).drawn],
      [
        { start: 0, end: 11 },
        { start: 0, end: 19 },
      ],
    );
    const middle = places(1000, 1010);
    assert.deepEqual(
      [middle.shown, middle.drawn],
      [
        { start: 50, end: 62 },
        { start: 42, end: 70 },
      ],
    );
    assert.ok(middle.drawn.end - middle.drawn.start <= middle.mostDrawn);
    assert.equal(middle.drawnTop, 840);
    assert.equal(middle.page, 10);
    assert.deepEqual(places(3).drawn, { start: 0, end: 3 });
    assert.deepEqual(places(0).drawn, { start: 0, end: 0 });
  });

  it("tell when the last row is on screen, and when all are", () => {
    assert.deepEqual(
      [places(1000).atEnd, places(1000, 19_799).atEnd, places(1000, 19_800).atEnd],
      [false, false, true],
    );
    assert.deepEqual([places(9).allFit, places(10).allFit], [true, false]);
  });

  it("scroll as little as it takes to show a row", () => {
    const revealed = (offset: number, index: number, beyond?: "start" | "end"): number => {
      const list = places(1000, offset);
      list.reveal(index, beyond);
      return list.scroll.offset;
    };
    assert.equal(revealed(1000, 55), 1000, "it is there already");
    assert.equal(revealed(1000, 49), 980, "at the top, below the heading");
    assert.equal(revealed(1000, 60), 1020, "at the bottom");
    assert.equal(revealed(1000, 1), 0, "the heading of its day is shown with the first event");
    assert.equal(revealed(1000, 3, "start"), 0);
    assert.equal(revealed(1000, 999), 19_800);
    assert.equal(revealed(1000, 998, "end"), 19_830, "with what stands below the rows");
  });
});
