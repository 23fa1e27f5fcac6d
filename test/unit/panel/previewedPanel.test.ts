import assert from "node:assert/strict";
import type { Feed } from "../../../src/feed/feed";
import { type PreviewedPanel, replaceablePanel } from "../../../src/panel/previewedPanel";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import { FakeClock } from "../../support/fakes/fakeClock";
import { createFeed, lastWeek } from "../../support/feeds";
import { FeedService } from "../../support/services/feedService";

interface Panel {
  client: object;
  readonly feed: Feed;
  savedFeed: { id: string | undefined };
}

describe("A panel that an agent has opened", () => {
  let service: FeedService;
  let panel: Panel;
  let open: Panel[];
  let previewed: PreviewedPanel<Panel>;

  beforeEach(async () => {
    const clock = new FakeClock();
    service = await FeedService.start([], clock);
    const feed = createFeed(service.client, clock, { query: lastWeek });
    await feed.start();
    panel = { client: service.client, feed, savedFeed: { id: undefined } };
    open = [panel];
    previewed = { panel, query: lastWeek };
  });

  afterEach(() => {
    panel.feed.dispose();
    service.dispose();
  });

  const replaceable = (client: object = service.client): boolean =>
    replaceablePanel(previewed, client, open) === panel;

  it("shows what it opens next, as often as it does", async () => {
    for (let days = 1; days <= 20; days++) {
      assert.ok(replaceable());
      const query: FeedQuery = { window: { kind: "last", days }, types: ["funding"] };
      previewed = { panel, query };
      await panel.feed.setQuery(query);
    }
  });

  it("stays as it is once the user has changed its filters, until they are as before", async () => {
    const changes: Partial<FeedQuery>[] = [
      { types: ["funding"] },
      { sector: "Fintech" },
      { minAmount: 1 },
      { window: { kind: "last", days: 8 } },
    ];
    for (const change of changes) {
      await panel.feed.setQuery({ ...lastWeek, ...change });
      assert.ok(!replaceable(), JSON.stringify(change));
    }
    await panel.feed.setQuery(lastWeek);
    assert.ok(replaceable());
  });

  it("stays as it is at once, though the service has not answered yet", () => {
    void panel.feed.setQuery({ ...lastWeek, types: ["funding"] });
    assert.ok(!replaceable());
  });

  it("stays as it is once it is saved, closed, or of another connection than the active one", () => {
    panel.savedFeed = { id: "user/Rounds" };
    assert.ok(!replaceable());
    panel.savedFeed = { id: undefined };
    assert.ok(replaceable());
    assert.ok(!replaceable({}), "another connection");
    open = [];
    assert.ok(!replaceable(), "closed");
    assert.equal(replaceablePanel(undefined, service.client, open), undefined, "none was opened");
  });
});
