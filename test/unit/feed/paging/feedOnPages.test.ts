import { checkForUpdates, feedDefaults } from "../../../support/feeds";
import type { FeedQuery } from "../../../../src/shared/feedQuery";
import type { Completeness } from "../../../../src/shared/feedState";
import assert from "node:assert/strict";
import { EventBudget } from "../../../../src/feed/session/eventBudget";
import { Feed } from "../../../../src/feed/feed";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { type PagedEvent, type PagingManners, PagingService } from "../../../support/services/pagingService";
import { page } from "../../../support/services/scriptedAnswers";

const minute = 60_000;
const lastWeek: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

describe("a feed on a service that is hard to page through", () => {
  let clock: FakeClock;
  let events: PagedEvent[];
  let service: PagingService;
  let feed: Feed;
  let maxEvents: number;

  beforeEach(() => {
    clock = new FakeClock();
    maxEvents = 1_000_000;
  });

  afterEach(async () => {
    feed.dispose();
    await service.dispose();
  });

  /** One event in each minute, newest first. */
  function every(count: number, kinds: Readonly<Record<number, PagedEvent["kind"]>> = {}): PagedEvent[] {
    return Array.from({ length: count }, (_, n) => {
      const kind = kinds[n];
      return { id: `evt_${n}`, ms: clock.now() - (n + 1) * minute, ...(kind === undefined ? {} : { kind }) };
    });
  }

  async function open(all: PagedEvent[], manners: PagingManners = {}, pageSize = 40): Promise<void> {
    events = all;
    service = await PagingService.start(events, manners);
    feed = new Feed(lastWeek, {
      client: service.client,
      clock,
      pageSize: () => pageSize,
      ...feedDefaults,
      budget: new EventBudget(() => maxEvents),
    });
  }

  function ids(): string[] {
    return Array.from(feed.events.inView(), ({ value }) => value.id);
  }

  function gaps(): number[] {
    return feed.rows
      .get({ start: 0, end: feed.rows.info.rowCount })
      .rows.flatMap((row) => (row.kind === "gap" ? [row.sinceMs] : []));
  }

  function completeness(): Completeness {
    return feed.state.completeness;
  }

  function readable(): string[] {
    return events.filter(({ kind }) => kind === undefined).map(({ id }) => id);
  }

  describe("with events that cannot be read", () => {
    beforeEach(() => open(every(200, { 30: "deep", 60: "huge", 120: "deep", 199: "huge" })));

    it("shows everything else: the first page, older ones, and after a refresh", async () => {
      await feed.start();
      assert.equal(feed.state.malformed, 1);
      while (completeness().kind === "more") {
        await feed.loadOlder();
      }
      assert.equal(feed.state.problem, undefined);
      assert.deepEqual(ids(), readable());
      assert.equal(feed.state.malformed, 4);
      feed.setVisibleEvents({ last: { id: "evt", publishedMs: clock.now() - 150 * minute } });
      await feed.refresh();
      assert.deepEqual(ids().slice(0, 150), readable().slice(0, 150));
    });

    it("loads the entire window", async () => {
      await feed.start();
      await feed.loadWindow();
      assert.deepEqual(ids(), readable());
      assert.equal(completeness().kind, "complete");
    });

    it("fills a gap", async () => {
      await feed.restore({ topmost: { id: "evt", publishedMs: clock.now() - 100 * minute } });
      for (const gap of gaps()) {
        await feed.fillGap(gap);
      }
      await feed.loadWindow();
      assert.deepEqual(ids(), readable());
    });

    it("finds new ones, and asks for those that cannot be read once", async () => {
      await feed.start();
      await feed.loadWindow();
      for (const kind of ["deep", "huge", undefined] as const) {
        clock.advance(minute);
        events.unshift({ id: `new_${kind}`, ms: clock.now() - 1, ...(kind && { kind }) });
      }
      await checkForUpdates(feed);
      assert.deepEqual(ids(), readable());
      assert.equal(feed.state.malformed, 6);
      const { length } = service.requests;
      await checkForUpdates(feed);
      assert.deepEqual(
        service.requests.slice(length).map(({ parameters }) => parameters.get("fields")),
        ["ids"],
      );
      assert.equal(feed.state.malformed, 6);
    });
  });

  describe("with cursors that expire", () => {
    it("goes on to older events, hours later", async () => {
      await open(every(100));
      await feed.start();
      service.manners = { refuses: (nth) => nth === 1, refusal: 410 };
      clock.advance(6 * 60 * minute);
      await feed.loadOlder();
      assert.equal(feed.state.problem, undefined);
      await feed.loadWindow();
      assert.deepEqual(ids(), readable());
    });

    it("loads the entire window, whichever cursors last", async () => {
      await open(every(2_000), { pageCap: 90, refuses: (nth) => nth % 3 === 0, refusal: 404 });
      await feed.start();
      await feed.loadWindow();
      assert.deepEqual(ids(), readable());
      assert.equal(completeness().kind, "complete");
    });

    it("fills a gap with one press", async () => {
      await open(every(1_000), { pageCap: 90, refuses: (nth) => nth % 2 === 0, refusal: 422 });
      await feed.restore({ topmost: { id: "evt", publishedMs: clock.now() - 900 * minute } });
      await feed.fillGap(gaps()[0] ?? NaN);
      assert.deepEqual(gaps(), []);
      assert.deepEqual(ids().slice(0, 900), readable().slice(0, 900));
    });

    it("reads what is new since yesterday", async () => {
      await open(every(10), { pageCap: 50, refuses: (nth) => nth % 2 === 0 });
      await feed.start();
      clock.advance(24 * 60 * minute);
      events.unshift(...every(300).map(({ id, ...event }) => ({ ...event, id: `new_${id}` })));
      await checkForUpdates(feed);
      assert.deepEqual(ids(), readable());
    });
  });

  it("fills a gap of 5,218 events with one press and large pages", async () => {
    await open(every(5_300));
    await feed.restore({ topmost: { id: "evt", publishedMs: clock.now() - 5_218 * minute } });
    const { length } = service.requests;
    await feed.fillGap(gaps()[0] ?? NaN);
    assert.deepEqual(gaps(), []);
    assert.deepEqual(ids().slice(0, 5_218), readable().slice(0, 5_218));
    assert.equal(service.requests.length - length, 11);
  });

  describe("with pages that lead nowhere", () => {
    function repeat(): void {
      let n = 0;
      service.intercept = () =>
        page({
          events: events
            .slice(0, 10)
            .map(({ id, ms = 0 }) => ({ id, published_at: new Date(ms).toISOString() })),
          has_more: true,
          next_cursor: `always new ${n++}`,
        });
    }

    it("says why no older events come", async () => {
      await open(every(100));
      await feed.start();
      repeat();
      await feed.loadOlder();
      assert.equal(feed.state.problem, undefined);
      assert.deepEqual(completeness(), {
        kind: "stopped",
        message: "Paging stopped: the service sends the same events again and again.",
      });
      assert.equal(ids().length, 40);
    });

    it("says why the entire window does not come, and goes on when the service is well again", async () => {
      await open(every(100));
      await feed.start();
      repeat();
      await feed.loadWindow();
      assert.equal(completeness().kind, "stopped");
      assert.ok(service.requests.length < 200, `${service.requests.length} requests`);
      service.intercept = undefined;
      await feed.loadWindow();
      assert.equal(completeness().kind, "complete");
      assert.deepEqual(ids(), readable());
    });
  });

  it("says in one word whether all is loaded", async () => {
    await open(every(100), {}, 10);
    const told: string[] = [];
    const tell = (): void => void told.push(completeness().kind);
    await feed.restore({ topmost: { id: "evt", publishedMs: clock.now() - 50 * minute } });
    tell();
    while (completeness().kind === "more") {
      await feed.loadOlder();
    }
    tell();
    maxEvents = 20;
    tell();
    maxEvents = 1_000;
    await feed.loadWindow();
    tell();
    await feed.refresh();
    service.intercept = ({ parameters }) =>
      page({ events: [], has_more: true, next_cursor: parameters.get("cursor") });
    await feed.loadOlder();
    tell();
    assert.deepEqual(told, ["more", "gap", "limit", "complete", "stopped"]);
  });
});
