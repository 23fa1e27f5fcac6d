import assert from "node:assert/strict";
import type { Feed } from "../../../../src/feed/feed";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { checkEnded, createFeed } from "../../../support/feeds";
import { event } from "../../../support/services/listSource";
import { LiveService } from "../../../support/services/liveService";

const hour = 3_600_000;

describe("LiveUpdates", () => {
  let clock: FakeClock;
  let feed: Feed;
  let checks: number;

  beforeEach(() => {
    clock = new FakeClock();
    const service = new LiveService(clock);
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
