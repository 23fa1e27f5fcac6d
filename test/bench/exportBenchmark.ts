import { alternateSamples, benchmark, full, takeSamples } from "./benchmark";
import { startCorpusService } from "./services";
import type { ExportFormat } from "../../src/export/formats/exportFormat";
import { runInSeparateProcess } from "./processes";

const events = full ? 1_000_000 : 100_000;
const pageSize = 500;
const latencyMs = 20;
const plan = { runs: 3, warmUps: 0 };
const what = `${events.toLocaleString("en-US")} events from a loopback service with ${latencyMs} ms latency`;

/** Options of `exportRun.main.ts`. */
export interface ExportRunOptions {
  readonly baseUrl: string;
  /** An export of the product, or the response bodies as they are. */
  readonly write: ExportFormat | "bodies";
  /** Expected number of events. */
  readonly events: number;
}

/** What `exportRun.main.ts` prints. */
export interface ExportCost {
  readonly wallMs: number;
  /** Peak memory beyond that before the export, MiB. */
  readonly peakMiB: number;
}

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
    "export: CSV memory": { measures: "memory at its peak during the same", unit: "MiB", atMost: 64 },
    "export: Parquet memory": { measures: "memory at its peak during the same", unit: "MiB", atMost: 64 },
  },
  async run() {
    const service = await startCorpusService({ events, pageSize, latencyMs });
    try {
      const cost = (write: ExportRunOptions["write"]): Promise<ExportCost> =>
        runInSeparateProcess("exportRun", JSON.stringify({ baseUrl: service.baseUrl, events, write }));
      const { a: ndjson, b: bodies } = await alternateSamples(
        plan,
        () => cost("ndjson"),
        () => cost("bodies"),
      );
      const csv = await takeSamples(plan, () => cost("csv"));
      const parquet = await takeSamples(plan, () => cost("parquet"));
      return {
        "export: NDJSON time": {
          samples: ndjson.map((c) => c.wallMs),
          baseline: bodies.map((c) => c.wallMs),
        },
        "export: NDJSON memory": { samples: ndjson.map((c) => c.peakMiB) },
        "export: CSV memory": { samples: csv.map((c) => c.peakMiB) },
        "export: Parquet memory": { samples: parquet.map((c) => c.peakMiB) },
      };
    } finally {
      await service.stop();
    }
  },
});
