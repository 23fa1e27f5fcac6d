/** A whole feed: Refresh Event Feed. */
import assert from "node:assert/strict";
import type { Feed } from "../../../../src/feed/feed";
import type { FakeClock } from "../../../support/fakes/fakeClock";
import { gapRows, onDidChangeRows } from "../../../support/feeds";
import type { PagedEvent, PagingBehavior, PagingService } from "../../../support/services/pagingService";
import { status } from "../../../support/services/scriptedAnswers";
import { eventsEvery, hour, minute, PagedFeed } from "../pagedFeed";

describe("Refreshing a feed", () => {
  let paged: PagedFeed;
  let clock: FakeClock;
  let events: PagedEvent[];
  let service: PagingService;
  let feed: Feed;

  afterEach(() => paged.dispose());

  /** One event per interval. */
  async function open(count: number, behavior: PagingBehavior = {}, intervalMs = minute): Promise<void> {
    paged = await PagedFeed.create(eventsEvery(intervalMs, count), behavior);
    ({ clock, events, service, feed } = paged);
    await feed.start();
  }

  /** Asserts that the feed shows the service's newest events without gaps and duplicates. */
  function assertNoneMissing(atLeast: number): void {
    const { ids, readableIds } = paged;
    assert.ok(ids.length >= atLeast, `${ids.length} of ${atLeast}`);
    assert.deepEqual(ids, readableIds.slice(0, ids.length));
  }

  /** Scrolls to the `n`th event, with 30 rows on screen. */
  function scrollTo(n: number): void {
    const [topmost, last] = [n, n + 30].map((at) => {
      const { id, ms = NaN } = events[at] ?? assert.fail();
      return { id, publishedMs: ms };
    });
    feed.setVisibleEvents({ ...(n > 0 && topmost && { topmost }), last: last ?? assert.fail() });
  }

  async function loadOlder(count: number): Promise<void> {
    while (feed.rows.info.eventCount < count) {
      await feed.loadOlder();
    }
  }

  /** Makes the service fail after this many more pages with a cursor. */
  function failAfter(pages: number): void {
    service.intercept = ({ parameters }) =>
      parameters.has("cursor") && pages-- <= 0 ? status(503, { detail: "Busy." }) : undefined;
  }

  /** Number of events after each change of the rows during an operation. */
  async function countsDuring(run: Promise<unknown>): Promise<number[]> {
    const counts: number[] = [];
    const listener = onDidChangeRows(feed, () => counts.push(feed.events.countInView));
    await run;
    listener.dispose();
    return counts;
  }

  /** Number of requests without those of live updates, which read IDs first. */
  function fullRequests(): number {
    return service.requests.filter(({ parameters }) => parameters.get("fields") === "full").length;
  }

  function publish(count: number): void {
    clock.advance(minute);
    for (let n = 0; n < count; n++) {
      events.unshift({ id: `new_${n}`, ms: clock.now() - 1000 + n });
    }
  }

  it("reloads the entire window if it was loaded, including new events", async () => {
    await open(1_408);
    await feed.loadWindow();
    scrollTo(0);
    publish(3);
    const before = fullRequests();
    const counts = await countsDuring(feed.refresh());
    assert.deepEqual(paged.ids, paged.readableIds);
    assert.equal(paged.completeness, "complete");
    assert.equal(feed.state.activity, undefined);
    assert.equal(counts[0], 40, "the first page is shown as soon as it is loaded");
    // Live updates may have added events first.
    assert.ok(fullRequests() - before <= 6);
  });

  it("reloads exactly the earlier windows that were opened", async () => {
    await open(400, {}, hour);
    await feed.loadWindow();
    await feed.loadOlder();
    await feed.loadWindow();
    const { window, completeness } = feed.state;
    assert.equal(completeness.kind, "complete");
    for (let n = 0; n < 3; n++) {
      clock.advance(5 * hour);
      await feed.refresh();
      assert.deepEqual(paged.ids, paged.readableIds);
      assert.equal(feed.state.window?.sinceMs, window?.sinceMs);
      assert.equal(paged.completeness, "complete");
    }
  });

  describe("scrolled down 150 pages", () => {
    const depth = 150 * 40;

    it("keeps the scroll position, with all events above it", async () => {
      await open(8_000);
      await loadOlder(depth);
      scrollTo(depth - 40);
      publish(5);
      const counts = await countsDuring(feed.refresh());
      assert.ok((counts[0] ?? 0) >= depth, "the visible events are loaded when the rows change");
      assertNoneMissing(depth + 5);
      assert.deepEqual(gapRows(feed), []);
    });

    it("leaves a gap above the visible events if the service's pages are too small", async () => {
      await open(depth + 100, { pageCap: 40 });
      await feed.loadWindow();
      scrollTo(depth - 40);
      const [topmost, last] = [depth - 40, depth - 10].map((n) => events[n]);
      const gapBelow = (events[depth - 41]?.ms ?? NaN) + 1;
      publish(5);
      const states: string[] = [];
      onDidChangeRows(feed, () =>
        states.push(...feed.events.stillLoaded([topmost?.id ?? "", last?.id ?? ""])),
      );
      await feed.refresh();
      assert.deepEqual(states.slice(0, 2), [topmost?.id, last?.id], "both are loaded when the rows change");
      assert.ok(paged.ids.includes("new_0"));
      assert.equal(paged.ids.at(-1), paged.readableIds.at(-1));
      assert.ok(paged.ids.length < depth);
      assert.deepEqual(paged.completeness, "gap");
      assert.equal(gapRows(feed).length, 1);
      assert.ok(
        (gapRows(feed)[0]?.sinceMs ?? Infinity) < gapBelow,
        "events that are not loaded are in the gap",
      );
      for (let gap = gapRows(feed)[0]; gap; gap = gapRows(feed)[0]) {
        await feed.fillGap(gap.sinceMs);
      }
      assert.deepEqual(paged.ids, paged.readableIds);
      assert.equal(paged.completeness, "complete");
    });
  });

  it("reports that more is available if there is too much to reload", async () => {
    await open(12_000, {}, minute / 2);
    await feed.loadWindow();
    assert.equal(paged.completeness, "complete");
    scrollTo(0);
    await feed.refresh();
    assertNoneMissing(10_000);
    assert.ok(paged.ids.length < 12_000);
    assert.equal(paged.completeness, "more");
    await feed.loadWindow();
    assert.deepEqual(paged.ids, paged.readableIds);
  });

  it("shows additions, removals and changes, even of the oldest event", async () => {
    await open(1_408);
    await loadOlder(1_000);
    const loaded = paged.ids.length;
    scrollTo(0);
    const oldest = events[loaded - 1];
    assert.ok(oldest);
    clock.advance(minute);
    // The oldest loaded event gets a new date, one event is removed, and one arrives late.
    events.splice(loaded - 1, 1);
    events.splice(500, 1, { id: "late", ms: (events[500]?.ms ?? NaN) + 1 });
    events.unshift({ ...oldest, ms: clock.now() - 1000 });
    await feed.refresh();
    assertNoneMissing(loaded);
    assert.equal(paged.ids[0], oldest.id);
    assert.deepEqual(feed.events.stillLoaded(["evt_500", "late"]), ["late"]);
    // The oldest loaded event is removed.
    scrollTo(0);
    const count = paged.ids.length;
    events.splice(count - 1, 1);
    await feed.refresh();
    assertNoneMissing(count - 1);
  });

  it("keeps the rows if it fails before the visible events are loaded", async () => {
    await open(2_000);
    await loadOlder(1_000);
    const before = paged.ids;
    scrollTo(900);
    publish(1);
    failAfter(0);
    await feed.refresh();
    // Live updates may have added events first.
    assert.deepEqual(
      paged.ids.filter((id) => !id.startsWith("new_")),
      before,
    );
    assert.equal(feed.state.problem?.action, "refresh");
    service.intercept = undefined;
    await feed.retry();
    assert.equal(feed.state.problem, undefined);
    assertNoneMissing(before.length + 1);
  });

  it("reports a failure halfway, and loads the rest on Retry", async () => {
    await open(1_408);
    await feed.loadWindow();
    scrollTo(0);
    publish(1);
    for (let tries = 0; tries < 2; tries++) {
      failAfter(2);
      await feed.refresh();
      assertNoneMissing(500);
      assert.ok(paged.ids.length < 1_409);
      assert.equal(feed.state.problem?.action, "refresh");
      assert.equal(paged.completeness, "more");
      assert.deepEqual(
        feed.events.stillLoaded(["evt_1400"]),
        ["evt_1400"],
        "it may still be loaded, so that it stays selected",
      );
    }
    service.intercept = undefined;
    await feed.retry();
    assert.equal(feed.state.problem, undefined);
    assert.deepEqual(paged.ids, paged.readableIds);
    assert.deepEqual(feed.events.stillLoaded(["evt_1400", "gone"]), ["evt_1400"]);
  });
});
