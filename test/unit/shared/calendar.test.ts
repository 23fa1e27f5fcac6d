import assert from "node:assert/strict";
import fc from "fast-check";
import { readInstant } from "../../../src/shared/calendar";
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
