import assert from "node:assert/strict";
import type { Feed } from "../../../src/feed/feed";
import { FakeClock } from "../../support/fakes/fakeClock";
import { allRows, createFeed, lastWeek } from "../../support/feeds";
import { FaultyService } from "../../support/services/faultyService";
import { sampleEvent } from "../../support/services/feedService";
import { listSource } from "../../support/services/listSource";
import { testClient, testKey as key } from "../../support/services/testClient";
import { errorFaults, pageFaults } from "../../support/services/faults";

const timeoutMs = 30_000;

/** Six hourly events, newest first. */
const events = Array.from({ length: 6 }, (_, n) =>
  sampleEvent(`evt_${n}`, new Date(Date.UTC(2026, 10, 21, 11 - n)).toISOString()),
);
const allIds = events.map(({ id }) => id);

/** A feed of these events in pages of two, on a service whose faults can be set. The first page is loaded. */
class FaultyFeed {
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

describe("Every fault, in a feed", () => {
  let faultyFeed: FaultyFeed;

  beforeEach(async () => {
    faultyFeed = await FaultyFeed.start();
  });

  afterEach(() => faultyFeed.dispose());

  /** Runs an operation while the service has a fault, until its timeout if it hangs. */
  async function withFault(fault: (typeof errorFaults)[number], act: () => Promise<void>): Promise<void> {
    const { faulty, clock } = faultyFeed;
    faulty.faults = [fault];
    const before = faulty.service.requests.length;
    const acting = act();
    if (fault.kind === "timeout") {
      await faulty.service.received(before + 1);
      clock.advance(timeoutMs);
    }
    await acting;
    faulty.faults = [];
  }

  for (const fault of errorFaults) {
    it(`${fault.name}: the rows stay, the reason is shown, and nothing is missing or repeated afterwards`, async () => {
      const { feed } = faultyFeed;
      const acts = [
        () => feed.loadOlder(),
        () => feed.refresh(),
        () => feed.setQuery({ ...lastWeek, sector: "x" }),
      ];
      for (const act of acts) {
        const before = faultyFeed.ids();
        await withFault(fault, act);
        assert.deepEqual(faultyFeed.ids(), before);
        assert.match(feed.state.problem?.message ?? "", fault.sentence);
        assert.equal(
          feed.state.problem?.kind === "offline",
          fault.kind === "unreachable" || fault.kind === "timeout",
        );
        assert.equal(feed.state.activity, undefined);
      }
      await feed.setQuery(lastWeek);
      await faultyFeed.recover();
    });
  }

  for (const fault of pageFaults.filter(({ list }) => list === "events")) {
    it(`${fault.name}: what can be read is shown once`, async () => {
      const { feed, faulty } = faultyFeed;
      faulty.faults = [fault];
      await feed.refresh();
      assert.equal(feed.state.problem, undefined);
      assert.equal(feed.state.malformed, fault.malformed);
      const ids = faultyFeed.ids();
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(ids.length >= 2 - fault.malformed);
      for (const id of ids) {
        assert.ok(feed.events.get(id)?.json.includes(`"${id}"`));
      }
      await faultyFeed.recover();
    });
  }
});
