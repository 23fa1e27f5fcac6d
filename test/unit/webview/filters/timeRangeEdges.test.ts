import assert from "node:assert/strict";
import type { FeedWindow } from "../../../../src/shared/feedQuery";
import {
  type Edge,
  edgesOf,
  edgeText,
  type TimeRangeEdges,
  validateEdge,
  withEdge,
} from "../../../../src/webview/filters/timeRangeEdges";

const nowMs = Date.parse("2026-11-18T10:20:30Z");
const times = { zone: "utc", nowMs } as const;
const lastWeek: FeedWindow = { kind: "last", days: 7 };
const november: FeedWindow = {
  kind: "fixed",
  since: "2026-11-01T00:00:00.000Z",
  until: "2026-11-15T12:00:00.000Z",
};
const edges = edgesOf(november, undefined);

const texts = (of: TimeRangeEdges) => [edgeText(of, "since", "utc"), edgeText(of, "until", "utc")];
const check = (edge: Edge, typed: string) => validateEdge(edges, edge, typed, times);

describe("From and To of a time range", () => {
  it("are the edges of a fixed time range", () => {
    assert.deepEqual(texts(edges), ["2026-11-01 00:00", "2026-11-15 12:00"]);
    assert.deepEqual(texts(edgesOf({ kind: "fixed", since: november.since }, undefined)), [
      "2026-11-01 00:00",
      "",
    ]);
  });

  it("begin at the minute in which a relative time range starts, if that is known", () => {
    assert.deepEqual(texts(edgesOf(lastWeek, nowMs)), ["2026-11-18 10:20", ""]);
    assert.equal(edgesOf(lastWeek, nowMs).since, Date.parse("2026-11-18T10:20:00Z"));
    assert.deepEqual(texts(edgesOf(lastWeek, undefined)), ["", ""]);
  });

  it("can be left as they are, even where they have become impossible", () => {
    const future = edgesOf({ kind: "fixed", since: "2027-01-01T00:00:00.000Z" }, undefined);
    assert.ok("hint" in validateEdge(future, "since", "2027-01-01 00:00", times));
  });

  it("are refused with a sentence", () => {
    assert.deepEqual(check("since", ""), { error: "Enter a start date." });
    assert.deepEqual(check("since", "2026-11-19"), { error: "From is in the future." });
    assert.deepEqual(check("since", "2026-11-15 12:00"), { error: "From must be before To." });
    assert.deepEqual(check("until", "2026-11-01"), { error: "To must be after From." });
    const unreadable = check("until", "soon");
    assert.ok("error" in unreadable && unreadable.error !== "");
  });

  it("are accepted", () => {
    const accepted: [Edge, string][] = [
      ["since", "2026-11-02"],
      ["until", "2026-11-01 00:01"],
      ["until", ""],
      ["until", "NOW"],
    ];
    for (const [edge, typed] of accepted) {
      assert.ok("hint" in check(edge, typed), `${edge} ${typed}`);
    }
    assert.ok("error" in check("since", "now"));
  });

  it("change one at a time", () => {
    assert.deepEqual(withEdge(edges, "since", "2026-11-02", november, times), {
      ...november,
      since: "2026-11-02T00:00:00.000Z",
    });
    assert.deepEqual(withEdge(edges, "until", "now", november, times), {
      kind: "fixed",
      since: november.since,
    });
  });

  it("keep the length of a relative time range whose start is not known when its end is set", () => {
    assert.deepEqual(withEdge({}, "until", "2026-11-17", lastWeek, times), {
      kind: "fixed",
      since: "2026-11-11T10:20:30.000Z",
      until: "2026-11-17T00:00:00.000Z",
    });
  });
});
