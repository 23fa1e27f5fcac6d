import assert from "node:assert/strict";
import type { FeedPage, FeedRequest, ServiceClient } from "../../../../src/api/types";
import { UpdateReader } from "../../../../src/feed/live/updateReader";
import type { CompanyEvent } from "../../../../src/shared/companyEvent";
import { FakeClock } from "../../../support/fakes/fakeClock";

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
    const keeper = { titleOf: () => undefined, applyUpdates: () => assert.fail("All is known.") };
    const query = { window: { kind: "last", days: 7 }, types: [] } as const;
    const news = await new UpdateReader(client, clock, query, keeper).read(now - 3_600_000, {});
    assert.equal(news.completeFromMs, now - 1000 * pages + 1);
  });

  /** A service that has these events whatever is asked for, in pages of one; notes what it was asked. */
  function stubborn(events: readonly CompanyEvent[], endless = false) {
    const requests: FeedRequest[] = [];
    const client: ServiceClient = {
      listCollections: () => assert.fail("A feed lists no collections."),
      readFeed: (request) => {
        requests.push(request);
        const index = Number(request.cursor ?? 0);
        const value = events[index];
        const hasMore = endless || index + 1 < events.length;
        return Promise.resolve({
          items: value ? [{ value, json: "{}" }] : [],
          malformed: 0,
          hasMore,
          nextCursor: hasMore ? String(index + 1) : null,
          pageSize: 1,
        });
      },
    };
    return { client, requests };
  }

  const query = { window: { kind: "last", days: 7 }, types: [] } as const;

  function keeper() {
    const titles = new Map<string, string | undefined>();
    return {
      titleOf: (id: string) => (titles.has(id) ? titles.get(id) : null),
      applyUpdates: ({ items }: FeedPage) => items.forEach(({ value }) => titles.set(value.id, value.title)),
    };
  }

  for (const stray of [-62_135_596_800_000, 5, Date.UTC(9999, 11, 31, 23, 59, 59, 999), undefined]) {
    it(`reads no further back than asked for an event dated ${stray}`, async () => {
      const clock = new FakeClock();
      const now = clock.now();
      const { client, requests } = stubborn([
        { id: "new", publishedMs: now - 1000, title: "New" },
        { id: "stray", title: "Stray", ...(stray !== undefined && { publishedMs: stray }) },
      ]);
      const fromMs = now - 600_000;
      const reader = new UpdateReader(client, clock, query, keeper());
      const { unread, completeFromMs } = await reader.read(fromMs, {});
      assert.ok(requests.every(({ since = "" }) => Date.parse(since) >= fromMs));
      assert.equal(requests.length, 4);
      assert.equal(completeFromMs, fromMs);
      assert.deepEqual([...unread.keys()], []);
      // The next time all is known.
      requests.length = 0;
      await reader.read(fromMs, {});
      assert.equal(requests.length, 2);
    });
  }

  it("ends once all that is unknown was read in whole, though the service says that there is more", async () => {
    const clock = new FakeClock();
    const now = clock.now();
    const events = Array.from({ length: 50 }, (_, n) => ({
      id: `evt_${n}`,
      publishedMs: now - n,
      title: "T",
    }));
    const { client, requests } = stubborn(events);
    const known = keeper();
    events.slice(3).forEach((value) => known.applyUpdates({ items: [{ value }] } as unknown as FeedPage));
    await new UpdateReader(client, clock, query, known).read(now - 600_000, {});
    assert.equal(requests.filter(({ fields }) => fields === "full").length, 3);
  });

  it("leaves a gap below the whole events that are too many for one time, and forgets none of them", async () => {
    const clock = new FakeClock();
    const now = clock.now();
    const fromMs = now - 3_600_000;
    const told = Array.from({ length: 50 }, (_, n) => ({
      id: `evt_${n}`,
      publishedMs: now - 1000 * n,
      title: "T",
    }));
    const ids = stubborn(told);
    // Between two of those that were told there are hundreds by now.
    const others = Array.from({ length: 300 }, (_, n) => ({
      id: `late_${n}`,
      publishedMs: now - 1 - n,
      title: "T",
    }));
    const whole = stubborn([...told.slice(0, 1), ...others, ...told.slice(1)]);
    const client: ServiceClient = {
      ...ids.client,
      readFeed: (request) => (request.fields === "ids" ? ids : whole).client.readFeed(request),
    };
    const { completeFromMs, unread } = await new UpdateReader(client, clock, query, keeper()).read(
      fromMs,
      {},
    );
    assert.equal(whole.requests.length, 120);
    assert.equal(completeFromMs, now - 119 + 1);
    assert.equal(unread.size, 0, "what is in the gap is not given up");
  });
});
