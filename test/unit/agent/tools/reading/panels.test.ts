import assert from "node:assert/strict";
import type { Feed } from "../../../../../src/feed/feed";
import type { SampleEvent } from "../../../../../src/sample/sampleSource";
import type { FeedQuery } from "../../../../../src/shared/feedQuery";
import { FakeClock } from "../../../../support/fakes/fakeClock";
import { checkForUpdates, createFeed, lastWeek } from "../../../../support/feeds";
import { FeedService, sampleEvent } from "../../../../support/services/feedService";
import { costOf, idsOf, minuteMs, questionOf, ReaderFixture } from "./readerFixture";

describe("What agents read of open panels", () => {
  let clock: FakeClock;
  let service: FeedService;
  let feed: Feed;
  let agent: ReaderFixture;

  async function open(events: readonly SampleEvent[], query: FeedQuery = lastWeek): Promise<void> {
    service = await FeedService.start(events, clock);
    feed = createFeed(service.client, clock, { query });
    await feed.start();
    agent = new ReaderFixture(service.client, clock);
    const { loaded } = feed;
    assert.ok(loaded);
    agent.panels = [loaded];
  }

  /** Hourly events, of two types. */
  const hourly = (count: number): SampleEvent[] =>
    Array.from({ length: count }, (_, n) =>
      sampleEvent(`evt_${n + 1}`, new Date(clock.now() - (n + 1) * 60 * minuteMs).toISOString(), {
        type: n % 3 === 0 ? "acquisition" : "funding",
      }),
    );

  const hours = (count: number): number => clock.now() - count * 60 * minuteMs;

  beforeEach(() => {
    clock = new FakeClock();
  });

  afterEach(() => {
    feed.dispose();
    service.dispose();
  });

  it("is what they have loaded, with the time of the last check", async () => {
    await open(hourly(20));
    const read = await agent.read(agent.last(7));
    assert.equal(costOf(read), "service, 2", "the panel has loaded a page");
    await feed.loadWindow();
    agent = new ReaderFixture(service.client, clock);
    agent.panels = feed.loaded ? [feed.loaded] : [];
    const ofPanel = await agent.read(agent.last(7));
    assert.deepEqual([costOf(ofPanel), ofPanel.readAtMs], ["panel, 0", clock.now()]);
    assert.deepEqual(ofPanel.events, read.events);
    const acquisitions = await agent.read(agent.last(1, { types: ["acquisition"] }));
    assert.equal(costOf(acquisitions), "panel, 0");
    assert.deepEqual(idsOf(acquisitions), [
      "evt_1",
      "evt_4",
      "evt_7",
      "evt_10",
      "evt_13",
      "evt_16",
      "evt_19",
    ]);
  });

  it("is nothing of what they have not loaded", async () => {
    await open(hourly(40));
    const { loaded } = feed;
    assert.equal(loaded?.completeness.kind, "more");
    assert.equal(costOf(await agent.read(questionOf({ sinceMs: hours(5) }))), "panel, 0");
    assert.equal((await agent.read(questionOf({ sinceMs: hours(11) }))).source, "service");
    const before = questionOf({ sinceMs: hours(24 * 8), untilMs: hours(24 * 7.5) });
    assert.equal((await agent.read(before)).source, "service");
  });

  it("is up to date as long as they are", async () => {
    const events = hourly(5);
    await open(events);
    await feed.loadWindow();
    clock.set(clock.now() + 3 * minuteMs);
    const ofPanels = (): void => {
      agent = new ReaderFixture(service.client, clock);
      agent.panels = feed.loaded ? [feed.loaded] : [];
    };
    await checkForUpdates(feed);
    ofPanels();
    clock.set(clock.now() + minuteMs);
    const read = await agent.read(questionOf({ sinceMs: hours(10) }));
    assert.deepEqual([costOf(read), read.readAtMs], ["panel, 0", clock.now() - minuteMs]);
    clock.set(clock.now() + minuteMs + 1);
    assert.equal((await agent.read(questionOf({ sinceMs: hours(10) }))).source, "service");
  });

  it("is nothing if some of it cannot be read", async () => {
    await open([...hourly(3), { ...sampleEvent("", new Date(hours(4)).toISOString()) }]);
    await feed.loadWindow();
    agent.panels = feed.loaded ? [feed.loaded] : [];
    assert.equal(feed.loaded?.malformed, 1);
    assert.equal((await agent.read(questionOf({ sinceMs: hours(10) }))).source, "service");
    const { window, query } = feed.loaded;
    const { source, skipped } = await agent.read({ window, query });
    assert.deepEqual([source, skipped], ["service", 1], "of the same window, too");
  });

  it("is exactly what their filters have in common with the question", async () => {
    await open(hourly(30), { ...lastWeek, types: ["funding", "acquisition"], sector: "Fintech" });
    await feed.loadWindow();
    agent.panels = feed.loaded ? [feed.loaded] : [];
    const source = async (filters: Partial<FeedQuery>): Promise<string> =>
      (await agent.read(questionOf({ sinceMs: hours(20), untilMs: hours(-1) }, filters))).source;
    const sector = "Fintech";
    assert.equal(await source({ sector, types: ["funding"] }), "panel");
    assert.equal(await source({ sector, types: ["funding"], minAmount: 1 }), "panel");
    assert.equal(await source({ sector, types: ["funding", "layoff"] }), "service");
    assert.equal(await source({ sector: "fintech", types: ["funding"] }), "service");
    assert.equal(await source({ types: ["funding"] }), "service");
  });

  it("is the more recent of several answers", async () => {
    await open(hourly(5));
    await feed.loadWindow();
    agent.panels = feed.loaded ? [feed.loaded] : [];
    clock.advance(minuteMs);
    const within = questionOf({ sinceMs: hours(20) });
    agent.panels = [];
    assert.equal((await agent.read(within)).source, "service");
    agent.panels = feed.loaded ? [feed.loaded] : [];
    assert.equal((await agent.read(within)).source, "earlier");
  });

  it("is that of the panel that is most up to date", async () => {
    await open(hourly(5));
    await feed.loadWindow();
    const { loaded } = feed;
    assert.ok(loaded);
    const older = { ...loaded, upToDateMs: loaded.upToDateMs - minuteMs };
    agent.panels = [older, loaded];
    assert.equal((await agent.read(questionOf({ sinceMs: hours(20) }))).readAtMs, loaded.upToDateMs);
    agent.panels = [loaded, older];
    assert.equal((await agent.read(questionOf({ sinceMs: hours(20) }))).readAtMs, loaded.upToDateMs);
  });

  it("are labels, too", async () => {
    await open(hourly(5));
    const requests = service.queries.length;
    const labels = await agent.reader.labels(agent.connection);
    assert.deepEqual(labels, { types: ["funding", "acquisition"], sectors: ["Fintech"] });
    assert.equal(service.queries.length, requests);
  });
});
