import type { Completeness } from "../../../../src/shared/feedState";
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Checkpoint,
  decodeCheckpoint,
  encodeCheckpoint,
} from "../../../../src/export/engine/checkpoint";
import { maxStoredTextLength } from "../../../../src/shared/limits";
import { job } from "./fixture";

const first: Checkpoint = {
  job: { ...job, query: { ...job.query, types: ["funding"], sector: "Fintech", minAmount: 1e6 } },
  startedMs: Date.UTC(2026, 10, 21),
  state: "writing",
  completeness: { kind: "more" },
  totals: { pages: 0, events: 0, duplicates: 0, malformed: 0 },
  bytes: 0,
};
const checkpoint: Checkpoint = {
  ...first,
  cursor: 'c+/=&#é"',
  positionMs: Date.UTC(2026, 10, 20),
  totals: { pages: 3, events: 1200, duplicates: 1, malformed: 2, newestMs: 2, oldestMs: 1 },
  bytes: 987_654,
};

describe("checkpoint", () => {
  it("decodes what was encoded", () => {
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

  it("has the fingerprint of a key, or none if an older version wrote it", () => {
    const source = {
      connection: "Acme",
      baseUrl: "https://api.example",
      origin: "https://api.example",
      dataset: "companydata",
    };
    const known = { ...first, job: { ...first.job, source: { ...source, keyFingerprint: "0123456789ab" } } };
    assert.deepEqual(decodeCheckpoint(encodeCheckpoint(known)), known);
    const older = { ...first, job: { ...first.job, source } };
    assert.deepEqual(decodeCheckpoint(JSON.stringify({ version: 3, ...older })), older);
  });

  it("ignores unknown fields", () => {
    const text = encodeCheckpoint(checkpoint);
    assert.deepEqual(decodeCheckpoint(text.replace("{", '{"pageSize":1,')), checkpoint);
  });

  it("is rejected if a part is invalid", () => {
    const invalid: readonly object[] = [
      { state: "done" },
      { bytes: -1 },
      { completeness: { kind: "whole" } },
      { completeness: { kind: "stopped" } },
      { cursor: "" },
      { cursor: "c".repeat(maxStoredTextLength + 1) },
      { completeness: { kind: "stopped", message: "m".repeat(maxStoredTextLength + 1) } },
      { job: { ...checkpoint.job, target: `file:///${"t".repeat(maxStoredTextLength)}` } },
      {
        job: {
          ...checkpoint.job,
          source: { ...job.source, connection: "n".repeat(maxStoredTextLength + 1) },
        },
      },
      { totals: { ...checkpoint.totals, events: "3" } },
      { job: { ...checkpoint.job, format: "xlsx" } },
      { job: { ...checkpoint.job, query: { window: { kind: "last", days: -1 }, types: [] } } },
    ];
    for (const part of invalid) {
      assert.equal(
        decodeCheckpoint(JSON.stringify({ ...checkpoint, ...part })),
        undefined,
        JSON.stringify(part),
      );
    }
    assert.equal(decodeCheckpoint(encodeCheckpoint(checkpoint).slice(0, -1)), undefined);
  });

  it("is rejected if the file contains anything else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        assert.equal(decodeCheckpoint(text), undefined);
      }),
    );
  });
});
