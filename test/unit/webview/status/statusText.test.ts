import assert from "node:assert/strict";
import type { PanelState } from "../../../../src/shared/protocol";
import { activityText, completenessText } from "../../../../src/webview/status/statusText";
import { panelState } from "../../../support/page/fakePanelHost";

function progressText(days: number, ofDays: number): string {
  return activityText({ kind: "window", events: 440, pages: 3, progress: { days, ofDays } });
}

describe("The progress of loading the entire window", () => {
  it("is the number of loaded events and the part of the window that was read", () => {
    assert.equal(progressText(1.9, 7), "Loading entire window: 440 · 27%");
    assert.equal(progressText(0, 7), "Loading entire window: 440 · 0%");
    assert.equal(progressText(7, 7), "Loading entire window: 440 · 100%");
  });

  it("never shows more than 100 %, nor 100 % before the end", () => {
    assert.match(progressText(7.2, 7), / · 100%$/);
    assert.match(progressText(6.999, 7), / · 99%$/);
    assert.match(progressText(0, 0), / · 100%$/);
  });
});

describe("What is loaded", () => {
  const text = (patch: Partial<PanelState>, loaded: number) => completenessText(panelState(patch), loaded);

  it("is followed by how much of the time range is not", () => {
    assert.equal(text({ completeness: { kind: "more" }, notLoadedMs: 3 * 86_400_000 }, 67), "3 d not loaded");
    assert.equal(text({ completeness: { kind: "more" } }, 67), "more available");
  });

  it("is said to be limited by all feeds where others hold some of the events", () => {
    const completeness = { kind: "limit", maxEvents: 1000 } as const;
    assert.equal(text({ completeness }, 1000), "Limit of 1,000 events reached");
    assert.equal(text({ completeness }, 67), "Limit of 1,000 events across all feeds reached");
  });
});
