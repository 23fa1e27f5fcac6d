import assert from "node:assert/strict";
import type { FeedPage } from "../../../../src/api/types";
import { decodeEvent } from "../../../../src/api/decode/feedPage";
import { readWindow } from "../../../../src/feed/paging/windowReader";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { lastWeek } from "../../../support/feeds";

/** Pages of one event each, as a service sends them. */
function pagesOf(events: readonly object[]): { readonly reads: () => number; readFeed(): Promise<FeedPage> } {
  let reads = 0;
  return {
    reads: () => reads,
    readFeed: () => {
      const value = decodeEvent(events[reads++]);
      assert.ok(value);
      const hasMore = reads < events.length;
      return Promise.resolve({
        items: [{ value, json: "" }],
        malformed: 0,
        hasMore,
        nextCursor: hasMore ? `c${reads}` : null,
        pageSize: 500,
      });
    },
  };
}

describe("A window", () => {
  const clock = new FakeClock();
  const window = { sinceMs: clock.now() - 1_000_000 };
  const at = (n: number): string => new Date(clock.now() - n * 1000).toISOString();
  const read = (client: ReturnType<typeof pagesOf>, maxPages = 100) =>
    readWindow({ client, clock }, lastWeek, window, { maxPages });

  it("is not read on when the titles of its events fill the memory", async () => {
    const title = "x".repeat(10_000_000);
    const client = pagesOf(
      Array.from({ length: 20 }, (_, n) => ({ id: `evt_${n}`, title, published_at: at(n) })),
    );
    const { events, outcome } = await read(client);
    assert.deepEqual([events.length, outcome.kind], [7, "limit"]);
  });

  it("has each event once, as it was sent last", async () => {
    const client = pagesOf([
      { id: "evt_1", title: "First", published_at: at(1) },
      { id: "evt_2", published_at: at(2) },
      { id: "evt_1", title: "Corrected", published_at: at(3) },
    ]);
    const { events } = await read(client);
    assert.deepEqual(
      events.map(({ id, title }) => [id, title]),
      [
        ["evt_2", undefined],
        ["evt_1", "Corrected"],
      ],
    );
  });

  it("is not asked for if it is empty", async () => {
    const client = pagesOf([]);
    const { outcome } = await readWindow(
      { client, clock },
      lastWeek,
      { sinceMs: 2, untilMs: 2 },
      { maxPages: 1 },
    );
    assert.deepEqual([outcome.kind, client.reads()], ["complete", 0]);
  });

  it("is cut at the page that reaches the limit, and says how far it goes", async () => {
    const client = pagesOf([1, 2, 3].map((n) => ({ id: `evt_${n}`, published_at: at(n) })));
    const { outcome } = await read(client, 2);
    assert.deepEqual(outcome, { kind: "limit", completeFromMs: clock.now() - 2000 + 1 });
  });
});
