import { feedDefaults } from "../../../support/feeds";
import type { FeedQuery } from "../../../../src/shared/feedQuery";
import {
  type Activity,
  canLoadWindow,
  type Completeness,
  type GapRow,
} from "../../../../src/shared/feedState";
import assert from "node:assert/strict";
import type { RequestOptions, FeedPage, FeedRequest } from "../../../../src/api/types";
import { EventBudget } from "../../../../src/feed/session/eventBudget";
import { Feed } from "../../../../src/feed/feed";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { LiveService } from "../../../support/services/liveService";
import { event } from "../../../support/services/listSource";

const hour = 3_600_000;
const lastWeek: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };
/** One event in each hour of the week, the newest first. */
const all = Array.from({ length: 7 * 24 }, (_, n) => `evt_${String(n).padStart(4, "0")}`);

/** Answers with nothing but empty pages from so many events on, and notes the signals it was given. */
class EmptyingService extends LiveService {
  soundPages = Infinity;
  readonly signals = new Set<AbortSignal | undefined>();

  override async readFeed(request: FeedRequest, options: RequestOptions = {}): Promise<FeedPage> {
    this.signals.add(options.signal);
    if (this.soundPages-- > 0) {
      return super.readFeed(request, options);
    }
    this.requests.push(request);
    const nextCursor = `empty ${this.requests.length}`;
    return Promise.resolve({ items: [], malformed: 0, hasMore: true, nextCursor, pageSize: 500 });
  }
}

