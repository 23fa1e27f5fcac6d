import assert from "node:assert/strict";
import fc from "fast-check";
import { formatFeedLink, parseFeedLink } from "../../../src/panel/feedLink";
import { decodeQuery, sameQuery } from "../../../src/shared/feedQuery";

const instant = fc
  .date({ min: new Date(0), max: new Date("2100-01-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString());
const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .filter((t) => t.trim() !== "" && t.isWellFormed());

const queries = fc
  .record(
    {
      window: fc.oneof(
        fc.record({ kind: fc.constant("last"), days: fc.integer({ min: 1, max: 3650 }) }),
        fc.record({ kind: fc.constant("fixed"), since: instant }),
        fc.tuple(instant, instant).map(([a, b]) => ({
          kind: "fixed",
          ...(a < b ? { since: a, until: b } : { since: b, until: `${a.slice(0, -5)}.999Z` }),
        })),
      ),
      types: fc.array(text, { maxLength: 5 }),
      sector: text,
      minAmount: fc.double({ min: 0, max: 1e15, noNaN: true }).map((n) => Math.round(n * 100) / 100),
    },
    { requiredKeys: ["window", "types"] },
  )
  .map((query) => decodeQuery(query))
  .filter((query) => query !== undefined);

describe("Links to a feed", () => {
  it("contain any query", () => {
    fc.assert(
      fc.property(queries, (query) => {
        const read = parseFeedLink(formatFeedLink(query));
        assert.ok(typeof read !== "string" && sameQuery(read.query, query), JSON.stringify([query, read]));
      }),
    );
  });

  it("are rejected with a sentence when they are invalid or contain more than a query", () => {
    for (const [path, query] of [
      ["/elsewhere", "days=7"],
      ["/feed", ""],
      ["/feed", "days=abc"],
      ["/feed", "days=0x10"],
      ["/feed", "days=7&connection=Production"],
      ["/feed", "days=7&baseUrl=https%3A%2F%2Fevil.example"],
      ["/feed", "days=7&min_amount=-1"],
      ["/feed", "since=yesterday"],
      ["/feed", "days=7&until=nonsense"],
      ["/feed", "days=7&days=9"],
      ["/feed", "days=7&since=2026-11-01T00%3A00%3A00.000Z"],
      ["/feed", "since=%2B010000-01-01T00%3A00%3A00.000Z"],
      ["/feed", `days=7&${"type=a&".repeat(60)}`],
      ["/feed", "days=7&name=a&name=b"],
      ["/feed", "days=7&company=a.example"],
      ["/feed", `days=7&sector=${"x".repeat(30_000)}`],
    ] as const) {
      const read = parseFeedLink({ path, query });
      assert.ok(typeof read === "string" && read.endsWith("."), `${path}?${query.slice(0, 80)}`);
    }
  });

  it("never throw", () => {
    fc.assert(fc.property(fc.string(), fc.string(), (path, query) => void parseFeedLink({ path, query })));
  });
});
