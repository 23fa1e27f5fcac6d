// One export (exportBenchmark.ts): takes its options as JSON in the first argument and prints the cost.
import { mkdtemp, open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { download } from "../../src/export/download";
import { encode, type ExportFormat } from "../../src/export/formats/exportFormat";
import { PartFile } from "../../src/export/partFile";
import { writeWholeFile } from "../../src/export/targetFile";
import { systemClock } from "../../src/util/clock";
import { nodeFileSystem } from "../../src/util/fileSystem";
import { sendResult } from "./processes";
import type { ExportCost, ExportRunOptions } from "./exportBenchmark";
import { collectGarbage } from "../support/fakes/memory";
import { costOf } from "./benchmark";
import { fetchAll } from "./services";
import { clientOf } from "./product";

// The caller is in this folder.
const options = JSON.parse(process.argv[2] ?? "{}") as ExportRunOptions;
const { baseUrl, write, events } = options;

async function exportAll(folder: string, format: ExportFormat): Promise<number> {
  const target = path.join(folder, "events");
  const part = await PartFile.create(nodeFileSystem, `${target}.part`, {
    version: 1,
    startedMs: Date.now(),
    query: { window: { kind: "fixed", since: "2025-01-01T00:00:00.000Z" }, types: [] },
    account: "bench",
  });
  await download(part, clientOf({ baseUrl }), new AbortController().signal, () => undefined);
  const pieces = encode(format, part.lines());
  await writeWholeFile(target, pieces, { files: nodeFileSystem, clock: systemClock });
  await part.delete();
  return part.events;
}

/** As in a simple script: nothing is validated, and the next page is requested once this one is written. */
async function writeBodies(folder: string): Promise<number> {
  const file = await open(path.join(folder, "bodies"), "a");
  const read = await fetchAll(baseUrl, (body) => file.appendFile(body));
  await file.close();
  return read;
}

const folder = await mkdtemp(path.join(os.tmpdir(), "export-"));
try {
  collectGarbage();
  const before = process.memoryUsage.rss();
  const cost = await costOf(async () => {
    const written = await (write === "bodies" ? writeBodies(folder) : exportAll(folder, write));
    if (written !== events) {
      throw new Error(`${written} of ${events} events came.`);
    }
  });
  // In KiB.
  const peakMiB = process.resourceUsage().maxRSS / 1024 - before / 2 ** 20;
  sendResult({ wallMs: cost.wallMs, peakMiB } satisfies ExportCost);
} finally {
  await rm(folder, { recursive: true, force: true });
}