describe("loading an entire window", () => {
  let clock: FakeClock;
  let service: EmptyingService;
  let feed: Feed;
  let maxEvents: number;

  beforeEach(() => {
    clock = new FakeClock();
    service = new EmptyingService(clock);
    service.immediate = true;
    service.maxPageSize = 10;
    all.forEach((id, n) => service.put(event(id, service.now - (n + 0.5) * hour)));
    maxEvents = 1_000_000;
    const budget = new EventBudget(() => maxEvents);
    feed = new Feed(lastWeek, { client: service, clock, pageSize: () => 10, ...feedDefaults, budget });
  });

  afterEach(() => feed.dispose());

  function ids(): string[] {
    return Array.from(feed.events.inView(), ({ value }) => value.id);
  }

  function gaps(): GapRow[] {
    return feed.rows
      .get({ start: 0, end: feed.rows.info.rowCount })
      .rows.flatMap((row) => (row.kind === "gap" ? [row] : []));
  }

  /** What is told of the load from now on, change by change. */
  function progress(): Activity[] {
    const told: Activity[] = [];
    feed.onDidChange(() => {
      const { activity } = feed.state;
      if (activity?.kind === "window" && activity !== told.at(-1)) {
        told.push(activity);
      }
    });
    return told;
  }

  function assertNeverFewer(numbers: readonly number[]): void {
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
  }

  /** The walk is at its end, and what is newer than the place it began at is a gap. */
  async function openWithGapOnly(): Promise<void> {
    await feed.restore({ topmost: { id: "evt", publishedMs: clock.now() - 100 * hour } });
    while (feed.state.completeness.kind === "more") {
      await feed.loadOlder();
    }
    assert.equal(gaps().length, 1);
  }

  function completeness(): Completeness {
    return feed.state.completeness;
  }

  it("is possible as long as anything of it is not loaded: older events, or a gap", async () => {
    await openWithGapOnly();
    assert.equal(completeness().kind, "gap");
    assert.equal(canLoadWindow(completeness()), true);
    await feed.loadWindow();
    assert.deepEqual(ids(), all);
    assert.deepEqual(gaps(), []);
    assert.equal(completeness().kind, "complete");
    assert.equal(canLoadWindow(completeness()), false);
    await feed.refresh();
    assert.equal(completeness().kind, "complete");
    await feed.setQuery({ ...lastWeek, sector: "Nobody's" });
    await feed.setQuery(lastWeek);
    assert.equal(completeness().kind, "more");
    assert.equal(canLoadWindow(completeness()), true);
    maxEvents = 10;
    assert.equal(canLoadWindow(completeness()), false, "there is no room");
  });

  it("tells how far it is, and never less than before, from the walk through the gaps", async () => {
    await feed.restore({ topmost: { id: "evt", publishedMs: clock.now() - 100 * hour } });
    const told = progress();
    await feed.loadWindow();
    assert.deepEqual(ids(), all);
    const pages = [...new Set(told.map((activity) => activity.pages))];
    assert.ok(pages.length > 16, "pages of ten");
    assert.deepEqual(
      pages,
      pages.map((_, index) => index),
    );
    for (const { progress } of told) {
      assert.equal(progress?.ofDays, 7);
      assert.equal(progress.startedAt, clock.now());
    }
    const days = told.map(({ progress }) => progress?.days ?? NaN);
    assertNeverFewer(days);
    assert.ok((days[0] ?? NaN) < 0.5 && (days.at(-1) ?? NaN) > 6.5, days.join(" "));
    assertNeverFewer(told.map(({ events }) => events));
  });

  it("shows the events of a page, and counts them, while the next one is under way", async () => {
    await feed.start();
    service.immediate = false;
    const { revision, eventCount } = feed.rows.info;
    const told: unknown[] = [];
    feed.onDidChange(() => told.push([feed.rows.info.eventCount, feed.state.activity?.events]));
    const loaded = feed.loadWindow();
    await service.quiet();
    await service.answerInTurn(1);
    assert.equal(service.pending, 1);
    const added = feed.rows.info.eventCount - eventCount;
    assert.ok(added > 0 && feed.rows.info.revision > revision);
    assert.deepEqual(told.at(-1), [eventCount + added, added]);
    feed.cancelWindow();
    await loaded;
  });

  it("neither counts back for a gap that comes meanwhile, nor leaves it", async () => {
    await feed.start();
    const told = progress();
    service.immediate = false;
    const loading = feed.loadWindow();
    await service.answerInTurn(8);
    feed.live.pause();
    clock.advance(20 * hour);
    feed.live.resume();
    // More than one look for news reads.
    service.maxPageSize = 1;
    const late = Array.from({ length: 100 }, (_, n) => `late_${String(n).padStart(4, "0")}`);
    late.forEach((id, n) => service.put(event(id, service.now - (n + 0.5) * (hour / 10))));
    feed.live.pollNow();
    while (feed.state.live.kind === "checking") {
      await service.answerInTurn(1, 1);
    }
    assert.equal(gaps().length, 1);
    service.maxPageSize = 10;
    service.immediate = true;
    await service.answerInTurn(1);
    await loading;
    assert.deepEqual(gaps(), []);
    assert.deepEqual(ids(), [...late, ...all]);
    assertNeverFewer(told.map(({ progress }) => progress?.days ?? NaN));
  });

  it("ends at thousands of empty pages in a row: says so, and keeps what came", async () => {
    service.soundPages = 3;
    await feed.start();
    await feed.loadWindow();
    assert.deepEqual(feed.state.completeness, {
      kind: "stopped",
      message: "Paging stopped: the service sent 5,000 empty pages in a row.",
    });
    assert.equal(feed.state.problem, undefined);
    assert.equal(feed.state.activity, undefined);
    const came = ids();
    assert.ok(came.length > 20);
    assert.deepEqual(came, all.slice(0, came.length));
    assert.ok(service.requests.length < 5_010, `${service.requests.length} requests`);
    service.soundPages = Infinity;
    await feed.refresh();
    await feed.loadWindow();
    assert.equal(feed.state.problem, undefined);
    assert.deepEqual(ids(), all);
  });

  it("goes on when it is asked for again at once after a stop, its turn come or not", async () => {
    await feed.start();
    service.immediate = false;
    const loads = [feed.loadOlder()];
    for (let n = 0; n < 2; n++) {
      // The first time behind an older page, the second time a request of its own is under way.
      loads.push(feed.loadWindow());
      feed.cancelWindow();
      loads.push(feed.loadWindow());
      await service.answerInTurn(2);
    }
    assert.ok(ids().length < all.length);
    service.immediate = true;
    await service.answerInTurn(1);
    await Promise.all(loads);
    assert.deepEqual(ids(), all);
  });

  it("can be stopped again after that", async () => {
    await feed.start();
    service.immediate = false;
    const stopped = feed.loadWindow();
    feed.cancelWindow();
    const loading = feed.loadWindow();
    await stopped;
    feed.cancelWindow();
    service.immediate = true;
    await loading;
    assert.ok(ids().length < all.length);
  });

  it("brings what is asked for as older meanwhile: the window before is not opened", async () => {
    await feed.start();
    const { window } = feed.state;
    await Promise.all([feed.loadWindow(), feed.loadOlder()]);
    assert.deepEqual(ids(), all);
    assert.deepEqual(feed.state.window, window);
  });

  it("asks for all its pages under one signal, which ends with the feed", async () => {
    await feed.start();
    service.signals.clear();
    service.immediate = false;
    void feed.loadWindow();
    await service.answerInTurn(5);
    assert.equal(service.signals.size, 1, "a signal made for each page would stay at the session's for good");
    feed.dispose();
    assert.deepEqual(
      [...service.signals].map((signal) => signal?.aborted),
      [true],
    );
    assert.equal(service.pending, 0);
  });
});
