import { checkForUpdates, createFeed, lastWeek } from "../support/feeds";
import fetch from "node-fetch";
import type { Feed } from "../../src/feed/feed";
import type { ServiceClient } from "../../src/service/client";
import { type Clock, systemClock } from "../../src/util/clock";
import { FakeClock } from "../support/fakes/fakeClock";
import { LiveService } from "../support/services/liveService";
import { benchmark, type Cost, costOf, delayBeyondIdle, takeSamples } from "./benchmark";
import { Corpus } from "./corpus";
import type { ServiceProcess } from "./processes";
import { clientOf } from "./product";
import { startCorpusService } from "./services";

const hourMs = 3_600_000;
const loaded = 100;
const burst = 10_000;
const plan = { runs: 5, warmUps: 1 };

/** A live feed: an hour on a fake clock, and a burst of events from a separate service. */
export const liveBenchmark = benchmark({
  rows: {
    "live: requests per idle hour": {
      measures: "requests of a live panel in view in an hour in which nothing happens, default settings",
      unit: "requests",
      atMost: 130,
    },
    "live: burst": {
      measures: `from the poll that finds ${burst} new events until they all are in the list, the service's time to answer included`,
      unit: "ms",
    },
    "live: burst, event-loop delay": {
      measures: "99th percentile at a resolution of 1 ms during the same, an idle loop's subtracted",
      unit: "ms",
      atMost: 16,
    },
  },
  async run() {
    const hours = await takeSamples(plan, idleHour);
    const service = await startCorpusService({ loaded, burst });
    try {
      const delay = await delayBeyondIdle();
      const bursts = await takeSamples(plan, () => readBurst(service));
      return {
        "live: requests per idle hour": { samples: hours },
        "live: burst": { samples: bursts.map(({ wallMs }) => wallMs) },
        "live: burst, event-loop delay": { samples: bursts.map(delay) },
      };
    } finally {
      await service.stop();
    }
  },
});

/** With 100 events of the last ten minutes. */
async function idleHour(): Promise<number> {
  const clock = new FakeClock();
  const service = new LiveService(clock);
  service.immediate = true;
  [...new Corpus().events(0, loaded)].forEach((event, n) =>
    service.put({ ...event, published_at: new Date(service.now - n * 6000).toISOString() }),
  );
  const feed = await loadedFeed(service, clock);
  const before = service.requests.length;
  await pass(feed, clock, hourMs);
  feed.dispose();
  return service.requests.length - before;
}

async function readBurst(service: ServiceProcess): Promise<Cost> {
  const client = clientOf(service);
  await fetch(`${service.baseUrl}/calm`);
  const feed = await loadedFeed(client, systemClock);
  await fetch(`${service.baseUrl}/burst`);
  const cost = await costOf(() => checkForUpdates(feed));
  const { eventCount } = feed.rows.info;
  feed.dispose();
  if (eventCount !== loaded + burst) {
    throw new Error(`${eventCount} of ${loaded + burst} events are in the list.`);
  }
  return cost;
}

async function loadedFeed(client: ServiceClient, clock: Clock): Promise<Feed> {
  const feed = createFeed(client, clock, { query: lastWeek, pageSize: () => 40 });
  await feed.start();
  while (feed.state.completeness.kind === "more") {
    await feed.loadOlder();
  }
  return feed;
}

/** In steps of a second, each after the current poll has ended. */
async function pass(feed: Feed, clock: FakeClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1000) {
    clock.advance(1000);
    do {
      await new Promise((resolve) => setImmediate(resolve));
    } while (feed.state.live.kind === "checking");
  }
}
