import assert from "node:assert/strict";
import type { ServiceClient } from "../../../../src/api/types";
import { NewsReader } from "../../../../src/feed/live/newsReader";
import { FakeClock } from "../../../support/fakeClock";

describe("NewsReader", () => {
  it("leaves a gap below what it read, wherever an event is dated wrongly", async () => {
    const clock = new FakeClock();
    const now = clock.now();
    let pages = 0;
    // More pages than are read at a time: one event each second, and on each page one from 1970.
    const client: ServiceClient = {
      listCollections: () => assert.fail("A feed lists no collections."),
      readFeed: () => {
        const instants = [now - 1000 * ++pages, 5];
        return Promise.resolve({
          items: instants.map((publishedMs) => ({ value: { id: "evt", publishedMs }, json: "{}" })),
          malformed: 0,
          hasMore: true,
          nextCursor: String(pages),
          pageSize: 2,
        });
      },
    };
    const keeper = { titleOf: () => undefined, takeNews: () => assert.fail("All is known.") };
    const query = { window: { kind: "last", days: 7 }, types: [] } as const;
    const news = await new NewsReader(client, clock, query, keeper).read(now - 3_600_000, {});
    assert.equal(news.completeFromMs, now - 1000 * pages + 1);
  });
});
