import assert from "node:assert/strict";
import type { FeedPage, ServiceClient } from "../../../../src/api/types";
import { Coverage } from "../../../../src/feed/session/coverage";
import { FeedPaginator } from "../../../../src/feed/paging/feedPaginator";
import { requestFor, type Window } from "../../../../src/feed/query";
import { dayMs } from "../../../../src/shared/day";
import { FakeClock } from "../../../support/fakes/fakeClock";

const clock = new FakeClock();
const now = clock.now();
const open: Window = { sinceMs: now - 7 * dayMs };

/** Pages of events published at the given instants, one where it stands alone; the last one has no more behind it. */
function coverageOf(window: Window, ...pages: (number | number[])[]): Coverage {
  const client: ServiceClient = {
    listCollections: () => assert.fail("A feed lists no collections."),
    readFeed: () => {
      const instants = [pages.shift() ?? assert.fail("No page is left.")].flat();
      const hasMore = pages.length > 0;
      return Promise.resolve({
        items: instants.map((publishedMs) => ({ value: { id: "evt", publishedMs }, json: "{}" })),
        malformed: 0,
        hasMore,
        nextCursor: hasMore ? String(pages.length) : null,
        pageSize: 1,
      });
    },
  };
  const query = { window: { kind: "last", days: 7 }, types: [] } as const;
  return new Coverage(window, (part) => new FeedPaginator(client, requestFor(query, part, 1)), clock);
}

async function walk(coverage: Coverage): Promise<FeedPage> {
  const paginator = coverage.walk;
  const page = await paginator.next();
  coverage.walkedOver(page, paginator);
  return page;
}

describe("Coverage", () => {
  it("grows from the end of the window to its start", async () => {
    const coverage = coverageOf(open, now - dayMs, now - 3 * dayMs);
    assert.deepEqual(coverage.notLoaded, [{ ...open, untilMs: now }]);
    assert.equal(coverage.has(now - 1), false);
    await walk(coverage);
    assert.deepEqual(coverage.notLoaded, [{ ...open, untilMs: now - dayMs }]);
    assert.equal(coverage.has(now - 1), true);
    await walk(coverage);
    assert.deepEqual(coverage.notLoaded, []);
    assert.equal(coverage.has(open.sinceMs + 1), true);
  });

  it("is as far as the pages that were taken up, wherever the walk has read on to", async () => {
    const coverage = coverageOf(open, now - dayMs, now - 3 * dayMs);
    const paginator = coverage.walk;
    const pages = [await paginator.next(), await paginator.next()];
    const left: unknown[] = [];
    for (const page of pages) {
      left.push(coverage.notLoaded);
      coverage.walkedOver(page, paginator);
    }
    assert.deepEqual(left, [[{ ...open, untilMs: now }], [{ ...open, untilMs: now - dayMs }]]);
    assert.deepEqual(coverage.notLoaded, []);
  });

  it("goes on in the window just before, twice as long", async () => {
    const coverage = coverageOf(open, now - dayMs);
    await walk(coverage);
    const sinceMs = now - 21 * dayMs;
    coverage.openBefore();
    assert.deepEqual(coverage.window, { sinceMs });
    assert.deepEqual(coverage.notLoaded, [{ sinceMs, untilMs: open.sinceMs }]);
  });

  it("is not led astray by events that are dated out of their order, or out of the window", async () => {
    const [first, second] = [now - dayMs, now - 2 * dayMs];
    const coverage = coverageOf(
      open,
      [first, Date.UTC(1970, 0, 2), now + dayMs, second],
      [5],
      [now - 3 * dayMs],
      [],
    );
    for (const reached of [second, second, now - 3 * dayMs]) {
      await walk(coverage);
      assert.deepEqual(coverage.notLoaded, [{ ...open, untilMs: reached }]);
      assert.deepEqual([coverage.has(reached + 1), coverage.has(reached - 1)], [true, false]);
    }
  });

  it("begins at an instant, in the window that holds it, with a gap above", async () => {
    for (const [days, since] of [
      [3, 7],
      [10, 21],
    ] as const) {
      const placeMs = now - days * dayMs;
      const coverage = coverageOf(open, placeMs - 1, []);
      coverage.skipTo(placeMs);
      await walk(coverage);
      assert.equal(coverage.window.sinceMs, now - since * dayMs);
      assert.deepEqual(
        coverage.gaps.all.map(({ sinceMs, untilMs }) => [sinceMs, untilMs]),
        [[placeMs, now]],
      );
      assert.equal(coverage.has(placeMs - 0.5), true);
      assert.equal(coverage.has(now - 1), false);
    }
  });

  it("begins at its end, where the instant is beyond", () => {
    const coverage = coverageOf(open);
    coverage.skipTo(now + 1);
    assert.deepEqual(coverage.gaps.all, []);
  });

  it("shrinks where events go, gaps too, and the walk comes there again", async () => {
    const coverage = coverageOf(open, now - 5 * dayMs, now - 6 * dayMs);
    coverage.gaps.add(now - 4 * dayMs, now - 2 * dayMs);
    const before = coverage.walk;
    const page = await walk(coverage);
    coverage.forgetBefore(now - 3 * dayMs);
    assert.deepEqual(coverage.notLoaded, [
      { sinceMs: now - 3 * dayMs, untilMs: now - 2 * dayMs },
      { ...open, untilMs: now - 3 * dayMs },
    ]);
    coverage.walkedOver(page, before);
    assert.equal(coverage.has(now - 4 * dayMs), false, "a page of the walk before it says nothing");
  });

  it("stays as it is where events from before its window go", async () => {
    const coverage = coverageOf(open, [now - dayMs, 5], []);
    await walk(coverage);
    const { walk: before, notLoaded } = coverage;
    for (const ms of [6, open.sinceMs]) {
      coverage.forgetBefore(ms);
      assert.equal(coverage.walk, before);
      assert.deepEqual(coverage.notLoaded, notLoaded);
    }
  });
});
