import assert from "node:assert/strict";
import fc from "fast-check";
import { chartOf } from "../../../../src/feed/view/chart";
import { EventStore } from "../../../../src/feed/store/eventStore";
import { runInTimeSlices } from "../../../../src/util/timeSlices";
import { countIn, spanOf } from "../../../../src/webview/chart/chartBuckets";
import { stored } from "../../../support/fakes/storedEvent";

const startMs = Date.UTC(2026, 10, 14, 10, 2, 37, 251);

describe("The buckets of the chart", () => {
  it("have the same events as the list shows of their span", async () => {
    const offsets = fc.array(fc.nat(5000), { minLength: 1, maxLength: 60 });
    const length = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.constant(604_800_001));
    await fc.assert(
      fc.asyncProperty(offsets, length, fc.nat(119), fc.nat(119), async (at, ms, from, to) => {
        const store = new EventStore();
        store.insert(
          at.map((offset, n) =>
            stored({ id: `evt_${n}`, type: "ipo", publishedMs: startMs + (offset % ms) }),
          ),
        );
        const whole = { sinceMs: startMs, untilMs: startMs + ms };
        const signal = new AbortController().signal;
        const histogram = (await runInTimeSlices(store.histogram(whole, 120), signal)) ?? assert.fail();
        const chart = chartOf(histogram, whole, []);
        const span = spanOf(chart, { from, to });
        const found = await store.find({ text: "", span }, signal);
        assert.equal(countIn(chart, { from, to }), found?.size);
        found?.dispose();
      }),
      { numRuns: 300 },
    );
  });
});
