/** A whole feed: preloading. */
import assert from "node:assert/strict";
import { ApiError } from "../../../../src/service/errors";
import type { FeedOptions } from "../../../../src/feed/feed";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { createFeed, eventIds } from "../../../support/feeds";
import { event } from "../../../support/services/listSource";
import { LiveService } from "../../../support/services/liveService";

const hour = 3_600_000;
/** IDs of one event every two minutes, newest first; all on one UTC day, so that pages are full. */
const all = Array.from({ length: 168 }, (_, n) => `evt_${String(n).padStart(4, "0")}`);
const busy = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");

describe("Preloading", () => {
  /** A feed with one loaded page of 10 events and paused live updates. */
  async function open(preload: number, options: Partial<FeedOptions> = {}) {
    const clock = new FakeClock();
    const service = new LiveService(clock);
    service.immediate = true;
    all.forEach((id, n) => service.put(event(id, service.now - (n + 0.5) * (hour / 30))));
    const feed = createFeed(service, clock, { preloadEvents: () => preload, ...options });
    feeds.push(feed);
    await feed.start();
    feed.live.pause();
    const count = (): number => feed.rows.info.eventCount;
    /** Reports that the page shows the rows, and waits until no request is pending. */
    const idle = async (): Promise<void> => {
      feed.setPageReady();
      await service.quiet();
    };
    /** Sizes of the pages requested since the last call. */
    const requestedSizes = (): number[] => service.requests.splice(0).map(({ pageSize }) => pageSize);
    requestedSizes();
    return { clock, service, feed, count, idle, requestedSizes };
  }

  const feeds: ReturnType<typeof createFeed>[] = [];
  afterEach(() => feeds.splice(0).forEach((feed) => feed.dispose()));

  it("loads as many events as configured, in one request after the first rows are shown", async () => {
    const { feed, clock, service, count, idle, requestedSizes } = await open(50);
    assert.equal(count(), 10);
    await service.quiet();
    assert.deepEqual(requestedSizes(), [], "the first rows are shown first");
    service.immediate = false;
    await idle();
    assert.deepEqual([feed.state.preloading, feed.state.activity], [true, undefined]);
    await service.answerInTurn(1);
    assert.deepEqual(eventIds(feed), all.slice(0, 50));
    assert.deepEqual(requestedSizes(), [40]);
    assert.equal(feed.state.preloading, undefined);
    clock.advance(hour);
    assert.deepEqual([requestedSizes(), service.pending], [[], 0]);
    service.immediate = true;
    await feed.loadOlder();
    assert.deepEqual(eventIds(feed), all.slice(0, 60), "older events come after the preloaded ones");
  });

  it("ends at the start of the time range, and doesn't open the previous one", async () => {
    const { feed, count, idle } = await open(5000);
    const { window } = feed.state;
    await idle();
    assert.equal(count(), all.length);
    assert.equal(feed.state.completeness.kind, "complete");
    assert.deepEqual(feed.state.window, window);
  });

  it("gives way to Load older, and continues afterwards", async () => {
    const { service, feed, idle, requestedSizes } = await open(100);
    service.immediate = false;
    await idle();
    assert.deepEqual([service.pending, feed.state.preloading], [1, true]);
    requestedSizes();
    const loading = feed.loadOlder();
    await service.quiet();
    assert.deepEqual([requestedSizes(), service.pending], [[10], 1], "the pending request is canceled");
    assert.deepEqual([feed.state.preloading, feed.state.activity?.kind], [undefined, "older"]);
    await service.answerInTurn(1);
    await loading;
    assert.deepEqual(eventIds(feed), all.slice(0, 20));
    await idle();
    assert.deepEqual(requestedSizes(), [80]);
    await service.answerInTurn(1);
    assert.deepEqual(eventIds(feed), all.slice(0, 100));
  });

  it("stops silently at the first error, until the feed is refreshed", async () => {
    const { clock, service, feed, count, idle } = await open(100);
    service.immediate = false;
    await idle();
    service.answer(0, busy);
    await service.quiet();
    assert.deepEqual([feed.state.problem, feed.state.preloading, service.pending], [undefined, undefined, 0]);
    clock.advance(hour);
    feed.setVisible(false);
    feed.setVisible(true);
    feed.setPageReady();
    await idle();
    assert.equal(service.pending, 0);
    service.immediate = true;
    await feed.loadOlder();
    assert.equal(count(), 20);
    await idle();
    assert.equal(count(), 20);
    await feed.refresh();
    await idle();
    assert.equal(count(), 100);
  });
});
