import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeExportArgument } from "../../../src/exports/exportArgument";
import type { FeedQuery } from "../../../src/shared/feedQuery";

const standard: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };
const decode = (value: unknown) => decodeExportArgument(value, standard);

describe("the argument of Export Events…", () => {
  it("may be left out, or any part of it", () => {
    assert.deepEqual(decode(undefined), {});
    assert.deepEqual(decode(null), {});
    assert.deepEqual(decode({ format: "csv" }), { format: "csv" });
    assert.deepEqual(decode({ target: "events.csv" }), { target: "events.csv" });
    assert.deepEqual(decode({ query: {} }), { query: standard });
  });

  it("names a window by days or by instants, and filters", () => {
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

  it("is refused with a sentence that names the part", () => {
    const refusals: readonly (readonly [unknown, RegExp])[] = [
      ["ndjson", /argument is not an object with query, format, target\.$/],
      [{ quary: {} }, /quary is not known here; there are query, format, target\.$/],
      [{ query: { type: "ipo" } }, /query\.type is not known here; there are days, since, .*, minAmount\.$/],
      [{ query: 7 }, /query is not an object with days, since/],
      [{ format: "xlsx" }, /format is none of ndjson, json, csv\.$/],
      [{ format: 7 }, /format is none of/],
      [{ target: "" }, /target is empty\.$/],
      [{ query: { days: 0 } }, /query\.days is not a number of days up to 3,650\.$/],
      [{ query: { days: 4000 } }, /query\.days/],
      [{ query: { days: "7" } }, /query\.days is not a number/],
      [{ query: { since: "last week" } }, /query\.since is not an ISO 8601 timestamp\.$/],
      [{ query: { days: 7, since: "2025-01-01" } }, /both days and since/],
      [{ query: { until: "2025-01-01" } }, /until needs a since/],
      [{ query: { since: "2025-01-02", until: "2025-01-01" } }, /until is not after its since\.$/],
      [{ query: { types: "funding" } }, /query\.types is not a list\.$/],
      [{ query: { types: ["funding", 7] } }, /query\.types\.1 is not a text\.$/],
      [{ query: { minAmount: -1 } }, /query\.minAmount/],
    ];
    for (const [value, sentence] of refusals) {
      assert.throws(() => decode(value), sentence, JSON.stringify(value));
    }
  });

  it("is read or refused, whatever it is", () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.record({ query: fc.anything(), format: fc.anything(), target: fc.anything() }, { requiredKeys: [] }),
      fc.record({ query: fc.record({ since: fc.string(), days: fc.double(), types: fc.anything() }) }),
    );
    fc.assert(
      fc.property(anything, (value) => {
        try {
          decode(value);
        } catch (error) {
          assert.match((error as Error).message, /^Export Events cannot use its argument: .+\.$/s);
        }
      }),
    );
  });
});
