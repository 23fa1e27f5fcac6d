import assert from "node:assert/strict";
import { bucketStarts } from "../../../../src/feed/view/chart";
import { TimeZone } from "../../../../src/feed/view/timeZone";

const hour = 3_600_000;
const day = 24 * hour;

describe("The buckets of a chart", () => {
  const utc = new TimeZone("UTC");
  const iso = (ms = 0): string => new Date(ms).toISOString();

  it("begin at round times of the time zone", () => {
    const since = Date.UTC(2026, 10, 14, 10, 2, 37);
    const span = { sinceMs: since, untilMs: since + 7 * day };
    const starts = bucketStarts(span, 120, utc);
    assert.deepEqual(
      [iso(starts[0]), iso(starts.at(-1)), starts.length],
      ["2026-11-14T10:00:00.000Z", "2026-11-21T12:00:00.000Z", 86],
    );
    const inIndia = bucketStarts(span, 120, new TimeZone("Asia/Kolkata"));
    assert.equal(iso(inIndia[0]), "2026-11-14T08:30:00.000Z", "14:00 there");
    assert.equal(bucketStarts({ sinceMs: since, untilMs: since + 1 }, 120, utc).length, 2);
    assert.equal(bucketStarts({ sinceMs: 0, untilMs: 8e15 }, 120, utc).length, 121);
  });

  it("begin at round times before and after a clock change", () => {
    const clock = (ms: number): string =>
      new Date(ms).toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin" });
    const berlin = new TimeZone("Europe/Berlin");
    for (const [from, to, maxCount, expected] of [
      ["2026-10-15", "2026-11-05", 120, ["00:00:00", "06:00:00", "12:00:00", "18:00:00"]],
      ["2026-10-15", "2026-11-05", 30, ["00:00:00"]],
      ["2027-03-20", "2027-04-05", 40, ["00:00:00", "12:00:00"]],
    ] as const) {
      const span = { sinceMs: Date.parse(from), untilMs: Date.parse(to) };
      const starts = bucketStarts(span, maxCount, berlin);
      assert.deepEqual([...new Set(starts.map(clock))].toSorted(), expected, from);
    }
    // The hour of the clock change occurs twice, or not at all.
    const autumn = bucketStarts(
      { sinceMs: Date.UTC(2026, 9, 24, 22), untilMs: Date.UTC(2026, 9, 25, 23) },
      60,
      berlin,
    );
    const spring = bucketStarts(
      { sinceMs: Date.UTC(2027, 2, 27, 23), untilMs: Date.UTC(2027, 2, 28, 22) },
      24,
      berlin,
    );
    for (const starts of [autumn, spring]) {
      assert.ok(starts.every((ms, n) => n === 0 || ms > (starts[n - 1] ?? 0)));
      assert.ok(starts.every((ms) => /:[03]0:00$/.test(clock(ms))));
    }
  });

  it("fit the span exactly when it is zoomed", () => {
    const since = Date.UTC(2026, 10, 14, 10);
    const round = { sinceMs: since, untilMs: since + 2 * hour };
    const odd = { sinceMs: since + 1, untilMs: since + 2 * hour };
    for (const { sinceMs, untilMs } of [round, odd]) {
      const starts = bucketStarts({ sinceMs, untilMs }, 120, utc, true);
      assert.deepEqual([starts[0], starts.at(-1), starts.length], [sinceMs, untilMs, 121]);
    }
  });
});
