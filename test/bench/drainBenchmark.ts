import fetch from "node-fetch";
import { createServiceClient } from "../../src/api/serviceClient";
import type { ServiceClient } from "../../src/api/types";
import { Drain } from "../../src/feed/drain";
import { EventStore } from "../../src/feed/store/eventStore";
import { systemClock } from "../../src/util/clock";
import { benchmark } from "./benchmark";
import { CorpusService } from "./corpusService";
import { costOf, idleCost, inTurns } from "./sampling";

const events = 20_000;
const pageSize = 500;
const plan = { runs: 11, warmUps: 3 };

/** Client, drain and store as the product has them, against what it would cost to just fetch and parse the same pages. */
export const drainBenchmark = benchmark({
  rows: {
    "drain: time": {
      measures: `${events} events in pages of ${pageSize}, from socket to store, over a bare loop of node-fetch and JSON.parse`,
      unit: "ms",
    },
    "drain: CPU": { measures: "CPU time of the same", unit: "ms" },
    "drain: event-loop delay": {
      measures: "99th percentile at a resolution of 1 ms during the same, an idle loop's subtracted",
      unit: "ms",
    },
  },
  async run() {
    const service = await CorpusService.start({ events, pageSize });
    try {
      const client = clientOf(service);
      const idle = await idleCost();
      const { a, b } = await inTurns(
        plan,
        () => costOf(() => drainAll(client)),
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

function clientOf({ baseUrl }: CorpusService): ServiceClient {
  return createServiceClient(
    { baseUrl, dataset: "companydata", key: "bench" },
    { timeoutMs: 30_000, typesFormat: "comma" },
    { clock: systemClock, random: () => Math.random(), log: () => undefined },
  );
}

async function drainAll(client: ServiceClient): Promise<void> {
  const store = new EventStore();
  const drain = new Drain(client, { since: "2025-01-01T00:00:00Z", pageSize, fields: "full" });
  while (drain.state.kind === "more") {
    const { items } = await drain.next();
    store.insert(items);
  }
  mustBeAll(store.size);
}

async function fetchAll(baseUrl: string): Promise<void> {
  let read = 0;
  for (let cursor: string | null = ""; cursor !== null;) {
    const response = await fetch(`${baseUrl}/v2/datasets/companydata/feed?cursor=${cursor || "page-0"}`);
    // Nothing is checked, as a bare loop would have it; the count at the end is.
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
