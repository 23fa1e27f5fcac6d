import assert from "node:assert/strict";
import type { FeedWindow } from "../../../../src/shared/feedQuery";
import { timeRangeOptions } from "../../../../src/webview/filters/timeRangeOptions";

/** A Wednesday. */
const nowMs = Date.parse("2026-11-18T10:20:30Z");
const lastDays = (days: number): FeedWindow => ({ kind: "last", days });

function labels(draft: string | undefined, windows: FeedWindow[] = [lastDays(30)]): string[] {
  return timeRangeOptions(draft, { windows, zone: "utc", nowMs }).map(({ label }) => label);
}

describe("time range options", () => {
  it("are the presets while nothing is typed", () => {
    const presets = labels(undefined);
    assert.deepEqual(presets.slice(0, 3), ["Last 24 hours", "Last 7 days", "Last 30 days"]);
    assert.deepEqual(labels("  "), presets);
  });

  it("have the relative time ranges in use once, in their order", () => {
    const fixed: FeedWindow = { kind: "fixed", since: "2026-11-01T00:00:00.000Z" };
    assert.deepEqual(labels(undefined, [lastDays(14), lastDays(7), fixed, lastDays(14)]).slice(0, 4), [
      "Last 24 hours",
      "Last 7 days",
      "Last 14 days",
      "Last 30 days",
    ]);
  });

  it("offer each time range once, also where the week began today", () => {
    const monday = Date.parse("2026-11-16T10:00:00Z");
    const offered = timeRangeOptions(undefined, { windows: [], zone: "utc", nowMs: monday });
    const ranges = offered.map(({ window }) => JSON.stringify(window));
    assert.equal(new Set(ranges).size, ranges.length);
    const onWednesday = timeRangeOptions(undefined, { windows: [], zone: "utc", nowMs });
    assert.equal(offered.length, onWednesday.length - 1);
  });

  it("begin with what is typed, as it is understood, and have the presets that contain it", () => {
    assert.deepEqual(labels("last 3 days"), ["Last 3 days"]);
    assert.deepEqual(labels(" LAST 7 days "), ["Last 7 days"]);
  });

  it("are the presets that contain what is typed if it is not understood", () => {
    assert.deepEqual(labels("last 7 d"), ["Last 7 days"]);
    assert.deepEqual(labels("soon"), []);
  });
});
