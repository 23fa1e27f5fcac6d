import assert from "node:assert/strict";
import fc from "fast-check";
import { ApiError } from "../../../../src/api/errors";
import type { FeedPage } from "../../../../src/api/types";
import {
  decodeInOwnTurn,
  FeedPaginator,
  type PagingStart,
  fullItems,
} from "../../../../src/feed/paging/feedPaginator";
import { requestFor } from "../../../../src/feed/feedRequest";
import { type PagedEvent, type PagingBehavior, PagingService } from "../../../support/services/pagingService";
import { page, status } from "../../../support/services/scriptedAnswers";
import { fakeClient } from "../../../support/fakes/unusedClient";

const hour = 3_600_000;
const untilMs = Date.UTC(2026, 10, 22);
const window = { sinceMs: untilMs - 1000 * hour, untilMs };
const query = { window: { kind: "last", days: 7 }, types: [] } as const;

/** One event in each hour, newest first. */
function hourly(count: number, kinds: Readonly<Record<number, PagedEvent["kind"]>> = {}): PagedEvent[] {
  return Array.from({ length: count }, (_, n) => {
    const kind = kinds[n];
    return { id: `evt_${n}`, ms: untilMs - (n + 1) * hour, ...(kind === undefined ? {} : { kind }) };
  });
}

const idsOf = (events: readonly PagedEvent[]): string[] => events.map(({ id }) => id);

/** Everything that a paginator has read, in order. */
interface PagesRead {
  readonly pages: FeedPage[];
  readonly ids: readonly string[];
  readonly malformed: number;
}

async function readAll(
  paginator: FeedPaginator,
  ids = new Set<string>(),
  maxPages = 20_000,
): Promise<PagesRead> {
  const pages: FeedPage[] = [];
  let malformed = 0;
  while (paginator.state.kind === "more") {
    assert.ok(pages.length < maxPages, "paging does not end");
    const page = await paginator.next();
    pages.push(page);
    fullItems(page).forEach(({ value }) => ids.add(value.id));
    malformed += page.malformed;
  }
  return { pages, ids: [...ids], malformed };
}

