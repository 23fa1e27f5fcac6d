import assert from "node:assert/strict";
import { mock } from "node:test";
import { ApiError } from "../../../src/service/errors";
import type { FeedDependencies } from "../../../src/feed/feed";
import { EventBudget } from "../../../src/feed/session/eventBudget";
import { FakeClock } from "../../support/fakes/fakeClock";
import { createFeed, eventIds, lastWeek } from "../../support/feeds";
import { event } from "../../support/services/listSource";
import { LiveService } from "../../support/services/liveService";
import { page, status } from "../../support/services/scriptedAnswers";
import { ScriptedService } from "../../support/services/scriptedService";
import { testClient } from "../../support/services/testClient";
import { unhandledRejectionOf } from "../../support/unhandledRejection";

const hour = 3_600_000;
const delayMs = 250;
/** IDs of one event every two minutes, newest first: all of one UTC day, so that pages are as large as requested. */
const all = Array.from({ length: 168 }, (_, n) => `evt_${String(n).padStart(4, "0")}`);
const busy = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");

describe("Preloading", () => {
  /** A feed in pages of 10 that is loaded down to its first page, with its live updates paused. */
  async function open(preload: number, options: Partial<FeedDependencies> = {}) {
    const clock = new FakeClock();
    const service = new LiveService(clock);
    service.immediate = true;
    all.forEach((id, n) => service.put(event(id, service.now - (n + 0.5) * (hour / 30))));
    const feed = createFeed(service, clock, { preloadEvents: () => preload, ...options });
    feeds.push(feed);
    feed.setPageReady();
    await feed.start();
    feed.live.pause();
    const count = (): number => feed.rows.info.eventCount;
    /** Lets the delay before preloading pass, and waits until nothing is requested any more. */
    const idle = async (): Promise<void> => {
      clock.advance(delayMs);
      await service.quiet();
    };
    /** Sizes of the pages requested from here on. */
    const requestedSizes = (): number[] => service.requests.splice(0).map(({ pageSize }) => pageSize);
    requestedSizes();
    return { clock, service, feed, count, idle, requestedSizes };
  }

  const feeds: ReturnType<typeof createFeed>[] = [];
  afterEach(() => feeds.splice(0).forEach((feed) => feed.dispose()));

  it("loads as many events as the setting says, in one request after the first rows, and without an activity", async () => {
    const { feed, clock, service, count, idle, requestedSizes } = await open(50);
    assert.equal(count(), 10);
    clock.advance(delayMs - 1);
    await service.quiet();
    assert.deepEqual(requestedSizes(), [], "the first rows are painted first");
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

  it("loads nothing when the setting is 0, or less than the first page", async () => {
    for (const preload of [0, 10]) {
      const { count, idle, requestedSizes } = await open(preload);
      await idle();
      assert.deepEqual([count(), requestedSizes()], [10, []]);
    }
  });

  it("ends at the start of the time range, and does not open the previous one", async () => {
    const { feed, count, idle } = await open(5000);
    const { window } = feed.state;
    await idle();
    assert.equal(count(), all.length);
    assert.equal(feed.state.completeness.kind, "complete");
    assert.deepEqual(feed.state.window, window);
  });

  it("loads no more than maxEvents", async () => {
    const { feed, count, idle } = await open(5000, { budget: new EventBudget(() => 30) });
    await idle();
    assert.equal(count(), 30);
    assert.deepEqual(feed.state.completeness, { kind: "limit", maxEvents: 30 });
  });

  it("survives repeated events and short pages", async () => {
    const { service, feed, idle } = await open(60);
    service.repeats = true;
    service.maxPageSize = 7;
    await idle();
    const loaded = eventIds(feed);
    assert.ok(loaded.length >= 60, String(loaded.length));
    assert.deepEqual(loaded, all.slice(0, loaded.length));
  });

  it("gives up after 20 pages with little in them", async () => {
    const { service, count, idle, requestedSizes } = await open(160);
    service.maxPageSize = 2;
    await idle();
    assert.equal(requestedSizes().length, 20);
    assert.equal(count(), 50);
    await idle();
    assert.deepEqual(requestedSizes(), []);
  });

  describe("gives way", () => {
    /** A feed while it waits for preloaded events. */
    async function preloading() {
      const opened = await open(100);
      opened.service.immediate = false;
      await opened.idle();
      assert.deepEqual([opened.service.pending, opened.feed.state.preloading], [1, true]);
      opened.requestedSizes();
      return opened;
    }

    it("to Load older, and continues afterwards", async () => {
      const { service, feed, idle, requestedSizes } = await preloading();
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

    it("to another query, which is then preloaded instead", async () => {
      const { service, feed, idle, requestedSizes } = await preloading();
      const switched = feed.setQuery({ ...lastWeek, types: ["funding"] });
      await service.quiet();
      assert.deepEqual([requestedSizes(), service.pending], [[10], 1]);
      await service.answerInTurn(1);
      await switched;
      await idle();
      assert.deepEqual(requestedSizes(), [90]);
      await service.answerInTurn(1);
      assert.equal(feed.rows.info.eventCount, 100);
      assert.deepEqual(service.requests.at(-1), undefined);
    });

    it("to Refresh, Load entire window and the filling of gaps", async () => {
      for (const act of ["refresh", "loadWindow"] as const) {
        const { service, feed } = await preloading();
        const done = feed[act]();
        await service.quiet();
        assert.equal(service.pending, 1, act);
        assert.equal(feed.state.preloading, undefined, act);
        service.immediate = true;
        await service.answerInTurn(1);
        await done;
        assert.deepEqual(eventIds(feed).slice(0, 10), all.slice(0, 10), act);
        assert.equal(feed.state.problem, undefined);
      }
    });

    it("to a check for new events after the page in flight", async () => {
      const { clock, service, feed, count, idle, requestedSizes } = await preloading();
      service.maxPageSize = 30;
      feed.live.resume();
      feed.live.pollNow();
      await service.quiet();
      assert.equal(feed.state.live.kind, "checking");
      assert.equal(service.pending, 2, "the page is not requested in vain");
      requestedSizes();
      service.answer(0);
      await service.quiet();
      assert.deepEqual([count(), feed.state.preloading, requestedSizes()], [40, undefined, []]);
      clock.advance(delayMs);
      await service.quiet();
      assert.deepEqual([service.pending, feed.state.live.kind], [1, "checking"]);
      await service.answerInTurn(1);
      await idle();
      await service.answerInTurn(2);
      assert.equal(count(), 100);
    });

    it("to checks that are more frequent than its pages, without losing any", async () => {
      const { service, feed, count, idle } = await preloading();
      service.maxPageSize = 30;
      feed.live.resume();
      const counts: number[] = [];
      for (let rounds = 0; count() < 100; rounds++) {
        assert.ok(rounds < 10, `${count()} events`);
        // Three checks while one page is in flight, and another one when it arrives.
        for (let checks = 0; checks < 4; checks++) {
          feed.live.pollNow();
          await service.quiet();
          assert.deepEqual([service.pending, feed.state.live.kind], [2, "checking"]);
          service.answer(checks < 3 ? 1 : 0);
          await service.quiet();
        }
        counts.push(count());
        service.answer(0);
        await service.quiet();
        await idle();
      }
      assert.deepEqual(counts, [40, 70, 100]);
      assert.equal(feed.state.preloading, undefined);
    });

    it("at once when the panel is hidden, and continues when it is visible", async () => {
      const { clock, service, feed, count, idle } = await preloading();
      feed.setVisible(false);
      assert.equal(service.pending, 0);
      clock.advance(hour);
      await service.quiet();
      assert.equal(service.pending, 0);
      feed.setVisible(true);
      clock.advance(hour);
      await service.quiet();
      assert.equal(service.pending, 0, "there is no page yet");
      feed.setPageReady();
      await idle();
      await service.answerInTurn(1);
      assert.equal(count(), 100);
    });

    it("to a search only in that its results grow", async () => {
      const { service, feed } = await preloading();
      await feed.setView({ text: "evt_00" });
      assert.deepEqual(eventIds(feed), all.slice(0, 10));
      await service.answerInTurn(1);
      assert.deepEqual(eventIds(feed), all.slice(0, 100));
      assert.equal(feed.state.view.matches, 100);
    });
  });

  it("never starts for a hidden panel", async () => {
    const { clock, service, feed, requestedSizes } = await open(100);
    feed.setVisible(false);
    clock.advance(hour);
    await feed.refresh();
    requestedSizes();
    clock.advance(hour);
    await service.quiet();
    assert.deepEqual(requestedSizes(), []);
  });

  it("stops at the first error without a word, until the feed is refreshed", async () => {
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

  it("stops at an error of the extension itself, and does not ask the service again and again", async () => {
    const { clock, service, feed, count, idle } = await open(100);
    const bug = new Error("a bug");
    const reading = mock.method(service, "readFeed", () => Promise.reject(bug));
    assert.equal(await unhandledRejectionOf(idle), bug);
    for (let n = 0; n < 10; n++) {
      clock.advance(delayMs);
      await service.quiet();
    }
    assert.deepEqual([reading.mock.callCount(), feed.state.preloading], [1, undefined]);
    reading.mock.restore();
    await feed.loadOlder();
    assert.equal(count(), 20);
  });

  for (const code of [429, 503]) {
    it(`does not repeat a request that is answered with ${code}`, async () => {
      const clock = new FakeClock();
      const service = await ScriptedService.start();
      try {
        const events = [{ id: "evt_1", published_at: new Date(clock.now() - hour).toISOString() }];
        service.answer(
          page({ events, has_more: true, next_cursor: "c", page_size: 10 }),
          status(code, { message: "Slow down." }, { "Retry-After": "1" }),
        );
        const client = testClient({ baseUrl: service.origin }, { clock, attempts: 3 });
        const feed = createFeed(client, clock, { preloadEvents: () => 100 });
        feeds.push(feed);
        feed.setPageReady();
        await feed.start();
        feed.live.pause();
        clock.advance(delayMs);
        const isPreloading = (): boolean => feed.state.preloading === true;
        assert.ok(isPreloading());
        while (isPreloading()) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        clock.advance(hour);
        assert.equal(service.requests.length, 2);
        assert.equal(feed.state.problem, undefined);
      } finally {
        await service.dispose();
      }
    });
  }
});
