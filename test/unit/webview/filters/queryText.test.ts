import assert from "node:assert/strict";
import type { FeedQuery } from "../../../../src/shared/feedQuery";
import { expandedQuery } from "../../../../src/webview/filters/queryText";

describe("An expanded window", () => {
  const query = (window: FeedQuery["window"]): FeedQuery => ({ window, types: ["ipo"] });

  it("is 30 days, then twice as long, up to the limit", () => {
    assert.deepEqual(expandedQuery(query({ kind: "last", days: 7 })), query({ kind: "last", days: 30 }));
    assert.deepEqual(expandedQuery(query({ kind: "last", days: 30 })), query({ kind: "last", days: 60 }));
    assert.deepEqual(expandedQuery(query({ kind: "last", days: 3000 })), query({ kind: "last", days: 3650 }));
    assert.equal(expandedQuery(query({ kind: "last", days: 3650 })), undefined);
  });

  it("starts earlier by its length", () => {
    const until = "2026-11-08T00:00:00.000Z";
    assert.deepEqual(
      expandedQuery(query({ kind: "fixed", since: "2026-11-01T00:00:00.000Z", until })),
      query({ kind: "fixed", since: "2026-10-25T00:00:00.000Z", until }),
    );
    assert.equal(
      expandedQuery(query({ kind: "fixed", since: "1970-01-01T00:00:00.000Z", until })),
      undefined,
    );
  });
});
