import assert from "node:assert/strict";
import type { ReadPage } from "../../../../src/service/readPages";
import { requestFor, type Window } from "../../../../src/feed/feedRequest";
import { Coverage, Stretch } from "../../../../src/feed/session/coverage";
import { dayMs } from "../../../../src/shared/instant";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { fakeClient } from "../../../support/fakes/unusedClient";

const clock = new FakeClock();
const now = clock.now();
const open: Window = { sinceMs: now - 7 * dayMs };
const lastWeek = { window: { kind: "last", days: 7 }, types: [] } as const;

type Instant = number | undefined;

/** Coverage over a service that sends these pages of events with the given dates, and has no more after the last. */
function coverageOf(window: Window, ...pages: (Instant | Instant[])[]): Coverage {
  const client = fakeClient({
    readFeed: () => {
      const instants = pages.length > 0 ? [pages.shift()].flat() : assert.fail("No page is left.");
      const hasMore = pages.length > 0;
      return Promise.resolve({
        items: instants.map((publishedMs) => ({
          value: { id: "evt", ...(publishedMs !== undefined && { publishedMs }) },
          json: "{}",
        })),
        malformed: 0,
        hasMore,
        nextCursor: hasMore ? String(pages.length) : null,
        pageSize: 1,
      });
    },
  });
  return new Coverage(window, (part) => new Stretch(client, requestFor(lastWeek, part, 1)), clock);
}

async function loadPage(coverage: Coverage, stretch = coverage.older): Promise<ReadPage> {
  for await (const read of stretch.pages({})) {
    coverage.addPage(read, stretch);
    return read;
  }
  return assert.fail("No page.");
}

function gapsOf({ gaps }: Coverage): number[][] {
  return gaps.map(({ sinceMs, untilMs }) => [sinceMs, untilMs]);
}

describe("Coverage", () => {
  it("grows from the end of the window to its start", async () => {
    const coverage = coverageOf(open, now - dayMs, now - 3 * dayMs);
    assert.deepEqual(coverage.unloaded, [{ ...open, untilMs: now }]);
    assert.equal(coverage.contains(now - 1), false);
    await loadPage(coverage);
    assert.deepEqual(coverage.unloaded, [{ ...open, untilMs: now - dayMs }]);
    assert.equal(coverage.contains(now - 1), true);
    assert.equal(coverage.hasPassed(now - dayMs), false, "the next page may have more of that instant");
    await loadPage(coverage);
    assert.equal(coverage.hasPassed(open.sinceMs), true);
    assert.deepEqual(coverage.unloaded, []);
    assert.equal(coverage.contains(open.sinceMs + 1), true);
  });

  it("ignores events that are dated out of order or outside the window", async () => {
    const [first, second] = [now - dayMs, now - 2 * dayMs];
    const coverage = coverageOf(
      open,
      [first, Date.UTC(1970, 0, 2), now + dayMs, second],
      [5],
      [now - 3 * dayMs],
      [],
    );
    for (const reached of [second, second, now - 3 * dayMs]) {
      await loadPage(coverage);
      assert.deepEqual(coverage.unloaded, [{ ...open, untilMs: reached }]);
      assert.deepEqual([coverage.contains(reached + 1), coverage.contains(reached - 1)], [true, false]);
    }
  });

  for (const [days, since] of [
    [3, 7],
    [10, 21],
  ] as const) {
    it(`skips to an instant ${days} days ago, in the window that contains it, and leaves a gap`, async () => {
      const startMs = now - days * dayMs;
      const coverage = coverageOf(open, startMs - 1, []);
      coverage.skipTo(startMs);
      await loadPage(coverage);
      assert.equal(coverage.window.sinceMs, now - since * dayMs);
      assert.deepEqual(gapsOf(coverage), [[startMs, now]]);
      assert.equal(coverage.contains(startMs - 0.5), true);
      assert.equal(coverage.contains(now - 1), false);
    });
  }

  it("leaves the instant that it had reached in the gap when it skips on, until live updates read it", async () => {
    const coverage = coverageOf(open, now - dayMs, []);
    await loadPage(coverage);
    assert.equal(coverage.skipTo(now - 3 * dayMs), true);
    assert.deepEqual(gapsOf(coverage), [[now - 3 * dayMs, now - dayMs + 1]]);
    assert.deepEqual(
      [now - dayMs, now - dayMs + 1].map((ms) => coverage.contains(ms)),
      [false, true],
    );
    coverage.setLoadedFrom(now - 2 * dayMs, now - 2 * dayMs);
    assert.deepEqual(gapsOf(coverage), [[now - 3 * dayMs, now - 2 * dayMs]]);
  });

  it("shrinks where events are removed, gaps included, and loads them again", async () => {
    const coverage = coverageOf(open, now - 5 * dayMs, now - 6 * dayMs);
    coverage.setLoadedFrom(now - 2 * dayMs, now - 4 * dayMs);
    const { older: before } = coverage;
    const page = await loadPage(coverage);
    coverage.removeBefore(now - 3 * dayMs);
    assert.deepEqual(coverage.unloaded, [
      { sinceMs: now - 3 * dayMs, untilMs: now - 2 * dayMs },
      { ...open, untilMs: now - 3 * dayMs },
    ]);
    coverage.addPage(page, before);
    assert.equal(coverage.contains(now - 4 * dayMs), false, "a page of what was replaced is ignored");
  });

  describe("of a gap", () => {
    /** What is left of the gap `[1000, 9000)` after a page of events with these dates, with more to come. */
    async function gapAfter(...instants: Instant[]): Promise<number[][]> {
      const coverage = coverageOf({ sinceMs: 0, untilMs: 9000 }, instants, []);
      coverage.skipTo(1000);
      await loadPage(coverage, coverage.gaps[0]?.stretch);
      return gapsOf(coverage);
    }

    const ends: readonly (readonly [Instant[], number])[] = [
      [[8000, 7000, 6000], 6001],
      [[8000, 1000], 1001],
      [[8000, undefined], 8001],
      [[], 9000],
      // Dated out of order, or outside the gap.
      [[8000, 5, 20_000], 8001],
      [[8000, 2000, 7000], 7001],
      [[5, 20_000], 9000],
    ];
    for (const [instants, end] of ends) {
      it(`shrinks from its newer end to ${end} after events of ${JSON.stringify(instants)}`, async () => {
        assert.deepEqual(await gapAfter(...instants), [[1000, end]]);
      });
    }
  });
});
