import assert from "node:assert/strict";
import { lastWeek } from "../../support/feeds";
import { errorFaults, pageFaults } from "../../support/services/faults";
import { FaultyFeed, timeoutMs } from "./faultyFeed";

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
