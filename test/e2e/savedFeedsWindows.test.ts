import { FakeClock } from "../support/fakes/fakeClock";
import { event } from "../support/services/listSource";
import { LiveService } from "../support/services/liveService";
import { SampleBackend } from "../support/services/sampleBackend";
import { Workbench } from "../support/vscode/workbench";

describe("A saved feed in two windows", () => {
  const startMs = Date.now();
  const service = new LiveService(new FakeClock(startMs));
  let backend: SampleBackend;
  let one: Workbench;
  let two: Workbench;

  before(async () => {
    service.put(event("evt_old", startMs - 60_000));
    backend = await SampleBackend.start(undefined, () => Date.now(), service.source());
    one = await Workbench.open({
      settings: { "companyFeed.savedFeeds": [{ name: "News" }], "companyFeed.feed.pollInterval": 5 },
    });
    await one.connect(backend, "Acme");
  });

  after(async () => {
    backend.stop();
    await one.close();
  });

  function newsShown(window: Workbench, description: string): Promise<void> {
    const item = { label: "News", description, level: 1, expanded: undefined };
    return window.rowsShown("Feeds", [
      { label: "All events", description: "", level: 1, expanded: undefined },
      item,
    ]);
  }

  it("is followed in one and shown in the other", async () => {
    await one.openContainer("Company Feed");
    await newsShown(one, "not followed");
    await one.runCommand("Company Feed: Follow or Unfollow Saved Feed");
    await one.quickInput.pick("News");
    await one.quickInput.pick("Acme");
    await newsShown(one, "");
    two = await one.openWindow();
    await two.openContainer("Company Feed");
    await newsShown(two, "");
  });

  it("has the same unread events in both, and is read in both", async () => {
    // What live updates of its panel read counts as a check, and these are more frequent.
    await one.treeRow("Feeds", "News").click();
    const frame = await one.feedFrame();
    await frame.locator('[data-event-id="evt_old"]').waitFor();
    service.put(event("evt_1", Date.now()));
    service.put(event("evt_2", Date.now()));
    await newsShown(one, "2 new");
    await newsShown(two, "2 new");
    await two.runCommand("Company Feed: Mark All Saved Feeds as Read");
    await newsShown(two, "");
    await newsShown(one, "");
  });
});
