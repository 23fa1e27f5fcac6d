import assert from "node:assert/strict";
import fc from "fast-check";
import { ApiError } from "../../../../src/api/errors";
import type { CollectionPage } from "../../../../src/api/types";
import { CollectionList } from "../../../../src/collections/model/collectionList";
import { createServiceClient } from "../../../../src/api/client";
import { CollectionService, collections } from "../../../support/services/collectionService";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { page, status } from "../../../support/services/scriptedAnswers";
import { ScriptedService } from "../../../support/services/scriptedService";

describe("CollectionPages", () => {
  let service: CollectionService;
  let pages: CollectionList;

  async function open(count: number, pageSize = 100): Promise<void> {
    service = await CollectionService.start(collections(count));
    pages = new CollectionList(service, () => pageSize);
  }

  async function loadMore(): Promise<void> {
    await pages.loadMore();
    await pages.settled();
  }

  function ids(): string[] {
    return pages.state.items.map((item) => item.value.id);
  }

  function assertEachOnce(): void {
    assert.equal(new Set(ids()).size, ids().length);
  }

  afterEach(() => {
    pages.dispose();
    service.dispose();
  });

  describe("a page at a time", () => {
    it("reads to the end, each collection once", async () => {
      await open(250);
      for (const expected of [100, 200, 250]) {
        await loadMore();
        assert.equal(pages.state.items.length, expected);
        assert.equal(pages.state.totalCount, 250);
        assert.equal(pages.state.more, expected < 250 ? "yes" : "no");
      }
      const asked = service.requests.length;
      await loadMore();
      assert.equal(service.requests.length, asked);
      assert.deepEqual(ids(), service.ids);
      assert.equal(pages.state.changed, false);
    });

    it("goes on from what the service applied, not from what was asked", async () => {
      await open(250, 1000);
      await loadMore();
      await loadMore();
      assert.deepEqual(
        service.requests
          .filter((request) => request.limit > 1)
          .map(({ limit, offset }) => ({ limit, offset })),
        [
          { limit: 1000, offset: 0 },
          { limit: 100, offset: 100 },
        ],
      );
      assert.equal(new Set(ids()).size, 200);
    });

    it("makes one request of two quick wishes", async () => {
      await open(250);
      await Promise.all([pages.loadMore(), pages.loadMore()]);
      assert.equal(service.requests.length, 1);
      assert.equal(pages.state.items.length, 100);
    });

    it("keeps its rows when a page fails, and gets that page the next time", async () => {
      await open(150);
      await loadMore();
      service.next = () => Promise.reject(new ApiError({ kind: "unavailable", status: 503 }, "Busy."));
      await loadMore();
      assert.equal(pages.state.failure?.message, "Busy.");
      assert.equal(pages.state.items.length, 100);
      await loadMore();
      assert.equal(pages.state.failure, undefined);
      assert.equal(pages.state.items.length, 150);
    });

    it("goes on with the next page when more was loaded after a refresh that failed", async () => {
      await open(250);
      await loadMore();
      service.next = () => Promise.reject(new ApiError({ kind: "unavailable", status: 503 }, "Busy."));
      await pages.refresh();
      const wish = new AbortController();
      const reading = pages.onDidRead(() => wish.abort());
      await pages.loadAll(wish.signal);
      reading.dispose();
      const { length } = ids();
      assert.ok(length > 100 && length < 250);
      await loadMore();
      assert.ok(ids().length > length);
      assertEachOnce();
    });

    it("loads the rest for who asks while a Load All that was called off still ends", async () => {
      await open(1000);
      const wish = new AbortController();
      const called = new Promise<void>((resolve) => {
        service.before = () => {
          wish.abort();
          resolve();
        };
      });
      const first = pages.loadAll(wish.signal);
      await called;
      const second = pages.loadAll();
      await Promise.all([first, second]);
      assert.equal(ids().length, 1000);
      assert.equal(pages.state.more, "no");
    });

    it("hands over the same array while no row has changed", async () => {
      await open(150);
      await loadMore();
      const { items } = pages.state;
      service.next = () => Promise.reject(new ApiError({ kind: "unreachable" }, "Gone."));
      await loadMore();
      assert.equal(pages.state.items, items);
    });
  });

  describe("over a list that moves", () => {
    it("shows a collection once when the list grows at its start, and says that it moved", async () => {
      await open(150);
      await loadMore();
      service.list.unshift({ collection_id: "col_new" });
      await loadMore();
      assertEachOnce();
      assert.equal(pages.state.changed, true);
    });

    it("finds what slipped through when a collection went and another came", async () => {
      await open(250);
      await loadMore();
      service.list.splice(10, 3);
      service.list.push(...collections(3, 900));
      await loadMore();
      assert.equal(pages.state.totalCount, 250);
      assert.equal(pages.state.changed, true);
      assertEachOnce();
      const shown = new Set<unknown>(ids());
      assert.deepEqual(
        service.ids.slice(0, 200).filter((id) => !shown.has(id)),
        [],
      );
    });

    it("says nothing when the list only grew at its end", async () => {
      await open(150);
      await loadMore();
      service.list.push(...collections(30, 900));
      await loadMore();
      assert.equal(pages.state.changed, false);
      assert.deepEqual(ids(), service.ids);
    });

    it("notices an end that came before the place it had reached", async () => {
      await open(101);
      await loadMore();
      service.list.splice(0, 5);
      await loadMore();
      assert.equal(pages.state.changed, true);
      assert.ok(ids().includes("col_100"));
    });

    it("loses nothing that was there all the time, or says so, whatever comes and goes meanwhile", async () => {
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
          async (count, pageSize, changes, bulk, saidOffset) => {
            service.twist = (page) => (saidOffset === undefined ? page : { ...page, offset: saidOffset });
            service.list = collections(count);
            const staying = new Set(service.ids);
            let fresh = 1000;
            const alter = () => {
              for (const { add, at, count: some } of changes.shift() ?? []) {
                const place = Math.min(at, service.list.length);
                const gone = add
                  ? service.list.splice(place, 0, ...collections(some, (fresh += some)))
                  : service.list.splice(place, some);
                gone.forEach((collection) => staying.delete(collection["collection_id"]));
              }
            };
            const reading = new CollectionList(service, () => pageSize);
            if (bulk) {
              service.before = alter;
              await reading.loadAll();
            } else {
              for (let page = 0; page < 400 && reading.state.more !== "no"; page++) {
                await reading.loadMore();
                await reading.settled();
                alter();
              }
            }
            service.before = () => undefined;
            const { items, ...state } = reading.state;
            reading.dispose();
            const shown = new Set<unknown>(items.map((item) => item.value.id));
            assert.equal(shown.size, items.length, "shown twice");
            const missing = [...staying].filter((id) => !shown.has(id));
            assert.ok(missing.length === 0 || state.changed || state.stuck, `missing: ${missing.join()}`);
            assert.equal(state.more, "no");
          },
        ),
        { numRuns: 60 },
      );
    }).timeout(60_000);
  });

  describe("with totals that cannot be trusted", () => {
    const withTotal = (total: (page: CollectionPage) => number | undefined) => (page: CollectionPage) => {
      const { items, malformed, limit, offset } = page;
      const said = total(page);
      return { items, malformed, limit, offset, ...(said === undefined ? {} : { totalCount: said }) };
    };

    for (const [what, total] of [
      ["counts the page instead of the list", (page: CollectionPage) => page.items.length],
      ["says nothing", () => undefined],
      ["says nought", () => 0],
      ["says too few", () => 120],
    ] as const) {
      it(`reads everything of a service that ${what}`, async () => {
        await open(250);
        service.twist = withTotal(total);
        for (let page = 0; page < 10 && pages.state.more !== "no"; page++) {
          await loadMore();
        }
        assert.deepEqual(ids(), service.ids);
        assert.equal(pages.state.more, "no");
        await pages.refresh();
        assert.deepEqual(ids(), service.ids);
      });
    }

    it("ends and says so when the service counts more than it has", async () => {
      await open(150);
      service.twist = withTotal(() => 9_999);
      await pages.loadAll();
      assert.equal(pages.state.more, "no");
      assert.equal(pages.state.countDiffers, true);
      assert.equal(pages.state.items.length, 150);
    });

    it("asks once more at a full last page, and finds the end", async () => {
      await open(100);
      await loadMore();
      assert.equal(pages.state.more, "no");
      assert.equal(pages.state.countDiffers, false);
      assert.deepEqual(service.requests[1], { limit: 1, offset: 100 });
    });
  });

  describe("with an offset that is not the page's", () => {
    const lies: [string, (page: CollectionPage) => number][] = [
      ["always nought", () => 0],
      ["that of the page before", ({ offset }) => Math.max(offset - 100, 0)],
      ["that of the next page", ({ offset }) => offset + 100],
      ["the number of the page", ({ offset }) => Math.floor(offset / 100)],
      ["one too small", ({ offset }) => Math.max(offset - 1, 0)],
    ];
    for (const [what, offset] of lies) {
      it(`reads everything of a service that says ${what}, without a doubt and without a request more`, async () => {
        await open(450);
        const read = async () => {
          const before = service.requests.length;
          for (let page = 0; page < 10 && pages.state.more !== "no"; page++) {
            await loadMore();
          }
          assert.deepEqual(ids(), service.ids);
          await pages.refresh();
          assert.deepEqual(ids(), service.ids);
          const { more, changed, stuck, repeated, countDiffers } = pages.state;
          assert.deepEqual([more, changed, stuck, repeated, countDiffers], ["no", false, false, 0, false]);
          return service.requests.slice(before);
        };
        const sound = await read();
        pages.dispose();
        pages = new CollectionList(service, () => 100);
        service.twist = (page) => ({ ...page, offset: offset(page) });
        assert.deepEqual(await read(), sound);
      });
    }

    it("finds the end of one without a total that sends its last row again and says so", async () => {
      await open(150);
      service.alter = ({ limit, offset }) => ({ limit, offset: Math.min(offset, 149) });
      service.twist = ({ items, malformed, limit, offset }) => ({ items, malformed, limit, offset });
      await pages.loadAll();
      assert.deepEqual(ids(), service.ids);
      assert.deepEqual([pages.state.more, pages.state.stuck], ["no", false]);
    });

    it("asks for no less where a service says that it sent less than it did", async () => {
      await open(450);
      service.twist = (page) => ({ ...page, limit: 1 });
      await pages.loadAll();
      assert.deepEqual(ids(), service.ids);
      assert.ok(service.requests.length < 10, String(service.requests.length));
    });
  });

  it("says that it waits to ask again, and why, until it has an answer", async () => {
    const scripted = await ScriptedService.start();
    const clock = new FakeClock();
    const client = createServiceClient(
      { baseUrl: scripted.origin, dataset: "companydata", key: "sk_1" },
      { timeoutMs: 30_000, typesFormat: "comma" },
      { clock, random: () => 0.5, log: () => undefined },
    );
    await open(0);
    pages.dispose();
    pages = new CollectionList(client, () => 100);
    try {
      const busy = status(503, { detail: "Busy." }, { "Retry-After": "8" });
      scripted.answer(busy, busy, page({ collections: collections(1), total_count: 1 }));
      for (const load of [() => pages.loadMore(), () => pages.refresh()]) {
        const retries: (number | undefined)[] = [];
        const listener = pages.onDidChange(({ retry }) => {
          retries.push(retry?.delayMs);
          if (retry) {
            assert.match(retry.error.message, /Busy/);
            setImmediate(() => clock.advance(retry.delayMs));
          }
        });
        await load();
        listener.dispose();
        assert.ok(retries.includes(8000));
        assert.equal(pages.state.retry, undefined);
        assert.equal(pages.state.failure, undefined);
        assert.deepEqual(ids(), ["col_0"]);
        scripted.answer(busy, page({ collections: collections(1), total_count: 1 }));
      }
    } finally {
      await scripted.dispose();
    }
  });

  it("finds the end behind elements that cannot be read", async () => {
    await open(10);
    const one: CollectionPage = {
      items: [{ value: { id: "a" }, json: "{}" }],
      malformed: 1,
      limit: 100,
      offset: 0,
    };
    service.next = () => {
      service.next = () => Promise.resolve({ ...one, items: [], malformed: 0, offset: 2 });
      return Promise.resolve(one);
    };
    await loadMore();
    assert.equal(service.requests[1]?.offset, 2);
    assert.equal(pages.state.malformed, 1);
    assert.equal(pages.state.more, "no");
  });

  it("stops at a service that hands over the same page for ever, and says so", async () => {
    await open(100);
    service.twist = (page) => ({ ...page, totalCount: 5_000 });
    service.alter = (request) => ({ ...request, offset: 0 });
    await pages.loadAll();
    assert.equal(pages.state.stuck, true);
    assert.equal(pages.state.items.length, 100);
    assert.ok(service.requests.length < 10);
  });

  it("counts what it leaves out because its page has that ID already", async () => {
    await open(0);
    service.list = [...collections(3), { collection_id: "col_1", database_name: "another" }];
    await loadMore();
    assert.equal(pages.state.repeated, 1);
    assert.equal(pages.state.countDiffers, false);
  });

  describe("refresh", () => {
    it("restores as many rows as were loaded, and keeps the old ones when that fails", async () => {
      await open(350);
      await loadMore();
      await loadMore();
      service.list.splice(0, 50);
      await pages.refresh();
      assert.equal(pages.state.items.length, 200);
      assert.equal(ids()[0], "col_50");
      assert.equal(pages.state.changed, false);
      const before = ids();
      service.next = () => Promise.reject(new ApiError({ kind: "unreachable" }, "Gone."));
      await pages.refresh();
      assert.deepEqual(ids(), before);
      assert.equal(pages.state.failure?.kind, "unreachable");
    });

    it("is what Retry does after it failed", async () => {
      await open(150);
      await pages.loadAll();
      service.list.splice(0, 1);
      service.next = () => Promise.reject(new ApiError({ kind: "unreachable" }, "Gone."));
      await pages.refresh();
      await pages.loadMore();
      assert.equal(pages.state.failure, undefined);
      assert.deepEqual(ids(), service.ids);
    });

    it("reads what has come since when everything was loaded", async () => {
      await open(150);
      await pages.loadAll();
      service.list.push(...collections(200, 900));
      await pages.refresh();
      assert.deepEqual(ids(), service.ids);
    });

    it("keeps the old rows when it is called off", async () => {
      await open(350);
      await pages.loadAll();
      const before = pages.state.items;
      service.list.splice(0, 300);
      const wish = new AbortController();
      pages.onDidRead(() => wish.abort());
      service.list.push(...collections(300, 900));
      await pages.refresh(wish.signal);
      assert.equal(pages.state.items, before);
      assert.equal(pages.state.failure, undefined);
      assert.equal(pages.state.busy, false);
    });
  });

  describe("Load All", () => {
    it("reads everything, and changes the state at its start and end alone", async () => {
      await open(1234);
      let changes = 0;
      const progress: number[] = [];
      pages.onDidChange(() => changes++);
      pages.onDidRead(({ loaded, of }) => {
        assert.equal(of, 1234);
        progress.push(loaded);
      });
      await pages.loadAll();
      assert.deepEqual(ids(), service.ids);
      assert.equal(changes, 2);
      assert.deepEqual(
        progress,
        [...progress].sort((a, b) => a - b),
      );
      assert.equal(progress.at(-1), 1234);
    });

    it("keeps what came when it is called off, and goes on from there", async () => {
      await open(1000);
      const wish = new AbortController();
      const listening = pages.onDidRead(({ loaded }) => loaded > 300 && wish.abort());
      await pages.loadAll(wish.signal);
      listening.dispose();
      const { length } = ids();
      assert.ok(length > 300 && length < 1000);
      assert.equal(pages.state.failure, undefined);
      await pages.loadAll();
      assert.deepEqual(ids(), service.ids);
      assert.equal(pages.state.changed, false);
    });

    it("goes on until everyone who waits for it has called it off", async () => {
      await open(1000);
      const one = new AbortController();
      const both = [pages.loadAll(one.signal), pages.loadAll(new AbortController().signal)];
      one.abort();
      await Promise.all(both);
      assert.equal(ids().length, 1000);
    });

    it("keeps what came when a page fails", async () => {
      await open(1000);
      pages.onDidRead(({ loaded }) => {
        if (loaded > 500) {
          service.next = () => Promise.reject(new ApiError({ kind: "unavailable", status: 503 }, "Busy."));
        }
      });
      await pages.loadAll();
      assert.equal(pages.state.failure?.message, "Busy.");
      assert.ok(ids().length > 500);
    });

    it("makes way for a refresh", async () => {
      await open(1000);
      const loading = pages.loadAll();
      await new Promise<void>((resolve) => pages.onDidRead(() => resolve()));
      await pages.refresh();
      await loading;
      assert.ok(ids().length < 1000);
      assert.equal(pages.state.busy, false);
    });

    it("works with pages of a single row", async () => {
      await open(7, 1);
      service.alter = (request) => ({ ...request, limit: 1 });
      await pages.loadAll();
      assert.deepEqual(ids(), service.ids);
    });
  });

  it("drops what comes after its end", async () => {
    await open(250);
    let changes = 0;
    const loading = pages.loadMore();
    pages.onDidChange(() => changes++);
    pages.dispose();
    await loading;
    assert.equal(changes, 0);
    assert.equal(pages.state.items.length, 0);
  });
});
