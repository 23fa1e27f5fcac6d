import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { CombinedSignal } from "../../../src/util/combinedSignal";

describe("CombinedSignal", () => {
  it("aborts with any of its sources", () => {
    for (const chosen of [0, 1]) {
      const sources = [new AbortController(), new AbortController()];
      const joined = new CombinedSignal(sources[0]?.signal, undefined, sources[1]?.signal);
      assert.equal(joined.signal.aborted, false);
      sources[chosen]?.abort();
      assert.equal(joined.signal.aborted, true);
    }
  });

  it("is aborted from the start if a source is", () => {
    assert.equal(new CombinedSignal(new AbortController().signal, AbortSignal.abort()).signal.aborted, true);
  });

  it("removes its listeners and stays unaborted after disposal", () => {
    const source = new AbortController();
    const joined = new CombinedSignal(source.signal);
    assert.equal(getEventListeners(source.signal, "abort").length, 1);
    joined.dispose();
    assert.equal(getEventListeners(source.signal, "abort").length, 0);
    source.abort();
    assert.equal(joined.signal.aborted, false);
  });
});
