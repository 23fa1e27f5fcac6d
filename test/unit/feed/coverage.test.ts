import assert from "node:assert/strict";
import type { FeedPage, ServiceClient } from "../../../src/api/types";
import { Coverage } from "../../../src/feed/coverage";
import { Drain } from "../../../src/feed/drain";
import { requestFor, type Window } from "../../../src/feed/query";
import { dayMs } from "../../../src/shared/day";
import { FakeClock } from "../../support/fakeClock";

const clock = new FakeClock();
const now = clock.now();
const open: Window = { sinceMs: now - 7 * dayMs };

/** Pages of one event each, published at the given instants; the last one has no more behind it. */
function coverageOf(window: Window, ...instants: number[]): Coverage {
  const client: ServiceClient = {
    listCollections: () => assert.fail("A feed lists no collections."),
    readFeed: () => {
      const publishedMs = instants.shift() ?? assert.fail("No page is left.");
      const hasMore = instants.length > 0;
      return Promise.resolve({
        items: [{ value: { id: "evt", publishedMs }, json: "{}" }],
        malformed: 0,
        hasMore,
        nextCursor: hasMore ? String(publishedMs) : null,
        pageSize: 1,
      });
    },
  };
  const query = { window: { kind: "last", days: 7 }, types: [] } as const;
  return new Coverage(window, (part) => new Drain(client, requestFor(query, part, 1)), clock);
}

async function walk(coverage: Coverage): Promise<FeedPage> {
  const drain = coverage.walk;
  const page = await drain.next();
  coverage.walkedOver(page, drain);
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

  it("goes on in the window just before, twice as long", async () => {
    const coverage = coverageOf(open, now - dayMs);
    await walk(coverage);
    const sinceMs = now - 21 * dayMs;
    coverage.openBefore();
    assert.deepEqual(coverage.window, { sinceMs });
    assert.deepEqual(coverage.notLoaded, [{ sinceMs, untilMs: open.sinceMs }]);
  });

  it("begins at an instant, in the window that holds it, with a gap above", () => {
    for (const [days, since] of [
      [3, 7],
      [10, 21],
    ] as const) {
      const coverage = coverageOf(open);
      const placeMs = now - days * dayMs;
      coverage.startAt(placeMs);
      assert.equal(coverage.window.sinceMs, now - since * dayMs);
      assert.deepEqual(
        coverage.gaps.all.map(({ sinceMs, untilMs }) => [sinceMs, untilMs]),
        [[placeMs, now]],
      );
      assert.equal(coverage.has(now - 1), false);
    }
  });

  it("begins at its end, where the instant is beyond", () => {
    const coverage = coverageOf(open);
    coverage.startAt(now + 1);
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
});
