import assert from "node:assert/strict";
import type { ServiceClient } from "../../../../src/api/types";
import { FeedPaginator } from "../../../../src/feed/paging/feedPaginator";
import { Gaps } from "../../../../src/feed/session/gaps";
import { requestFor } from "../../../../src/feed/query";

const lastWeek = { window: { kind: "last", days: 7 }, types: [] } as const;

/** A gap `[1000, 9000)` that was filled by a page of events of the given instants, with more behind it. */
async function narrowedBy(...instants: (number | undefined)[]): Promise<(readonly [number, number])[]> {
  const client: ServiceClient = {
    listCollections: () => assert.fail("A feed lists no collections."),
    readFeed: () =>
      Promise.resolve({
        items: instants.map((ms) => ({
          value: { id: "evt", ...(ms === undefined ? {} : { publishedMs: ms }) },
          json: "{}",
        })),
        malformed: 0,
        hasMore: true,
        nextCursor: "next",
        pageSize: 3,
      }),
  };
  const gaps = new Gaps((window) => new FeedPaginator(client, requestFor(lastWeek, window, 3)));
  gaps.add(1000, 9000);
  const gap = gaps.startingAt(1000) ?? assert.fail("There is no gap.");
  gaps.narrow(gap, await gap.paginator.next());
  return gaps.all.map(({ sinceMs, untilMs }) => [sinceMs, untilMs] as const);
}

describe("Gaps", () => {
  it("are filled from their newer end, down to the last instant of each page", async () => {
    assert.deepEqual(await narrowedBy(8000, 7000, 6000), [[1000, 6001]]);
    assert.deepEqual(await narrowedBy(8000, 1000), [[1000, 1001]]);
    assert.deepEqual(await narrowedBy(8000, undefined), [[1000, 8001]]);
    assert.deepEqual(await narrowedBy(), [[1000, 9000]]);
  });

  it("keep their length where an event is dated out of its order, or out of the gap", async () => {
    assert.deepEqual(await narrowedBy(8000, 5, 20_000), [[1000, 8001]]);
    assert.deepEqual(await narrowedBy(8000, 2000, 7000), [[1000, 7001]]);
    assert.deepEqual(await narrowedBy(5, 20_000), [[1000, 9000]]);
  });
});
