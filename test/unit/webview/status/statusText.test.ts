import assert from "node:assert/strict";
import type { PanelState } from "../../../../src/shared/protocol";
import { completenessText } from "../../../../src/webview/status/statusText";
import { panelState } from "../../../support/page/fakePanelHost";

describe("completenessText", () => {
  const text = (patch: Partial<PanelState>, loaded: number) => completenessText(panelState(patch), loaded);

  it("says how much of the time range isn't loaded", () => {
    assert.equal(
      text({ completeness: { kind: "more" }, notLoadedMs: 3 * 86_400_000 }, 67),
      "3\u00a0d not loaded",
    );
    assert.equal(text({ completeness: { kind: "more" } }, 67), "more available");
  });

  it("says that the limit applies to all feeds if others hold some of the events", () => {
    const completeness = { kind: "limit", maxEvents: 1000 } as const;
    assert.equal(text({ completeness }, 1000), "Limit of 1,000 events reached");
    assert.equal(text({ completeness }, 67), "Limit of 1,000 events across all feeds reached");
  });
});
