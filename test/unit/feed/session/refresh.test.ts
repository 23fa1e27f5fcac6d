import { checkForUpdates, feedDefaults, onDidChangeRows } from "../../../support/feeds";
import assert from "node:assert/strict";
import { EventBudget } from "../../../../src/feed/session/eventBudget";
import { Feed } from "../../../../src/feed/feed";
import type { FeedQuery } from "../../../../src/shared/feedQuery";
import type { GapRow } from "../../../../src/shared/feedState";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { type PagedEvent, type PagingManners, PagingService } from "../../../support/services/pagingService";
import { status } from "../../../support/services/scriptedAnswers";

const minute = 60_000;
const hour = 60 * minute;
const lastWeek: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

describe("Refreshing a feed", () => {
  let clock: FakeClock;
  let events: PagedEvent[];
  let service: PagingService;
  let feed: Feed;
  let maxEvents: number;

  beforeEach(() => {
    clock = new FakeClock();
    maxEvents = 1_000_000;
  });

  afterEach(async () => {
    feed.dispose();
    await service.dispose();
  });

  /** One event each `apartMs`, newest first. */
  async function open(count: number, manners: PagingManners = {}, apartMs = minute): Promise<void> {
    events = Array.from({ length: count }, (_, n) => ({
      id: `evt_${n}`,
      ms: clock.now() - (n + 1) * apartMs,
    }));
    service = await PagingService.start(events, manners);
    feed = new Feed(lastWeek, {
      client: service.client,
      clock,
      pageSize: () => 40,
      ...feedDefaults,
      budget: new EventBudget(() => maxEvents),
    });
    await feed.start();
  }

  function ids(): string[] {
    return Array.from(feed.events.inView(), ({ value }) => value.id);
  }

  function all(): string[] {
    return events.map(({ id }) => id);
  }

  /** The newest events of the service, as many as there are in the list: none missing, none twice. */
  function assertNoneMissing(atLeast: number): void {
    assert.ok(ids().length >= atLeast, `${ids().length} of ${atLeast}`);
    assert.deepEqual(ids(), all().slice(0, ids().length));
  }

  function gaps(): GapRow[] {
    const found: GapRow[] = [];
    for (let start = 0; start < feed.rows.info.rowCount; start += 1000) {
      const { rows } = feed.rows.get({ start, end: start + 1000 });
      found.push(...rows.filter((row) => row.kind === "gap"));
    }
    return found;
  }

  /** The person reads 30 rows from the `n`th event on. */
  function read(n: number): void {
    const [topmost, last] = [n, n + 30].map((at) => {
      const { id, ms = NaN } = events[at] ?? assert.fail();
      return { id, publishedMs: ms };
    });
    feed.setVisibleEvents({ ...(n > 0 && topmost && { topmost }), last: last ?? assert.fail() });
  }

  async function loadOlder(count: number): Promise<void> {
    while (feed.rows.info.eventCount < count) {
      await feed.loadOlder();
    }
  }

  /** The service sends so many more pages that go on from another one, and fails at those after them. */
  function failAfter(pages: number): void {
    service.intercept = ({ parameters }) =>
      parameters.has("cursor") && pages-- <= 0 ? status(503, { detail: "Busy." }) : undefined;
  }

  /** How many events were shown, each time that rows changed, while something ran. */
  async function counting(run: Promise<unknown>): Promise<number[]> {
    const counts: number[] = [];
    const listening = onDidChangeRows(feed, () => counts.push(feed.events.countInView));
    await run;
    listening.dispose();
    return counts;
  }

  /** Checks for new events ask for IDs first. */
  function fullRequests(): number {
    return service.requests.filter(({ parameters }) => parameters.get("fields") === "full").length;
  }

  function arrive(count: number): void {
    clock.advance(minute);
    for (let n = 0; n < count; n++) {
      events.unshift({ id: `new_${n}`, ms: clock.now() - 1000 + n });
    }
  }

  it("brings back all that was loaded, and what is new, after the entire window was loaded", async () => {
    await open(1_408);
    await feed.loadWindow();
    read(0);
    arrive(3);
    const asked = fullRequests();
    const counts = await counting(feed.refresh());
    assert.deepEqual(ids(), all());
    assert.equal(feed.state.completeness.kind, "complete");
    assert.equal(feed.state.activity, undefined);
    assert.equal(counts[0], 40, "the first page is shown as soon as it is there");
    assert.equal(fullRequests() - asked, 5);
  });

  it("asks for no more than one page where no more was loaded and nothing is new", async () => {
    await open(1_408);
    read(0);
    const asked = fullRequests();
    await feed.refresh();
    await feed.refresh();
    assert.equal(fullRequests() - asked, 2);
    assert.equal(ids().length, 40);
  });

  it("brings back what older pages brought, and the window that they opened, no further one", async () => {
    await open(400, {}, hour);
    await feed.loadWindow();
    await feed.loadOlder();
    await feed.loadWindow();
    const { window, completeness } = feed.state;
    assert.equal(completeness.kind, "complete");
    for (let n = 0; n < 3; n++) {
      clock.advance(5 * hour);
      await feed.refresh();
      assert.deepEqual(ids(), all());
      assert.equal(feed.state.window?.sinceMs, window?.sinceMs);
      assert.equal(feed.state.completeness.kind, "complete");
    }
  });

  it("stays within a window that moves on, where no older one was opened", async () => {
    await open(400, {}, hour);
    await feed.loadWindow();
    read(130);
    clock.advance(5 * hour);
    await feed.refresh();
    assert.deepEqual(ids(), all().slice(0, 7 * 24 - 5));
    assert.equal(feed.state.window?.extended, undefined);
    assert.equal(feed.state.completeness.kind, "complete");
    // Once more: what went is not looked for, and a selection of it goes.
    const asked = fullRequests();
    await feed.refresh();
    assert.ok(fullRequests() - asked <= 2);
    assert.deepEqual(feed.events.retained(["evt_0", "evt_167"]), ["evt_0"]);
  });

  describe("with the person 150 pages down", () => {
    const depth = 150 * 40;

    it("keeps the place, with nothing above it missing", async () => {
      await open(8_000);
      await loadOlder(depth);
      read(depth - 40);
      arrive(5);
      const counts = await counting(feed.refresh());
      assert.ok((counts[0] ?? 0) >= depth, "the place is there when the rows change");
      assertNoneMissing(depth + 5);
      assert.deepEqual(gaps(), []);
    });

    it("leaves a gap above the place where the service's pages are too small, and fills it when asked", async () => {
      await open(depth + 100, { pageCap: 40 });
      await feed.loadWindow();
      read(depth - 40);
      const [topmost, last] = [depth - 40, depth - 10].map((n) => events[n]);
      const gapBelow = (events[depth - 41]?.ms ?? NaN) + 1;
      arrive(5);
      const states: string[] = [];
      onDidChangeRows(feed, () => states.push(...feed.events.retained([topmost?.id ?? "", last?.id ?? ""])));
      await feed.refresh();
      assert.deepEqual(states.slice(0, 2), [topmost?.id, last?.id], "both are there when the rows change");
      assert.ok(ids().includes("new_0"));
      assert.equal(ids().at(-1), all().at(-1));
      assert.ok(ids().length < depth);
      assert.deepEqual(feed.state.completeness.kind, "gap");
      assert.equal(gaps().length, 1);
      assert.ok((gaps()[0]?.sinceMs ?? Infinity) < gapBelow, "what is not loaded is in the gap");
      for (let gap = gaps()[0]; gap; gap = gaps()[0]) {
        await feed.fillGap(gap.sinceMs);
      }
      assert.deepEqual(ids(), all());
      assert.equal(feed.state.completeness.kind, "complete");
    });
  });

  it("says that more is available where it does not bring back all of very much", async () => {
    await open(12_000, {}, minute / 2);
    await feed.loadWindow();
    assert.equal(feed.state.completeness.kind, "complete");
    read(0);
    await feed.refresh();
    assertNoneMissing(10_000);
    assert.ok(ids().length < 12_000);
    assert.equal(feed.state.completeness.kind, "more");
    await feed.loadWindow();
    assert.deepEqual(ids(), all());
  });

  it("shows what went, came and changed meanwhile, also where that is the oldest event", async () => {
    await open(1_408);
    await loadOlder(1_000);
    const loaded = ids().length;
    read(0);
    const oldest = events[loaded - 1];
    assert.ok(oldest);
    clock.advance(minute);
    // The oldest one loaded is published anew, one is gone, and one came late.
    events.splice(loaded - 1, 1);
    events.splice(500, 1, { id: "late", ms: (events[500]?.ms ?? NaN) + 1 });
    events.unshift({ ...oldest, ms: clock.now() - 1000 });
    await feed.refresh();
    assertNoneMissing(loaded);
    assert.equal(ids()[0], oldest.id);
    assert.deepEqual(feed.events.retained(["evt_500", "late"]), ["late"]);
    // The oldest one is gone.
    read(0);
    const count = ids().length;
    events.splice(count - 1, 1);
    await feed.refresh();
    assertNoneMissing(count - 1);
  });

  it("keeps the old rows where it fails before the place is there", async () => {
    await open(2_000);
    await loadOlder(1_000);
    const before = ids();
    read(900);
    arrive(1);
    failAfter(0);
    await feed.refresh();
    assert.deepEqual(ids(), before);
    assert.equal(feed.state.problem?.action, "refresh");
    service.intercept = undefined;
    await feed.retry();
    assert.equal(feed.state.problem, undefined);
    assertNoneMissing(before.length + 1);
  });

  it("says so where it fails half-way to what was loaded, and brings the rest on a retry", async () => {
    await open(1_408);
    await feed.loadWindow();
    read(0);
    arrive(1);
    for (let tries = 0; tries < 2; tries++) {
      failAfter(2);
      await feed.refresh();
      assertNoneMissing(500);
      assert.ok(ids().length < 1_409);
      assert.equal(feed.state.problem?.action, "refresh");
      assert.equal(feed.state.completeness.kind, "more");
      assert.deepEqual(
        feed.events.retained(["evt_1400"]),
        ["evt_1400"],
        "it may still come: a selection of it stays",
      );
    }
    service.intercept = undefined;
    await feed.retry();
    assert.equal(feed.state.problem, undefined);
    assert.deepEqual(ids(), all());
    assert.deepEqual(feed.events.retained(["evt_1400", "gone"]), ["evt_1400"]);
  });

  /** Runs something as soon as the first page of a refresh is shown. */
  async function whileReadingOn(what: () => Promise<unknown>): Promise<void> {
    const done = new Promise<unknown>((resolve, reject) => {
      const listening = onDidChangeRows(feed, () => {
        listening.dispose();
        setImmediate(() => void what().then(resolve, reject));
      });
    });
    await feed.refresh();
    await done;
  }

  it("brings back everything, once, when it is asked for again and again", async () => {
    await open(1_408);
    await feed.loadWindow();
    read(0);
    await whileReadingOn(() => whileReadingOn(() => Promise.all([feed.refresh(), feed.refresh()])));
    assert.deepEqual(ids(), all());
    assert.equal(feed.state.completeness.kind, "complete");
  });

  for (const step of ["loadOlder", "loadWindow"] as const) {
    it(`is joined by ${step} without a loss`, async () => {
      await open(2_000);
      await loadOlder(1_000);
      const loaded = ids().length;
      read(0);
      await whileReadingOn(() => feed[step]());
      assertNoneMissing(loaded + 1);
      assert.equal(feed.state.activity, undefined);
    });
  }

  it("ends when another query is asked for", async () => {
    await open(5_000);
    await feed.loadWindow();
    read(0);
    let untilShown = 0;
    await whileReadingOn(async () => {
      await feed.setQuery({ window: { kind: "last", days: 1 }, types: [] });
      untilShown = service.requests.length;
    });
    assert.equal(ids().length, 40);
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(service.requests.length - untilShown <= 1, "at most the one that was under way");
    assert.equal(feed.state.activity, undefined);
    assert.equal(feed.state.problem, undefined);
  });

  it("misses nothing that a live check brings meanwhile", async () => {
    await open(1_408);
    await feed.loadWindow();
    read(0);
    await whileReadingOn(async () => {
      arrive(2);
      await checkForUpdates(feed);
    });
    assert.deepEqual(ids(), all());
  });

  it("stops at the limit of loaded events, and says so", async () => {
    await open(1_408);
    await feed.loadWindow();
    read(0);
    maxEvents = 600;
    await feed.refresh();
    assertNoneMissing(600);
    assert.ok(ids().length < 1_100);
    assert.deepEqual(feed.state.completeness, { kind: "limit", maxEvents });
  });
});
