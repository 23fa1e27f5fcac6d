import assert from "node:assert/strict";
import fc from "fast-check";
import {
  dayTitle,
  fullInstant,
  instantText,
  parseTypedInstant,
  recentInstant,
  shortInstant,
  timeRangeText,
  tickText,
  timeOfDay,
} from "../../../src/shared/times";

const ms = Date.UTC(2026, 10, 14, 9, 5, 7);

describe("Times", () => {
  let zone: string | undefined;
  before(() => {
    zone = process.env["TZ"];
    process.env["TZ"] = "America/New_York";
  });
  after(() => {
    if (zone === undefined) {
      delete process.env["TZ"];
    } else {
      process.env["TZ"] = zone;
    }
  });

  it("are formatted in the named zone", () => {
    assert.equal(timeOfDay(ms, "utc"), "09:05");
    assert.equal(timeOfDay(ms, "local"), "04:05");
    assert.equal(fullInstant(ms, "utc"), "14 Nov 2026, 09:05:07 UTC");
    assert.equal(fullInstant(ms, "local"), "14 Nov 2026, 04:05:07 America/New_York");
    assert.equal(shortInstant(ms, "utc", ms), "14 Nov, 09:05 UTC");
    assert.equal(shortInstant(Date.UTC(2025, 0, 1), "local", ms), "31 Dec 2024, 19:00 America/New_York");
    assert.equal(instantText(ms, "utc"), "2026-11-14 09:05:07");
    assert.equal(instantText(Date.UTC(2026, 10, 14, 9, 5), "local"), "2026-11-14 04:05");
    const hours = (count: number) => ({ sinceMs: ms, untilMs: ms + count * 3_600_000 });
    assert.equal(timeRangeText(hours(2), "utc", ms), "14 Nov 09:05 – 11:05\u20032 h");
    assert.equal(
      timeRangeText(hours(24), "utc", Date.UTC(2027, 0, 1)),
      "14 Nov 2026 09:05 – 15 Nov 2026 09:05\u20031 d",
    );
    assert.equal(dayTitle("2026-11-14"), "Saturday, 14 Nov 2026");
    assert.equal(dayTitle("nonsense"), "nonsense");
    assert.equal(tickText(Date.UTC(2026, 10, 14, 5), "local", ms), "14 Nov");
    assert.equal(tickText(Date.UTC(2026, 10, 14, 5), "utc", ms), "05:00");
  });

  it("are parsed in that zone, unless they have an offset", () => {
    const cases: [string, number][] = [
      ["2026-11-14", Date.UTC(2026, 10, 14, 5)],
      ["2026-11-14 04:05:07", ms],
      ["2026-7-4 1:30", Date.UTC(2026, 6, 4, 5, 30)],
      ["2026-11-14T09:05:07Z", ms],
      ["2026-11-14 10:05:07+01:00", ms],
      ["2026-11-14t04:05:07.250", ms + 250],
      [" 2026-11-14 09:05:07 utc ", ms],
    ];
    for (const [text, expected] of cases) {
      assert.deepEqual(parseTypedInstant(text, "local"), { ok: true, ms: expected }, text);
    }
    assert.deepEqual(parseTypedInstant("2026-11-14 09:05:07", "utc"), { ok: true, ms });
  });

  it("are rejected with a sentence if they are invalid", () => {
    for (const text of [
      "",
      "now",
      "14.11.2026",
      "2026-13-01",
      "2026-02-29",
      "2026-11-14 24:00",
      "2026-11-14 10:60",
      "2026-11-14 10",
    ]) {
      const parsed = parseTypedInstant(text, "utc");
      assert.ok(!parsed.ok && parsed.message.endsWith("."), text);
    }
  });

  it("can be parsed as they are formatted, in either zone", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e9 }), fc.constantFrom("utc", "local"), (seconds, which) => {
        const parsed = parseTypedInstant(instantText(seconds * 1000, which), which);
        // The hour that clocks repeat in autumn is ambiguous.
        assert.ok(parsed.ok && [0, 3_600_000].includes(Math.abs(parsed.ms - seconds * 1000)));
        assert.ok(which === "local" || parsed.ms === seconds * 1000);
      }),
    );
  });

  it("of the last two days are called today and yesterday", () => {
    const now = Date.UTC(2026, 2, 1, 0, 5);
    const texts = [0, 5, 6, 24 * 60 + 5, 24 * 60 + 6].map((minutes) =>
      recentInstant(now - minutes * 60_000, "utc", now),
    );
    assert.deepEqual(texts, [
      "today, 00:05",
      "today, 00:00",
      "yesterday, 23:59",
      "yesterday, 00:00",
      "27 Feb, 23:59",
    ]);
  });
});