describe("FeedPaginator", () => {
  let service: PagingService;

  afterEach(() => service.dispose());

  async function paginatorOn(
    events: readonly PagedEvent[],
    behavior: PagingBehavior = {},
    pageSize = 10,
    start: PagingStart = {},
  ): Promise<FeedPaginator> {
    service = await PagingService.start(events, behavior);
    return new FeedPaginator(service.client, requestFor(query, window, pageSize), start);
  }

  /** A parameter of each request so far. */
  function requested(name: string): (string | null)[] {
    return service.requests.map(({ parameters }) => parameters.get(name));
  }

  function stopReason({ state }: FeedPaginator): string {
    assert.equal(state.kind, "stopped");
    return state.reason;
  }

  it("reads a page again whose events could not be decoded because of a bug, and the others once", async () => {
    const bug = new Error("a bug");
    service = await PagingService.start(hourly(40), {});
    let pages = 0;
    const broken = {
      readFeed: async (...args: Parameters<typeof service.client.readFeed>): Promise<FeedPage> => {
        const read = await service.client.readFeed(...args);
        return ++pages !== 2
          ? read
          : Object.defineProperty({ ...read }, "items", {
              get: () => {
                throw bug;
              },
            });
      },
    };
    const paginator = new FeedPaginator(broken, requestFor(query, window, 10));
    const ids = new Set<string>();
    const addNext = async (): Promise<void> => {
      const { items } = await paginator.next();
      items.forEach(({ value }) => ids.add(value.id));
    };
    await addNext();
    await assert.rejects(addNext(), bug, "of whoever decodes it");
    await assert.rejects(addNext(), bug, "of the paginator");
    while (paginator.state.kind === "more") {
      await addNext();
    }
    assert.deepEqual([...ids], idsOf(hourly(40)));
  });

  describe("page size", () => {
    it("is as large as requested for each page, but no larger than the service applies", async () => {
      const paginator = await paginatorOn(hourly(500), { pageCap: 30 });
      for (const pageSize of [20, 500, 500, undefined, 5, undefined]) {
        await paginator.next(pageSize === undefined ? {} : { pageSize });
      }
      assert.deepEqual(requested("page_size"), ["20", "500", "30", "10", "5", "10"]);
    });

    it("is not reduced permanently by a service that reports less than it applies", async () => {
      const paginator = await paginatorOn(hourly(900), { saysPageSize: 1 }, 100);
      const { ids } = await readAll(paginator);
      assert.equal(ids.length, 900);
      // The second page is requested before the first one is decoded.
      assert.deepEqual(requested("page_size"), ["100", "1", ...Array<string>(8).fill("100")]);
    });
  });

  describe("an event that cannot be read", () => {
    it("is the only one left out if it is nested too deeply", async () => {
      const events = hourly(25, { 3: "deep", 11: "deep" });
      const paginator = await paginatorOn(events);
      const { ids, malformed } = await readAll(paginator);
      assert.deepEqual(
        ids,
        idsOf(events).filter((id) => id !== "evt_3" && id !== "evt_11"),
      );
      assert.equal(malformed, 2);
      assert.equal(service.requests.length, 3);
    });

    it("is the only one left out if it is too large by itself", async () => {
      const events = hourly(40, { 17: "huge" });
      const paginator = await paginatorOn(events, {}, 16);
      const { pages, ids, malformed } = await readAll(paginator);
      assert.deepEqual(
        ids,
        idsOf(events).filter((id) => id !== "evt_17"),
      );
      assert.equal(malformed, 1);
      // Its date is needed for the position.
      const titles = pages.filter(({ titlesOnly }) => titlesOnly);
      assert.deepEqual(
        titles.flatMap(({ items }) => items.map(({ value }) => [value.id, value.title])),
        [["evt_17", "Title of evt_17"]],
      );
      assert.equal(paginator.state.kind, "complete");
    });

    it("makes pages smaller, then larger again", async () => {
      const paginator = await paginatorOn(hourly(100, { 17: "huge" }), {}, 16);
      await readAll(paginator);
      assert.deepEqual(
        requested("page_size").map(Number),
        // The first event after 16 is not the large one: the next page is tried twice as large, and too large again.
        [16, 16, 8, 4, 2, 1, 2, 1, 1, 1, 2, 4, 8, 16, 16, 16, 16, 16],
      );
    });

    it("may be the first one, or every one", async () => {
      const events = hourly(6, { 0: "huge", 1: "huge", 2: "huge", 3: "deep", 4: "huge" });
      const { ids, malformed } = await readAll(await paginatorOn(events));
      assert.deepEqual(ids, ["evt_5"]);
      assert.equal(malformed, 5);
    });

    it("does not cause many requests that fail if all pages of a size are too large", async () => {
      const paginator = await paginatorOn(hourly(300));
      let refusedBytes = 0;
      service.intercept = ({ parameters }, respond) => {
        if (Number(parameters.get("page_size")) <= 2) {
          return respond();
        }
        refusedBytes++;
        return page("x".repeat(100_000));
      };
      const { ids } = await readAll(paginator);
      assert.equal(ids.length, 300);
      assert.ok(refusedBytes < 12, `${refusedBytes} pages in vain`);
    });

    it("fails if not even its title can be read", async () => {
      const paginator = await paginatorOn(hourly(3));
      service.intercept = () => page("x".repeat(100_000));
      await assert.rejects(
        paginator.next(),
        (error) => error instanceof ApiError && error.kind === "tooLarge",
      );
      service.intercept = undefined;
      assert.equal((await readAll(paginator)).ids.length, 3);
    });

    it("fails if only titles are asked for, and not even one can be read", async () => {
      service = await PagingService.start(hourly(3));
      const paginator = new FeedPaginator(service.client, { ...requestFor(query, window, 4), fields: "ids" });
      service.intercept = () => page("x".repeat(100_000));
      await assert.rejects(
        paginator.next(),
        (error) => error instanceof ApiError && error.kind === "tooLarge",
      );
      assert.deepEqual(requested("page_size").map(Number), [4, 2, 1]);
    });
  });

  describe("a refused cursor", () => {
    for (const refusal of [400, 404, 410, 422]) {
      it(`makes it restart from the position reached (${refusal})`, async () => {
        const events = hourly(100);
        const paginator = await paginatorOn(events, { refuses: (nth) => nth % 4 === 0, refusal });
        const { ids } = await readAll(paginator);
        assert.deepEqual(ids, idsOf(events));
        assert.equal(paginator.state.kind, "complete");
        const again = service.requests.filter(({ parameters }, n) => n > 0 && !parameters.has("cursor"));
        assert.ok(again.length > 0);
        for (const { parameters } of again) {
          assert.ok(Date.parse(parameters.get("until") ?? "") < untilMs, "not from the start");
        }
      });
    }

    it("does not stop it even if no cursor is ever accepted", async () => {
      const events = hourly(1200);
      service = await PagingService.start(events, { refuses: () => true });
      const since = { sinceMs: untilMs - 2000 * hour, untilMs };
      const paginator = new FeedPaginator(service.client, requestFor(query, since, 40));
      assert.deepEqual((await readAll(paginator)).ids, idsOf(events));
    });

    it("may be one of an earlier paginator", async () => {
      const events = hourly(30);
      const start = { cursor: "of last week", positionMs: untilMs - 20 * hour };
      const paginator = await paginatorOn(events, {}, 10, start);
      service.intercept = ({ parameters }, respond) =>
        parameters.get("cursor") === start.cursor ? status(410) : respond();
      assert.deepEqual((await readAll(paginator)).ids, idsOf(events).slice(19));
      assert.deepEqual(requested("until").slice(1), [new Date(start.positionMs + 1).toISOString()]);
    });

    it("skips no event of an instant that has many", async () => {
      const events = Array.from({ length: 620 }, (_, n) => ({ id: `evt_${n}`, ms: untilMs - hour }));
      const paginator = await paginatorOn(events, { refuses: (nth) => nth % 40 === 0 });
      assert.deepEqual((await readAll(paginator)).ids.length, 620);
    });

    it("skips nothing after an event that is dated out of order", async () => {
      const events = hourly(60).map((event, n) =>
        n % 20 === 9 ? { ...event, ms: untilMs - 900 * hour } : event,
      );
      const paginator = await paginatorOn(events, { refuses: (nth) => nth % 2 === 0 });
      assert.deepEqual((await readAll(paginator)).ids.toSorted(), idsOf(events).toSorted());
    });

    it("fails if a restart makes no progress, and can be retried", async () => {
      const events = Array.from({ length: 1100 }, (_, n) => ({ id: `evt_${n}`, ms: untilMs - hour }));
      const paginator = await paginatorOn(events, { refuses: () => true });
      await assert.rejects(readAll(paginator), /This cursor has expired/);
      const { length } = service.requests;
      assert.ok(length < 10, `${length} requests`);
      service.behavior = {};
      assert.deepEqual((await readAll(paginator)).ids, idsOf(events));
    });

    it("is not retried if the window itself is refused", async () => {
      const paginator = await paginatorOn(hourly(30));
      await paginator.next();
      service.intercept = () => status(404);
      for (const requests of [3, 4]) {
        await assert.rejects(
          paginator.next(),
          (error) => error instanceof ApiError && error.kind === "notFound",
        );
        assert.equal(service.requests.length, requests);
      }
      service.intercept = undefined;
      const { ids } = await readAll(paginator);
      assert.deepEqual(ids.slice(-20), idsOf(hourly(30)).slice(10));
    });

    it("is not confused with a refused key", async () => {
      const paginator = await paginatorOn(hourly(30));
      await paginator.next();
      service.intercept = () => status(401);
      await assert.rejects(paginator.next());
      assert.equal(service.requests.length, 2);
    });
  });

  describe("no progress", () => {
    it("stops it if there is more but no cursor", async () => {
      const paginator = await paginatorOn([]);
      service.intercept = () => page({ events: [], has_more: true, next_cursor: null });
      await readAll(paginator);
      assert.equal(
        stopReason(paginator),
        "Paging stopped: the service reported more events but sent no cursor.",
      );
    });

    it("stops it if a cursor is repeated", async () => {
      const paginator = await paginatorOn([]);
      let n = 0;
      service.intercept = () => page({ events: [], has_more: true, next_cursor: `cursor ${n++ % 3}` });
      assert.equal((await readAll(paginator)).pages.length, 4);
      assert.equal(stopReason(paginator), "Paging stopped: the service repeated a page.");
    });

    it("stops it if new cursors lead to the same events", async () => {
      const paginator = await paginatorOn(hourly(30), {}, 10);
      let n = 0;
      service.intercept = () =>
        page({
          events: idsOf(hourly(30))
            .slice((n * 10) % 30, ((n * 10) % 30) + 10)
            .map((id) => ({ id })),
          has_more: true,
          next_cursor: `cursor ${n++}`,
        });
      const { pages, ids } = await readAll(paginator, new Set(), 200);
      assert.equal(ids.length, 30);
      assert.ok(pages.length > 50);
      assert.equal(stopReason(paginator), "Paging stopped: the service keeps sending the same events.");
    });

    it("stops it after very many empty pages, and not before", async () => {
      const paginator = await paginatorOn([]);
      let n = 0;
      service.intercept = () => page({ events: [], has_more: true, next_cursor: `cursor ${n++}` });
      assert.equal((await readAll(paginator, new Set(), 5_001)).pages.length, 5_001);
      assert.equal(stopReason(paginator), "Paging stopped: the service sent 5,000 empty pages in a row.");
    }).timeout(60_000);

    it("ends when the service recovers: it continues from the position reached", async () => {
      const events = hourly(30);
      const paginator = await paginatorOn(events);
      await paginator.next();
      service.intercept = ({ parameters }) =>
        page({ events: [], has_more: true, next_cursor: parameters.get("cursor") });
      await readAll(paginator);
      assert.equal(paginator.state.kind, "stopped");
      service.intercept = undefined;
      const pages = [await paginator.next(), ...(await readAll(paginator)).pages];
      const ids = new Set(pages.flatMap(({ items }) => items.map(({ value }) => value.id)));
      assert.ok(
        idsOf(events)
          .slice(10)
          .every((id) => ids.has(id)),
      );
      assert.ok(!ids.has("evt_0"));
    });
  });
});

