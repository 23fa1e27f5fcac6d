import assert from "node:assert/strict";
import type { Feed } from "../../../src/feed/feed";
import { FakeClock } from "../../support/fakes/fakeClock";
import { allRows, createFeed } from "../../support/feeds";
import { FaultyService } from "../../support/services/faultyService";
import { sampleEvent } from "../../support/services/feedService";
import { listSource } from "../../support/services/listSource";
import { testClient, testKey as key } from "../../support/services/testClient";

export const timeoutMs = 30_000;

/** Six hourly events, newest first. */
const events = Array.from({ length: 6 }, (_, n) =>
  sampleEvent(`evt_${n}`, new Date(Date.UTC(2026, 10, 21, 11 - n)).toISOString()),
);
export const allIds = events.map(({ id }) => id);

/** A feed of these events in pages of two, on a service whose faults can be set. The first page is loaded. */
export class FaultyFeed {
  private constructor(
    readonly feed: Feed,
    readonly faulty: FaultyService,
    readonly clock: FakeClock,
  ) {}

  static async start(): Promise<FaultyFeed> {
    const clock = new FakeClock();
    const faulty = await FaultyService.start({ source: listSource(events), key, now: () => clock.now() });
    const client = testClient({ baseUrl: faulty.origin }, { clock, timeoutMs });
    const feed = createFeed(client, clock, { pageSize: () => 2 });
    const faultyFeed = new FaultyFeed(feed, faulty, clock);
    await feed.start();
    assert.deepEqual(faultyFeed.ids(), allIds.slice(0, 2));
    return faultyFeed;
  }

  /** IDs of the shown events. */
  ids(): string[] {
    return allRows(this.feed).flatMap((row) => (row.kind === "event" ? [row.id] : []));
  }

  /** Loads older events until there are no more. */
  async loadAllOlder(): Promise<void> {
    for (let before = -1; before < this.ids().length && this.feed.state.completeness.kind === "more";) {
      before = this.ids().length;
      await this.feed.loadOlder();
    }
  }

  /** Removes the faults: after a refresh, all events can be loaded, each once. */
  async recover(): Promise<void> {
    this.faulty.faults = [];
    await this.feed.refresh();
    await this.loadAllOlder();
    assert.equal(this.feed.state.problem, undefined);
    assert.equal(this.feed.state.completeness.kind, "complete");
    assert.deepEqual(this.ids(), allIds);
  }

  /** Fails if a timer is left. */
  async dispose(): Promise<void> {
    this.feed.dispose();
    assert.deepEqual(this.clock.pending, [], "a timer was left");
    await this.faulty.dispose();
  }
}
