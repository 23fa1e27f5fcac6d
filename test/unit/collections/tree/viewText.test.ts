import assert from "node:assert/strict";
import { ApiError } from "../../../../src/service/errors";
import { type Arrangement, serviceArrangement } from "../../../../src/collections/model/arrangement";
import type { CollectionListState } from "../../../../src/collections/model/collectionList";
import { collectionsContext, viewDescription, viewMessage } from "../../../../src/collections/tree/viewText";
import { item, state } from "../fixture";
import { formatNumber } from "../../../../src/shared/text";

describe("The view Collections", () => {
  const items = [item("a"), item("b")];
  const messageOf = (shown: CollectionListState | undefined, arrangement = serviceArrangement) =>
    viewMessage(shown, arrangement);

  it("shows how much is loaded, and that it is sample data", () => {
    assert.equal(viewDescription(state(items, { totalCount: 2340 }), false), `2 of ${formatNumber(2340)}`);
    assert.equal(viewDescription(state(items, { totalCount: 5 }), true), "2 of 5 · Sample data");
    assert.equal(viewDescription(state(items, { totalCount: 2 }), false), "2");
    assert.equal(viewDescription(state(items), false), "2");
    assert.equal(viewDescription(undefined, false), "");
    // Not a second time.
    assert.equal(messageOf(state(items, { totalCount: 2340 })), "");
    assert.equal(messageOf(undefined), "");
  });

  it("shows that there are no collections, once that is certain", () => {
    assert.equal(messageOf(state([], { hasMore: false })), "This organization has no collections.");
    assert.equal(messageOf(state([], { hasMore: true })), "");
    assert.equal(messageOf(state([], { hasMore: false, malformed: 1 })), "1 entry couldn't be read.");
    const failure = new ApiError({ kind: "unreachable" }, "Gone.");
    assert.equal(messageOf(state([], { hasMore: false, failure })), "");
  });

  it("says why loading or refreshing failed, above collections that may be scrolled", () => {
    const failure = new ApiError({ kind: "unavailable", status: 503 }, "Acme is unavailable (503)");
    assert.equal(
      messageOf(state(items, { failure, failed: "refresh" })),
      "Couldn't refresh: Acme is unavailable (503).",
    );
    const refused = new ApiError({ kind: "unreachable" }, "Couldn't reach Acme: the connection was refused.");
    assert.equal(
      messageOf(state(items, { failure: refused, failed: "refresh" })),
      "Couldn't reach Acme: the connection was refused.",
    );
    assert.equal(messageOf(state(items, { failure, failed: "refresh", busy: true })), "");
    assert.equal(messageOf(state([], { failure, failed: "refresh" })), "");
    for (const failed of ["more", "all"] as const) {
      assert.equal(messageOf(state(items, { failure, failed })), "Acme is unavailable (503).");
    }
  });

  it("leaves it to its welcome content that there is no key", () => {
    const failure = new ApiError({ kind: "noKey" }, "No API key is stored.");
    const keyless = state([], { failure, hasMore: true });
    assert.equal(collectionsContext(keyless), "noKey");
    assert.equal(messageOf(keyless), "");
  });

  for (const [problem, more, expected] of [
    ["a list that changed", { changed: true }, /changed.*Refresh/],
    ["skipped entries", { malformed: 1, duplicates: 2 }, /2 entries.*1 entry/],
  ] as const) {
    it(`warns of ${problem}`, () => {
      assert.match(messageOf(state(items, more)), expected);
    });
  }

  it("shows why it retries and counts down, also when nothing is loaded yet", () => {
    const error = new ApiError({ kind: "unavailable", status: 503 }, "api.example.com is busy");
    const retrying = state([], { busy: true, retry: { attempt: 2, delayMs: 8000, error } });
    for (const [delayMs, expected] of [
      [8000, "api.example.com is busy. Retrying in 8 s."],
      [7001, "api.example.com is busy. Retrying in 8 s."],
      [0, "api.example.com is busy. Retrying…"],
    ] as const) {
      assert.equal(viewMessage(retrying, serviceArrangement, delayMs), expected);
    }
  });

  it("counts down to the next attempt beside the row that says why the last one failed", () => {
    const failure = new ApiError({ kind: "unavailable", status: 503 }, "api.example.com is busy");
    assert.equal(viewMessage(state([], { failure }), serviceArrangement, 29_001), "Retrying in 30 s.");
    assert.equal(viewMessage(state([], { failure }), serviceArrangement, 0), "");
    assert.equal(
      viewMessage(state(items, { failure, failed: "more" }), serviceArrangement, 30_000),
      "api.example.com is busy. Retrying in 30 s.",
    );
  });

  it("shows that only the loaded collections are sorted while there are more", () => {
    const arrangement: Arrangement = { byEnvironment: false, sort: "name", descending: false };
    assert.equal(messageOf(state(items), arrangement), "Only loaded collections are sorted.");
    assert.equal(messageOf(state(items, { hasMore: false }), arrangement), "");
  });
});
