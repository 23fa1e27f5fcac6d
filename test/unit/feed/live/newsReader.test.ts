import assert from "node:assert/strict";
import type { FeedPage, ServiceClient } from "../../../../src/api/types";
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

  it("leaves a gap below the whole events it read, where there are more of them than their ids told", async () => {
    const clock = new FakeClock();
    const now = clock.now();
    let pages = 0;
    const page = (publishedMs: number, hasMore: boolean) => ({
      items: [{ value: { id: `evt_${publishedMs}`, publishedMs }, json: "{}" }],
      malformed: 0,
      hasMore,
      nextCursor: hasMore ? String(pages) : null,
      pageSize: 1,
    });
    const client: ServiceClient = {
      listCollections: () => assert.fail("A feed lists no collections."),
      readFeed: ({ fields }) =>
        Promise.resolve(fields === "ids" ? page(now - 3_000_000, false) : page(now - 3_000_000, ++pages > 0)),
    };
    const taken: string[] = [];
    const keeper = {
      titleOf: () => null,
      takeNews: ({ items }: FeedPage) => taken.push(...items.map(({ value }) => value.id)),
    };
    const query = { window: { kind: "last", days: 7 }, types: [] } as const;
    const news = await new NewsReader(client, clock, query, keeper).read(now - 3_600_000, {});
    assert.equal(taken.length, pages);
    assert.equal(news.completeFromMs, now - 3_000_000 + 1);
  });
});
