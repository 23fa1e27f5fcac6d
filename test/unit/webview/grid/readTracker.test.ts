import assert from "node:assert/strict";
import type { Row } from "../../../../src/shared/feedState";
import { ReadTracker } from "../../../../src/webview/grid/readTracker";
import { RowGeometry } from "../../../../src/webview/grid/rowGeometry";
import { RowsCache } from "../../../../src/webview/grid/rowsCache";

const rowHeight = 20;

describe("ReadTracker", () => {
  let geometry: RowGeometry;
  let cache: RowsCache;
  let nowMs: number;
  let reported: string[][];
  let tracker: ReadTracker;

  const read = (): string[] => reported.flat();

  /** A header of a day, and events of which those below `unread` are unread. Ten rows fit, of which the day covers one. */
  const show = (count: number, unread: number, first = 0): void => {
    const events = Array.from({ length: count }, (_, index): Row => ({
      kind: "event",
      id: `evt_${first + index}`,
      ...(first + index < unread && { isUnread: true }),
    }));
    const rows: Row[] = [{ kind: "day", day: "2026-11-14" }, ...events];
    const { revision } = cache;
    cache.replace({
      revision: Math.max(revision, 0) + 1,
      rowCount: rows.length,
      eventCount: count,
      start: 0,
      rows,
    });
    geometry.resize(rows.length, { row: rowHeight, viewport: 11 * rowHeight, footer: 0 });
    tracker.didReplaceRows();
  };

  const scrollTo = (px: number, byUser = true): void => {
    geometry.scroll.scrollTo(px);
    tracker.didScroll(byUser);
  };

  beforeEach(() => {
    geometry = new RowGeometry();
    geometry.coveredRows = 1;
    cache = new RowsCache();
    nowMs = 0;
    reported = [];
    tracker = new ReadTracker(
      cache,
      geometry,
      (ids) => reported.push(ids),
      () => nowMs,
    );
    show(100, 50);
  });

  it("reads nothing by opening and waiting", () => {
    nowMs = 60_000;
    tracker.didScroll(false);
    assert.deepEqual(read(), []);
  });

  it("reads what was scrolled out at the top, once no part of it is visible", () => {
    nowMs = 1000;
    scrollTo(19);
    assert.deepEqual(read(), []);
    scrollTo(20);
    assert.deepEqual(read(), ["evt_0"]);
    scrollTo(60);
    assert.deepEqual(read(), ["evt_0", "evt_1", "evt_2"]);
  });

  it("reads the events that are folded into a row together with it", () => {
    const story = { others: [{ id: "retold" }], expanded: false };
    const rows: Row[] = [
      { kind: "day", day: "2026-11-14" },
      { kind: "event", id: "evt_0", isUnread: true, story },
    ];
    cache.add({ start: 0, rows }, { start: 0, end: 2 });
    tracker.didReplaceRows();
    nowMs = 1000;
    scrollTo(20);
    assert.deepEqual(read(), ["evt_0", "retold"]);
  });

  it("does not read what was on screen only in passing, or jumped over", () => {
    scrollTo(100);
    nowMs = 499;
    scrollTo(1000);
    assert.deepEqual(read(), []);
    nowMs = 60_000;
    scrollTo(0);
    assert.deepEqual(read(), [], "upwards");
    nowMs = 61_000;
    scrollTo(400);
    assert.deepEqual(
      read(),
      Array.from({ length: 9 }, (_, n) => `evt_${n}`),
      "not evt_9 to evt_18, which never were on screen",
    );
  });

  it("does not read what the page scrolled away by itself", () => {
    nowMs = 1000;
    scrollTo(400, false);
    scrollTo(420);
    assert.deepEqual(read(), []);
  });

  it("reads events only while they are unread", () => {
    show(100, 2);
    nowMs = 1000;
    scrollTo(160);
    assert.deepEqual(read(), ["evt_0", "evt_1"]);
  });

  it("reads the events that the active row was moved from or over, not those above it", () => {
    nowMs = 1000;
    tracker.didMove(undefined, 5);
    assert.deepEqual(read(), []);
    tracker.didMove(5, 6);
    assert.deepEqual(read(), ["evt_4"]);
    tracker.didMove(6, 2);
    assert.deepEqual(read(), ["evt_4"]);
    tracker.didMove(1, 3);
    assert.deepEqual(reported, [["evt_4"], ["evt_0", "evt_1"]]);
  });

  it("follows events to their new rows, and forgets how long others were on screen", () => {
    nowMs = 1000;
    // Three events have arrived above.
    show(103, 50, -3);
    scrollTo(20);
    assert.deepEqual(read(), [], "evt_-3 has just come on screen");
    scrollTo(80);
    assert.deepEqual(read(), ["evt_0"]);
  });
});
