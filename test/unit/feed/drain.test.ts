import assert from "node:assert/strict";
import type { FeedRequest, ServiceClient } from "../../../src/api/types";
import { Drain } from "../../../src/feed/drain";

describe("Drain", () => {
  const asked: FeedRequest[] = [];
  /** Gives pages without end, of 30 events at most. */
  const client: ServiceClient = {
    listCollections: () => assert.fail("A feed lists no collections."),
    readFeed: (request) => {
      asked.push(request);
      const pageSize = Math.min(30, request.pageSize);
      return Promise.resolve({
        items: [],
        malformed: 0,
        hasMore: true,
        nextCursor: `cursor ${asked.length}`,
        pageSize,
      });
    },
  };

  it("asks for pages as large as is wanted of each, and no larger than the service gives them", async () => {
    const drain = new Drain(client, { since: "2026-11-14T00:00:00Z", pageSize: 40, fields: "full" });
    for (const pageSize of [20, 500, 500, undefined, 10, undefined]) {
      await drain.next(pageSize === undefined ? {} : { pageSize });
    }
    assert.deepEqual(
      asked.map(({ pageSize, cursor }) => [pageSize, cursor]),
      [
        [20, undefined],
        [500, "cursor 1"],
        [30, "cursor 2"],
        [30, "cursor 3"],
        [10, "cursor 4"],
        [30, "cursor 5"],
      ],
    );
    assert.ok(asked.every(({ since, fields }) => since === "2026-11-14T00:00:00Z" && fields === "full"));
  });
});
