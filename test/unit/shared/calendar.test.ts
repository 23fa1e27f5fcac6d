import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type CalendarPeriod,
  calendarPeriods,
  calendarWindow,
  readInstant,
} from "../../../src/shared/calendar";
import { instantText } from "../../../src/shared/times";
import { useTimeZone } from "../../support/timeZone";

describe("Input in From and To", () => {
  useTimeZone("America/New_York");
  const ms = Date.UTC(2026, 10, 14, 9, 5, 7);

  it("is a date or a date and time in the shown time zone, unless it has its own", () => {
    const cases: [string, number][] = [
      ["2026-11-14", Date.UTC(2026, 10, 14, 5)],
      [" 2026-11-14 04:05 ", ms - 7000],
      ["2026-11-14 04:05:07", ms],
      ["２０２６－１１－１４　０４：０５：０７", ms],
      ["2026-11-14T04:05:07.250", ms + 250],
      ["2026-11-14T09:05:07Z", ms],
      ["2026-11-14 10:05:07 +01:00", ms],
      // Clocks skip 02:30 in March, and repeat 01:30 in November.
      ["2026-03-08 02:30", Date.UTC(2026, 2, 8, 7, 30)],
      ["2026-11-01 01:30", Date.UTC(2026, 10, 1, 5, 30)],
    ];
    for (const [text, expected] of cases) {
      assert.equal(readInstant(text, "local"), expected, text);
    }
    assert.equal(readInstant("2026-11-14 09:05:07", "utc"), ms);
    for (const text of ["", "now", "yesterday", "14.11.2026", "2026-02-29", "2026-11-14 10:60"]) {
      assert.equal(readInstant(text, "local"), undefined, text);
    }
  });

  it("can be what is displayed, in either time zone", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e9 }), fc.constantFrom("utc", "local"), (seconds, zone) => {
        const read = readInstant(instantText(seconds * 1000, zone), zone) ?? Number.NaN;
        // The hour that clocks repeat in autumn is ambiguous.
        assert.ok([0, zone === "local" ? 3_600_000 : 0].includes(Math.abs(read - seconds * 1000)));
      }),
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
      assert.deepEqual(calendarWindow(period, "local", now), {
        sinceMs: Date.parse(since),
        ...(until !== undefined && { untilMs: Date.parse(until) }),
      });
    });
  }

  it("depends on the time zone around midnight, and weeks begin on Monday", () => {
    const mondayInBerlin = Date.UTC(2026, 10, 15, 23, 30);
    assert.equal(calendarWindow("thisWeek", "local", mondayInBerlin).sinceMs, Date.UTC(2026, 10, 15, 23));
    assert.equal(calendarWindow("thisWeek", "utc", mondayInBerlin).sinceMs, Date.UTC(2026, 10, 9));
    assert.deepEqual(calendarWindow("lastMonth", "utc", Date.UTC(2026, 0, 31)), {
      sinceMs: Date.UTC(2025, 11),
      untilMs: Date.UTC(2026, 0),
    });
  });
});
