import assert from "node:assert/strict";
import {
  type CalendarPeriod,
  calendarPeriods,
  canonicalQuery,
  type FeedQuery,
  fixedWindow,
  periodWindow,
  queryDifferences,
} from "../../../src/shared/feedQuery";
import { useTimeZone } from "../../support/timeZone";

const standard: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

/** An instant in November, in the local time zone. */
const localTime = (day: number, hour = 0): string => new Date(2026, 10, day, hour).toISOString();

describe("The label of a query", () => {
  const cases: [string, Partial<FeedQuery>, string[]][] = [
    ["is empty for the default query", {}, []],
    ["shows another number of days", { window: { kind: "last", days: 30 } }, ["Last 30 days"]],
    ["shows a day as 24 hours", { window: { kind: "last", days: 1 } }, ["Last 24 hours"]],
    [
      "shows a fixed time range",
      { window: { kind: "fixed", since: localTime(1), until: localTime(16) } },
      ["Nov 1 – 15, 2026"],
    ],
    [
      "shows a single day",
      { window: { kind: "fixed", since: localTime(18), until: localTime(19) } },
      ["Nov 18, 2026"],
    ],
    [
      "shows times if a range doesn't start and end at midnight",
      { window: { kind: "fixed", since: localTime(18, 22), until: localTime(19, 1) } },
      ["Nov 18, 2026, 22:00 – Nov 19, 2026, 01:00"],
    ],
    [
      "shows a range without an end",
      { window: { kind: "fixed", since: localTime(18) }, types: ["ipo"] },
      ["Since Nov 18, 2026", "IPO"],
    ],
    [
      "shows filters",
      { types: ["funding", "executive_change"], sector: "Energy", minAmount: 5e6 },
      ["Funding", "Executive change", "Energy", "≥ $5M"],
    ],
    ["shows a full amount that has no short form", { minAmount: 1_234_567 }, ["≥ $1,234,567"]],
    ["shows an unknown type as it is", { types: ["data_breach"] }, ["data_breach"]],
  ];
  for (const [name, more, expected] of cases) {
    it(name, () => assert.deepEqual(queryDifferences({ ...standard, ...more }, standard), expected));
  }

  it("shows all filters of a saved feed if one differs", () => {
    const saved: FeedQuery = { ...standard, types: ["funding"], sector: "Energy" };
    assert.deepEqual(queryDifferences(saved, saved), []);
    assert.deepEqual(queryDifferences({ ...saved, window: { kind: "last", days: 30 } }, saved), [
      "Last 30 days",
    ]);
    assert.deepEqual(queryDifferences({ ...saved, minAmount: 5e6 }, saved), ["Funding", "Energy", "≥ $5M"]);
    assert.deepEqual(queryDifferences(standard, saved), ["All events"]);
  });
});

describe("The canonical text of a query", () => {
  it("never changes, because stored state depends on it", () => {
    const window = { kind: "fixed", since: "2026-11-18T00:00:00.000Z" } as const;
    const query = { minAmount: 5e6, sector: "Energy", types: ["ipo", "funding"], window };
    assert.equal(canonicalQuery(standard), "[7,[],null,null]");
    assert.equal(
      canonicalQuery(query),
      '[["2026-11-18T00:00:00.000Z",null],["funding","ipo"],"Energy",5000000]',
    );
  });
});

describe("A period of the calendar", () => {
  useTimeZone("Europe/Berlin");
  // A Wednesday, three days after a clock change.
  const now = Date.UTC(2026, 9, 28, 15, 30);
  const expected: Record<CalendarPeriod, [string, string?]> = {
    today: ["2026-10-27T23:00Z"],
    yesterday: ["2026-10-26T23:00Z", "2026-10-27T23:00Z"],
    thisWeek: ["2026-10-25T23:00Z"],
    thisMonth: ["2026-09-30T22:00Z"],
    lastMonth: ["2026-08-31T22:00Z", "2026-09-30T22:00Z"],
  };
  for (const period of calendarPeriods) {
    it(`runs from midnight to midnight, or is open-ended: ${period}`, () => {
      const [since, until] = expected[period];
      const untilMs = until === undefined ? undefined : Date.parse(until);
      assert.deepEqual(periodWindow(period, "local", now), fixedWindow(Date.parse(since), untilMs));
    });
  }

  it("depends on the time zone around midnight, and weeks begin on Monday", () => {
    const mondayInBerlin = Date.UTC(2026, 10, 15, 23, 30);
    for (const [period, zone, nowMs, window] of [
      ["thisWeek", "local", mondayInBerlin, fixedWindow(Date.UTC(2026, 10, 15, 23))],
      ["thisWeek", "utc", mondayInBerlin, fixedWindow(Date.UTC(2026, 10, 9))],
      ["lastMonth", "utc", Date.UTC(2026, 0, 31), fixedWindow(Date.UTC(2025, 11), Date.UTC(2026, 0))],
    ] as const) {
      assert.deepEqual(periodWindow(period, zone, nowMs), window);
    }
  });
});
