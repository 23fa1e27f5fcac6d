import assert from "node:assert/strict";
import fc from "fast-check";
import { ApiError } from "../../../../src/api/errors";
import type { CollectionPage } from "../../../../src/api/types";
import { CollectionList } from "../../../../src/collections/model/collectionList";
import { CollectionService, collections } from "../../../support/services/collectionService";

describe("CollectionList", () => {
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

  async function loadEveryPage(): Promise<void> {
    for (let page = 0; page < 10 && list.state.hasMore !== "no"; page++) {
      await loadMore();
    }
  }

  /** Loads all, and cancels as soon as more than `count` are loaded. */
  async function loadAllButCancelAt(count: number): Promise<void> {
    const cancellation = new AbortController();
    const listener = list.onDidProgress(({ loaded }) => loaded > count && cancellation.abort());
    await list.loadAll(cancellation.signal);
    listener.dispose();
  }

  const failNext = () => service.failNext({ kind: "unavailable", status: 503 }, "Busy.");
  const ids = () => list.state.items.map((item) => item.value.id);

  function assertNoneTwice(): void {
    assert.equal(new Set(ids()).size, ids().length);
  }

  afterEach(() => {
    list.dispose();
    service.dispose();
  });

  it("says so after a bug, and loads again", async () => {
    await open(250);
    await loadMore();
    const listCollections = service.listCollections.bind(service);
    service.listCollections = () => Promise.reject(new TypeError("A bug."));
    await assert.rejects(list.loadMore(), TypeError);
    assert.equal(list.state.busy, false);
    assert.equal(list.state.failure?.kind, "internal");
    service.listCollections = listCollections;
    await loadMore();
    assert.deepEqual([list.state.failure, ids().length], [undefined, 200]);
  });

  it("loads more after a bug in the verification of what was loaded, and reports that", async () => {
    await open(250);
    await loadMore();
    const listCollections = service.listCollections.bind(service);
    let fail: (bug: Error) => void = () => assert.fail("Nothing was verified.");
    service.listCollections = (request, options) =>
      request.limit === 1 ? new Promise((_, reject) => (fail = reject)) : listCollections(request, options);
    await list.loadMore();
    const loaded = list.loadMore();
    fail(new TypeError("A bug."));
    await assert.rejects(loaded, TypeError);
    assertNoneTwice();
    assert.equal(ids().length, 250);
  });

  describe("a page at a time", () => {
    it("loads each collection once, and requests nothing after the last page", async () => {
      await open(250);
      for (const expected of [100, 200, 250]) {
        await loadMore();
        assert.equal(list.state.items.length, expected);
        assert.equal(list.state.totalCount, 250);
        assert.equal(list.state.hasMore, expected < 250 ? "yes" : "no");
      }
      const { length } = service.requests;
      await loadMore();
      assert.equal(service.requests.length, length);
      assert.deepEqual(ids(), service.ids);
      assert.equal(list.state.changed, false);
    });

    it("continues from the limit that the service applied, not from the one requested", async () => {
      await open(250, 1000);
      await loadMore();
      await loadMore();
      assert.deepEqual(
        service.requests.filter((request) => request.limit > 1),
        [
          { limit: 1000, offset: 0 },
          { limit: 100, offset: 100 },
        ],
      );
      assert.equal(new Set(ids()).size, 200);
    });

    it("makes one request for two simultaneous calls", async () => {
      await open(250);
      await Promise.all([list.loadMore(), list.loadMore()]);
      assert.equal(service.requests.length, 1);
      assert.equal(list.state.items.length, 100);
    });

    it("keeps its items when a page fails, and loads that page the next time", async () => {
      await open(150);
      await loadMore();
      const { items } = list.state;
      failNext();
      await loadMore();
      assert.equal(list.state.failure?.message, "Busy.");
      assert.equal(list.state.items, items);
      assert.equal(items.length, 100);
      await loadMore();
      assert.equal(list.state.failure, undefined);
      assert.equal(list.state.items.length, 150);
    });

    it("loads the next page when more was loaded after a failed refresh", async () => {
      await open(250);
      await loadMore();
      failNext();
      await list.refresh();
      await loadAllButCancelAt(0);
      const { length } = ids();
      assert.ok(length > 100 && length < 250);
      await loadMore();
      assert.ok(ids().length > length);
      assertNoneTwice();
    });

    it("requests pages of the configured size again after a refresh that ended with a smaller one", async () => {
      await open(350, 60);
      await loadMore();
      await loadMore();
      service.requests.length = 0;
      await list.refresh();
      await loadMore();
      assert.deepEqual(
        service.requests.map(({ limit }) => limit).filter((limit) => limit > 1),
        [60, 60, 2, 60],
      );
    });
  });

  describe("when the list changes while it is loaded", () => {
    it("shows a collection once when the list grows at its start, and reports that it changed", async () => {
      await open(150);
      await loadMore();
      service.list.unshift({ collection_id: "col_new" });
      await loadMore();
      assertNoneTwice();
      assert.equal(list.state.changed, true);
    });

    it("reports that it changed when collections were skipped though the count is the same, until a refresh", async () => {
      await open(250);
      await loadMore();
      service.list.splice(10, 3);
      service.list.push(...collections(3, 900));
      await loadMore();
      assert.equal(list.state.totalCount, 250);
      assert.equal(list.state.changed, true);
      assertNoneTwice();
      await list.loadAll();
      assert.equal(list.state.changed, true);
      await list.refresh();
      assert.equal(list.state.changed, false);
      assert.deepEqual(ids(), service.ids);
    });

    it("reports that it changed when it ends before what was loaded", async () => {
      await open(101);
      await loadMore();
      service.list.splice(0, 5);
      await loadMore();
      assert.equal(list.state.changed, true);
      assert.equal(list.state.hasMore, "no");
      assert.equal(list.state.totalCount, undefined);
    });

    it("does not report a change when the list only grows at its end", async () => {
      await open(150);
      await loadMore();
      service.list.push(...collections(30, 900));
      await loadMore();
      assert.equal(list.state.changed, false);
      assert.deepEqual(ids(), service.ids);
    });

    it("verifies a page boundary after the next page if the first attempt fails", async () => {
      await open(350);
      await loadMore();
      service.list.splice(0, 1);
      service.onRequest = ({ limit }) => limit === 1 && failNext();
      await loadMore();
      assert.equal(list.state.changed, false);
      service.onRequest = () => undefined;
      await loadMore();
      assert.equal(list.state.changed, true);
    });

    it("skips nothing silently and shows nothing twice, regardless of what is added and removed", async () => {
      await open(0);
      const change = fc.record({
        add: fc.boolean(),
        at: fc.nat(400),
        count: fc.integer({ min: 1, max: 25 }),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 300 }),
          fc.integer({ min: 1, max: 60 }),
          fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 30 }),
          fc.boolean(),
          fc.option(fc.nat(400), { nil: undefined }),
          async (count, pageSize, changes, isBulk, offset) => {
            service.mapResponse = (page) => (offset === undefined ? page : { ...page, offset });
            service.list = collections(count);
            const unchanged = new Set(service.ids);
            let fresh = 1000;
            const changeList = () => {
              for (const { add, at, count: some } of changes.shift() ?? []) {
                const index = Math.min(at, service.list.length);
                const removed = add
                  ? service.list.splice(index, 0, ...collections(some, (fresh += some)))
                  : service.list.splice(index, some);
                removed.forEach((collection) => unchanged.delete(collection["collection_id"]));
              }
            };
            const loading = new CollectionList(service, () => pageSize);
            if (isBulk) {
              service.onRequest = changeList;
              await loading.loadAll();
              await loading.settled();
            } else {
              for (let page = 0; page < 400 && loading.state.hasMore !== "no"; page++) {
                await loading.loadMore();
                await loading.settled();
                changeList();
              }
            }
            service.onRequest = () => undefined;
            const { items, ...state } = loading.state;
            loading.dispose();
            const shown = new Set<unknown>(items.map((item) => item.value.id));
            assert.equal(shown.size, items.length, "shown twice");
            const missing = [...unchanged].filter((id) => !shown.has(id));
            assert.ok(missing.length === 0 || state.changed || state.stalled, `missing: ${missing.join()}`);
            assert.equal(state.hasMore, "no");
          },
        ),
        { numRuns: 60 },
      );
    }).timeout(60_000);
  });

  describe("with a wrong total", () => {
    const withTotal =
      (total: (page: CollectionPage) => number | undefined) =>
      (page: CollectionPage): CollectionPage => {
        const { items, malformed, limit, offset } = page;
        const totalCount = total(page);
        return { items, malformed, limit, offset, ...(totalCount === undefined ? {} : { totalCount }) };
      };

    for (const [what, total] of [
      ["counts the page instead of the list", (page: CollectionPage) => page.items.length],
      ["sends none", () => undefined],
      ["sends 0", () => 0],
      ["counts too few", () => 120],
    ] as const) {
      it(`loads everything from a service that ${what}`, async () => {
        await open(250);
        service.mapResponse = withTotal(total);
        await loadEveryPage();
        assert.deepEqual(ids(), service.ids);
        assert.equal(list.state.hasMore, "no");
        await list.refresh();
        assert.deepEqual(ids(), service.ids);
      });
    }

    it("ends and reports it when the service counts too many", async () => {
      await open(150);
      service.mapResponse = withTotal(() => 9_999);
      await list.loadAll();
      assert.equal(list.state.hasMore, "no");
      assert.equal(list.state.countMismatch, true);
      assert.equal(list.state.items.length, 150);
    });

    it("asks for one more collection after a full last page, and finds the end", async () => {
      await open(100);
      await loadMore();
      assert.equal(list.state.hasMore, "no");
      assert.equal(list.state.countMismatch, false);
      assert.deepEqual(service.requests[1], { limit: 1, offset: 100 });
    });
  });

  describe("with a wrong offset or limit", () => {
    const wrongOffsets: [string, (page: CollectionPage) => number][] = [
      ["0", () => 0],
      ["that of the previous page", ({ offset }) => Math.max(offset - 100, 0)],
      ["that of the next page", ({ offset }) => offset + 100],
      ["the number of the page", ({ offset }) => Math.floor(offset / 100)],
      ["one that is too small by one", ({ offset }) => Math.max(offset - 1, 0)],
    ];
    for (const [what, offset] of wrongOffsets) {
      it(`loads everything from a service that sends ${what}, without a warning or an extra request`, async () => {
        await open(450);
        const requestsToLoad = async () => {
          const before = service.requests.length;
          await loadEveryPage();
          assert.deepEqual(ids(), service.ids);
          await list.refresh();
          assert.deepEqual(ids(), service.ids);
          const { hasMore, changed, stalled, duplicates, countMismatch } = list.state;
          assert.deepEqual(
            [hasMore, changed, stalled, duplicates, countMismatch],
            ["no", false, false, 0, false],
          );
          return service.requests.slice(before);
        };
        const expected = await requestsToLoad();
        list.dispose();
        list = new CollectionList(service, () => 100);
        service.mapResponse = (page) => ({ ...page, offset: offset(page) });
        assert.deepEqual(await requestsToLoad(), expected);
      });
    }

    it("finds the end when a service without a total sends its last collection again, and does not report a stall", async () => {
      await open(150);
      service.mapRequest = ({ limit, offset }) => ({ limit, offset: Math.min(offset, 149) });
      service.mapResponse = ({ items, malformed, limit, offset }) => ({ items, malformed, limit, offset });
      await list.loadAll();
      assert.deepEqual(ids(), service.ids);
      assert.deepEqual([list.state.hasMore, list.state.stalled], ["no", false]);
    });

    it("does not make pages smaller when the service reports a limit below the page it sent", async () => {
      await open(450);
      service.mapResponse = (page) => ({ ...page, limit: 1 });
      await list.loadAll();
      assert.deepEqual(ids(), service.ids);
      assert.ok(service.requests.length < 10, String(service.requests.length));
    });
  });

  for (const load of ["loadMore", "loadAll"] as const) {
    it(`halves the page size when a page is too large (${load})`, async () => {
      await open(150);
      service.mapResponse = (page, { limit }) => {
        if (limit > 30) {
          throw new ApiError({ kind: "tooLarge", limitBytes: 1 }, "Too large.");
        }
        return page;
      };
      await list[load]();
      const failureKind = () => list.state.failure?.kind;
      assert.equal(failureKind(), undefined);
      await list.loadAll();
      assert.deepEqual(ids(), service.ids);
      assert.equal(list.state.changed, false);
      assert.deepEqual(
        service.requests.map(({ limit }) => limit).filter((limit) => limit > 25),
        [100, 50],
      );
      service.mapResponse = () => {
        throw new ApiError({ kind: "tooLarge", limitBytes: 1 }, "Too large.");
      };
      await list.refresh();
      assert.deepEqual([failureKind(), ids()], ["tooLarge", service.ids]);
    });
  }

  for (const load of ["loadMore", "refresh"] as const) {
    it(`reports that it will retry, and why, until it has a response (${load})`, async () => {
      await open(1);
      const error = new ApiError({ kind: "unavailable", status: 503 }, "Busy.");
      const retry = { attempt: 2, delayMs: 8000, error };
      const retries: unknown[] = [];
      list.onDidChange((state) => retries.push(state.retry));
      service.nextResponse = (options) => {
        options?.onRetry?.(retry);
        return service.listCollections({ limit: 100, offset: 0 });
      };
      await list[load]();
      assert.ok(retries.includes(retry));
      assert.equal(list.state.retry, undefined);
      assert.equal(list.state.failure, undefined);
      assert.deepEqual(ids(), ["col_0"]);
    });
  }

  it("counts malformed elements when it looks for the end", async () => {
    await open(10);
    const one: CollectionPage = {
      items: [{ value: { id: "a" }, json: "{}" }],
      malformed: 1,
      limit: 100,
      offset: 0,
    };
    service.nextResponse = () => {
      service.nextResponse = () => Promise.resolve({ ...one, items: [], malformed: 0, offset: 2 });
      return Promise.resolve(one);
    };
    await loadMore();
    assert.equal(service.requests[1]?.offset, 2);
    assert.equal(list.state.malformed, 1);
    assert.equal(list.state.hasMore, "no");
  });

  it("stops when the service sends the same page again and again, and reports it", async () => {
    await open(100);
    service.mapResponse = (page) => ({ ...page, totalCount: 5_000 });
    service.mapRequest = (request) => ({ ...request, offset: 0 });
    await list.loadAll();
    assert.equal(list.state.stalled, true);
    assert.equal(list.state.items.length, 100);
    assert.ok(service.requests.length < 10);
  });

  it("counts collections with the same ID as another one on their page", async () => {
    await open(0);
    service.list = [...collections(3), { collection_id: "col_1", database_name: "another" }];
    await loadMore();
    assert.equal(list.state.duplicates, 1);
    assert.equal(list.state.countMismatch, false);
  });

  describe("Refresh", () => {
    it("loads as many as were loaded, and keeps the old ones when it fails", async () => {
      await open(350);
      await loadMore();
      await loadMore();
      service.list.splice(0, 50);
      await list.refresh();
      assert.equal(list.state.items.length, 200);
      assert.equal(ids()[0], "col_50");
      assert.equal(list.state.changed, false);
      const before = ids();
      service.failNext({ kind: "unreachable" }, "Gone.");
      await list.refresh();
      assert.deepEqual(ids(), before);
      assert.equal(list.state.failure?.kind, "unreachable");
    });

    it("is what Retry does after it failed", async () => {
      await open(150);
      await list.loadAll();
      service.list.splice(0, 1);
      failNext();
      await list.refresh();
      await list.loadMore();
      assert.equal(list.state.failure, undefined);
      assert.deepEqual(ids(), service.ids);
    });

    it("loads new collections when all were loaded", async () => {
      await open(150);
      await list.loadAll();
      service.list.push(...collections(200, 900));
      await list.refresh();
      assert.deepEqual(ids(), service.ids);
    });

    it("keeps the old collections when it is canceled", async () => {
      await open(350);
      await list.loadAll();
      const before = list.state.items;
      service.list.splice(0, 300, ...collections(300, 900));
      const cancellation = new AbortController();
      list.onDidProgress(() => cancellation.abort());
      await list.refresh(cancellation.signal);
      assert.equal(list.state.items, before);
      assert.equal(list.state.failure, undefined);
      assert.equal(list.state.busy, false);
    });
  });

  describe("Load All", () => {
    it("loads everything, and changes the state only at its start and end", async () => {
      await open(1234);
      let changes = 0;
      const progress: number[] = [];
      list.onDidChange(() => changes++);
      list.onDidProgress(({ loaded, total }) => {
        assert.equal(total, 1234);
        progress.push(loaded);
      });
      await list.loadAll();
      assert.deepEqual(ids(), service.ids);
      assert.equal(changes, 2);
      assert.deepEqual(
        progress,
        [...progress].sort((a, b) => a - b),
      );
      assert.equal(progress.at(-1), 1234);
    });

    it("keeps what it has when it is canceled, and continues from there", async () => {
      await open(1000);
      await loadAllButCancelAt(300);
      const { length } = ids();
      assert.ok(length > 300 && length < 1000);
      assert.equal(list.state.failure, undefined);
      await list.loadAll();
      assert.deepEqual(ids(), service.ids);
      assert.equal(list.state.changed, false);
    });

    it("continues until all of its callers have canceled it", async () => {
      await open(1000);
      const cancellation = new AbortController();
      const both = [list.loadAll(cancellation.signal), list.loadAll(new AbortController().signal)];
      cancellation.abort();
      await Promise.all(both);
      assert.equal(ids().length, 1000);
    });

    it("loads the rest for a caller that comes while a canceled one still ends", async () => {
      await open(1000);
      const cancellation = new AbortController();
      const requested = new Promise<void>((resolve) => {
        service.onRequest = () => {
          cancellation.abort();
          resolve();
        };
      });
      const first = list.loadAll(cancellation.signal);
      await requested;
      await Promise.all([first, list.loadAll()]);
      assert.equal(ids().length, 1000);
      assert.equal(list.state.hasMore, "no");
    });

    it("keeps what it has when a page fails", async () => {
      await open(1000);
      list.onDidProgress(({ loaded }) => loaded > 500 && failNext());
      await list.loadAll();
      assert.equal(list.state.failure?.message, "Busy.");
      assert.ok(ids().length > 500);
    });

    it("is canceled by a refresh", async () => {
      await open(1000);
      const loading = list.loadAll();
      await new Promise<void>((resolve) => list.onDidProgress(() => resolve()));
      await list.refresh();
      await loading;
      assert.ok(ids().length < 1000);
      assert.equal(list.state.busy, false);
    });

    it("works with pages of a single collection", async () => {
      await open(7, 1);
      service.mapRequest = (request) => ({ ...request, limit: 1 });
      await list.loadAll();
      assert.deepEqual(ids(), service.ids);
    });
  });

  it("ignores what arrives after it is disposed", async () => {
    await open(250);
    let changes = 0;
    list.onDidChange(() => changes++);
    service.onRequest = () => {
      changes = 0;
      list.dispose();
    };
    await list.loadMore();
    await list.loadAll();
    assert.equal(service.requests.length, 1);
    assert.equal(changes, 0);
    assert.equal(list.state.items.length, 0);
  });
});
