import assert from "node:assert/strict";
import { createServiceClient } from "../../../src/api/serviceClient";
import { ApiError } from "../../../src/api/errors";
import type { CollectionPage, CollectionsRequest, FeedPage, ServiceClient } from "../../../src/api/types";
import { CollectionPages } from "../../../src/collections/collectionPages";
import { SampleService } from "../../../src/sample/sampleService";
import { FakeClock } from "../../support/fakeClock";
import { listSource } from "../sample/listSource";

function rows(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, n) => ({ collection_id: `col_${n}`, database_name: `name-${n}` }));
}

/** The real client, on a sample service whose collections a test may change while they are read. */
class Counted implements ServiceClient {
  readonly requests: CollectionsRequest[] = [];
  next: (() => Promise<CollectionPage>) | undefined;

  constructor(private readonly client: ServiceClient) {}

  listCollections(request: CollectionsRequest): Promise<CollectionPage> {
    this.requests.push(request);
    const { next } = this;
    this.next = undefined;
    return next?.() ?? this.client.listCollections(request);
  }

  readFeed(): Promise<FeedPage> {
    throw new Error("Collections read no feed.");
  }
}

describe("CollectionPages", () => {
  let list: Record<string, unknown>[];
  let service: SampleService;
  let client: Counted;
  let pages: CollectionPages;

  async function open(count: number, pageSize = 100): Promise<void> {
    list = rows(count);
    service = new SampleService({ source: { ...listSource([]), collections: () => list } });
    const target = { ...(await service.start()), dataset: "companydata" };
    client = new Counted(
      createServiceClient(
        target,
        { timeoutMs: 30_000, typesFormat: "comma", attempts: 1 },
        { clock: new FakeClock(), random: () => 0.5, log: () => undefined },
      ),
    );
    pages = new CollectionPages(client, () => pageSize);
  }

  function ids(): string[] {
    return pages.state.items.map((item) => item.value.id);
  }

  afterEach(() => {
    pages.dispose();
    service.dispose();
  });

  it("reads a page at a time to the end, each collection once", async () => {
    await open(250);
    for (const expected of [100, 200, 250]) {
      await pages.loadMore();
      assert.equal(pages.state.items.length, expected);
      assert.equal(pages.state.totalCount, 250);
      assert.equal(pages.state.more, expected < 250 ? "yes" : "no");
    }
    await pages.loadMore();
    assert.equal(client.requests.length, 3);
    assert.deepEqual(
      ids(),
      rows(250).map((row) => row["collection_id"]),
    );
  });

  it("goes on from what the service applied, not from what was asked", async () => {
    await open(250, 1000);
    await pages.loadMore();
    await pages.loadMore();
    assert.deepEqual(
      client.requests.map((request) => request.offset),
      [0, 100],
    );
    assert.equal(new Set(ids()).size, 200);
  });

  it("makes one request of two quick wishes", async () => {
    await open(250);
    await Promise.all([pages.loadMore(), pages.loadMore()]);
    assert.equal(client.requests.length, 1);
    assert.equal(pages.state.items.length, 100);
  });

  it("shows a collection once when the list grows at its start, and says that it moved", async () => {
    await open(150);
    await pages.loadMore();
    list.unshift({ collection_id: "col_new", database_name: "new" });
    await pages.loadMore();
    assert.equal(new Set(ids()).size, ids().length);
    assert.equal(pages.state.moved, true);
  });

  it("keeps its rows when a page fails, and gets that page the next time", async () => {
    await open(150);
    await pages.loadMore();
    client.next = () => Promise.reject(new ApiError({ kind: "unavailable", status: 503 }, "Busy."));
    await pages.loadMore();
    assert.equal(pages.state.failure?.message, "Busy.");
    assert.equal(pages.state.items.length, 100);
    await pages.loadMore();
    assert.equal(pages.state.failure, undefined);
    assert.equal(pages.state.items.length, 150);
  });

  it("refreshes as many rows as were loaded, and keeps the old ones when that fails", async () => {
    await open(350);
    await pages.loadMore();
    await pages.loadMore();
    list.splice(0, 50);
    await pages.refresh();
    assert.equal(pages.state.items.length, 200);
    assert.equal(ids()[0], "col_50");
    const before = ids();
    client.next = () => Promise.reject(new ApiError({ kind: "unreachable" }, "Gone."));
    await pages.refresh();
    assert.deepEqual(ids(), before);
    assert.equal(pages.state.failure?.kind, "unreachable");
  });

  it("finds the end by asking where the service gives no total", async () => {
    await open(10);
    const one: CollectionPage = {
      items: [{ value: { id: "a" }, json: "{}" }],
      malformed: 1,
      limit: 100,
      offset: 0,
    };
    client.next = () => Promise.resolve(one);
    await pages.loadMore();
    assert.equal(pages.state.more, "unknown");
    assert.equal(pages.state.malformed, 1);
    client.next = () => Promise.resolve({ ...one, items: [], malformed: 0, offset: 2 });
    await pages.loadMore();
    assert.equal(client.requests[1]?.offset, 2);
    assert.equal(pages.state.more, "no");
  });
});