describe("FeedPaginator on any correct service", () => {
  it("reads each event at least once", async () => {
    const event = fc.record({
      /** Hours after the previous one. */
      later: fc.constantFrom(0, 0, 1, 2, 30),
      kind: fc.constantFrom(undefined, undefined, undefined, undefined, "deep" as const, "huge" as const),
      dated: fc.integer({ min: 0, max: 20 }),
    });
    const behavior = fc.record(
      {
        pageCap: fc.integer({ min: 1, max: 50 }),
        emptyEvery: fc.integer({ min: 2, max: 9 }),
        refused: fc.array(fc.boolean(), { maxLength: 30 }),
        refusal: fc.constantFrom(400, 404, 410, 422),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 60 }),
        behavior,
        fc.integer({ min: 1, max: 60 }),
        async (plan, { refused = [], ...own }, pageSize) => {
          let ms = untilMs - 1;
          const events = plan.map(({ later, kind, dated }, n): PagedEvent => {
            ms -= later * hour;
            return { id: `evt_${n}`, ...(dated > 0 && { ms }), ...(kind && { kind }) };
          });
          const service = await PagingService.start(events, {
            ...own,
            refuses: (nth) => refused[nth - 1] === true,
          });
          try {
            const since = { sinceMs: 0, untilMs };
            const paginator = new FeedPaginator(service.client, requestFor(query, since, pageSize));
            const ids = new Set<string>();
            // Among many events of one instant in tiny pages, a refused cursor is an error, and is retried.
            for (let tries = 0; tries <= refused.length && paginator.state.kind !== "complete"; tries++) {
              await readAll(paginator, ids).catch((error: unknown) => {
                assert.ok(
                  error instanceof ApiError && ["rejected", "notFound"].includes(error.kind),
                  String(error),
                );
              });
            }
            assert.equal(paginator.state.kind, "complete");
            const readable = events.filter(({ kind }) => kind === undefined);
            assert.deepEqual(ids, new Set(idsOf(readable)));
          } finally {
            await service.dispose();
          }
        },
      ),
      { numRuns: 150, includeErrorInReport: true },
    );
  }).timeout(120_000);
});

