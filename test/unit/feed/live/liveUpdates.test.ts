import { checkEnded, feedDefaults } from "../../../support/feeds";
import assert from "node:assert/strict";
import { Feed } from "../../../../src/feed/feed";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { LiveService } from "../../../support/services/liveService";
import { event } from "../../../support/services/listSource";

const hour = 3_600_000;

describe("LiveUpdates", () => {
  let clock: FakeClock;
  let feed: Feed;
  let looks: number;

  beforeEach(() => {
    clock = new FakeClock();
    const service = new LiveService(clock);
    service.immediate = true;
    for (let n = 0; n < 72; n++) {
      service.put(event(`evt_${n}`, service.now - (n + 0.5) * hour));
    }
    feed = new Feed(
      { window: { kind: "last", days: 7 }, types: [] },
      { client: service, clock, pageSize: () => 10, ...feedDefaults },
    );
    looks = 0;
    feed.live.onDidCheck(() => looks++);
  });

  afterEach(() => feed.dispose());

  async function poll(): Promise<void> {
    feed.live.pollNow();
    await checkEnded(feed);
    assert.equal(feed.state.live.kind, "waiting");
  }

  it("tell of a look at what is new: at the first page, a poll, a refresh", async () => {
    await feed.start();
    assert.equal(looks, 1);
    await poll();
    assert.equal(looks, 2);
    await feed.refresh();
    assert.equal(looks, 3);
  });

  it("tell of none while there is a gap: what it holds was not seen", async () => {
    await feed.restore({ topmost: { id: "evt", publishedMs: clock.now() - 48 * hour } });
    await poll();
    assert.equal(looks, 0);
    await feed.loadWindow();
    await poll();
    assert.equal(looks, 1);
  });

  it("are as rare for a session that comes while nobody can see it as for one that was there", async () => {
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
