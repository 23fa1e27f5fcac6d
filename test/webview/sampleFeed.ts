/** A feed with realistic data. */
import { Feed } from "../../src/feed/feed";
import { dayMs } from "../../src/shared/instant";
import type { PanelState } from "../../src/shared/protocol";
import type { View } from "../../src/shared/viewQueries";
import { FakeClock } from "../support/fakes/fakeClock";
import { allRows, feedDefaults, lastWeek } from "../support/feeds";
import { LiveService } from "../support/services/liveService";
import { sampleEvents } from "../support/services/sampleEvents";
import { type FakePanelHost, panelState, rowsOf } from "../support/page/fakePanelHost";

/** Sample events of a week, of which only the newest are loaded. */
export class SampleFeed {
  private readonly feed: Feed;
  private started: Promise<void> | undefined;

  constructor() {
    const clock = new FakeClock();
    const client = new LiveService(clock);
    client.immediate = true;
    for (const event of sampleEvents(clock.now() - 7 * dayMs, clock.now(), clock.now())) {
      client.put(event);
    }
    this.feed = new Feed(lastWeek, { client, clock, pageSize: () => 200, ...feedDefaults });
    this.feed.rows.setTimeZone("Europe/Berlin");
  }

  private async start(): Promise<void> {
    await this.feed.start();
    // Load several pages, because the sample service sends one day per page.
    for (let days = 1; days < 4; days++) {
      await this.feed.loadOlder();
    }
  }

  /** Makes a host reply with this feed's data. */
  async show(host: FakePanelHost, patch: Partial<PanelState> = {}, view: Partial<View> = {}): Promise<void> {
    const { feed } = this;
    await (this.started ??= this.start());
    await feed.view.setView({ text: "", ...view });
    host.rows = rowsOf(allRows(feed));
    host.loadedCount = feed.rows.info.eventCount;
    host.details = (id) => {
      const position = feed.events.positionOf(id);
      return { ...feed.details.get({ id }), ...(position && { position }) };
    };
    host.chart = () => feed.events.chart();
    const live = { kind: "waiting", nextInMs: 28_000, checkedAgoMs: 12_000 } as const;
    host.panel = panelState({ ...feed.state, live, ...patch });
  }
}
