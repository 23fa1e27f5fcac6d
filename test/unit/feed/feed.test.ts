import assert from "node:assert/strict";
import { ApiError } from "../../../src/service/errors";
import type { ServiceClient } from "../../../src/service/client";
import type { RequestOptions, FeedPage, FeedRequest } from "../../../src/service/types";
import type { Feed } from "../../../src/feed/feed";
import { dayMs } from "../../../src/shared/instant";
import { type DatedEventRef, datedRef } from "../../../src/shared/viewQueries";
import { allRows, createFeed, eventIds, lastWeek } from "../../support/feeds";
import { type FeedService, feedService, sampleEvent } from "../../support/services/feedService";
import { UnusedClient } from "../../support/fakes/unusedClient";

const start = Date.UTC(2026, 10, 21, 12);

/** One event an hour, from `hours` hours ago on; every third one an IPO. */
function hourly(hours: number): ReturnType<typeof sampleEvent>[] {
  return Array.from({ length: hours }, (_, n) =>
    sampleEvent(`evt_${String(n).padStart(5, "0")}`, new Date(start - (n + 1) * 3_600_000).toISOString(), {
      type: n % 3 === 0 ? "ipo" : "funding",
    }),
  );
}

function sentParameters(exchange: string | undefined): URLSearchParams {
  return new URLSearchParams(/\?(\S*)/.exec(exchange ?? "")?.[1]);
}

/** A client that can delay, fail or replace responses of the service. */
class Gate extends UnusedClient {
  lastSignal: AbortSignal | undefined;
  private readonly plans: ((call: () => Promise<FeedPage>, options?: RequestOptions) => Promise<FeedPage>)[] =
    [];

  constructor(private readonly client: ServiceClient) {
    super();
  }

  failNext(error: Error): void {
    this.plans.push(() => Promise.reject(error));
  }

  /** Delays the next call until the returned function is called. */
  holdNext(): () => void {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    this.plans.push(async (call) => {
      await opened;
      return call();
    });
    return open;
  }

  /** Makes the next call wait for another attempt until it is aborted. */
  waitNext(error: ApiError): void {
    this.plans.push((_, options) => {
      options?.onRetry?.({ delayMs: 60_000, error });
      return new Promise((__, reject) => {
        options?.signal?.addEventListener("abort", () =>
          reject(new ApiError({ kind: "aborted" }, "Aborted.")),
        );
      });
    });
  }

  answerNext(page: Partial<FeedPage>): void {
    this.plans.push(() =>
      Promise.resolve({ items: [], malformed: 0, hasMore: false, nextCursor: null, pageSize: 40, ...page }),
    );
  }

  override readFeed(request: FeedRequest, options?: RequestOptions): Promise<FeedPage> {
    this.lastSignal = options?.signal;
    const call = (): Promise<FeedPage> => this.client.readFeed(request, options);
    return this.plans.shift()?.(call, options) ?? call();
  }
}

const unavailable = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");

