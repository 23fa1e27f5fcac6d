import type { ExportFormat } from "../../src/export/engine/exportFormat";
import { apart } from "./apart";

export interface ExportRunOptions {
  readonly baseUrl: string;
  /** What is written: an export as the product does it, or the bodies of the pages as they come. */
  readonly write: ExportFormat | "bodies";
  /** How many events there have to be. */
  readonly events: number;
}

/** What an export cost a process that did nothing else. */
export interface ExportCost {
  readonly wallMs: number;
  /** 99th percentile of the event loop's delay at a resolution of 1 ms, an idle loop's subtracted. */
  readonly delayMs: number;
  /** Memory of the process at its peak beyond what it had before, MiB. */
  readonly peakMiB: number;
}

/** Does it once, in a process of its own whose memory is nobody else's. */
export function exportCost(options: ExportRunOptions): Promise<ExportCost> {
  return apart("exportRun", JSON.stringify(options));
}