describe("FeedPaginator on any incorrect service", () => {
  /** Its responses. New cursors contain the number of the request. */
  const answer = fc.record({
    kind: fc.constantFrom("page", "page", "page", "refused", "tooLarge"),
    first: fc.nat({ max: 20 }),
    count: fc.nat({ max: 6 }),
    cursor: fc.constantFrom("new", "new", "new", "new", "none", "known"),
    hasMore: fc.integer({ min: 0, max: 50 }),
    pageSize: fc.integer({ min: 1, max: 500 }),
  });

  it("ends after a limited number of requests, or fails", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 12 }), async (answers) => {
        const events = hourly(30);
        let requests = 0;
        const client = fakeClient({
          readFeed: () => {
            const next = answers[requests++ % answers.length] ?? assert.fail();
            if (next.kind !== "page") {
              const failure =
                next.kind === "refused"
                  ? ({ kind: "rejected", status: 400 } as const)
                  : ({ kind: "tooLarge", limitBytes: 1 } as const);
              return Promise.reject(new ApiError(failure, "No."));
            }
            const nextCursor = { new: `${requests}`, none: null, known: "known" }[next.cursor] ?? null;
            return Promise.resolve({
              items: events
                .slice(next.first, next.first + next.count)
                .map(({ id, ms = 0 }) => ({ value: { id, publishedMs: ms }, json: "{}" })),
              malformed: 0,
              hasMore: next.hasMore > 0,
              nextCursor,
              pageSize: next.pageSize,
            });
          },
        });
        const paginator = new FeedPaginator(client, requestFor(query, window, 40));
        try {
          await readAll(paginator, new Set(), 12_000);
        } catch (error) {
          assert.ok(error instanceof ApiError, String(error));
        }
        assert.ok(requests < 60_000, `${requests} requests`);
      }),
      { numRuns: 200 },
    );
  }).timeout(120_000);
});

describe("decodeInOwnTurn", () => {
  it("decodes between two turns of the event loop", async () => {
    const happened: string[] = [];
    const note = (what: string) => setImmediate(() => happened.push(what));
    const page = {
      get items() {
        happened.push("decoded");
        note("another turn");
        return [{ value: { id: "evt" }, json: "{}" }];
      },
    };
    note("a turn");
    await decodeInOwnTurn(page);
    assert.deepEqual(happened, ["a turn", "decoded", "another turn"]);
  });
});
