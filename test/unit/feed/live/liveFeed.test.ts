/** A whole feed: how live updates, loading and errors affect each other. */
import assert from "node:assert/strict";
import { ApiError } from "../../../../src/service/errors";
import type { Feed } from "../../../../src/feed/feed";
import type { LiveCheck } from "../../../../src/feed/live/updateReader";
import type { LiveState } from "../../../../src/shared/feedState";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { checkEnded, createFeed, eventIds, feedDefaults, gapRows, lastWeek } from "../../../support/feeds";
import { event } from "../../../support/services/listSource";
import { LiveService } from "../../../support/services/liveService";

const minute = 60_000;
const hour = 60 * minute;

describe("A live feed", () => {
  let clock: FakeClock;
  let service: LiveService;
  let feed: Feed;

  beforeEach(() => {
    clock = new FakeClock();
    service = new LiveService(clock);
    service.immediate = true;
    for (let n = 0; n < 72; n++) {
      service.put(event(`evt_${n}`, service.now - (n + 0.5) * hour));
    }
    feed = createFeed(service, clock);
  });

  afterEach(() => feed.dispose());

  async function poll(): Promise<void> {
    feed.live.pollNow();
    await checkEnded(feed);
    assert.equal(feed.state.live.kind, "waiting");
  }

  it("reports the query, the start and the events of each check", async () => {
    service.put(event("evt_known", service.now, { type: "ipo" }));
    await feed.start();
    const reads: LiveCheck[] = [];
    feed.onDidCheck((read) => reads.push(read));
    const times = [clock.now()];
    for (const id of ["evt_new", "evt_newer"]) {
      clock.advance(20_000);
      times.push(clock.now());
      service.put(event(id, service.now));
      await poll();
    }
    assert.deepEqual(
      reads.map(({ query }) => query),
      [lastWeek, lastWeek],
    );
    assert.deepEqual(
      reads.map(({ events }) => events.map(({ id, type }) => [id, type])),
      [
        [
          ["evt_new", "funding"],
          ["evt_known", "ipo"],
        ],
        [
          ["evt_newer", "funding"],
          ["evt_new", "funding"],
          ["evt_known", "ipo"],
        ],
      ],
      "with all that is known of them",
    );
    assert.deepEqual(
      reads.map(({ fromMs }) => fromMs),
      times.slice(0, 2).map((ms) => ms - 600_000),
      "the overlap before the last check",
    );
  });

  it("leaves a gap if reading many new events fails halfway, until the next check", async () => {
    await feed.start();
    await feed.loadWindow();
    const completeness = (): string => feed.state.completeness.kind;
    assert.equal(completeness(), "complete");
    for (let n = 1; n <= 100; n++) {
      service.put(event(`evt_new_${n}`, service.now + n * minute));
    }
    service.maxPageSize = 60;
    service.immediate = false;
    clock.advance(100 * minute);
    await service.quiet();
    // Two pages of IDs, and one of full events.
    await service.answerInTurn(3);
    service.answer(0, new ApiError({ kind: "interrupted" }, "The response was cut off."));
    await checkEnded(feed);
    assert.equal(completeness(), "gap");
    assert.deepEqual(
      gapRows(feed).map(({ untilMs }) => clock.now() - untilMs),
      [59 * minute - 1],
    );
    // A check that fails at its first full page leaves the gap as it is.
    clock.advance(minute);
    await service.quiet();
    await service.answerInTurn(2);
    service.answer(0, new ApiError({ kind: "interrupted" }, "The response was cut off."));
    await checkEnded(feed);
    assert.equal(completeness(), "gap");
    service.immediate = true;
    await poll();
    assert.equal(completeness(), "complete");
  });

  it("leaves a gap after the loaded events if a check that also finds older ones fails halfway", async () => {
    feed.dispose();
    feed = createFeed(service, clock, { live: { ...feedDefaults.live, overlapMs: () => 24 * hour } });
    await feed.start();
    service.maxPageSize = 10;
    for (let n = 0; n < 20; n++) {
      service.put(event(`evt_new_${n}`, service.now + n * minute));
    }
    service.immediate = false;
    clock.advance(20 * minute);
    await service.quiet();
    // Six pages of IDs, and one of full events.
    await service.answerInTurn(7);
    service.answer(0, new ApiError({ kind: "interrupted" }, "The response was cut off."));
    await checkEnded(feed);
    assert.deepEqual(
      gapRows(feed).map(({ sinceMs, untilMs }) => [clock.now() - sinceMs, clock.now() - untilMs]),
      [[20 * minute, 10 * minute - 1]],
    );
  });

  it("leaves no gap where paging has yet to go, if a check can't read back to its start", async () => {
    for (let n = 0; n < 100; n++) {
      service.put(event(`evt_recent_${n}`, service.now - n * 1000));
    }
    service.maxPageSize = 1;
    await feed.start();
    const { notLoadedMs } = feed.state;
    await poll();
    assert.deepEqual(gapRows(feed), []);
    assert.equal(feed.state.notLoadedMs, notLoadedMs);
  });

  it("checks until its time range has ended, and finds what was published until then", async () => {
    const [since, until] = [-hour, minute].map((ms) => new Date(clock.now() + ms).toISOString());
    await feed.setQuery({ window: { kind: "fixed", since: since ?? "", until: until ?? "" }, types: [] });
    service.put(event("evt_new", clock.now()));
    clock.advance(30_000);
    await checkEnded(feed);
    assert.deepEqual(eventIds(feed), ["evt_new", "evt_0"]);
    service.put(event("evt_last", clock.now() + 30_000 - 1));
    service.put(event("evt_after", clock.now() + 30_000));
    clock.advance(30_000);
    await checkEnded(feed);
    assert.deepEqual(eventIds(feed), ["evt_last", "evt_new", "evt_0"]);
    assert.deepEqual([feed.state.live.kind, feed.state.completeness.kind], ["off", "complete"]);
    assert.deepEqual(clock.pending, []);
  });

  it("counts as new neither older events nor the same one twice", async () => {
    feed.dispose();
    feed = createFeed(service, clock, { live: { ...feedDefaults.live, overlapMs: () => 24 * hour } });
    await feed.start();
    await poll();
    assert.deepEqual([feed.rows.info.eventCount, feed.state.newEventCount], [24, 0]);
    service.repeats = true;
    service.put(event("evt_new", service.now));
    await poll();
    assert.deepEqual([feed.rows.info.eventCount, feed.state.newEventCount], [25, 1]);
  });
});

