import assert from "node:assert/strict";
import fc from "fast-check";
import { idHashBytes, idHashes, SeenIds } from "../../../../src/export/engine/seenIds";
import { heldBytes } from "../../../support/fakes/memory";

function hashOf(low: number, high: number): Buffer {
  const hash = Buffer.alloc(idHashBytes);
  hash.writeUInt32LE(low, 0);
  hash.writeUInt32LE(high, 4);
  return hash;
}

describe("SeenIds", () => {
  it("knows whether an ID is new, like a Set", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }), (numbers) => {
        const seen = new SeenIds(128, 4);
        const set = new Set<number>();
        for (const number of numbers) {
          assert.equal(seen.add(idHashes([`evt_${number}`]), 0), !set.has(number));
          set.add(number);
        }
      }),
    );
  });

  it("distinguishes similar hashes", () => {
    const seen = new SeenIds(16, 2);
    const hashes = [hashOf(15, 1), hashOf(15, 2), hashOf(31, 1), hashOf(0, 0), hashOf(0, 7)];
    assert.deepEqual(
      hashes.map((hash) => seen.add(hash, 0)),
      hashes.map(() => true),
    );
    assert.deepEqual(
      hashes.map((hash) => seen.add(hash, 0)),
      hashes.map(() => false),
    );
  });

  it("remembers the latest IDs, as many as all sets but one hold, and forgets the oldest", () => {
    const seen = new SeenIds(64, 3);
    const size = 2 * 64;
    const add = (n: number): boolean => seen.add(idHashes([String(n)]), 0);
    for (let n = 0; n < 3 * size; n++) {
      assert.equal(add(n), true);
      for (let back = 1; back <= Math.min(n, size - 1); back++) {
        assert.equal(add(n - back), false);
      }
    }
    assert.equal(add(0), true);
  });

  it("forgets the oldest of a million IDs, and releases their memory", async () => {
    const seen = new SeenIds(16 * 1024);
    const heldArrays = async (): Promise<number> => {
      await heldBytes();
      return process.memoryUsage().arrayBuffers;
    };
    const before = await heldArrays();
    const hash = Buffer.alloc(idHashBytes);
    for (let n = 0; n < 1_000_000; n++) {
      hash.writeUInt32LE(Math.imul(n, 2_654_435_761) >>> 0, 0);
      hash.writeUInt32LE(n, 4);
      assert.ok(seen.add(hash, 0));
    }
    // All of them would be 16 MB instead of 2 MB; the memory released last may not be collected yet.
    assert.ok((await heldArrays()) - before <= 8_000_000);
  });
});
