import assert from "node:assert/strict";
import { decodeExportArgument } from "../../../src/export/exportArgument";
import type { FeedQuery } from "../../../src/shared/feedQuery";

const standard: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };
const decode = (value: unknown) => decodeExportArgument(value, standard);

describe("Argument of Export Events…", () => {
  it("is optional, as are its members", () => {
    assert.deepEqual(decode(undefined), {});
    assert.deepEqual(decode(null), {});
    assert.deepEqual(decode({ format: "csv" }), { format: "csv" });
    assert.deepEqual(decode({ target: "events.csv" }), { target: "events.csv" });
    assert.deepEqual(decode({ query: {} }), { query: standard });
  });

  it("contains a time range in days or as instants, and filters", () => {
    assert.deepEqual(
      decode({ query: { days: 365, types: ["funding", "ipo"], sector: "Fintech", minAmount: 1e6 } }),
      {
        query: {
          window: { kind: "last", days: 365 },
          types: ["funding", "ipo"],
          sector: "Fintech",
          minAmount: 1e6,
        },
      },
    );
    assert.deepEqual(
      decode({ query: { since: "2025-01-01", until: "2026-01-01T01:00:00+01:00" } }).query?.window,
      {
        kind: "fixed",
        since: "2025-01-01T00:00:00.000Z",
        until: "2026-01-01T00:00:00.000Z",
      },
    );
  });

  it("is rejected with a sentence that names the invalid member", () => {
    const rejections: readonly (readonly [unknown, RegExp])[] = [
      ["ndjson", /argument must be an object with query, format, target\.$/],
      [{ quary: {} }, /quary is unknown; use query, format, target\.$/],
      [{ query: { type: "ipo" } }, /query\.type is unknown; use days, since, .*, minAmount\.$/],
      [{ query: 7 }, /query must be an object with days, since/],
      [{ format: "xlsx" }, /format must be one of ndjson, json, csv, excel, parquet\.$/],
      [{ format: 7 }, /format must be one of/],
      [{ target: "" }, /target must not be empty\.$/],
      [{ query: { days: 0 } }, /query\.days must be a number of days up to 3,650\.$/],
      [{ query: { days: 4000 } }, /query\.days/],
      [{ query: { days: "7" } }, /query\.days must be a number/],
      [{ query: { since: "last week" } }, /query\.since must be an ISO 8601 timestamp\.$/],
      [{ query: { days: 7, since: "2025-01-01" } }, /query\.days and query\.since can't be combined/],
      [{ query: { until: "2025-01-01" } }, /until requires query\.since/],
      [{ query: { since: "2025-01-02", until: "2025-01-01" } }, /until must be after query\.since\.$/],
      [{ query: { types: "funding" } }, /query\.types must be an array\.$/],
      [{ query: { types: ["funding", 7] } }, /query\.types\.1 must be a string\.$/],
      [{ query: { minAmount: -1 } }, /query\.minAmount/],
    ];
    for (const [value, sentence] of rejections) {
      assert.throws(() => decode(value), sentence, JSON.stringify(value));
    }
  });
});