describe("An operation that failed in an outage", () => {
  const busy = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");
  let clock: FakeClock;
  let service: LiveService;
  let feed: Feed;

  beforeEach(async () => {
    clock = new FakeClock();
    service = new LiveService(clock);
    service.immediate = true;
    for (let n = 0; n < 72; n++) {
      service.put(event(`evt_${n}`, service.now - (n + 0.5) * (hour / 10)));
    }
    feed = createFeed(service, clock);
    await feed.start();
    service.immediate = false;
  });

  afterEach(() => feed.dispose());

  async function fail(operation: Promise<void>, error: ApiError): Promise<void> {
    await service.quiet();
    service.answer(0, error);
    await operation;
    assert.equal(feed.state.problem?.message, error.message);
  }

  const isoBefore = (hours: number): string => new Date(clock.now() - hours * hour).toISOString();

  const live = (): LiveState => feed.state.live;

  /** One check for new events, successful unless `error` is given. */
  async function check(error?: ApiError): Promise<void> {
    feed.live.pollNow();
    await service.quiet();
    service.answer(0, error);
    await service.quiet();
  }

  it("is repeated as soon as a check succeeds", async () => {
    await fail(feed.loadOlder(), busy);
    await check(busy);
    assert.equal(feed.state.live.kind === "waiting" && feed.state.live.failing, true);
    assert.equal(service.pending, 0);
    await check();
    assert.equal(feed.state.activity?.kind, "older");
    await service.answerInTurn(1);
    assert.equal(feed.rows.info.eventCount, 20);
    assert.deepEqual([feed.state.problem, service.pending], [undefined, 0]);
    // A failed refresh is repeated, too.
    await fail(feed.refresh(), busy);
    await check();
    await service.answerInTurn(2);
    assert.deepEqual([feed.state.problem, feed.state.content], [undefined, "current"]);
  });

  it("marks live updates as failing at once, without another request", async () => {
    await fail(feed.loadOlder(), busy);
    assert.deepEqual(live(), {
      kind: "waiting",
      nextInMs: 30_000,
      failing: true,
    });
    assert.equal(service.pending, 0);
    const retried = feed.loadOlder();
    await service.answerInTurn(1);
    await retried;
    assert.deepEqual(live(), { kind: "waiting", nextInMs: 30_000 });
  });

  it("is repeated after each successful check, but not before the advised time", async () => {
    const advised = new ApiError({ kind: "unavailable", status: 429, retryAfterMs: hour }, "Slow down.");
    await fail(feed.loadOlder(), advised);
    clock.advance(20_000);
    await check();
    assert.deepEqual([service.pending, feed.state.problem?.message], [0, advised.message]);
    assert.deepEqual(live(), {
      kind: "waiting",
      nextInMs: hour - 20_000,
      failing: true,
      checkedAgoMs: 0,
    });
    clock.advance(hour);
    await service.quiet();
    service.answer(0);
    await service.quiet();
    service.answer(0, busy);
    await service.quiet();
    assert.equal(feed.state.problem?.message, busy.message);
    await check();
    await service.answerInTurn(1);
    assert.equal(feed.state.problem, undefined);
    assert.equal(feed.rows.info.eventCount, 20);
  });

  it("isn't repeated in a time range in the past, which has no live updates", async () => {
    const window = { kind: "fixed", since: isoBefore(6), until: isoBefore(1) } as const;
    const loaded = feed.setQuery({ window, types: [] });
    await service.answerInTurn(1);
    await loaded;
    await fail(feed.loadOlder(), busy);
    assert.deepEqual([feed.state.problem?.action, live().kind, clock.pending], ["older", "off", []]);
    const retried = feed.retry();
    await service.answerInTurn(1);
    await retried;
    assert.deepEqual([feed.state.problem, feed.rows.info.eventCount], [undefined, 20]);
  });
});

