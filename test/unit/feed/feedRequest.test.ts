import assert from "node:assert/strict";
import fc from "fast-check";
import { requestFor, windowBefore } from "../../../src/feed/feedRequest";
import { dayMs } from "../../../src/shared/instant";
import { feedQuerySchema } from "../../../src/shared/feedQuery";
import { parseOrUndefined } from "../../../src/shared/schemas";

const now = Date.UTC(2026, 10, 21, 12);

describe("A feed query", () => {
  it("is sent with its filters and nothing else", () => {
    const window = { sinceMs: 0, untilMs: dayMs };
    assert.deepEqual(requestFor({ window: { kind: "last", days: 1 }, types: [] }, { sinceMs: 0 }, 40), {
      since: "1970-01-01T00:00:00.000Z",
      pageSize: 40,
      fields: "full",
    });
    const query = {
      window: { kind: "last", days: 1 },
      types: ["ipo"],
      sector: "Fintech",
      minAmount: 0,
    } as const;
    assert.deepEqual(requestFor(query, window, 500), {
      since: "1970-01-01T00:00:00.000Z",
      until: "1970-01-02T00:00:00.000Z",
      pageSize: 500,
      fields: "full",
      types: ["ipo"],
      sector: "Fintech",
      minAmount: 0,
    });
  });

  it("has adjacent earlier windows, each twice as long", () => {
    const first = windowBefore({ sinceMs: now - 7 * dayMs }, now);
    assert.deepEqual(first, { sinceMs: now - 21 * dayMs, untilMs: now - 7 * dayMs });
    assert.deepEqual(windowBefore(first, now), { sinceMs: now - 49 * dayMs, untilMs: now - 21 * dayMs });
    assert.equal(windowBefore({ sinceMs: 0, untilMs: dayMs }, now), undefined);
  });

  it("is decoded from unknown values, or rejected", () => {
    const query = {
      window: { kind: "last", days: 7 },
      types: ["ipo", "ipo"],
      sector: "Fintech",
      minAmount: 1e6,
    };
    assert.deepEqual(parseOrUndefined(feedQuerySchema, query), {
      ...query,
      types: ["ipo"],
      sector: "Fintech",
    });
    for (const wrong of [
      null,
      {},
      { ...query, window: { kind: "last", days: Number.NaN } },
      { ...query, window: { kind: "fixed", since: "yesterday" } },
      { ...query, minAmount: -1 },
      { ...query, types: [""] },
      { ...query, types: Array.from({ length: 51 }, (_, n) => `t${n}`) },
    ]) {
      assert.equal(parseOrUndefined(feedQuerySchema, wrong), undefined, JSON.stringify(wrong));
    }
    fc.assert(fc.property(fc.anything(), (value) => void parseOrUndefined(feedQuerySchema, value)));
  });
});
