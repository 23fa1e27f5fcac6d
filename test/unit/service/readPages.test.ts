import assert from "node:assert/strict";
import fc from "fast-check";
import { ApiError } from "../../../src/service/errors";
import {
  type PagingState,
  type ReadPage,
  readPages,
  readPagesAhead,
  type ReadPagesOptions,
} from "../../../src/service/readPages";
import type { FeedRequest, RequestOptions } from "../../../src/service/types";
import { type PagedEvent, type PagingBehavior, PagingService } from "../../support/services/pagingService";
import { page, status } from "../../support/services/scriptedAnswers";

const hour = 3_600_000;
const untilMs = Date.UTC(2026, 10, 22);
const window = {
  since: new Date(untilMs - 2000 * hour).toISOString(),
  until: new Date(untilMs).toISOString(),
};

/** One event in each hour, newest first. */
function hourly(count: number, kinds: Readonly<Record<number, PagedEvent["kind"]>> = {}): PagedEvent[] {
  return Array.from({ length: count }, (_, n) => {
    const kind = kinds[n];
    return { id: `evt_${n}`, ms: untilMs - (n + 1) * hour, ...(kind && { kind }) };
  });
}

const idsOf = (events: readonly PagedEvent[]): string[] => events.map(({ id }) => id);

describe("readPages", () => {
  let service: PagingService;
  let first: FeedRequest;

  async function start(
    events: readonly PagedEvent[],
    behavior: PagingBehavior = {},
    pageSize = 10,
  ): Promise<void> {
    service = await PagingService.start(events, behavior);
    first = { ...window, pageSize, fields: "full" };
  }
  afterEach(() => service.dispose());

  /** Result of reading until a failure, a number of pages or the end. */
  interface Outcome {
    readonly ids: string[];
    readonly pages: readonly ReadPage[];
    readonly state: PagingState | undefined;
    readonly error?: unknown;
  }

  async function readAll(options: ReadPagesOptions = {}, maxPages = Infinity): Promise<Outcome> {
    const pages: ReadPage[] = [];
    let error: unknown;
    try {
      for await (const read of readPages(service.client, first, options)) {
        pages.push(read);
        if (pages.length === maxPages) {
          break;
        }
      }
    } catch (thrown) {
      error = thrown;
    }
    return {
      ids: [...new Set(pages.flatMap((read) => read.page.items.map(({ value }) => value.id)))],
      pages,
      state: pages.at(-1)?.state,
      ...(error !== undefined && { error }),
    };
  }

  /** Values of a parameter in all requests so far. */
  const requested = (name: string) => service.requests.map(({ parameters }) => parameters.get(name));

  it("reads ahead on request, and aborts that when the loop ends", async () => {
    const events = hourly(30);
    await start(events);
    const signals: (AbortSignal | undefined)[] = [];
    const client = {
      readFeed: (request: FeedRequest, options?: RequestOptions) => {
        signals.push(options?.signal);
        return service.client.readFeed(request, options);
      },
    };
    const ids: string[] = [];
    for await (const { page } of readPagesAhead(client, first)) {
      ids.push(...page.items.map(({ value }) => value.id));
    }
    assert.deepEqual(ids, idsOf(events));
    signals.length = 0;
    for await (const { page } of readPagesAhead(client, first)) {
      assert.equal(page.items.length, 10);
      assert.equal(signals.length, 2);
      break;
    }
    assert.equal(signals[1]?.aborted, true);
  });

  it("reads the entire window over short and empty pages, with unchanged cursors", async () => {
    const events = hourly(500);
    await start(events, { pageCap: 30, emptyEvery: 60 });
    const { ids, state } = await readAll();
    assert.deepEqual([ids, state], [idsOf(events), { kind: "complete" }]);
    assert.equal(requested("cursor")[0], null);
    service.intercept = ({ parameters }) =>
      page({
        events: [],
        has_more: !parameters.has("cursor"),
        next_cursor: parameters.has("cursor") ? null : 'a&b=c#d+%20ü"',
      });
    await readAll();
    assert.equal(requested("cursor").at(-1), 'a&b=c#d+%20ü"');
  });

  it("requests each page with its own size", async () => {
    await start(hourly(600));
    const sizes = [20, 500, 5, 100];
    await readAll({ pageSize: () => sizes.shift() ?? assert.fail() }, 4);
    assert.deepEqual(requested("page_size"), ["20", "500", "5", "100"]);
  });

  it("accepts a page with far more events than asked for", async () => {
    await start([]);
    const publishedMs = Date.parse(window.since);
    const items = Array.from({ length: 300_000 }, (_, n) => ({
      value: { id: `evt_${n}`, publishedMs },
      json: "",
    }));
    const all = { items, malformed: 0, hasMore: false, nextCursor: null };
    const { value } = await readPages({ readFeed: () => Promise.resolve(all) }, first).next();
    assert.equal(value?.end.positionMs, publishedMs);
  });

  it("resumes where an earlier loop ended or failed", async () => {
    const events = hourly(50);
    await start(events);
    const before = await readAll({}, 2);
    service.intercept = () => status(503);
    const options = { start: before.pages.at(-1)?.end };
    assert.ok((await readAll(options)).error instanceof ApiError);
    service.intercept = undefined;
    assert.deepEqual((await readAll(options)).ids, idsOf(events).slice(20));
  });

  it("stops when it is canceled", async () => {
    await start(hourly(50));
    const controller = new AbortController();
    service.intercept = (_, sound) => {
      if (service.requests.length === 3) {
        controller.abort();
      }
      return sound();
    };
    const { pages, error } = await readAll({ signal: controller.signal });
    assert.equal(pages.length, 2);
    assert.ok(error instanceof ApiError && error.kind === "aborted");
  });

  describe("with an unreadable event", () => {
    it("requests smaller pages if one is too large, and fails at a single event that is too large", async () => {
      const events = hourly(100, { 17: "huge" });
      await start(events, {}, 16);
      const { ids, error } = await readAll();
      assert.deepEqual(ids, idsOf(events).slice(0, 17));
      assert.ok(error instanceof ApiError && error.kind === "tooLarge");
      await service.dispose();
      await start(hourly(100), {}, 16);
      service.intercept = ({ parameters }, sound) =>
        Number(parameters.get("page_size")) > 5 ? page("x".repeat(100_000)) : sound();
      const all = await readAll();
      assert.deepEqual([all.ids.length, all.state], [100, { kind: "complete" }]);
    });
  });

  describe("after a rejected cursor", () => {
    for (const refusal of [400, 404]) {
      it(`continues from a time that the last page certainly reached (${refusal})`, async () => {
        const events = hourly(30);
        await start(events, { refuses: (nth) => nth === 2, refusal });
        const { ids, state } = await readAll();
        assert.deepEqual([ids, state], [idsOf(events), { kind: "complete" }]);
        const reachedMs = untilMs - 16 * hour;
        assert.equal(requested("until")[3], new Date(reachedMs + 1).toISOString());
        assert.equal(requested("cursor")[3], null);
      });
    }

    it("skips nothing if the last event of a page is out of order", async () => {
      const events = hourly(30).map((event, n) =>
        n === 9 ? { ...event, ms: untilMs - 26.5 * hour } : event,
      );
      await start(events, { refuses: (nth) => nth === 1 });
      assert.deepEqual((await readAll()).ids.toSorted(), idsOf(events).toSorted());
    });

    it("reads everything even if no cursor is ever accepted", async () => {
      const events = hourly(300);
      await start(events, { refuses: () => true }, 40);
      assert.deepEqual((await readAll()).ids, idsOf(events));
    });

    it("reads all events if many pages share an instant", async () => {
      const events = Array.from({ length: 130 }, (_, n) => ({ id: `evt_${n + 100}`, ms: untilMs - hour }));
      await start(events, { refuses: (nth) => nth === 60 }, 2);
      const { ids, state } = await readAll();
      assert.deepEqual([ids, state], [idsOf(events), { kind: "complete" }]);
    });

    it("fails if the service ignores the new start", async () => {
      // Rejects the first cursor, after a new start the second one, then the first again, and so on.
      await start(hourly(30), { refuses: (nth) => nth % 3 !== 2 });
      service.intercept = ({ parameters }, sound) => {
        parameters.set("until", window.until);
        return sound();
      };
      const { error } = await readAll();
      assert.match(String(error), /This cursor has expired/);
      assert.ok(service.requests.length < 10);
    });

    it("fails if there is no progress, or if the key is rejected", async () => {
      const events = Array.from({ length: 100 }, (_, n) => ({ id: `evt_${n}`, ms: untilMs - hour }));
      await start(events, { refuses: () => true });
      const { error } = await readAll();
      assert.match(String(error), /This cursor has expired/);
      assert.ok(service.requests.length < 6);
      service.intercept = ({ parameters }, sound) => (parameters.has("cursor") ? status(401) : sound());
      const { length } = service.requests;
      assert.ok((await readAll()).error instanceof ApiError);
      assert.equal(service.requests.length, length + 2);
    });
  });

  it("continues at the end of today after an event in the far future and empty pages", async () => {
    await start([]);
    const served = new Date(untilMs - hour).toUTCString();
    const dated = (id: string, ms: number) => ({ id, published_at: new Date(ms).toISOString() });
    service.intercept = ({ parameters }) => {
      const isFirst = !parameters.has("cursor") && !parameters.has("until");
      const events = isFirst
        ? [dated("evt_2099", Date.UTC(2099, 0))]
        : parameters.has("until")
          ? [dated("evt_now", untilMs - 2 * hour)]
          : [];
      const has_more = !parameters.has("until");
      const next_cursor = has_more ? `after ${service.requests.length}` : null;
      return page({ events, has_more, next_cursor }, { Date: served });
    };
    first = { since: window.since, pageSize: 10, fields: "full" };
    const { ids, state } = await readAll();
    assert.deepEqual([ids, state], [["evt_2099", "evt_now"], { kind: "complete" }]);
    assert.deepEqual(requested("until"), [null, null, null, null, window.until]);
    // Reading that resumes there does the same.
    const [{ end } = assert.fail()] = (await readAll({}, 1)).pages;
    assert.deepEqual((await readAll({ start: end })).ids, ["evt_now"]);
  });

  describe("without progress", () => {
    const repeated = idsOf(hourly(30)).map((id) => ({ id }));
    const stops: readonly [string, (n: number) => object, string, number][] = [
      [
        "there is more but no cursor",
        () => ({ next_cursor: null }),
        "the service reported more events but sent no cursor.",
        1,
      ],
      [
        "a cursor is repeated",
        (n) => ({ next_cursor: `cursor ${n % 3}` }),
        "the service repeated a page.",
        4,
      ],
      [
        "new cursors lead to the same events",
        (n) => ({ events: repeated, next_cursor: `${n}` }),
        "the service keeps sending the same events.",
        51,
      ],
      [
        "all pages are empty",
        (n) => ({ next_cursor: `${n}` }),
        "the service sent 5,000 empty pages in a row.",
        5_000,
      ],
    ];
    for (const [name, fields, sentence, count] of stops) {
      it(`stops and says why if ${name}`, async () => {
        await start([]);
        let n = 0;
        service.intercept = () => page({ events: [], has_more: true, ...fields(n++) });
        const { pages, state } = await readAll();
        assert.deepEqual(state, { kind: "stopped", reason: `Paging stopped: ${sentence}` });
        assert.equal(pages.length, count);
      }).timeout(60_000);
    }
  });

  it("reads every readable event from any correct service", async () => {
    await start([]);
    const behaviors = fc.record({
      pageCap: fc.integer({ min: 2, max: 12 }),
      emptyEvery: fc.integer({ min: 2, max: 30 }),
      refuses: fc.constantFrom(
        () => false,
        (nth: number) => nth % 25 === 0,
      ),
    });
    const kinds = fc.array(fc.constantFrom(undefined, undefined, undefined, "odd" as const), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(kinds, behaviors, fc.integer({ min: 1, max: 20 }), async (kindsOf, behavior, size) => {
        await service.dispose();
        const events = hourly(kindsOf.length, Object.fromEntries(kindsOf.entries()));
        await start(events, behavior, size);
        const { ids, state } = await readAll();
        assert.deepEqual(ids, idsOf(events.filter(({ kind }) => kind === undefined)));
        assert.equal(state?.kind, "complete");
      }),
      { numRuns: 40 },
    );
  });
});
