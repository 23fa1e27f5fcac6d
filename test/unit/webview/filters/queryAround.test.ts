import assert from "node:assert/strict";
import type { FeedQuery } from "../../../../src/shared/feedQuery";
import { feedQuerySchema } from "../../../../src/shared/feedQuery";
import { excludingFilters } from "../../../../src/shared/filters";
import { parseOrUndefined } from "../../../../src/shared/schemas";
import { queryAround, queryWithEvent } from "../../../../src/webview/filters/queryAround";

const now = Date.UTC(2026, 10, 21, 12);
const query: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

describe("The query around an event", () => {
  it("has the days around it, and no end if that is in the future", () => {
    const windowOf = (ms: number) => queryAround(query, {}, ms, "utc", now).window;
    assert.deepEqual(windowOf(Date.UTC(2024, 2, 1, 23, 59)), {
      kind: "fixed",
      since: "2024-02-27T00:00:00.000Z",
      until: "2024-03-05T00:00:00.000Z",
    });
    assert.deepEqual(windowOf(now - 3 * 86_400_000), { kind: "fixed", since: "2026-11-15T00:00:00.000Z" });
    assert.deepEqual(windowOf(Date.UTC(2099, 0, 1)), { kind: "fixed", since: "2098-12-29T00:00:00.000Z" });
  });

  it("is valid for every date that a time range can contain", () => {
    for (const year of [101, 1900, 1969, 1970, 2026, 9998]) {
      for (const zone of ["utc", "local"] as const) {
        const around = queryAround(query, {}, Date.UTC(year, 0, 2), zone, now);
        assert.ok(parseOrUndefined(feedQuerySchema, around), String(year));
      }
    }
  });

  it("keeps the filters that the event passes", () => {
    const filtered: FeedQuery = { ...query, types: ["Funding"], sector: "Fintech", minAmount: 100 };
    const keep = (event: Parameters<typeof queryAround>[1]): FeedQuery => {
      return { ...queryAround(filtered, event, now, "utc", now), window: query.window };
    };
    assert.deepEqual(keep({ type: "funding", sector: "Fintech", amount: 100 }), filtered);
    assert.deepEqual(keep({ type: "ipo", sector: "fintech", amount: 99 }), query);
    // Events without an amount may pass.
    assert.deepEqual(keep({ type: "funding", sector: "Fintech" }), filtered);
    assert.deepEqual(excludingFilters(filtered, {}), ["types", "sector"]);
    assert.deepEqual(excludingFilters(query, {}), []);
  });

  it("keeps the time range when only the filters that exclude the event go, or all if none is known to", () => {
    const filtered: FeedQuery = { window: { kind: "last", days: 30 }, types: ["funding"], minAmount: 100 };
    assert.deepEqual(queryWithEvent(filtered, { type: "ipo", amount: 200 }), { ...filtered, types: [] });
    // The service leaves it out, perhaps because it has no amount.
    const { window } = filtered;
    assert.deepEqual(queryWithEvent(filtered, { type: "funding" }), { window, types: [] });
  });
});
