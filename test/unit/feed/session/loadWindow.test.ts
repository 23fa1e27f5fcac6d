/** A whole feed: Load Entire Window. */
import assert from "node:assert/strict";
import type { Feed } from "../../../../src/feed/feed";
import { EventBudget } from "../../../../src/feed/store/eventBudget";
import type { Activity, Completeness } from "../../../../src/shared/feedState";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { createFeed, eventIds, gapRows, lastWeek } from "../../../support/feeds";
import { event } from "../../../support/services/listSource";
import { LiveService } from "../../../support/services/liveService";

const hour = 3_600_000;
/** IDs of one event for each hour of the week, newest first. */
const all = Array.from({ length: 7 * 24 }, (_, n) => `evt_${String(n).padStart(4, "0")}`);

describe("Loading the entire window", () => {
  let clock: FakeClock;
  let service: LiveService;
  let feed: Feed;
  let maxEvents: number;

  beforeEach(() => {
    clock = new FakeClock();
    service = new LiveService(clock);
    service.immediate = true;
    service.maxPageSize = 10;
    all.forEach((id, n) => service.put(event(id, service.now - (n + 0.5) * hour)));
    maxEvents = 1_000_000;
    feed = createFeed(service, clock, { budget: new EventBudget(() => maxEvents) });
  });

  afterEach(() => feed.dispose());

  /** Collects activities from now on. */
  function activities(): Activity[] {
    const reported: Activity[] = [];
    feed.onDidChange(() => {
      const { activity } = feed.state;
      if (activity?.kind === "window" && activity !== reported.at(-1)) {
        reported.push(activity);
      }
    });
    return reported;
  }

  function assertNeverFewer(numbers: readonly number[]): void {
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
  }

  /** Loads all events except for the newest ones, which are a gap. */
  async function openWithGapOnly(): Promise<void> {
    await feed.restore({ topmost: { id: "evt", publishedMs: clock.now() - 100 * hour } });
    while (feed.state.completeness.kind === "more") {
      await feed.loadOlder();
    }
    assert.equal(gapRows(feed).length, 1);
  }

  function completeness(): Completeness {
    return feed.state.completeness;
  }

  it("is possible until older events and gaps are loaded", async () => {
    await openWithGapOnly();
    maxEvents = eventIds(feed).length;
    assert.deepEqual(completeness(), { kind: "limit", maxEvents }, "the gap cannot be filled");
    maxEvents = 1_000_000;
    assert.equal(completeness().kind, "gap");
    await feed.loadWindow();
    assert.deepEqual(eventIds(feed), all);
    assert.deepEqual(gapRows(feed), []);
    assert.equal(completeness().kind, "complete");
    await feed.refresh();
    assert.equal(completeness().kind, "complete");
    await feed.setQuery({ ...lastWeek, sector: "Nobody's" });
    await feed.setQuery(lastWeek);
    assert.equal(completeness().kind, "more");
    maxEvents = 10;
    assert.equal(completeness().kind, "limit");
  });

  it("reports progress that never goes backward", async () => {
    await feed.restore({ topmost: { id: "evt", publishedMs: clock.now() - 100 * hour } });
    const reported = activities();
    await feed.loadWindow();
    assert.deepEqual(eventIds(feed), all);
    const pages = [...new Set(reported.map((activity) => activity.pages))];
    assert.ok(pages.length > 16, "pages of ten");
    assert.deepEqual(
      pages,
      pages.map((_, index) => index),
    );
    const percentages = reported.map(({ percentage }) => percentage ?? NaN);
    assertNeverFewer(percentages);
    const [first = NaN, last = NaN] = [percentages[0], percentages.at(-1)];
    assert.ok(first >= 0 && first < 8 && last > 92 && last <= 100, percentages.join(" "));
    assertNeverFewer(reported.map(({ events }) => events));
  });

  it("absorbs loadOlder instead of opening the previous window", async () => {
    await feed.start();
    const { window } = feed.state;
    await Promise.all([feed.loadWindow(), feed.loadOlder()]);
    assert.deepEqual(eventIds(feed), all);
    assert.deepEqual(feed.state.window, window);
  });
});
