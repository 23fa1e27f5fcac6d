import assert from "node:assert/strict";
import fc from "fast-check";
import { CollectionList } from "../../../../src/collections/model/collectionList";
import { isReadAgain } from "../../../../src/collections/model/pagedList";
import { CollectionService, collections } from "../../../support/services/collectionService";
import { item } from "../fixture";

describe("A list after a change made here", () => {
  let service: CollectionService;
  let list: CollectionList;

  async function open(count: number, pageSize = 100): Promise<void> {
    service = await CollectionService.start(collections(count));
    list = new CollectionList(service, () => pageSize);
  }

  async function loadMore(): Promise<void> {
    await list.loadMore();
    await list.settled();
  }

  const ids = () => list.state.items.map(({ value }) => value.id);

  /** As a command does it: the list is told once the service has answered. */
  function remove(...removed: string[]): void {
    const gone = new Set<unknown>(removed);
    service.list = service.list.filter((collection) => !gone.has(collection["collection_id"]));
    list.removed(removed);
  }

  afterEach(() => {
    list.dispose();
    service.dispose();
  });

  it("no longer has what was removed, counts at once, and goes on without a warning or a missing item", async () => {
    await open(250);
    await loadMore();
    remove("col_0", "col_50", "col_99");
    assert.equal(ids().length, 97);
    assert.equal(list.state.totalCount, 247);
    await loadMore();
    await loadMore();
    assert.deepEqual(ids(), service.ids);
    assert.equal(list.state.changed, false);
    assert.equal(list.state.hasMore, "no");
    assert.equal(list.state.countMismatch, false);
  });

  it("reads a page again that was requested before the removal", async () => {
    await open(150);
    await loadMore();
    let isFirst = true;
    service.mapResponse = (page) => {
      if (isFirst) {
        isFirst = false;
        // The page is on its way, and has the collection that is removed now.
        remove("col_120", "col_3");
      }
      return page;
    };
    await loadMore();
    assert.deepEqual(ids(), service.ids);
    assert.equal(list.state.changed, false);
  });

  it("tells a refresh that has read it again from one that has not", async () => {
    await open(50);
    await loadMore();
    let before = list.state.items;
    const isRead = async (signal?: AbortSignal) => {
      await list.refresh(signal);
      const result = isReadAgain(list.state, before);
      before = list.state.items;
      return result;
    };
    assert.equal(await isRead(), true);
    assert.equal(await isRead(AbortSignal.abort()), false, "canceled");
    service.failNext({ kind: "forbidden", status: 403 }, "Denied.");
    assert.equal(await isRead(), false, "failed");
    assert.equal(await isRead(), true);
    list.dispose();
    assert.equal(await isRead(), false, "another connection is active");
  });

  it("does not bring back what was removed while it is refreshed", async () => {
    await open(350);
    await list.loadAll();
    const listener = list.onDidProgress(({ loaded }) => {
      if (loaded > 150) {
        listener.dispose();
        remove("col_10", "col_300");
      }
    });
    await list.refresh();
    assert.deepEqual(ids(), service.ids);
    assert.equal(list.state.totalCount, 348);
  });

  it("is empty after everything was removed, also while it loads, until it is read again", async () => {
    await open(350);
    await loadMore();
    const loading = list.loadMore();
    list.removedAll();
    await loading;
    assert.deepEqual(ids(), []);
    assert.equal(list.state.totalCount, 0);
    assert.equal(list.state.hasMore, "no");
    assert.equal(list.state.failure, undefined);
    // The service has not done it after all.
    await list.refresh();
    assert.equal(ids().length, 100);
    assert.equal(list.state.totalCount, 350);
  });

  it("shows an added item below the others, counts it, and keeps it until a page has it", async () => {
    await open(250);
    await loadMore();
    service.list.push({ collection_id: "col_new", database_name: "new" });
    list.added(item("col_new"));
    assert.equal(ids()[100], "col_new");
    assert.equal(list.state.totalCount, 251);
    await list.refresh();
    assert.ok(ids().includes("col_new"));
    assert.equal(list.state.totalCount, 251);
    await list.loadAll();
    assert.deepEqual([...ids()].sort(), [...service.ids].sort());
    assert.equal(list.state.changed, false);
    await list.refresh();
    assert.deepEqual(ids(), service.ids);
  });

  it("shows a collection once that was added without its ID and is listed with it", async () => {
    await open(450);
    await loadMore();
    const add = (name: string) => {
      const value = { id: name, databaseName: name };
      list.added({ value, json: JSON.stringify(value) });
    };
    const names = () => list.state.items.flatMap(({ value: { databaseName } }) => databaseName ?? []);
    const newIds = () => ids().filter((id) => id.includes("new"));
    add("new");
    service.list = service.list.toSpliced(150, 0, { collection_id: "col_new", database_name: "new" });
    await list.refresh();
    await list.settled();
    assert.deepEqual(newIds(), ["new"], "kept until a page has it");
    await loadMore();
    assert.deepEqual(newIds(), ["col_new"], "in a later page");
    add("newest");
    service.list = [{ collection_id: "col_newest", database_name: "newest" }, ...service.list];
    await list.refresh();
    assert.deepEqual(newIds(), ["col_newest", "col_new"], "in a page of the refresh");
    add("newest");
    assert.equal(list.state.hasMore, "yes");
    assert.equal(names().filter((name) => name.startsWith("new")).length, 2);
    await list.loadAll();
    assert.equal(new Set(ids()).size, service.list.length);
  });

  it("drops an added item that the service no longer has once the whole list is read anew", async () => {
    await open(250);
    await loadMore();
    list.added(item("col_gone"));
    await list.refresh();
    assert.ok(ids().includes("col_gone"), "it may be on a later page");
    await list.loadAll();
    assert.deepEqual(ids(), service.ids);
    assert.equal(list.state.totalCount, 250);
  });

  it("has as many items after each refresh, whatever was added, found or removed meanwhile", async () => {
    await open(350);
    await loadMore();
    for (let count = 1; count <= 5; count++) {
      service.list.push({ collection_id: `col_new_${count}` });
      list.added(item(`col_new_${count}`));
      await Promise.all([list.refresh(), list.refresh(), list.refresh()]);
      await list.settled();
      assert.equal(ids().length, 100 + count);
    }
    remove("col_new_1", "col_5");
    await list.refresh();
    await list.refresh();
    assert.equal(ids().length, 104);
    assert.equal(list.state.totalCount, 353);
  });

  it("drops an added item that may be gone with the next refresh", async () => {
    await open(250);
    await loadMore();
    list.added(item("col_gone"));
    list.added(item("col_kept"));
    list.forgetAdded(({ id }) => id === "col_gone");
    assert.equal(ids().length, 102);
    await list.refresh();
    assert.ok(ids().includes("col_kept"));
    assert.ok(!ids().includes("col_gone"));
  });

  it("keeps the count of documents over a page that was requested before they were deleted", async () => {
    await open(0);
    service.list = [{ collection_id: "a", document_count: 10 }];
    await loadMore();
    service.mapResponse = (page) => {
      service.mapResponse = (later) => later;
      // The page is on its way, and has the count as it was.
      service.list = [{ collection_id: "a", document_count: 9 }];
      list.removedDocuments("a", 1);
      return page;
    };
    await list.refresh();
    assert.equal(list.state.items[0]?.value.documentCount, 9);
  });

  it("leaves an added item to the first page, and does not show one twice", async () => {
    await open(3);
    list.added(item("col_1"));
    assert.deepEqual(ids(), []);
    await loadMore();
    list.added(item("col_1"));
    assert.deepEqual(ids(), service.ids);
    assert.equal(list.state.totalCount, 3);
  });

  it("counts a collection's documents at once, and as sent after the next read", async () => {
    await open(0);
    service.list = [{ collection_id: "a", document_count: 10, file_count: 4 }];
    await loadMore();
    const counts = () => {
      const { documentCount, fileCount } = list.state.items[0]?.value ?? {};
      return [documentCount, fileCount];
    };
    const { items } = list.state;
    list.removedDocuments("a", 5);
    assert.deepEqual(counts(), [5, 0]);
    assert.notEqual(list.state.items, items);
    assert.equal(list.state.items[0]?.json, items[0]?.json);
    list.removedDocuments("a", "all");
    assert.deepEqual(counts(), [0, 0]);
    list.removedDocuments("unknown", 1);
    list.countedDocuments("a", 7);
    assert.deepEqual(counts(), [7, 7]);
    await list.refresh();
    assert.deepEqual(counts(), [10, 4]);
  });

  it("misses nothing silently, and shows nothing twice or that is gone, regardless of when the changes happen", async () => {
    await open(0);
    const change = fc.record({ add: fc.boolean(), at: fc.nat(200), count: fc.integer({ min: 1, max: 5 }) });
    const step = fc.record({
      load: fc.constantFrom("loadMore" as const, "loadAll" as const, "refresh" as const),
      /** Before the load, or with one of its requests. */
      request: fc.nat(4),
      changes: fc.array(change, { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 150 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(step, { maxLength: 8 }),
        async (count, pageSize, steps) => {
          service.list = collections(count);
          const edited = new CollectionList(service, () => pageSize);
          let fresh = 1000;
          const apply = (changes: (typeof steps)[number]["changes"]) => {
            for (const { add, at, count: some } of changes) {
              const shown = edited.loadedItems.map(({ value }) => value.id);
              if (add) {
                const raw = { collection_id: `col_${++fresh}` };
                service.list.splice(Math.min(at, service.list.length), 0, raw);
                edited.added(item(raw.collection_id));
              } else {
                const gone = new Set<unknown>(shown.slice(at, at + some));
                service.list = service.list.filter((raw) => !gone.has(raw["collection_id"]));
                edited.removed(gone as Set<string>);
              }
            }
          };
          for (const { load, request, changes } of steps) {
            let requests = 0;
            if (request === 0) {
              apply(changes);
            }
            service.mapResponse = (page) => {
              if (++requests === request) {
                apply(changes);
              }
              return page;
            };
            await edited[load]();
            await edited.settled();
          }
          service.mapResponse = (page) => page;
          await edited.loadAll();
          await edited.settled();
          const { items, changed, hasMore, totalCount } = edited.state;
          const shown = new Set<unknown>(items.map(({ value }) => value.id));
          edited.dispose();
          assert.equal(hasMore, "no");
          assert.equal(shown.size, items.length, "shown twice");
          assert.deepEqual(
            [...shown].filter((id) => !service.ids.includes(id)),
            [],
            "gone",
          );
          if (!changed) {
            assert.deepEqual([...shown].sort(), [...service.ids].sort(), "missing");
            assert.equal(totalCount, service.list.length);
          }
        },
      ),
      { numRuns: 80 },
    );
  }).timeout(60_000);
});
