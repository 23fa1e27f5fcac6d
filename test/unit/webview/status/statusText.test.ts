import assert from "node:assert/strict";
import { activityText, completenessText } from "../../../../src/webview/status/statusText";

const startedAt = Date.UTC(2026, 10, 14, 10);

function progressText(days: number, ofDays: number, elapsedMs = 0): unknown {
  const activity = { kind: "window", events: 440, pages: 3, progress: { startedAt, days, ofDays } } as const;
  return activityText(activity, startedAt + elapsedMs);
}

describe("The progress of loading the entire window", () => {
  it("is the number of loaded events and the part of the window that was read", () => {
    assert.equal(progressText(1.9, 7), "Loading entire window: 440 events · 27 %");
    assert.equal(progressText(0, 7), "Loading entire window: 440 events · 0 %");
    assert.equal(progressText(7, 7), "Loading entire window: 440 events · 100 %");
  });

  it("never shows more than 100 %, nor 100 % before the end", () => {
    assert.match(String(progressText(7.2, 7)), / · 100 %$/);
    assert.match(String(progressText(6.999, 7)), / · 99 %$/);
    assert.match(String(progressText(0, 0)), / · 100 %$/);
  });

  it("has the rate once a second has passed", () => {
    assert.match(String(progressText(1.9, 7, 999)), / · 27 %$/);
    assert.match(String(progressText(1.9, 7, 2000)), / · 27 % · 220 events\/s$/);
  });
});

describe("The limit of loaded events", () => {
  const reached = { kind: "limit", maxEvents: 1000 } as const;

  it("is said to be that of all feeds where others hold some of the events", () => {
    assert.equal(completenessText(reached, 1000), "limit of 1,000 events reached");
    assert.equal(completenessText(reached, 67), "limit of 1,000 events across all feeds reached");
  });
});
