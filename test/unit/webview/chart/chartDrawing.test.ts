import assert from "node:assert/strict";
import fc from "fast-check";
import { chartOf, bucketStarts } from "../../../../src/feed/view/chart";
import { EventStore } from "../../../../src/feed/store/eventStore";
import { histogramOf } from "../../../../src/feed/store/histogram";
import { findEvents } from "../../../../src/feed/store/search";
import { TimeZone } from "../../../../src/feed/view/timeZone";
import { runInTimeSlices } from "../../../../src/util/timeSlices";
import { bucketCount, spanOf, sumOf } from "../../../../src/webview/chart/chartDrawing";
import { stored } from "../../../support/fakes/storedEvent";

const startMs = Date.UTC(2026, 10, 14, 10, 2, 37, 251);

describe("The buckets of the chart", () => {
  it("have the same events and amounts as the list for their span", async () => {
    const events = fc.array(fc.record({ offset: fc.nat(5000), amount: fc.option(fc.nat(1000)) }), {
      minLength: 1,
      maxLength: 60,
    });
    const length = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.constant(604_800_001));
    const zone = fc.constantFrom("UTC", "Asia/Kolkata", "America/St_Johns").map((name) => new TimeZone(name));
    await fc.assert(
      fc.asyncProperty(
        events,
        length,
        fc.boolean(),
        zone,
        fc.nat(119),
        fc.nat(119),
        async (all, ms, isExact, inZone, a, b) => {
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
          const starts = bucketStarts(whole, 120, inZone, isExact);
          const count = starts.length - 1;
          const signal = new AbortController().signal;
          const histogram = (await runInTimeSlices(histogramOf(store, starts), signal)) ?? assert.fail();
          const chart = chartOf(histogram, starts, whole, []);
          assert.equal(bucketCount(chart), count);
          const range = { from: a % count, to: b % count };
          const span = spanOf(chart, range);
          const found = await findEvents(store, { text: "", span }, signal);
          const counts = chart.types.map((type) => sumOf(type.counts, range));
          assert.equal(
            counts.reduce((total, count) => total + count, 0),
            found.size,
          );
          const raised = Array.from(found.items(), ({ value }) => value).filter(
            ({ type, amount }) => type === "Funding" && amount !== undefined,
          );
          const { amounts = [], counts: rounds = [] } = chart.raised ?? {};
          assert.equal(
            sumOf(amounts, range),
            raised.reduce((sum, { amount = 0 }) => sum + amount, 0),
          );
          assert.equal(sumOf(rounds, range), raised.length);
          found.dispose();
        },
      ),
      { numRuns: 300 },
    );
  });
});
