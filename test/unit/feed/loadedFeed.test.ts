import assert from "node:assert/strict";
import type { Feed } from "../../../src/feed/feed";
import type { Window } from "../../../src/feed/feedRequest";
import type { LoadedFeed } from "../../../src/feed/loadedFeed";
import { FakeClock } from "../../support/fakes/fakeClock";
import { checkForUpdates, createFeed } from "../../support/feeds";
import { event } from "../../support/services/listSource";
import { LiveService } from "../../support/services/liveService";

const hour = 3_600_000;

describe("What a feed has loaded", () => {
  const feeds: Feed[] = [];
  afterEach(() => feeds.splice(0).forEach((feed) => feed.dispose()));

  /** A feed in pages of 10 over one event each hour, newest first: evt_00, evt_01, … */
  async function open(count: number) {
    const clock = new FakeClock();
    const service = new LiveService(clock);
    service.immediate = true;
    const startedMs = clock.now();
    for (let n = 0; n < count; n++) {
      service.put(event(`evt_${String(n).padStart(2, "0")}`, service.now - (n + 0.5) * hour));
    }
    const feed = createFeed(service, clock);
    feeds.push(feed);
    await feed.start();
    return { clock, service, feed, startedMs };
  }

  const idsOf = (feed: Feed, window?: Window): string[] =>
    Array.from(feed.loaded?.events(window) ?? [], ({ id }) => id);

  const countOf = (feed: Feed, window: Window): number | undefined => feed.loaded?.count(window);

  it("is nothing before the first page", () => {
    const clock = new FakeClock();
    const feed = createFeed(new LiveService(clock), clock);
    feeds.push(feed);
    assert.equal(feed.loaded, undefined);
  });

  it("has the events of a part of the window, since inclusive and until exclusive", async () => {
    const { feed, startedMs } = await open(6);
    assert.deepEqual(idsOf(feed), ["evt_00", "evt_01", "evt_02", "evt_03", "evt_04", "evt_05"]);
    const at = (n: number): number => startedMs - (n + 0.5) * hour;
    assert.deepEqual(idsOf(feed, { sinceMs: at(3), untilMs: at(1) }), ["evt_02", "evt_03"]);
    assert.equal(countOf(feed, { sinceMs: at(3), untilMs: at(1) }), 2);
    assert.deepEqual(idsOf(feed, { sinceMs: at(1) }), ["evt_00", "evt_01"]);
    assert.deepEqual(idsOf(feed, { sinceMs: at(1), untilMs: at(3) }), []);
    assert.equal(countOf(feed, { sinceMs: at(1), untilMs: at(3) }), 0);
  });

  it("tells which part of the window is not loaded, until all is", async () => {
    const { feed, startedMs } = await open(25);
    const { loaded } = feed;
    assert.equal(loaded?.completeness.kind, "more");
    // The page ends at its oldest event, and the next one may have others of the same instant.
    assert.deepEqual(loaded.unloaded, [{ sinceMs: startedMs - 168 * hour, untilMs: startedMs - 9.5 * hour }]);
    await feed.loadWindow();
    const complete: LoadedFeed | undefined = feed.loaded;
    assert.deepEqual([complete?.completeness.kind, complete?.unloaded], ["complete", []]);
    assert.equal(idsOf(feed).length, 25);
  });

  it("is as new as its first page, then as the last check", async () => {
    const { feed, clock, service, startedMs } = await open(3);
    const times = (): unknown => [feed.loaded?.startedMs, feed.loaded?.upToDateMs];
    assert.deepEqual(times(), [startedMs, startedMs]);
    clock.advance(10_000);
    await feed.loadWindow();
    assert.deepEqual(times(), [startedMs, startedMs], "older events say nothing of newer ones");
    service.put(event("evt_new", service.now - 1000));
    await checkForUpdates(feed);
    assert.deepEqual(times(), [startedMs, startedMs + 10_000]);
    assert.equal(idsOf(feed)[0], "evt_new");
  });

  it("decodes only the events that are looked at", async () => {
    const { feed } = await open(40);
    await feed.loadWindow();
    const { parse } = JSON;
    let parsed = 0;
    JSON.parse = (...args: Parameters<typeof parse>): unknown => {
      parsed++;
      return parse(...args);
    };
    try {
      const { loaded } = feed;
      assert.equal(loaded?.count({ sinceMs: 0 }), 40);
      assert.equal(parsed, 0);
      for (const { id } of loaded.events()) {
        if (id === "evt_02") {
          break;
        }
      }
      assert.equal(parsed, 3);
    } finally {
      JSON.parse = parse;
    }
  });
});
