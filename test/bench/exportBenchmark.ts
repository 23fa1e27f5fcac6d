import { benchmark } from "./benchmark";
import { startCorpusService } from "./corpusService";
import { exportCost } from "./exportRun";
import { alternateSamples, takeSamples } from "./sampling";
import { full } from "./scale";

const events = full ? 1_000_000 : 100_000;
const pageSize = 500;
const latencyMs = 20;
const plan = { runs: 3, warmUps: 0 };
const what = `${events.toLocaleString("en-US")} events from a loopback service with ${latencyMs} ms latency`;

/** The export of a whole window, compared with a script that writes the response bodies. */
export const exportBenchmark = benchmark({
  rows: {
    "export: NDJSON time": {
      measures: `${what}, over a loop that writes the bodies of the same pages, parsed for their cursor`,
      unit: "ms",
      atMost: 1.3,
    },
    "export: NDJSON memory": {
      measures: "memory of the process at its peak during the same, beyond what it had before",
      unit: "MiB",
      atMost: 64,
    },
    "export: memory of the script": { measures: "the same of the loop that writes the bodies", unit: "MiB" },
    "export: NDJSON event-loop delay": {
      measures: "99th percentile at a resolution of 1 ms during the same, an idle loop's subtracted",
      unit: "ms",
    },
    "export: CSV time": { measures: what, unit: "ms" },
    "export: CSV memory": { measures: "memory at its peak during the same", unit: "MiB", atMost: 64 },
    "export: CSV event-loop delay": { measures: "during the same", unit: "ms" },
    "export: Parquet time": { measures: what, unit: "ms" },
    "export: Parquet memory": { measures: "memory at its peak during the same", unit: "MiB", atMost: 64 },
    "export: Parquet event-loop delay": { measures: "during the same", unit: "ms" },
  },
  async run() {
    const service = await startCorpusService({ events, pageSize, latencyMs });
    try {
      const { baseUrl } = service;
      const { a: ndjson, b: bodies } = await alternateSamples(
        plan,
        () => exportCost({ baseUrl, events, write: "ndjson" }),
        () => exportCost({ baseUrl, events, write: "bodies" }),
      );
      const csv = await takeSamples(plan, () => exportCost({ baseUrl, events, write: "csv" }));
      const parquet = await takeSamples(plan, () => exportCost({ baseUrl, events, write: "parquet" }));
      return {
        "export: NDJSON time": {
          samples: ndjson.map((c) => c.wallMs),
          baseline: bodies.map((c) => c.wallMs),
        },
        "export: NDJSON memory": { samples: ndjson.map((c) => c.peakMiB) },
        "export: memory of the script": { samples: bodies.map((c) => c.peakMiB) },
        "export: NDJSON event-loop delay": { samples: ndjson.map((c) => c.delayMs) },
        "export: CSV time": { samples: csv.map((c) => c.wallMs) },
        "export: CSV memory": { samples: csv.map((c) => c.peakMiB) },
        "export: CSV event-loop delay": { samples: csv.map((c) => c.delayMs) },
        "export: Parquet time": { samples: parquet.map((c) => c.wallMs) },
        "export: Parquet memory": { samples: parquet.map((c) => c.peakMiB) },
        "export: Parquet event-loop delay": { samples: parquet.map((c) => c.delayMs) },
      };
    } finally {
      await service.stop();
    }
  },
});
