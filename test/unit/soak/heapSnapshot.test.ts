import assert from "node:assert/strict";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { Worker } from "node:worker_threads";
import { readHeapSnapshot } from "../../soak/heapSnapshot";

/** In a worker, whose heap is small. */
const script = `
const { parentPort } = require("node:worker_threads");
class Kept {
  listeners = [];
}
const held = { kept: [], data: [] };
parentPort.on("message", () => {
  for (let n = 0; n < 20; n++) {
    const kept = new Kept();
    kept.listeners.push(function listen() {
      return n;
    });
    held.kept.push(kept);
  }
  held.data.push(...Array.from({ length: 100_000 }, (_, n) => ({ n })));
  parentPort.postMessage("grown");
});
parentPort.postMessage("started");
`;

describe("A heap snapshot", () => {
  let folder: string;
  let worker: Worker;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "heap-"));
    worker = new Worker(script, { eval: true });
    await once(worker, "message");
  });

  afterEach(async () => {
    await worker.terminate();
    await rm(folder, { recursive: true });
  });

  async function contents(): ReturnType<typeof readHeapSnapshot> {
    const file = path.join(folder, "test.heapsnapshot");
    await pipeline(await worker.getHeapSnapshot(), createWriteStream(file));
    return readHeapSnapshot(file, "[worker eval]");
  }

  it("has objects and functions of certain scripts, and how much data there is", async () => {
    const before = await contents();
    assert.equal(before.objects["Kept"], undefined);
    const grown = once(worker, "message");
    worker.postMessage("grow");
    await grown;
    const after = await contents();
    assert.equal(after.objects["Kept"], 20);
    const listeners = Object.entries(after.objects).filter(([name]) => name.startsWith("function listen "));
    assert.deepEqual(
      listeners.map(([, count]) => count),
      [20],
    );
    assert.match(listeners[0]?.[0] ?? "", /\(\[worker eval\]:10\)$/);
    const growth = after.dataBytes - before.dataBytes;
    assert.ok(growth > 1_200_000 && growth < 10_000_000, `${growth} bytes`);
  });
});
