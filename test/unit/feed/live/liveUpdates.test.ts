import assert from "node:assert/strict";
import { ApiError } from "../../../../src/api/errors";
import type { Feed } from "../../../../src/feed/feed";
import type { LiveState } from "../../../../src/shared/feedState";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { checkEnded, createFeed, lastWeek } from "../../../support/feeds";
import { event } from "../../../support/services/listSource";
import { LiveService } from "../../../support/services/liveService";

const hour = 3_600_000;

describe("LiveUpdates", () => {
  let clock: FakeClock;
  let service: LiveService;
  let feed: Feed;
  let checks: number;

  beforeEach(() => {
    clock = new FakeClock();
    service = new LiveService(clock);
    service.immediate = true;
    for (let n = 0; n < 72; n++) {
      service.put(event(`evt_${n}`, service.now - (n + 0.5) * hour));
    }
    feed = createFeed(service, clock);
    checks = 0;
    feed.live.onDidCheck(() => checks++);
  });

  afterEach(() => feed.dispose());

  async function poll(): Promise<void> {
    feed.live.pollNow();
    await checkEnded(feed);
    assert.equal(feed.state.live.kind, "waiting");
  }

  it("report that the feed is up to date after the first page, a check and a refresh", async () => {
    await feed.start();
    assert.equal(checks, 1);
    await poll();
    assert.equal(checks, 2);
    await feed.refresh();
    assert.equal(checks, 3);
  });

  it("mark the rows of new events as new, until the panel is hidden", async () => {
    const marked = (): string[] =>
      feed.rows
        .get({ start: 0, end: 5 })
        .rows.flatMap((row) => (row.kind === "event" && row.isNew ? [row.id] : []));
    await feed.start();
    assert.deepEqual(marked(), []);
    service.put(event("evt_new", service.now));
    await poll();
    assert.deepEqual(marked(), ["evt_new"]);
    feed.setVisible(false);
    assert.deepEqual(marked(), []);
  });

  it("do not report that while there is a gap", async () => {
    await feed.restore({ topmost: { id: "evt", publishedMs: clock.now() - 48 * hour } });
    await poll();
    assert.equal(checks, 0);
    await feed.loadWindow();
    await poll();
    assert.equal(checks, 1);
  });

  it("check less often in a hidden panel, including after a new session", async () => {
    const waitMs = (): number =>
      feed.state.live.kind === "waiting" ? feed.state.live.nextAt - clock.now() : NaN;
    feed.setVisible(false);
    await feed.start();
    assert.equal(waitMs(), 300_000);
    feed.setVisible(true);
    await feed.refresh();
    assert.equal(waitMs(), 30_000);
  });
});

describe("An operation that failed because the service did not respond", () => {
  const busy = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");
  const unreadable = new ApiError({ kind: "malformed", status: 200 }, "That is no feed.");
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

  function live(): LiveState {
    return feed.state.live;
  }

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
    // The same once more.
    await fail(feed.refresh(), busy);
    await check();
    await service.answerInTurn(2);
    assert.deepEqual([feed.state.problem, feed.state.content], [undefined, "current"]);
  });

  it("makes updates count as failing at once, without another request", async () => {
    await fail(feed.loadOlder(), busy);
    assert.deepEqual(live(), {
      kind: "waiting",
      nextAt: clock.now() + 30_000,
      failing: true,
    });
    assert.equal(service.pending, 0);
    const retried = feed.loadOlder();
    assert.equal(
      live().kind === "waiting" && (live() as { failing?: true }).failing,
      true,
      "until it succeeds",
    );
    await service.answerInTurn(1);
    await retried;
    assert.deepEqual(live(), { kind: "waiting", nextAt: clock.now() + 30_000 });
  });

  it("does not make updates count as failing if the service did respond", async () => {
    await fail(feed.loadOlder(), unreadable);
    assert.deepEqual(live(), { kind: "waiting", nextAt: clock.now() + 30_000 });
  });

  it("is repeated only once, and then left to the user", async () => {
    await fail(feed.loadOlder(), busy);
    await check();
    service.answer(0, busy);
    await service.quiet();
    assert.equal(feed.state.problem?.action, "older");
    for (let n = 0; n < 3; n++) {
      await check();
      assert.deepEqual([service.pending, feed.state.problem.action], [0, "older"]);
    }
    const retried = feed.retry();
    await service.answerInTurn(1);
    await retried;
    assert.equal(feed.state.problem, undefined);
    await check();
    await fail(feed.loadOlder(), busy);
    await check();
    assert.equal(service.pending, 1, "another failure is another matter");
  });

  it("also when another query could not be loaded", async () => {
    const query = { ...lastWeek, types: ["funding"] };
    await fail(feed.setQuery(query), busy);
    assert.equal(feed.state.content, "previous");
    await check();
    await service.answerInTurn(1);
    assert.deepEqual(
      [feed.state.content, feed.state.query, feed.state.problem],
      ["current", query, undefined],
    );
  });

  it("is not repeated if the service did respond", async () => {
    await fail(feed.loadOlder(), unreadable);
    await check();
    assert.deepEqual([service.pending, feed.state.problem?.message], [0, unreadable.message]);
  });
});
