import type { Completeness } from "../../../../src/shared/feedState";
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Checkpoint,
  decodeCheckpoint,
  encodeCheckpoint,
} from "../../../../src/export/engine/checkpoint";
import { order } from "./fixture";

const first: Checkpoint = {
  order: { ...order, query: { ...order.query, types: ["funding"], sector: "Fintech", minAmount: 1e6 } },
  startedMs: Date.UTC(2026, 10, 21),
  state: "reading",
  completeness: { kind: "more" },
  totals: { pages: 0, events: 0, duplicates: 0, malformed: 0 },
  bytes: 0,
};
const checkpoint: Checkpoint = {
  ...first,
  cursor: 'c+/=&#é"',
  reachedMs: Date.UTC(2026, 10, 20),
  totals: { pages: 3, events: 1200, duplicates: 1, malformed: 2, newestMs: 2, oldestMs: 1 },
  bytes: 987_654,
};

describe("a checkpoint", () => {
  it("is read as it was written", () => {
    assert.deepEqual(decodeCheckpoint(encodeCheckpoint(checkpoint)), checkpoint);
    assert.deepEqual(decodeCheckpoint(encodeCheckpoint(first)), first);
    const all: readonly Completeness[] = [
      { kind: "complete" },
      { kind: "gap" },
      { kind: "limit", maxEvents: 1000 },
      { kind: "stopped", message: "Paging stopped: the service repeated a page." },
    ];
    for (const completeness of all) {
      assert.deepEqual(
        decodeCheckpoint(encodeCheckpoint({ ...first, completeness }))?.completeness,
        completeness,
      );
    }
  });

  it("is read where an earlier version wrote the page size, too", () => {
    const text = encodeCheckpoint(checkpoint);
    assert.deepEqual(decodeCheckpoint(text.replace("{", '{"pageSize":1,')), checkpoint);
  });

  it("is nothing where a part of it is off", () => {
    const off: readonly object[] = [
      { state: "done" },
      { bytes: -1 },
      { completeness: { kind: "whole" } },
      { completeness: { kind: "stopped" } },
      { cursor: "" },
      { totals: { ...checkpoint.totals, events: "3" } },
      { order: { ...checkpoint.order, format: "xlsx" } },
      { order: { ...checkpoint.order, query: { window: { kind: "last", days: -1 }, types: [] } } },
    ];
    for (const part of off) {
      assert.equal(
        decodeCheckpoint(JSON.stringify({ ...checkpoint, ...part })),
        undefined,
        JSON.stringify(part),
      );
    }
    assert.equal(decodeCheckpoint(encodeCheckpoint(checkpoint).slice(0, -1)), undefined);
  });

  it("is nothing where a file holds anything else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        assert.equal(decodeCheckpoint(text), undefined);
      }),
    );
  });
});
