import assert from "node:assert/strict";
import type { Feed } from "../../../../src/feed/feed";
import { EventBudget } from "../../../../src/feed/store/eventBudget";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { checkForUpdates, createFeed, eventIds as ids, lastWeek } from "../../../support/feeds";
import { collectGarbage } from "../../../support/fakes/memory";
import { event } from "../../../support/services/listSource";
import { LiveService } from "../../../support/services/liveService";

const minute = 60_000;

describe("The limit of loaded events", () => {
  let clock: FakeClock;
  let service: LiveService;
  let maxEvents: number;
  let budget: EventBudget;
  let feeds: Feed[];

  beforeEach(() => {
    clock = new FakeClock();
    service = new LiveService(clock);
    service.immediate = true;
    budget = new EventBudget(() => maxEvents);
    feeds = [];
    // All on one UTC day, so that pages are full; every third event is of another type.
    for (let n = 0; n < 300; n++) {
      publish(n, minute * (n + 1));
    }
  });

  afterEach(() => feeds.forEach((feed) => feed.dispose()));

  function publish(n: number, ageMs: number): void {
    const type = n % 3 === 0 ? "ipo" : "funding";
    service.put(event(`evt_${String(n).padStart(4, "0")}`, service.now - ageMs, { type }));
  }

  async function open(query = lastWeek): Promise<Feed> {
    const feed = createFeed(service, clock, { query, budget });
    feeds.push(feed);
    await feed.start();
    return feed;
  }

  it("stops loading, and is reported", async () => {
    maxEvents = 100;
    service.maxPageSize = 30;
    const feed = await open();
    await feed.loadWindow();
    const count = feed.rows.info.eventCount;
    assert.ok(count >= 100 && count <= 130, `${count}`);
    assert.deepEqual(feed.state.completeness, { kind: "limit", maxEvents: 100 });
    const { length } = service.requests;
    await feed.loadOlder();
    assert.equal(service.requests.length, length);
  });

  it("removes the oldest events to make room for new ones, until the limit is raised", async () => {
    maxEvents = 15;
    const feed = await open();
    await feed.loadOlder();
    assert.equal(ids(feed).length, 20, "pages are never cut");
    publish(900, 1000);
    await checkForUpdates(feed);
    assert.equal(ids(feed).length, 20);
    assert.equal(ids(feed)[0], "evt_0900");
    assert.equal(ids(feed).at(-1), "evt_0018");
    maxEvents = 1000;
    await feed.loadWindow();
    assert.equal(new Set(ids(feed)).size, 301);
    assert.equal(ids(feed).length, 301);
  });

  it("loads what was removed while older events arrived once the limit is raised", async () => {
    maxEvents = 30;
    const feed = await open();
    await feed.loadOlder();
    service.immediate = false;
    const loading = feed.loadOlder();
    for (let n = 900; n < 915; n++) {
      publish(n, 1000);
    }
    feed.live.pollNow();
    while (feed.state.live.kind === "checking") {
      await service.answerInTurn(1, 1);
    }
    assert.equal(ids(feed).at(-1), "evt_0014");
    await service.answerInTurn(1);
    await loading;
    assert.equal(ids(feed)[30], "evt_0020", "the page was requested before");
    service.immediate = true;
    publish(950, 1000);
    await checkForUpdates(feed);
    maxEvents = 1000;
    await feed.loadWindow();
    assert.equal(feed.state.completeness.kind, "complete");
    assert.equal(ids(feed).length, 316);
  });

  it("loads late events that were removed on a day that paging has passed", async () => {
    maxEvents = 5;
    clock.advance(12 * 60 * minute + minute);
    publish(900, minute / 2);
    const feed = await open();
    assert.deepEqual(ids(feed), ["evt_0900"], "the only one of the new UTC day");
    for (let n = 901; n < 913; n++) {
      publish(n, (minute * 3) / 4);
    }
    await checkForUpdates(feed);
    assert.equal(ids(feed).length, 5);
    maxEvents = 1000;
    await feed.loadWindow();
    assert.equal(feed.state.completeness.kind, "complete");
    assert.equal(ids(feed).length, 313);
  });

  it("stops Load Entire Window if events are removed meanwhile", async () => {
    maxEvents = 100_000;
    service.maxPageSize = 10;
    const feed = await open();
    service.immediate = false;
    const loading = feed.loadWindow();
    await service.answerInTurn(2);
    maxEvents = 15;
    publish(900, 1000);
    feed.live.pollNow();
    while (feed.state.live.kind === "checking") {
      await service.answerInTurn(1, 1);
    }
    assert.equal(ids(feed)[0], "evt_0900");
    maxEvents = 100_000;
    await service.answerInTurn(1);
    assert.equal(service.pending, 0, "nothing older than the removed events is requested");
    await loading;
    service.immediate = true;
    await feed.loadWindow();
    assert.equal(ids(feed).length, 301);
  });

  it("doesn't count shown events that a refresh or new filters will replace", async () => {
    maxEvents = 100;
    const feed = await open();
    await feed.loadWindow();
    feed.setVisibleEvents({ last: { id: "evt", publishedMs: clock.now() - 50.5 * minute } });
    await feed.refresh();
    assert.ok(ids(feed).length >= 50, `${ids(feed).length}`);
    await feed.setQuery({ ...lastWeek, types: ["ipo"] });
    assert.ok(ids(feed).length >= 10);
    assert.equal(feed.state.content, "current");
    assert.ok(ids(feed).every((id) => Number(id.slice(4)) % 3 === 0));
  });

  it("frees the memory of events that a refresh has replaced", async () => {
    maxEvents = 1000;
    const feed = await open();
    const replaced = new WeakRef(feed["sessions"].shown?.store ?? assert.fail());
    await feed.refresh();
    assert.equal(feed.rows.info.eventCount, 10);
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    assert.equal(replaced.deref()?.size, undefined);
  });

  it("removes at most as many events from a feed as were added to it", async () => {
    maxEvents = 1000;
    const [many, few] = [await open(), await open({ ...lastWeek, types: ["ipo"] })];
    await many.loadWindow();
    maxEvents = 100;
    publish(900, 1000);
    await checkForUpdates(few);
    assert.equal(ids(few).length, 10);
    assert.equal(ids(few)[0], "evt_0900");
    assert.equal(ids(many).length, 300);
  });
});