describe("A feed that could not be loaded", () => {
  const unreachable = new ApiError({ kind: "unreachable", code: "ENOTFOUND" }, "Couldn't reach the service.");
  const forbidden = new ApiError({ kind: "forbidden", status: 403 }, "Not allowed.");
  let clock: FakeClock;
  let service: LiveService;
  let feed: Feed;

  beforeEach(() => {
    clock = new FakeClock();
    service = new LiveService(clock);
    for (let n = 0; n < 20; n++) {
      service.put(event(`evt_${n}`, service.now - (n + 0.5) * hour));
    }
    feed = createFeed(service, clock);
  });

  afterEach(() => feed.dispose());

  /** Responds to the pending request of a load. */
  async function load(error?: ApiError): Promise<void> {
    await service.quiet();
    assert.equal(service.pending, 1);
    service.answer(0, error);
    await service.quiet();
  }

  async function start(error: ApiError): Promise<void> {
    const started = feed.start();
    await load(error);
    await started;
  }

  const waitMs = (): number => {
    const { live } = feed.state;
    return (live.kind === "waiting" ? live.nextInMs : undefined) ?? NaN;
  };

  it("retries as often as failed checks, says when, and is live once it has loaded", async () => {
    await start(unreachable);
    const waits: number[] = [];
    for (let n = 0; n < 3; n++) {
      const { live, problem, content } = feed.state;
      assert.equal(live.kind === "waiting" && live.failing, true);
      assert.deepEqual([problem?.message, problem?.action, content], [unreachable.message, "first", "none"]);
      waits.push(waitMs());
      clock.advance(waitMs());
      assert.equal(feed.state.problem, undefined, "it is retried");
      await load(unreachable);
    }
    assert.deepEqual(waits, [30_000, 30_000, 60_000]);
    clock.advance(waitMs());
    await load();
    assert.equal(feed.state.problem, undefined);
    assert.deepEqual(feed.state.live, { kind: "waiting", nextInMs: 30_000 });
    assert.deepEqual([feed.state.content, feed.rows.info.eventCount], ["current", 10]);
    assert.deepEqual(clock.pending, [30_000]);
  });

  it("doesn't retry if the user has to act, or if the service responded", async () => {
    await start(forbidden);
    assert.equal(feed.state.live.kind, "off");
    void feed.retry();
    await load(unreachable);
    clock.advance(waitMs());
    await load(new ApiError({ kind: "malformed" }, "That is no feed."));
    assert.equal(feed.state.problem?.message, "That is no feed.");
    assert.deepEqual([feed.state.live.kind, clock.pending], ["off", []]);
  });

  it("is not called live after a failed refresh if checks fail, too", async () => {
    const started = feed.start();
    await load();
    await started;
    const refreshed = feed.refresh();
    await load(forbidden);
    await refreshed;
    assert.equal(feed.state.live.kind, "checking");
    await load(forbidden);
    assert.equal(feed.state.live.kind, "stopped");
  });

  it("doesn't retry while the key is rejected, and loads as soon as it is accepted", async () => {
    await start(unreachable);
    const unauthorized = new ApiError({ kind: "unauthorized", status: 401 }, "Rejected.");
    await feed.setBlockingError(unauthorized);
    clock.advance(hour);
    assert.deepEqual([service.pending, feed.state.live.kind], [0, "stopped"]);
    void feed.setBlockingError(undefined);
    await load();
    assert.equal(feed.state.content, "current");
  });
});
