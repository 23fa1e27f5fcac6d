import fetch from "node-fetch";
import type { ServiceClient } from "../../src/service/types";
import { EventBudget } from "../../src/feed/session/eventBudget";
import { FeedSession } from "../../src/feed/session/feedSession";
import { systemClock } from "../../src/util/clock";
import { benchmark } from "./benchmark";
import { clientOf } from "./client";
import { startCorpusService } from "./corpusService";
import { costOf, idleCost, alternateSamples } from "./sampling";

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
    "drain: CPU": { measures: "CPU time of the same", unit: "ms" },
    "drain: event-loop delay": {
      measures: "99th percentile at a resolution of 1 ms during the same, an idle loop's subtracted",
      unit: "ms",
      atMost: 16,
    },
  },
  async run() {
    const service = await startCorpusService({ events, pageSize, latencyMs });
    try {
      const client = clientOf(service);
      const idle = await idleCost();
      const { a, b } = await alternateSamples(
        plan,
        () => costOf(() => loadAll(client)),
        () => costOf(() => fetchAll(service.baseUrl)),
      );
      return {
        "drain: time": { samples: a.map((c) => c.wallMs), baseline: b.map((c) => c.wallMs) },
        "drain: CPU": { samples: a.map((c) => c.cpuMs), baseline: b.map((c) => c.cpuMs) },
        "drain: event-loop delay": { samples: a.map((c) => Math.max(0, c.delayMs - idle.delayMs)) },
      };
    } finally {
      await service.stop();
    }
  },
});

async function loadAll(client: ServiceClient): Promise<void> {
  const session = new FeedSession(
    { window: { kind: "fixed", since: "2025-01-01T00:00:00.000Z" }, types: [] },
    { client, clock: systemClock, pageSize, budget: new EventBudget(() => 1_000_000) },
  );
  await session.loadWindow();
  mustBeAll(session.store.size);
  session.dispose();
}

async function fetchAll(baseUrl: string): Promise<void> {
  let read = 0;
  for (let cursor: string | null = ""; cursor !== null;) {
    const response = await fetch(`${baseUrl}/v2/datasets/companydata/feed?cursor=${cursor || "page-0"}`);
    // Not validated; only the count is.
    const page = JSON.parse(await response.text()) as { events: unknown[]; next_cursor: string | null };
    read += page.events.length;
    cursor = page.next_cursor;
  }
  mustBeAll(read);
}

function mustBeAll(read: number): void {
  if (read !== events) {
    throw new Error(`${read} of ${events} events came.`);
  }
}
