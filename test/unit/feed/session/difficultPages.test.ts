/** A whole feed on a service whose pages break the rules. */
import assert from "node:assert/strict";
import { checkForUpdates, gapRows } from "../../../support/feeds";
import type { PagedEvent, PagingBehavior } from "../../../support/services/pagingService";
import { page, status } from "../../../support/services/scriptedAnswers";
import { eventsEvery, minute, PagedFeed } from "../pagedFeed";

describe("A feed on a faulty service", () => {
  let paged: PagedFeed;

  afterEach(() => paged.dispose());

  async function open(
    events: PagedEvent[],
    behavior?: PagingBehavior,
    pageSize?: number,
  ): Promise<PagedFeed> {
    paged = await PagedFeed.create(events, behavior, pageSize);
    return paged;
  }

  /** Starts at an event as after a window reload: newer ones are a gap. */
  async function restoreAt(ageMs: number): Promise<void> {
    await paged.feed.restore({ topmost: { id: "evt", publishedMs: paged.clock.now() - ageMs } });
  }

  async function fillGaps(): Promise<void> {
    for (const { sinceMs } of gapRows(paged.feed)) {
      await paged.feed.fillGap(sinceMs);
    }
  }

  describe("that sends unreadable events", () => {
    beforeEach(() => open(eventsEvery(minute, 200, { 30: "odd", 120: "odd" })));

    it("finds new events, and requests unreadable ones only once", async () => {
      const { feed, service, events, clock } = paged;
      await feed.start();
      await feed.loadWindow();
      for (const kind of ["odd", undefined] as const) {
        clock.advance(minute);
        events.unshift({ id: `new_${kind}`, ms: clock.now() - 1, ...(kind && { kind }) });
      }
      await checkForUpdates(feed);
      assert.deepEqual(paged.ids, paged.readableIds);
      assert.equal(feed.state.malformed, 3);
      const { length } = service.requests;
      await checkForUpdates(feed);
      assert.deepEqual(
        service.requests.slice(length).map(({ parameters }) => parameters.get("fields")),
        ["ids"],
      );
      assert.equal(feed.state.malformed, 3);
    });
  });

  it("loads a new event that is listed before it is sent in full", async () => {
    const { feed, service, events, clock } = await open(eventsEvery(minute, 100));
    await feed.start();
    events.unshift({ id: "new", ms: clock.now() - 1 });
    service.intercept = ({ query }) => (query.includes("full") ? page({ events: [] }) : undefined);
    await checkForUpdates(feed);
    service.intercept = undefined;
    await checkForUpdates(feed);
    assert.equal(paged.ids[0], "new");
  });

  describe("whose pages end with an event that is out of order", () => {
    /** One page whose last event is of 1970, and then an outage. */
    function pageThenOutage(): void {
      let isFirst = true;
      paged.service.intercept = () => {
        if (!isFirst) {
          return status(503);
        }
        isFirst = false;
        const dated = (id: string, ms: number) => ({ id, published_at: new Date(ms).toISOString() });
        const { clock } = paged;
        const events = [dated("evt_0", clock.now() - minute), dated("evt_1", clock.now() - 2 * minute)];
        return page({ events: [...events, dated("old", 1)], has_more: true, next_cursor: "next" });
      };
    }

    it("regards the time range as loaded up to the event before", async () => {
      const { feed, clock } = await open(eventsEvery(minute, 100));
      const window = clock.now() - 7 * 24 * 60 * minute;
      pageThenOutage();
      await feed.start();
      assert.equal(feed.state.notLoadedMs, clock.now() - 2 * minute - window);
      paged.service.intercept = undefined;
      await restoreAt(60 * minute);
      pageThenOutage();
      await fillGaps();
      assert.equal(gapRows(feed)[0]?.untilMs, clock.now() - 2 * minute + 1);
    });
  });

  describe("that repeats a page", () => {
    function repeatPage(): void {
      let n = 0;
      paged.service.intercept = () =>
        page({
          events: paged.events
            .slice(0, 10)
            .map(({ id, ms = 0 }) => ({ id, published_at: new Date(ms).toISOString() })),
          has_more: true,
          next_cursor: `always new ${n++}`,
        });
    }

    it("reports why no older events are loaded", async () => {
      const { feed } = await open(eventsEvery(minute, 100));
      await feed.start();
      repeatPage();
      await feed.loadOlder();
      assert.equal(feed.state.problem, undefined);
      assert.deepEqual(feed.state.completeness, {
        kind: "stopped",
        message: "Paging stopped: the service keeps sending the same events.",
      });
      assert.equal(paged.ids.length, 40);
    });

    it("reports a problem if it stops in a gap, and fills the gap after a recovery", async () => {
      const { feed, service } = await open(eventsEvery(minute, 100));
      await restoreAt(60 * minute);
      repeatPage();
      await fillGaps();
      assert.equal(feed.state.problem?.action, "gap");
      assert.match(feed.state.problem.message, /^Paging stopped: /);
      service.intercept = undefined;
      await fillGaps();
      assert.equal(feed.state.problem, undefined);
      assert.deepEqual(gapRows(feed), []);
      assert.deepEqual(paged.ids.slice(0, 60), paged.readableIds.slice(0, 60));
    });
  });
});
