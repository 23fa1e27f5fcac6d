import assert from "node:assert/strict";
import fc from "fast-check";
import { readPeriod } from "../../../../../src/agent/tools/input/period";
import { zoneCalendar } from "../../../../../src/agent/tools/input/zoneCalendar";
import type { FeedWindow } from "../../../../../src/shared/feedQuery";

type Asked = Parameters<typeof readPeriod>[0];
/** Days back from now, or the first and the last instant in UTC. */
type Expected = number | readonly [since: string, until?: string];

function read(asked: Asked, now: string, timeZone: string): ReturnType<typeof readPeriod> {
  return readPeriod(asked, { nowMs: Date.parse(now), timeZone });
}

function windowOf(expected: Expected): FeedWindow {
  const instant = (text: string): string => new Date(text).toISOString();
  if (typeof expected === "number") {
    return { kind: "last", days: expected };
  }
  const [since, until] = expected;
  return { kind: "fixed", since: instant(since), ...(until !== undefined && { until: instant(until) }) };
}

describe("The period that an agent asks for", () => {
  const cases: readonly (readonly [Asked, now: string, zone: string, Expected])[] = [
    // Wednesday
    [{ period: "today" }, "2026-11-18T15:30Z", "Europe/Berlin", ["2026-11-17T23:00Z"]],
    [{ period: "yesterday" }, "2026-11-18T15:30Z", "UTC", ["2026-11-17T00:00Z", "2026-11-18T00:00Z"]],
    [{ period: "this_week" }, "2026-11-18T15:30Z", "Europe/Berlin", ["2026-11-15T23:00Z"]],
    [{ period: "Last Week" }, "2026-11-18T15:30Z", "UTC", ["2026-11-09T00:00Z", "2026-11-16T00:00Z"]],
    [{ period: "last_month" }, "2026-11-18T15:30Z", "UTC", ["2026-10-01T00:00Z", "2026-11-01T00:00Z"]],
    [{ period: "this_quarter" }, "2026-11-18T15:30Z", "UTC", ["2026-10-01T00:00Z"]],
    [{ period: "last_quarter" }, "2026-11-18T15:30Z", "UTC", ["2026-07-01T00:00Z", "2026-10-01T00:00Z"]],
    [{ period: "this_year" }, "2026-11-18T15:30Z", "UTC", ["2026-01-01T00:00Z"]],
    [{ period: "YTD" }, "2026-11-18T15:30Z", "UTC", ["2026-01-01T00:00Z"]],
    [{ period: "month to date" }, "2026-11-18T15:30Z", "UTC", ["2026-11-01T00:00Z"]],
    [{ period: "current_month" }, "2026-11-18T15:30Z", "UTC", ["2026-11-01T00:00Z"]],
    [{ period: "2026-10" }, "2026-11-18T15:30Z", "UTC", ["2026-10-01T00:00Z", "2026-11-01T00:00Z"]],
    [{ period: "2026-Q3" }, "2026-11-18T15:30Z", "UTC", ["2026-07-01T00:00Z", "2026-10-01T00:00Z"]],
    [{ period: "2025" }, "2026-11-18T15:30Z", "UTC", ["2025-01-01T00:00Z", "2026-01-01T00:00Z"]],
    [{ period: "2026-11-16" }, "2026-11-18T15:30Z", "UTC", ["2026-11-16T00:00Z", "2026-11-17T00:00Z"]],
    [{ period: "in October" }, "2026-11-18T15:30Z", "UTC", ["2026-10-01T00:00Z", "2026-11-01T00:00Z"]],
    [{ period: "24h" }, "2026-11-18T15:30Z", "Europe/Berlin", 1],
    [{ period: "7d" }, "2026-11-18T15:30Z", "Europe/Berlin", 7],
    [{ period: "last_30_days" }, "2026-11-18T15:30Z", "Europe/Berlin", 30],
    [{ period: "past 2 weeks" }, "2026-11-18T15:30Z", "Europe/Berlin", 14],
    [{ period: "now-90d" }, "2026-11-18T15:30Z", "Europe/Berlin", 90],
    [{ period: "3 months" }, "2026-11-18T15:30Z", "Europe/Berlin", 90],
    [{ since: "monday" }, "2026-11-18T15:30Z", "Europe/Berlin", ["2026-11-15T23:00Z"]],
    [{ since: "since Wednesday" }, "2026-11-18T15:30Z", "UTC", ["2026-11-18T00:00Z"]],
    [{ since: "last_week" }, "2026-11-18T15:30Z", "UTC", ["2026-11-09T00:00Z"]],
    [{ since: "24h" }, "2026-11-18T15:30Z", "UTC", 1],
    [{ since: "2026-11-16" }, "2026-11-18T15:30Z", "America/New_York", ["2026-11-16T05:00Z"]],
    [{ since: "2026-11-16T09:30" }, "2026-11-18T15:30Z", "Asia/Kolkata", ["2026-11-16T04:00Z"]],
    [
      { since: "2026-11-16T09:30:00.250Z" },
      "2026-11-18T15:30Z",
      "Asia/Kolkata",
      ["2026-11-16T09:30:00.250Z"],
    ],
    [{ since: "2026-11-16 09:30+02:00" }, "2026-11-18T15:30Z", "Asia/Kolkata", ["2026-11-16T07:30Z"]],
    // A date is a whole day, a time is excluded.
    [
      { since: "2026-11-10", until: "2026-11-12" },
      "2026-11-18T15:30Z",
      "Europe/Berlin",
      ["2026-11-09T23:00Z", "2026-11-12T23:00Z"],
    ],
    [
      { since: "2026-11-12", until: "2026-11-12" },
      "2026-11-18T15:30Z",
      "UTC",
      ["2026-11-12T00:00Z", "2026-11-13T00:00Z"],
    ],
    [
      { since: "2026-11-10", until: "2026-11-12T00:00:00Z" },
      "2026-11-18T15:30Z",
      "UTC",
      ["2026-11-10T00:00Z", "2026-11-12T00:00Z"],
    ],
    [
      { since: "monday", until: "tuesday" },
      "2026-11-18T15:30Z",
      "UTC",
      ["2026-11-16T00:00Z", "2026-11-18T00:00Z"],
    ],
    [
      { since: "3d", until: "yesterday" },
      "2026-11-18T15:30Z",
      "UTC",
      ["2026-11-15T00:00Z", "2026-11-18T00:00Z"],
    ],
    // What reaches beyond now has an open end.
    [{ since: "2026-11-10", until: "now" }, "2026-11-18T15:30Z", "UTC", ["2026-11-10T00:00Z"]],
    [{ since: "2026-11-10", until: "today" }, "2026-11-18T15:30Z", "UTC", ["2026-11-10T00:00Z"]],
    [{ since: "2026-11-10", until: "2027-01-01" }, "2026-11-18T15:30Z", "UTC", ["2026-11-10T00:00Z"]],

    // Weeks from Monday to Monday, where clocks change on a Sunday: 169 and 167 hours.
    [
      { period: "last_week" },
      "2026-10-26T08:00Z",
      "Europe/Berlin",
      ["2026-10-18T22:00Z", "2026-10-25T23:00Z"],
    ],
    [
      { period: "last_week" },
      "2026-03-30T08:00Z",
      "Europe/Berlin",
      ["2026-03-22T23:00Z", "2026-03-29T22:00Z"],
    ],
    // On Sunday night the week is still the old one in the west, and already the new one in the east.
    [{ period: "this_week" }, "2026-11-16T01:00Z", "America/Los_Angeles", ["2026-11-09T08:00Z"]],
    [{ period: "this_week" }, "2026-11-15T11:00Z", "Pacific/Kiritimati", ["2026-11-15T10:00Z"]],
    // Days of 23 and 25 hours.
    [
      { period: "yesterday" },
      "2026-10-26T08:00Z",
      "Europe/Berlin",
      ["2026-10-24T22:00Z", "2026-10-25T23:00Z"],
    ],
    [
      { period: "2026-03-29" },
      "2026-04-01T08:00Z",
      "Europe/Berlin",
      ["2026-03-28T23:00Z", "2026-03-29T22:00Z"],
    ],
    [
      { period: "yesterday" },
      "2026-11-02T12:00Z",
      "America/New_York",
      ["2026-11-01T04:00Z", "2026-11-02T05:00Z"],
    ],
    // Southern summer, by half an hour.
    [
      { period: "2026-04-05" },
      "2026-05-01T00:00Z",
      "Australia/Lord_Howe",
      ["2026-04-04T13:00Z", "2026-04-05T13:30Z"],
    ],
    // Midnight is skipped: the day begins at 01:00.
    [
      { period: "2026-09-06" },
      "2026-09-20T00:00Z",
      "America/Santiago",
      ["2026-09-06T04:00Z", "2026-09-07T03:00Z"],
    ],
    // Midnight comes twice: the day begins with the first.
    [
      { period: "2026-11-01" },
      "2026-11-20T00:00Z",
      "America/Havana",
      ["2026-11-01T04:00Z", "2026-11-02T05:00Z"],
    ],
    // A time that is skipped is the one after it, of one that is repeated it is the first.
    [{ since: "2026-03-29T02:30" }, "2026-04-01T08:00Z", "Europe/Berlin", ["2026-03-29T01:30Z"]],
    [{ since: "2026-10-25T02:30" }, "2026-11-01T08:00Z", "Europe/Berlin", ["2026-10-25T00:30Z"]],
    // Year and quarter edges.
    [{ period: "today" }, "2026-12-31T10:30Z", "Pacific/Kiritimati", ["2026-12-31T10:00Z"]],
    [{ period: "this_year" }, "2027-01-01T07:30Z", "America/Los_Angeles", ["2026-01-01T08:00Z"]],
    [
      { period: "last_year" },
      "2027-01-01T08:00Z",
      "America/Los_Angeles",
      ["2026-01-01T08:00Z", "2027-01-01T08:00Z"],
    ],
    [{ period: "this_quarter" }, "2026-09-30T22:00Z", "Europe/Berlin", ["2026-09-30T22:00Z"]],
    [{ period: "this_quarter" }, "2026-09-30T21:59Z", "Europe/Berlin", ["2026-06-30T22:00Z"]],
    [{ period: "last_month" }, "2027-01-15T00:00Z", "UTC", ["2026-12-01T00:00Z", "2027-01-01T00:00Z"]],
    [
      { period: "2024-02" },
      "2026-11-18T15:30Z",
      "Asia/Kathmandu",
      ["2024-01-31T18:15Z", "2024-02-29T18:15Z"],
    ],
    [{ period: "last_week" }, "2027-01-01T12:00Z", "UTC", ["2026-12-21T00:00Z", "2026-12-28T00:00Z"]],
  ];
  for (const [asked, now, zone, expected] of cases) {
    it(`is understood: ${JSON.stringify(asked)} at ${now} in ${zone}`, () => {
      assert.deepEqual(read(asked, now, zone), windowOf(expected));
    });
  }

  it("is the same as the extension host's own calendar says, in every zone", () => {
    const zones = [
      "Europe/Berlin",
      "America/New_York",
      "Asia/Kolkata",
      "Australia/Lord_Howe",
      "Pacific/Apia",
    ];
    const machine = process.env["TZ"];
    try {
      for (const zone of zones) {
        process.env["TZ"] = zone;
        const calendar = zoneCalendar(zone);
        fc.assert(
          fc.property(
            fc.integer({ min: 1990, max: 2037 }),
            fc.integer({ min: -13, max: 24 }),
            fc.integer({ min: -40, max: 70 }),
            fc.integer({ min: 0, max: 95 }),
            (year, month, day, quarters) => {
              const time = { year, month, day, hour: Math.floor(quarters / 4), minute: 15 * (quarters % 4) };
              const date = new Date(year, month, day, time.hour, time.minute);
              assert.equal(calendar.instantOf(time), date.getTime(), date.toISOString());
              assert.equal(calendar.partsOf(date.getTime()).hour, date.getHours());
              assert.equal(calendar.partsOf(date.getTime()).weekday, date.getDay());
            },
          ),
        );
      }
    } finally {
      if (machine === undefined) {
        delete process.env["TZ"];
      } else {
        process.env["TZ"] = machine;
      }
    }
  });

  const rejected: readonly (readonly [Asked, RegExp])[] = [
    [
      { period: "soon" },
      /^period "soon" is not understood\. Pass today, .* It is now Wed 2026-11-18T16:30\+01:00/,
    ],
    [{ period: "7d", since: "monday" }, /^Pass either period, or since/],
    [{ period: "7d", until: "monday" }, /^Pass either period, or since/],
    [{ until: "2026-11-12" }, /^until needs since/],
    [{ since: "next week" }, /^since "next week" is not understood\. Pass a date such as/],
    [{ since: "monday", until: "soon" }, /^until "soon" is not understood/],
    [{ since: "soon", until: "monday" }, /^since "soon" is not understood/],
    [{ since: "2026-11-19" }, /^since "2026-11-19" is in the future.* It is now Wed 2026-11-18/],
    [{ since: "2026-11-17", until: "2026-11-10" }, /^since must be before until/],
    [{ since: "2026-11-17T10:00", until: "2026-11-17T10:00" }, /^since must be before until/],
    [{ since: "2026-02-30" }, /does not exist/],
    [{ period: "2026-13" }, /does not exist/],
    [{ period: "0d" }, /has no length/],
    [{ period: "9999d" }, /at most 3650d/],
    [{ period: "3m" }, /minutes or months: write 90min or 3months/],
    [{ since: "tomorrow" }, /in the future/],
    [{ period: "all" }, /not understood/],
    [{ since: "1763900000" }, /not understood/],
  ];
  for (const [asked, problem] of rejected) {
    it(`is answered with what to do instead: ${JSON.stringify(asked)}`, () => {
      const result = read(asked, "2026-11-18T15:30Z", "Europe/Berlin");
      assert.ok(result && "problem" in result, JSON.stringify(result));
      assert.match(result.problem, problem);
      assert.match(result.problem, /\.$/);
    });
  }

  it("is none if there is none", () => assert.equal(read({}, "2026-11-18T15:30Z", "UTC"), undefined));

  it("is a window in the past or a sentence, whatever is asked", () => {
    const words = [
      "last",
      "this",
      "week",
      "monday",
      "q3",
      "2026",
      "-",
      "3",
      "d",
      "ago",
      "since",
      "now",
      "11",
      ":",
    ];
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.array(fc.constantFrom(...words)).map((list) => list.join(" ")),
      fc.constantFrom("a ".repeat(100), "1-".repeat(100), "_".repeat(200), "9".repeat(200)),
    );
    const nowMs = Date.parse("2026-11-18T15:30Z");
    fc.assert(
      fc.property(
        fc.record({ period: text, since: text, until: text }, { requiredKeys: [] }),
        fc.constantFrom("Europe/Berlin", "Pacific/Kiritimati", "Etc/GMT+12"),
        (asked, timeZone) => {
          const result = readPeriod(asked, { nowMs, timeZone });
          if (result && "problem" in result) {
            assert.match(result.problem, /\.$/);
          } else if (result?.kind === "fixed") {
            assert.ok(Date.parse(result.since) <= nowMs);
            assert.ok(result.until === undefined || result.since < result.until);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
