import assert from "node:assert/strict";
import { windowProgressText } from "../../../../src/webview/status/windowProgress";

const startedAt = Date.UTC(2026, 10, 14, 10);

function said(days: number, ofDays: number, events = 440, pages = 3): string {
  const activity = { kind: "window", events, pages, walk: { startedAt, days, ofDays } } as const;
  return windowProgressText(activity, startedAt);
}

describe("The progress of loading an entire window", () => {
  it("counts what came with it as more than was loaded", () => {
    assert.equal(said(1.9, 7), "Loading the entire window: 440 more events on 3 pages, 1.9 of 7 days");
    assert.equal(said(0, 7, 1, 1), "Loading the entire window: 1 more event on 1 page, 0 of 7 days");
  });

  it("has as many days as the window, which ends a moment after it was asked for", () => {
    const moment = 1500 / 86_400_000;
    assert.match(said(1.9, 7 + moment), /, 1\.9 of 7 days$/);
    assert.match(said(0.5, 1 + moment), /, 0\.5 of 1 day$/);
    assert.match(said(1.25, 1.4), /, 1\.3 of 1\.4 days$/);
    assert.match(said(12, 30), /, 12 of 30 days$/);
  });
});
