import { EventBudget } from "../../src/feed/eventBudget";
import { Feed } from "../../src/feed/feed";
import type { SampleEvent } from "../../src/sample/sampleSource";
import { FakeClock } from "../support/fakeClock";
import { LiveService } from "../support/liveService";
import { benchmark } from "./benchmark";
import { Corpus } from "./corpus";
import { costOf, oneByOne } from "./sampling";

const hourMs = 3_600_000;
const burst = 10_000;
const plan = { runs: 3, warmUps: 1 };

/** A live panel by a clock that a test moves, on a service in the same process: what it asks, and what that costs. */
export const liveBenchmark = benchmark({
  rows: {
    "live: requests per idle hour": {
      measures: "requests of a live panel in view in an hour in which nothing happens, default settings",
      unit: "requests",
      atMost: 130,
    },
    "live: CPU per idle hour": {
      measures: "CPU time of the same, the service's included",
      unit: "ms",
    },
    "live: burst": {
      measures: `from the poll that finds ${burst} new events until they all are in the list, the service included`,
      unit: "ms",
    },
  },
  async run() {
    const samples = await oneByOne(plan, liveHour);
    return {
      "live: requests per idle hour": { samples: samples.map(({ requests }) => requests) },
      "live: CPU per idle hour": { samples: samples.map(({ idle }) => idle.cpuMs) },
      "live: burst": { samples: samples.map(({ bursting }) => bursting.wallMs) },
    };
  },
});

/** An hour in which nothing happens, and then a burst. */
async function liveHour() {
  const { clock, service, feed } = await opened();
  const before = service.requests.length;
  const idle = await costOf(() => pass(clock, hourMs));
  const requests = service.requests.length - before;
  const corpus = new Corpus();
  for (const event of corpus.events(100, 100 + burst)) {
    service.put(at(event, service.now - 1));
  }
  // An answer comes in a turn of its own, as from a network.
  service.immediate = false;
  const bursting = await costOf(async () => {
    feed.pollNow();
    while (feed.state.live.kind === "checking") {
      await turn();
      service.answer(0);
    }
  });
  const { eventCount } = feed.rowsInfo;
  feed.dispose();
  if (eventCount !== 100 + burst) {
    throw new Error(`${eventCount} of ${100 + burst} events are in the list.`);
  }
  return { requests, idle, bursting };
}

/** With a hundred events of the last ten minutes. */
async function opened(): Promise<{ clock: FakeClock; service: LiveService; feed: Feed }> {
  const clock = new FakeClock();
  const service = new LiveService(clock);
  service.immediate = true;
  [...new Corpus().events(0, 100)].forEach((event, n) => service.put(at(event, service.now - n * 6000)));
  const feed = new Feed(
    { window: { kind: "last", days: 7 }, types: [] },
    {
      client: service,
      clock,
      pageSize: () => 40,
      budget: new EventBudget(() => 1_000_000),
      live: { random: Math.random, intervalMs: () => 30_000, overlapMs: () => 600_000 },
      lastVisit: () => undefined,
    },
  );
  await feed.start();
  while (feed.state.older.kind === "more") {
    await feed.loadOlder();
  }
  return { clock, service, feed };
}

function at(event: SampleEvent, ms: number): SampleEvent {
  return { ...event, published_at: new Date(ms).toISOString() };
}

/** A second at a time, so that a poll ends before the next one is due. */
async function pass(clock: FakeClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1000) {
    clock.advance(1000);
    await turn();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
