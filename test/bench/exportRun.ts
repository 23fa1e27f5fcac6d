import type { ExportFormat } from "../../src/export/formats/exportFormat";
import { runInSeparateProcess } from "./separateProcess";

export interface ExportRunOptions {
  readonly baseUrl: string;
  /** An export of the product, or the response bodies as they are. */
  readonly write: ExportFormat | "bodies";
  /** Expected number of events. */
  readonly events: number;
}

/** Cost of an export in a separate process. */
export interface ExportCost {
  readonly wallMs: number;
  /** 99th percentile of the event-loop delay at a resolution of 1 ms, minus that of an idle loop. */
  readonly delayMs: number;
  /** Peak memory beyond that before the export, MiB. */
  readonly peakMiB: number;
}

/** Runs one export in a separate process. */
export function exportCost(options: ExportRunOptions): Promise<ExportCost> {
  return runInSeparateProcess("exportRun", JSON.stringify(options));
}
