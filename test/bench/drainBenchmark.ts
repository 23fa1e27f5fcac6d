import { EventBudget } from "../../src/feed/store/eventBudget";
import { FeedSession } from "../../src/feed/session/feedSession";
import { systemClock } from "../../src/util/clock";
import { alternateSamples, benchmark, costOf, delayBeyondIdle } from "./benchmark";
import { fetchAll, startCorpusService } from "./services";
import { clientOf } from "./product";

const events = 100_000;
const pageSize = 500;
const latencyMs = 20;
const plan = { runs: 5, warmUps: 1 };

/** Loading an entire window, compared with only fetching and parsing the same pages. */
export const drainBenchmark = benchmark({
  rows: {
    "drain: time": {
      measures: `${events} events in pages of ${pageSize}, from a service that answers after ${latencyMs} ms into a session, over a bare loop of node-fetch and JSON.parse`,
      unit: "ms",
      atMost: 1.1,
    },
    "drain: event-loop delay": {
      measures: "99th percentile at a resolution of 1 ms during the same, an idle loop's subtracted",
      unit: "ms",
      atMost: 16,
    },
  },
  async run() {
    const service = await startCorpusService({ events, pageSize, latencyMs });
    try {
      const delay = await delayBeyondIdle();
      const { a, b } = await alternateSamples(
        plan,
        () => costOf(async () => mustBeAll(await loadAll(service.baseUrl))),
        () => costOf(async () => mustBeAll(await fetchAll(service.baseUrl))),
      );
      return {
        "drain: time": { samples: a.map((c) => c.wallMs), baseline: b.map((c) => c.wallMs) },
        "drain: event-loop delay": { samples: a.map(delay) },
      };
    } finally {
      await service.stop();
    }
  },
});

async function loadAll(baseUrl: string): Promise<number> {
  const session = new FeedSession(
    { window: { kind: "fixed", since: "2025-01-01T00:00:00.000Z" }, types: [] },
    { client: clientOf({ baseUrl }), clock: systemClock, pageSize, budget: new EventBudget(() => 1_000_000) },
  );
  await session.loadWindow();
  const { size } = session.store;
  session.dispose();
  return size;
}

function mustBeAll(read: number): void {
  if (read !== events) {
    throw new Error(`${read} of ${events} events came.`);
  }
}
