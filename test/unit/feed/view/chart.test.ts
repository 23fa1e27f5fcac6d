import assert from "node:assert/strict";
import { exactBuckets, roundBuckets } from "../../../../src/feed/view/chart";
import type { Feed } from "../../../../src/feed/feed";
import type { Chart } from "../../../../src/shared/feedState";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { createFeed } from "../../../support/feeds";
import { event } from "../../../support/services/listSource";
import { LiveService } from "../../../support/services/liveService";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe("The span of a chart", () => {
  it("is divided at round times of the time zone", () => {
    const since = Date.UTC(2026, 10, 14, 10, 2, 37);
    const span = { sinceMs: since, untilMs: since + 7 * day };
    assert.deepEqual(roundBuckets(span, 120, 0), {
      sinceMs: Date.UTC(2026, 10, 14, 10),
      untilMs: Date.UTC(2026, 10, 21, 12),
      count: 85,
    });
    const inIndia = roundBuckets(span, 120, 5.5 * hour);
    assert.equal(new Date(inIndia.sinceMs).toISOString(), "2026-11-14T08:30:00.000Z", "14:00 there");
    assert.equal(roundBuckets({ sinceMs: since, untilMs: since + 1 }, 120, 0).count, 1);
    assert.equal(roundBuckets({ sinceMs: 0, untilMs: 8e15 }, 120, 0).count, 120);
  });

  it("is divided exactly when it is zoomed", () => {
    const since = Date.UTC(2026, 10, 14, 10);
    const round = { sinceMs: since, untilMs: since + 2 * hour };
    assert.deepEqual(exactBuckets(round, 120, 0), { ...round, count: 120 });
    const odd = { sinceMs: since + 1, untilMs: since + 2 * hour };
    assert.deepEqual(exactBuckets(odd, 120, 0), { ...odd, count: 120 });
  });
});

describe("The chart of a feed", () => {
  let clock: FakeClock;
  let service: LiveService;
  let feed: Feed;

  beforeEach(() => {
    clock = new FakeClock();
    service = new LiveService(clock);
    service.immediate = true;
    for (let n = 0; n < 168; n++) {
      service.put(
        event(`evt_${String(n).padStart(4, "0")}`, service.now - (n + 0.5) * hour, {
          title: n % 2 === 0 ? "Nova raises money" : "Acme hires",
          type: n % 2 === 0 ? "funding" : "executive_change",
          event_data: { amount: 1_000_000 },
        }),
      );
    }
    feed = createFeed(service, clock);
  });

  afterEach(() => feed.dispose());

  async function chart(): Promise<Chart> {
    return (await feed.events.chart({ buckets: 120 })) ?? assert.fail();
  }

  const count = ({ types }: Chart): number =>
    types.flatMap(({ counts }) => counts).reduce((sum, counts) => sum + counts, 0);

  it("is of the whole window, and says what is not loaded", async () => {
    await feed.start();
    const { sinceMs, untilMs, missing } = await chart();
    assert.deepEqual([sinceMs, untilMs], [clock.now() - 7 * day, clock.now()], "round times already");
    assert.deepEqual(missing, [{ sinceMs, untilMs: clock.now() - 9.5 * hour }]);
    await feed.loadWindow();
    const whole = await chart();
    assert.deepEqual([whole.missing, count(whole)], [[], 168]);
  });

  it("has the sums of funding amounts, and not of others", async () => {
    await feed.start();
    const { raised } = await chart();
    const sum = (numbers: readonly number[] = []): number => numbers.reduce((total, n) => total + n, 0);
    assert.deepEqual([sum(raised?.amounts), sum(raised?.counts)], [5_000_000, 5]);
    await feed.setView({ text: "acme" });
    assert.equal((await chart()).raised, undefined);
  });

  it("begins its columns at round times of the feed's time zone", async () => {
    await feed.start();
    await feed.loadWindow();
    feed.setTimeZone("Asia/Kolkata");
    const { sinceMs } = await chart();
    assert.equal(new Date(sinceMs).toISOString().slice(11, 16), "10:30", "16:00 there");
  });
});
