import assert from "node:assert/strict";
import type { FeedPage, FeedRequest, ServiceClient } from "../../../../src/service/types";
import { UpdateReader } from "../../../../src/feed/live/updateReader";
import type { CompanyEvent } from "../../../../src/shared/companyEvent";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { fakeClient } from "../../../support/fakes/unusedClient";

const query = { window: { kind: "last", days: 7 }, types: [] } as const;
const now = new FakeClock().now();

/** A client whose service always returns these events, in pages of one, and the requests it received. */
function clientOf(events: readonly CompanyEvent[]) {
  const requests: FeedRequest[] = [];
  const client = fakeClient({
    readFeed: (request) => {
      requests.push(request);
      const index = Number(request.cursor ?? 0);
      const value = events[index];
      const hasMore = index + 1 < events.length;
      return Promise.resolve({
        items: value ? [{ value, json: "{}" }] : [],
        malformed: 0,
        hasMore,
        nextCursor: hasMore ? String(index + 1) : null,
        pageSize: 1,
      });
    },
  });
  return { client, requests };
}

/** Loaded events, with only their titles. */
function loaded(events: readonly CompanyEvent[] = []) {
  const titles = new Map(events.map(({ id, title }) => [id, title]));
  return {
    titleOf: (id: string) => (titles.has(id) ? titles.get(id) : null),
    applyUpdates: ({ items }: FeedPage) => items.forEach(({ value }) => titles.set(value.id, value.title)),
  };
}

function readerOf(client: ServiceClient, target = loaded()): UpdateReader {
  return new UpdateReader(client, new FakeClock(), query, target);
}

/** Events at regular intervals, newest first. */
function eventsEvery(intervalMs: number, count: number, prefix = "evt", newestMs = now): CompanyEvent[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `${prefix}_${n}`,
    publishedMs: newestMs - intervalMs * n,
    title: "T",
  }));
}

describe("UpdateReader", () => {
  it("leaves a gap below what it read, even if events are dated wrongly", async () => {
    let pages = 0;
    // More pages than one check reads: one event each second, and on each page one from 1970.
    const client = fakeClient({
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
    });
    const target = { titleOf: () => undefined, applyUpdates: () => assert.fail("Every event is known.") };
    const { fromMs: completeFromMs } = await new UpdateReader(client, new FakeClock(), query, target).read(
      now - 3_600_000,
      {},
    );
    assert.equal(completeFromMs, now - 1000 * pages + 1);
  });

  for (const strayMs of [-62_135_596_800_000, 5, Date.UTC(9999, 11, 31, 23, 59, 59, 999), undefined]) {
    it(`reads no further back than requested if an event is dated ${strayMs}`, async () => {
      const { client, requests } = clientOf([
        { id: "new", publishedMs: now - 1000, title: "New" },
        { id: "stray", title: "Stray", ...(strayMs !== undefined && { publishedMs: strayMs }) },
      ]);
      const fromMs = now - 600_000;
      const target = loaded();
      const { unreadable, fromMs: completeFromMs } = await readerOf(client, target).read(fromMs, {});
      assert.ok(requests.every(({ since = "" }) => Date.parse(since) >= fromMs));
      assert.ok(
        requests.every(({ until = "2026-" }) => /^\d{4}-/.test(until)),
        "nothing beyond the year 9999, which not every service reads",
      );
      assert.equal(requests.length, 4);
      assert.equal(completeFromMs, fromMs);
      assert.deepEqual([...unreadable.keys()], []);
      // All events are known at the next check.
      requests.length = 0;
      await readerOf(client, target).read(fromMs, {});
      assert.equal(requests.length, 2);
    });
  }

  for (const strayMs of [5, undefined]) {
    it(`requests an event dated ${strayMs} that cannot be read in full only once for each title`, async () => {
      const stray = { id: "stray", title: "Stray", ...(strayMs !== undefined && { publishedMs: strayMs }) };
      const listed: CompanyEvent[] = [{ id: "new", publishedMs: now - 1000, title: "New" }, stray];
      const ids = clientOf(listed);
      const full = clientOf([]);
      const reader = readerOf(
        fakeClient({
          readFeed: (request) => (request.fields === "ids" ? ids : full).client.readFeed(request),
        }),
        loaded([{ id: "new", title: "New" }]),
      );
      for (let checks = 0; checks < 3; checks++) {
        const { unreadable } = await reader.read(now - 600_000, {});
        assert.deepEqual([...unreadable], [["stray", "Stray"]]);
        assert.equal(full.requests.length, 1);
      }
      listed[1] = { ...stray, title: "Corrected" };
      const { unreadable } = await reader.read(now - 600_000, {});
      assert.deepEqual([...unreadable], [["stray", "Corrected"]]);
      assert.equal(full.requests.length, 2);
    });
  }

  it("takes nothing for read if no page of a check has a date", async () => {
    const endless = fakeClient({
      readFeed: ({ cursor = "0" }) =>
        Promise.resolve({
          items: [{ value: { id: `evt_${cursor}`, title: "T" }, json: "{}" }],
          malformed: 0,
          hasMore: true,
          nextCursor: String(Number(cursor) + 1),
          pageSize: 1,
        }),
    });
    const target = { titleOf: () => "T", applyUpdates: () => assert.fail("Every event is known.") };
    const { fromMs } = await readerOf(endless, target).read(now - 600_000, {});
    assert.equal(fromMs, now);
  });

  it("started when the service served the first page", async () => {
    let servedAt = now - 60_000;
    const client = fakeClient({
      readFeed: ({ cursor }) => {
        servedAt += 5_000;
        return Promise.resolve({
          items: [],
          malformed: 0,
          hasMore: cursor === undefined,
          nextCursor: cursor === undefined ? "1" : null,
          pageSize: 1,
          servedAt,
        });
      },
    });
    const { startedAt } = await readerOf(client).read(now - 3_600_000, {});
    assert.deepEqual(
      [startedAt, servedAt],
      [{ byOurClock: now, byServiceClock: now - 55_000 }, now - 50_000],
    );
  });

  it("stops reading once all unknown events were read in full, even if the service reports more", async () => {
    const events = eventsEvery(1, 50);
    const { client, requests } = clientOf(events);
    await readerOf(client, loaded(events.slice(3))).read(now - 600_000, {});
    assert.equal(requests.filter(({ fields }) => fields === "full").length, 3);
  });

  it("leaves a gap below the full events that are too many for one check, and skips none of them", async () => {
    const events = eventsEvery(1000, 50);
    const ids = clientOf(events);
    // Hundreds of others have been published between two of them meanwhile.
    const late = eventsEvery(1, 300, "late", now - 1);
    const full = clientOf([...events.slice(0, 1), ...late, ...events.slice(1)]);
    const client = fakeClient({
      ...ids.client,
      readFeed: (request) => (request.fields === "ids" ? ids : full).client.readFeed(request),
    });
    const { fromMs: completeFromMs, unreadable } = await readerOf(client).read(now - 3_600_000, {});
    assert.equal(full.requests.length, 120);
    assert.equal(completeFromMs, now - 119 + 1);
    assert.equal(unreadable.size, 0, "what is in the gap is not given up");
  });
});
