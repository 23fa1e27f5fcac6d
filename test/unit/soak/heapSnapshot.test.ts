import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { writeHeapSnapshot } from "node:v8";
import { readHeapSnapshot } from "../../soak/heapSnapshot";

class Kept {
  readonly listeners: (() => number)[] = [];
}

describe("A heap snapshot", () => {
  const held: { kept: Kept[]; data: object[] } = { kept: [], data: [] };
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "heap-"));
  });

  afterEach(async () => {
    Object.values(held).forEach((list) => list.splice(0));
    await rm(folder, { recursive: true });
  });

  async function contents(): ReturnType<typeof readHeapSnapshot> {
    const file = path.join(folder, "test.heapsnapshot");
    writeHeapSnapshot(file);
    return readHeapSnapshot(file, "heapSnapshot.test");
  }

  it("has objects and functions of certain scripts, and how much data there is", async () => {
    const before = await contents();
    assert.equal(before.objects["Kept"], undefined);
    for (let n = 0; n < 20; n++) {
      const kept = new Kept();
      kept.listeners.push(function listen() {
        return n;
      });
      held.kept.push(kept);
    }
    held.data.push(...Array.from({ length: 100_000 }, (_, n) => ({ n })));
    const after = await contents();
    assert.equal(after.objects["Kept"], 20);
    const listeners = Object.entries(after.objects).filter(([name]) => name.startsWith("function listen "));
    assert.deepEqual(
      listeners.map(([, count]) => count),
      [20],
    );
    assert.match(listeners[0]?.[0] ?? "", /\(heapSnapshot\.test\.js:\d+\)$/);
    const growth = after.dataBytes - before.dataBytes;
    assert.ok(growth > 1_200_000 && growth < 10_000_000, `${growth} bytes`);
  }).timeout(120_000);
});
