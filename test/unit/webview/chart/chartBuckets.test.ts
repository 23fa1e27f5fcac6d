import assert from "node:assert/strict";
import fc from "fast-check";
import { chartOf, exactBuckets, roundBuckets } from "../../../../src/feed/view/chart";
import { EventStore } from "../../../../src/feed/store/eventStore";
import { histogramOf } from "../../../../src/feed/store/histogram";
import { findEvents } from "../../../../src/feed/store/search";
import type { Chart } from "../../../../src/shared/feedState";
import { runInTimeSlices } from "../../../../src/util/timeSlices";
import {
  axisTicks,
  bucketCount,
  countIn,
  haveSameBuckets,
  raisedIn,
  spanOf,
} from "../../../../src/webview/chart/chartBuckets";
import { stored } from "../../../support/fakes/storedEvent";

const startMs = Date.UTC(2026, 10, 14, 10, 2, 37, 251);

describe("The buckets of the chart", () => {
  it("have the same events, and the same amounts, as the list shows of their span", async () => {
    const events = fc.array(fc.record({ offset: fc.nat(5000), amount: fc.option(fc.nat(1000)) }), {
      minLength: 1,
      maxLength: 60,
    });
    const length = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.constant(604_800_001));
    const divide = fc.constantFrom(exactBuckets, roundBuckets);
    const zone = fc.constantFrom(0, 19_800_000, -12_600_000);
    await fc.assert(
      fc.asyncProperty(
        events,
        length,
        divide,
        zone,
        fc.nat(119),
        fc.nat(119),
        async (all, ms, buckets, offsetMs, a, b) => {
          const store = new EventStore();
          store.insert(
            all.map(({ offset, amount }, n) =>
              stored({
                id: `evt_${n}`,
                type: n % 3 === 0 ? "ipo" : "Funding",
                publishedMs: startMs + (offset % ms),
                ...(amount !== null && { amount }),
              }),
            ),
          );
          const whole = { sinceMs: startMs, untilMs: startMs + ms };
          const divided = buckets(whole, 120, offsetMs);
          const signal = new AbortController().signal;
          const histogram =
            (await runInTimeSlices(histogramOf(store, divided, divided.count), signal)) ?? assert.fail();
          const chart = chartOf(histogram, divided, whole, []);
          assert.equal(bucketCount(chart), divided.count);
          const range = { from: a % divided.count, to: b % divided.count };
          const span = spanOf(chart, range);
          const found = (await findEvents(store, { text: "", span }, signal)) ?? assert.fail();
          assert.equal(countIn(chart, range), found.size);
          const raised = Array.from(found.items(), ({ value }) => value).filter(
            ({ type, amount }) => type === "Funding" && amount !== undefined,
          );
          assert.deepEqual(raisedIn(chart, range), {
            amount: raised.reduce((sum, { amount = 0 }) => sum + amount, 0),
            rounds: raised.length,
          });
          found.dispose();
        },
      ),
      { numRuns: 300 },
    );
  });

  it("stay the same while time passes, until there is another one", () => {
    const at = (untilMs: number, buckets: number): Chart => ({
      sinceMs: 0,
      untilMs,
      types: [{ type: "ipo", counts: Array<number>(buckets).fill(1) }],
      missing: [],
    });
    assert.equal(haveSameBuckets(at(1000, 10), at(1000, 10)), true);
    assert.equal(haveSameBuckets(at(1000, 10), at(1100, 11)), true, "one more");
    assert.equal(haveSameBuckets(at(1000, 10), at(2000, 10)), false, "longer ones");
    assert.equal(haveSameBuckets(at(1000, 10), { ...at(1000, 10), sinceMs: -1000 }), false);
  });
});

describe("The axis of the chart", () => {
  it("has one or two round values", () => {
    const ticks = (max: number): number[] => axisTicks(max, true);
    assert.deepEqual([1, 2, 3, 7, 12, 36, 99, 100].map(ticks), [
      [1],
      [1, 2],
      [2],
      [5],
      [5, 10],
      [20],
      [50],
      [50, 100],
    ]);
    assert.deepEqual(axisTicks(0.3, false), [0.2]);
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: Number.MAX_VALUE, noNaN: true }), (max) => {
        const [first = Number.NaN, second = first] = axisTicks(max, false);
        assert.ok(first > max / 4 && second <= max);
      }),
    );
  });
});
