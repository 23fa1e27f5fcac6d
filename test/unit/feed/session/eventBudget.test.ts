import { checkForUpdates, feedDefaults } from "../../../support/feeds";
import assert from "node:assert/strict";
import { EventBudget } from "../../../../src/feed/session/eventBudget";
import { Feed } from "../../../../src/feed/feed";
import type { FeedQuery } from "../../../../src/shared/feedQuery";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { LiveService } from "../../../support/services/liveService";
import { event } from "../../../support/services/listSource";

const minute = 60_000;
const lastWeek: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

describe("the limit of loaded events", () => {
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
    // Of one UTC day, so that no page is short; every third one of another type.
    for (let n = 0; n < 300; n++) {
      arrive(n, minute * (n + 1));
    }
  });

  afterEach(() => feeds.forEach((feed) => feed.dispose()));

  function arrive(n: number, ageMs: number): void {
    const type = n % 3 === 0 ? "ipo" : "funding";
    service.put(event(`evt_${String(n).padStart(4, "0")}`, service.now - ageMs, { type }));
  }

  async function open(query = lastWeek): Promise<Feed> {
    const feed = new Feed(query, { client: service, clock, pageSize: () => 10, ...feedDefaults, budget });
    feeds.push(feed);
    await feed.start();
    return feed;
  }

  function ids(feed: Feed): string[] {
    return Array.from(feed.events.inView(), ({ value }) => value.id);
  }

  it("ends loading, and says so", async () => {
    maxEvents = 100;
    service.maxPageSize = 30;
    const feed = await open();
    await feed.loadWindow();
    const count = feed.rows.info.eventCount;
    assert.ok(count >= 100 && count <= 130, `${count}`);
    assert.deepEqual(feed.state.completeness, { kind: "limit", maxEvents: 100 });
    const asked = service.requests.length;
    await feed.loadOlder();
    assert.equal(service.requests.length, asked);
  });

  it("makes room for news by the oldest, and these come back once there is room", async () => {
    maxEvents = 15;
    const feed = await open();
    await feed.loadOlder();
    assert.equal(ids(feed).length, 20, "a page is never cut");
    arrive(900, 1000);
    await checkForUpdates(feed);
    assert.equal(ids(feed).length, 20);
    assert.equal(ids(feed)[0], "evt_0900");
    assert.equal(ids(feed).at(-1), "evt_0018");
    maxEvents = 1000;
    await feed.loadWindow();
    assert.equal(new Set(ids(feed)).size, 301);
    assert.equal(ids(feed).length, 301);
  });

  it("ends the load of a window that makes room for news: the next one reads what went, too", async () => {
    maxEvents = 100_000;
    service.maxPageSize = 10;
    const feed = await open();
    service.immediate = false;
    const loading = feed.loadWindow();
    await service.answerInTurn(2);
    maxEvents = 15;
    arrive(900, 1000);
    feed.live.pollNow();
    while (feed.state.live.kind === "checking") {
      await service.answerInTurn(1, 1);
    }
    assert.equal(ids(feed)[0], "evt_0900");
    maxEvents = 100_000;
    await service.answerInTurn(1);
    assert.equal(service.pending, 0, "of what is older than what went");
    await loading;
    service.immediate = true;
    await feed.loadWindow();
    assert.equal(ids(feed).length, 301);
  });

  it("does not count what is shown against what takes its place: a refresh, other filters", async () => {
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

  it("costs a feed no more events than it got, however many another one has too many", async () => {
    maxEvents = 1000;
    const [many, few] = [await open(), await open({ ...lastWeek, types: ["ipo"] })];
    await many.loadWindow();
    maxEvents = 100;
    arrive(900, 1000);
    await checkForUpdates(few);
    assert.equal(ids(few).length, 10);
    assert.equal(ids(few)[0], "evt_0900");
    assert.equal(ids(many).length, 300);
  });

  it("is told where a feed may not even begin", async () => {
    maxEvents = 100;
    const many = await open();
    await many.loadWindow();
    const late = await open({ ...lastWeek, types: ["ipo"] });
    assert.equal(ids(late).length, 0);
    assert.deepEqual(late.state.completeness, { kind: "limit", maxEvents: 100 });
  });

  it("leaves the size of later pages alone, after news and after the whole window was loaded", async () => {
    maxEvents = 100_000;
    const feed = await open();
    arrive(900, 1000);
    await checkForUpdates(feed);
    await feed.loadOlder();
    assert.equal(service.requests.at(-1)?.pageSize, 10);
    const loading = feed.loadWindow();
    feed.cancelWindow();
    await loading;
    await feed.loadOlder();
    assert.equal(service.requests.at(-1)?.pageSize, 10);
  });

  it("Stop ends a load that was asked for twice while an older page was under way", async () => {
    maxEvents = 100_000;
    const feed = await open();
    service.immediate = false;
    const older = feed.loadOlder();
    const loads = [feed.loadWindow(), feed.loadWindow()];
    feed.cancelWindow();
    service.answer(0);
    service.immediate = true;
    await Promise.all([older, ...loads]);
    assert.equal(ids(feed).length, 20);
  });
});
