import assert from "node:assert/strict";
import type { ServiceClient } from "../../../src/service/types";
import type { Feed } from "../../../src/feed/feed";
import type { SampleEvent } from "../../../src/sample/sampleSource";
import { Emitter } from "../../../src/shared/event";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import { FakeClock } from "../../support/fakes/fakeClock";
import { allRows, checkEnded, createFeed, gapRows, lastWeek } from "../../support/feeds";
import { errorFaults } from "../../support/services/faults";
import { FaultyService } from "../../support/services/faultyService";
import { event, listSource } from "../../support/services/listSource";
import { testClient, testKey as key } from "../../support/services/testClient";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** On the fake clock. */
const days = 5;
const others: FeedQuery = { ...lastWeek, types: ["ipo"] };

/** A fixed sequence of pseudorandom numbers from 0 inclusive to 1 exclusive. */
function pseudorandom(): () => number {
  let state = 20_261_121;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Faults after which the next check succeeds. */
const transientFaults = errorFaults.filter(({ kind }) =>
  ["unreachable", "interrupted", "malformed"].includes(kind),
);

describe(`${days} days of a live feed`, () => {
  const clock = new FakeClock();
  const random = pseudorandom();
  const events: SampleEvent[] = [];
  let known = listSource([]);
  let faulty: FaultyService;
  let feed: Feed;

  function publish(lateMs: number, type: string): void {
    events.push(event(`evt_${String(events.length).padStart(6, "0")}`, clock.now() - lateMs, { type }));
    known = listSource(events);
  }

  function client(): ServiceClient {
    return testClient({ baseUrl: faulty.origin }, { clock, random });
  }

  function shown(): string[] {
    return allRows(feed).flatMap((row) => (row.kind === "event" ? [row.id] : []));
  }

  function expected(): string[] {
    return [...events]
      .sort((a, b) => Date.parse(b.published_at) - Date.parse(a.published_at) || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
  }

  afterEach(async () => {
    feed.dispose();
    await faulty.dispose();
  });

  it("lose nothing, show nothing twice, and leave no timer or socket", async () => {
    faulty = await FaultyService.start({
      source: {
        dayBefore: (ms, at) => known.dayBefore(ms, at),
        eventsOn: (start, at) => known.eventsOn(start, at),
        collections: () => [],
      },
      key,
      now: () => clock.now(),
    });
    publish(hour, "funding");
    feed = createFeed(client(), clock, {
      pageSize: () => 40,
      live: {
        random,
        intervalMs: () => 5 * minute,
        onDidChangeInterval: new Emitter<void>().event,
        overlapMs: () => 10 * minute,
      },
    });
    await feed.start();
    feed.live.resume();
    const end = clock.now() + days * day;
    let maxTimers = 0;
    let maxSockets = 0;
    while (clock.now() < end) {
      const chance = random();
      if (chance < 0.4) {
        publish(Math.floor(random() * 9 * minute), random() < 0.5 ? "funding" : "ipo");
      }
      faulty.faults = transientFaults.filter(() => random() < 0.01).slice(0, 1);
      // Nothing is reloaded in the last two days: whatever a check misses then stays missing.
      const early = clock.now() < end - 2 * day;
      if (early && chance > 0.99) {
        await feed.setQuery(others);
        await feed.setQuery(lastWeek);
      } else if (early && chance > 0.98) {
        await feed.refresh();
      } else if (early && chance > 0.97) {
        await feed.reconnect(client(), random() < 0.5);
        feed.live.resume();
      } else if (chance > 0.95) {
        feed.setVisible(random() < 0.5);
      } else if (chance > 0.945) {
        // The machine sleeps for some hours.
        clock.advance(Math.floor(random() * 6 * hour));
        await checkEnded(feed);
      }
      clock.advance(5 * minute);
      await checkEnded(feed);
      maxTimers = Math.max(maxTimers, clock.pending.length);
      maxSockets = Math.max(maxSockets, faulty.service.openConnections);
    }
    // No faults from here on, and nothing is reloaded: whatever was missed stays missing.
    faulty.faults = [];
    while (feed.state.problem) {
      await feed.retry();
      await checkEnded(feed);
    }
    feed.setVisible(true);
    feed.live.pollNow();
    await checkEnded(feed);
    for (const { sinceMs } of gapRows(feed)) {
      await feed.fillGap(sinceMs);
    }
    while (feed.state.completeness.kind === "more") {
      await feed.loadOlder();
    }
    assert.ok(events.length > 300, `${events.length} events came`);
    assert.ok(faulty.service.requests.length > 200, `${faulty.service.requests.length} requests`);
    assert.deepEqual(shown(), expected());
    assert.ok(maxTimers <= 3, `${maxTimers} timers at a time`);
    assert.ok(maxSockets <= 5, `${maxSockets} sockets at a time`);
    feed.dispose();
    assert.deepEqual(clock.pending, []);
    assert.equal(faulty.elsewhere.requests.length, 0);
  });
});
