import assert from "node:assert/strict";
import fc from "fast-check";
import type { Collection, OffsetPage } from "../../../../src/service/types";
import { PagedList } from "../../../../src/collections/model/pagedList";
import { CollectionService, collections } from "../../../support/services/collectionService";

describe("PagedList", () => {
  let service: CollectionService;
  let list: PagedList<Collection>;

  function open(count: number, pageSize = 100): void {
    service = new CollectionService(collections(count));
    list = newList(pageSize);
  }
  const newList = (pageSize: number) =>
    new PagedList(
      (request, options) => service.listCollections(request, options),
      () => pageSize,
    );

  afterEach(() => {
    list.dispose();
    service.dispose();
  });

  const failNext = () => service.failNext({ kind: "unavailable", status: 503 }, "Busy.");
  const ids = () => list.state.items.map((item) => item.value.id);

  /** Cancels loading as soon as `count` items are loaded. */
  async function cancelAt(count: number, load: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const cancellation = new AbortController();
    const listener = list.onDidProgress(({ loaded }) => loaded >= count && cancellation.abort());
    await load(cancellation.signal);
    listener.dispose();
  }

  describe("loads a page at a time", () => {
    it("each item once, and requests nothing after the last page", async () => {
      open(250);
      for (const expected of [100, 200, 250]) {
        assert.equal(list.state.hasMore, true);
        await list.loadMore();
        assert.deepEqual([ids().length, list.state.totalCount], [expected, 250]);
      }
      await list.loadMore();
      assert.deepEqual(
        service.requests.map(({ offset }) => offset),
        [0, 100, 200],
      );
      assert.deepEqual(ids(), service.ids);
      const { hasMore, changed, busy } = list.state;
      assert.deepEqual([hasMore, changed, busy], [false, false, false]);
    });

    it("from where the last one ended, even if the service applied a smaller limit", async () => {
      open(250, 1000);
      await list.loadMore();
      await list.loadMore();
      assert.deepEqual(service.requests, [
        { limit: 1000, offset: 0 },
        { limit: 1000, offset: 100 },
      ]);
      assert.deepEqual(ids(), service.ids.slice(0, 200));
    });

    it("with one request for two simultaneous calls", async () => {
      open(250);
      await Promise.all([list.loadMore(), list.loadMore()]);
      assert.equal(service.requests.length, 1);
    });
  });

  describe("ends", () => {
    const answers: [string, total: number | undefined, shown: number | undefined, changed: boolean][] = [
      ["when the service sends no total and no more rows", undefined, undefined, false],
      ["at the last row if there are more rows than the total", 7, undefined, true],
      ["at an empty page if the total is too large", 900, 900, true],
    ];
    for (const [name, totalCount, shown, changed] of answers) {
      it(name, async () => {
        open(250);
        service.answer = async (request, send) => Object.assign(await send(request), { totalCount });
        await list.loadAll();
        assert.equal(ids().length, 250);
        const { state } = list;
        assert.deepEqual([state.hasMore, state.totalCount, state.changed], [false, shown, changed]);
        assert.ok(service.requests.length <= 4);
      });
    }

    it("at a page with nothing new if the service ignores the offset", async () => {
      open(250);
      service.answer = (request, send) => send({ ...request, offset: 0 });
      await list.loadAll();
      assert.deepEqual([ids().length, service.requests.length], [100, 2]);
      assert.equal(list.state.changed, true, "there may be others");
    });

    it("at a repeated page, even if one of its items can't be read", async () => {
      open(50);
      service.list.push({});
      service.answer = async (request, send) => withoutTotal(await send({ ...request, offset: 0 }));
      await list.loadAll();
      assert.deepEqual([ids().length, service.requests.length], [50, 2]);
    });

    it("at a page without readable items if the service sends no total", async () => {
      open(0);
      service.list.push({}, {});
      service.answer = async (request, send) => {
        assert.ok(service.requests.length < 5);
        return withoutTotal(await send({ ...request, offset: 0 }));
      };
      await list.refresh();
      assert.deepEqual([list.state.hasMore, list.state.skipped], [false, 2]);
    });

    it("after one page if it isn't paged, even if the service reports more", async () => {
      open(3);
      list = new PagedList(
        (_, options) => service.listCollections({ limit: 100, offset: 0 }, options),
        () => 0,
      );
      await list.refresh();
      assert.deepEqual([ids().length, list.state.hasMore], [3, false]);
      service.answer = async (request, send) => withoutTotal(await send(request));
      await list.refresh();
      assert.deepEqual([ids().length, list.state.hasMore, service.requests.length], [3, true, 2]);
    });

    it("with unreadable and repeated items counted", async () => {
      open(250);
      const [first] = service.list;
      service.list.splice(10, 2, {}, { ...first });
      await list.loadAll();
      const { skipped, changed, totalCount } = list.state;
      assert.deepEqual([ids().length, skipped], [248, 2]);
      assert.deepEqual([changed, totalCount], [false, 250]);
    });
  });

  describe("that changes between two pages", () => {
    it("reports it as soon as the total differs", async () => {
      open(350);
      await list.loadMore();
      service.list.splice(50, 3);
      await list.loadMore();
      assert.deepEqual([list.state.changed, list.state.hasMore], [true, true]);
    });

    it("ends, repeats nothing, and is complete after a refresh", async () => {
      open(0);
      const edits = fc.array(fc.record({ at: fc.nat(40), remove: fc.nat(3), add: fc.nat(3) }), {
        maxLength: 8,
      });
      await fc.assert(
        fc.asyncProperty(
          fc.nat(30),
          fc.integer({ min: 1, max: 9 }),
          edits,
          async (count, pageSize, changes) => {
            list.dispose();
            service.list = collections(count);
            list = newList(pageSize);
            let next = 100;
            for (const { at, remove, add } of changes) {
              await list.loadMore();
              service.list.splice(at, remove, ...collections(add, next));
              next += add;
              assert.equal(new Set(ids()).size, ids().length);
            }
            await list.loadAll();
            assert.equal(list.state.hasMore, false);
            await list.refresh();
            assert.deepEqual(ids(), service.ids);
            assert.equal(list.state.changed, false);
          },
        ),
        { numRuns: 60 },
      );
    });
  });

  describe("loads all", () => {
    it("until it is canceled or fails, and keeps the loaded pages", async () => {
      open(350);
      await cancelAt(200, (signal) => list.loadAll(signal));
      assert.deepEqual([ids().length, list.state.error], [200, undefined]);
      failNext();
      await list.loadAll();
      assert.deepEqual([ids().length, list.state.error?.message], [200, "Busy."]);
      await list.loadAll();
      assert.deepEqual(ids(), service.ids);
    });
  });

  describe("refreshes", () => {
    it("as many pages as were loaded, and keeps the old rows meanwhile", async () => {
      open(350);
      await list.loadMore();
      await list.loadMore();
      service.list.splice(0, 1, ...collections(1, 900));
      const before = list.state.items;
      service.answer = (request, send) => {
        assert.equal(list.state.items, before);
        return send(request);
      };
      assert.equal(await list.refresh(), true);
      assert.deepEqual(ids(), service.ids.slice(0, 200));
    });

    it("nothing if loading fails or is canceled", async () => {
      open(350);
      await list.loadMore();
      await list.loadMore();
      const before = list.state.items;
      await cancelAt(100, async (signal) => assert.equal(await list.refresh(signal), false));
      assert.deepEqual([list.state.items, list.state.error], [before, undefined]);
      failNext();
      assert.equal(await list.refresh(), false);
      assert.deepEqual([list.state.items, list.state.error?.message], [before, "Busy."]);
    });

    it("and stops Load All, whose pages are kept", async () => {
      open(900);
      const loading = list.loadAll();
      await new Promise((resolve) => {
        list.onDidProgress(resolve);
      });
      await Promise.all([list.refresh(), loading]);
      assert.ok(ids().length < 900);
      assert.equal(list.state.busy, false);
    });
  });

  describe("after a deletion", () => {
    /** Like a command: updates the list after the service has responded. */
    function remove(...removed: string[]): void {
      service.list = service.list.filter(({ collection_id: id }) => !removed.some((one) => one === id));
      list.removed(removed);
    }

    it("updates rows and total at once, and loads the rest without a warning", async () => {
      open(250);
      await list.loadMore();
      remove("col_0", "col_50", "col_99");
      assert.deepEqual([ids().length, list.state.totalCount], [97, 247]);
      assert.deepEqual([list.find("col_0"), list.find("col_1")?.value.id], [undefined, "col_1"]);
      await list.loadAll();
      assert.deepEqual(ids(), service.ids);
      assert.equal(list.state.changed, false);
    });

    it("ignores deleted items on pages requested before", async () => {
      open(150);
      await list.loadMore();
      for (const load of [() => list.loadMore(), () => list.refresh()]) {
        const [, second = "", third = ""] = ids();
        service.answer = async (request, send) => {
          service.answer = (later, sendLater) => sendLater(later);
          const page = await send(request);
          remove(second, third);
          return page;
        };
        await load();
        assert.ok(!ids().includes(second) && !ids().includes(third));
      }
      await list.loadAll();
      assert.deepEqual(ids(), service.ids);
    });
  });
});

function withoutTotal<T>({ items, malformed }: OffsetPage<T>): OffsetPage<T> {
  return { items, malformed };
}
