import path from "node:path";
import type { ExportFormat } from "../../src/feed/export/eventText";
import { Guarded } from "../support/guarded";
import { out } from "../support/paths";

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
export async function exportCost(options: ExportRunOptions): Promise<ExportCost> {
  const program = path.join(out, "bench", "exportRun.main.js");
  const child = new Guarded(process.execPath, [program, JSON.stringify(options)]);
  let said = "";
  child.onOutput((text) => (said += text));
  await child.exited;
  const result = /^\{.*\}$/m.exec(said)?.[0];
  if (result === undefined) {
    throw new Error(`The export ended without a result: ${said.trim()}`);
  }
  return JSON.parse(result) as ExportCost;
}