describe("Feed", () => {
  let service: FeedService;
  let gate: Gate;
  let feed: Feed;

  async function open(hours: number): Promise<void> {
    service = await feedService(hourly(hours));
    gate = new Gate(service.client);
    feed = createFeed(gate, service.clock, { pageSize: () => 40 });
  }

  function placeOf(id = ""): DatedEventRef {
    return datedRef(feed.events.get(id)?.value) ?? assert.fail();
  }

  async function drainWindow(): Promise<void> {
    while (feed.state.completeness.kind === "more") {
      await feed.loadOlder();
    }
  }

  afterEach(() => {
    feed.dispose();
    service.dispose();
  });

  it("shows the first page of a relative window", async () => {
    await open(400);
    await feed.start();
    assert.equal(feed.state.content, "current");
    assert.equal(feed.state.window?.sinceMs, start - 7 * dayMs);
    assert.ok(eventIds(feed).length > 0 && eventIds(feed)[0] === "evt_00000");
    const older = { sinceMs: start - 7 * dayMs, untilMs: placeOf(eventIds(feed).at(-1)).publishedMs };
    assert.deepEqual(feed.state.completeness, { kind: "more", older });
    const first = sentParameters(service.exchanges[0]);
    assert.equal(first.get("since"), new Date(start - 7 * dayMs).toISOString());
    assert.equal(first.get("page_size"), "40");
    assert.equal(first.get("fields"), "full");
  });

  it("loads older pages to the window's start, then the window before it, without gaps or duplicates", async () => {
    await open(24 * 40);
    await feed.start();
    await drainWindow();
    assert.deepEqual(feed.state.completeness, {
      kind: "complete",
      before: { sinceMs: start - 21 * dayMs, untilMs: start - 7 * dayMs },
    });
    assert.equal(eventIds(feed).length, 7 * 24);
    await feed.loadOlder();
    await drainWindow();
    const expected = hourly(21 * 24).map((event) => event.id);
    assert.deepEqual(eventIds(feed), expected);
    assert.equal(feed.state.window?.sinceMs, start - 21 * dayMs);
    await feed.setQuery(feed.query);
    assert.equal(feed.state.window.sinceMs, start - 7 * dayMs, "that of the query, which was set again");
    await drainWindow();
    assert.equal(eventIds(feed).length, 7 * 24);
  });

  it("has another revision of its rows once an empty page completes it, as the chart shows what isn't loaded", async () => {
    await open(40);
    gate.answerNext({
      ...(await service.client.readFeed(feed.firstRequest)),
      hasMore: true,
      nextCursor: "next",
    });
    await feed.start();
    const { revision } = feed.rows.info;
    assert.equal((await feed.events.chart())?.missing.length, 1);
    gate.answerNext({});
    await feed.loadOlder();
    assert.equal(feed.state.completeness.kind, "complete");
    assert.deepEqual((await feed.events.chart())?.missing, []);
    assert.ok(feed.rows.info.revision > revision);
  });

  it("numbers the events in view in the order of their rows, without day headers", async () => {
    await open(400);
    await feed.start();
    await feed.loadOlder();
    const all = eventIds(feed);
    assert.ok(allRows(feed).length > all.length + 1, "rows of days");
    assert.deepEqual(feed.events.positionOf(all.at(-1) ?? ""), { number: all.length, count: all.length });
    await feed.view.setView({ text: "", sort: { by: "company", descending: true } });
    const sorted = allRows(feed).flatMap((row) => (row.kind === "event" ? [row.id] : []));
    for (const [index, id] of sorted.entries()) {
      assert.equal(feed.events.positionOf(id)?.number, index + 1);
    }
    const [first = ""] = all;
    const { title = "" } = feed.events.get(first)?.value ?? {};
    await feed.view.setView({ text: title });
    const found = eventIds(feed);
    assert.ok(found.length < all.length);
    assert.deepEqual(feed.events.positionOf(found[0] ?? ""), { number: 1, count: found.length });
    assert.equal(feed.events.positionOf("evt_unknown"), undefined);
  });

  it("keeps filter suggestions of earlier events, until the service changes", async () => {
    await open(100);
    await feed.start();
    const both = feed.state.facets.types;
    assert.deepEqual(both.map(({ value }) => value).sort(), ["funding", "ipo"]);
    await feed.setQuery({ ...lastWeek, types: ["ipo"] });
    const [ipo, ...others] = feed.state.facets.types;
    assert.equal(ipo?.value, "ipo");
    assert.deepEqual(others, [{ value: "funding", count: 0 }]);
    await feed.setQuery({ ...lastWeek, sector: "Nobody's" });
    assert.deepEqual(feed.state.facets.sectors, [{ value: "Fintech", count: 0 }]);
    await feed.setQuery(lastWeek);
    assert.deepEqual(feed.state.facets.types, both);
    await feed.setQuery({ ...lastWeek, sector: "Nobody's" });
    await feed.reconnect(gate, false);
    assert.deepEqual(feed.state.facets, { types: [], sectors: [] });
  });

  it("keeps the old rows, marked as such, until the first page of a changed query arrives", async () => {
    await open(100);
    await feed.start();
    const before = eventIds(feed);
    const release = gate.holdNext();
    const change = feed.setQuery({ ...lastWeek, types: ["ipo"] });
    assert.equal(feed.state.content, "previous");
    assert.equal(feed.state.activity?.kind, "first");
    assert.deepEqual(eventIds(feed), before);
    release();
    await change;
    assert.equal(feed.state.content, "current");
    assert.ok(eventIds(feed).length > 0);
    assert.ok(eventIds(feed).every((id) => Number(id.slice(4)) % 3 === 0));
  });

  it("keeps the old rows if the first page fails, says why, and can retry", async () => {
    await open(100);
    await feed.start();
    const before = eventIds(feed);
    gate.failNext(unavailable);
    await feed.setQuery({ ...lastWeek, types: ["ipo"] });
    assert.deepEqual(eventIds(feed), before);
    assert.equal(feed.state.content, "previous");
    assert.deepEqual(feed.state.problem, {
      kind: "unavailable",
      message: "The service is busy.",
      action: "first",
    });
    await feed.retry();
    assert.equal(feed.state.content, "current");
    assert.equal(feed.state.problem, undefined);
  });

  it("shows the last of several quick changes, whichever response comes first", async () => {
    await open(100);
    await feed.start();
    const releaseFirst = gate.holdNext();
    const first = feed.setQuery({ ...lastWeek, types: ["ipo"] });
    const second = feed.setQuery({ ...lastWeek, types: ["funding"] });
    await second;
    releaseFirst();
    await first;
    assert.deepEqual(feed.state.query.types, ["funding"]);
    assert.ok(eventIds(feed).length > 0);
    assert.ok(eventIds(feed).every((id) => Number(id.slice(4)) % 3 !== 0));
  });

  for (const kind of ["older", "refresh"] as const) {
    it(`retries at once instead of waiting for the next attempt (${kind})`, async () => {
      await open(24 * 7);
      await feed.start();
      const { eventCount } = feed.rows.info;
      gate.waitNext(unavailable);
      const loading = kind === "older" ? feed.loadOlder() : feed.refresh();
      while (feed.state.activity?.waitMs === undefined) {
        await new Promise(setImmediate);
      }
      assert.deepEqual([feed.state.activity.kind, feed.state.problem?.kind], [kind, "unavailable"]);
      await Promise.all([feed.retry(), loading]);
      assert.equal(feed.state.activity, undefined);
      assert.ok(kind === "older" ? feed.rows.info.eventCount > eventCount : feed.state.content === "current");
    });
  }

  it("loads the entire window to show an undated event", async () => {
    await open(24 * 7);
    await feed.start();
    assert.deepEqual(feed.details.get({ id: "evt_undated" }), { kind: "unknown", missing: "notLoaded" });
    await feed.showAround({ id: "evt_undated" });
    assert.equal(feed.rows.info.eventCount, 24 * 7);
    assert.deepEqual(feed.details.get({ id: "evt_undated" }), { kind: "unknown", missing: "gone" });
  });

  for (const [name, query] of [
    ["the same query", lastWeek],
    ["another query", { ...lastWeek, types: ["ipo"] }],
  ] as const) {
    it(`repeats showing the events around one on Retry, with ${name}`, async () => {
      await open(24 * 7);
      await feed.start();
      const around = { id: "evt_00120", publishedMs: start - 121 * 3_600_000 };
      assert.ok(!eventIds(feed).includes(around.id));
      gate.failNext(unavailable);
      await feed.showAround(around, query);
      assert.equal(feed.state.problem?.action, "first");
      await feed.retry();
      assert.equal(feed.state.problem, undefined);
      assert.equal(eventIds(feed)[0], around.id);
    });
  }

  describe("of a saved feed", () => {
    const unread = (ids: readonly string[], canUndo = false): void =>
      feed.rows.setUnread({
        events: ids.map((id) => ({ id, publishedMs: Date.parse(idsOf.get(id) ?? "") })),
        count: ids.length,
        atLeast: false,
        canUndo,
      });
    let idsOf: ReadonlyMap<string, string>;
    const shown = (): string[] =>
      allRows(feed).flatMap((row) =>
        row.kind === "unread"
          ? [row.state === "unread" ? `-- ${row.inView}/${row.count}` : `-- ${row.state}`]
          : row.kind === "event"
            ? [row.isUnread ? `${row.id}*` : row.id]
            : [],
      );

    beforeEach(async () => {
      await open(24 * 7);
      await feed.start();
      idsOf = new Map(
        Array.from(feed.events.inView(), ({ value }) => [value.id, value.publishedAt ?? ""] as const),
      );
    });

    it("marks unread rows, and draws the unread line below the oldest one", () => {
      const [a, b, c, d] = [...idsOf.keys()];
      unread([c ?? "", a ?? "", "evt_unknown"]);
      assert.deepEqual(shown().slice(0, 5), [`${a}*`, b, `${c}*`, "-- 2/3", d]);
    });

    it("keeps the unread line in place while events are read, until it is hidden", () => {
      const [a, b, c, d] = [...idsOf.keys()];
      unread([a ?? "", c ?? ""]);
      assert.deepEqual(shown().slice(0, 5), [`${a}*`, b, `${c}*`, "-- 2/2", d]);
      unread([a ?? ""]);
      assert.deepEqual(shown().slice(0, 5), [`${a}*`, b, c, "-- 1/1", d]);
      unread([], true);
      assert.deepEqual(shown().slice(0, 5), [a, b, c, "-- markedRead", d]);
      const { revision } = feed.rows.info;
      feed.setVisible(false);
      assert.deepEqual(shown().slice(0, 4), [a, b, c, d]);
      assert.notEqual(feed.rows.info.revision, revision);
    });

    it("draws no unread line if no unread event is listed, and draws it last if all are", async () => {
      unread(["evt_unknown"]);
      assert.ok(allRows(feed).every(({ kind }) => kind !== "unread"));
      const last = [...idsOf.keys()].at(-1) ?? "";
      unread([last]);
      assert.deepEqual(shown().slice(-2), [`${last}*`, "-- 1/1"]);
      await feed.view.setView({ text: "", sort: { by: "company", descending: false } });
      assert.ok(shown().includes(`${last}*`), "sorted");
      assert.ok(allRows(feed).every(({ kind }) => kind !== "unread"));
    });
  });

  it("loads the entire window of the latest query", async () => {
    await open(24 * 7);
    await feed.start();
    const release = gate.holdNext();
    const steps = [feed.setQuery({ ...lastWeek, types: ["funding"] }), feed.loadWindow()];
    steps.push(feed.setQuery({ ...lastWeek, types: ["ipo"] }));
    release();
    await Promise.all(steps);
    assert.equal(eventIds(feed).length, (24 * 7) / 3);
  });

  it("loads the entire window after a failed refresh, but not after a failed new query", async () => {
    await open(24 * 7);
    await feed.start();
    gate.failNext(unavailable);
    await Promise.all([feed.refresh(), feed.loadWindow()]);
    assert.equal(eventIds(feed).length, 24 * 7);
    gate.failNext(unavailable);
    const asked = service.exchanges.length;
    await Promise.all([feed.setQuery({ ...lastWeek, types: ["ipo"] }), feed.loadWindow()]);
    assert.equal(service.exchanges.length, asked);
    assert.equal(feed.state.problem?.action, "first");
  });

  it("reloads in place with a different key, and retries if that fails", async () => {
    await open(24 * 7);
    await feed.start();
    await feed.loadOlder();
    const before = eventIds(feed);
    const place = placeOf(before.at(-3));
    feed.setVisibleEvents({ topmost: place, last: place });
    feed.details.show(place);
    const other = new Gate(service.client);
    other.failNext(unavailable);
    const release = other.holdNext();
    const reconnected = feed.reconnect(other, true);
    assert.deepEqual([eventIds(feed), feed.state.content], [before, "current"]);
    await reconnected;
    assert.deepEqual([feed.state.problem?.action, feed.state.live.kind], ["refresh", "waiting"]);
    gate.failNext(new Error("The old key is not used any more."));
    feed.live.pollNow();
    release();
    while (feed.state.problem ?? feed.state.activity) {
      await new Promise(setImmediate);
    }
    assert.deepEqual(eventIds(feed).slice(0, before.length), before);
    assert.equal(feed.details.get(place).missing, undefined);
  });

  it("abandons operations that were started on another service", async () => {
    await open(24 * 7);
    await feed.start();
    const release = gate.holdNext();
    const asked = service.exchanges.length;
    const steps = [feed.refresh(), feed.loadWindow(), feed.reconnect(service.client, false)];
    release();
    await Promise.all(steps);
    assert.equal(feed.state.content, "current");
    assert.equal(service.exchanges.length - asked, 1, "its first page");
  });

  it("restores a position with one page, and a gap above that can be filled", async () => {
    await open(24 * 7);
    const place = start - 60.5 * 3_600_000;
    await feed.restore({ topmost: { id: "evt", publishedMs: place } });
    assert.equal(eventIds(feed)[0], "evt_00060");
    const [gap, day] = feed.rows.get({ start: 0, end: 2 }).rows;
    assert.deepEqual(gap, { kind: "gap", sinceMs: place + 1, untilMs: start, filling: false });
    assert.equal(day?.kind, "day");
    const read = sentParameters(service.exchanges.at(-1));
    assert.equal(read.get("until"), new Date(place + 1).toISOString());
    const shown = eventIds(feed);
    gate.failNext(unavailable);
    await feed.fillGap(place + 1);
    assert.equal(feed.state.problem?.action, "gap");
    assert.deepEqual(eventIds(feed), shown);
    await feed.retry();
    assert.deepEqual(
      eventIds(feed),
      hourly(eventIds(feed).length).map((event) => event.id),
    );
    assert.ok(feed.rows.get({ start: 0, end: 99 }).rows.every((row) => row.kind !== "gap"));
  });
});
