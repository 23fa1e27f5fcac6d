import assert from "node:assert/strict";
import { type PagingFault, pagingFaults } from "../../support/services/faults";
import { allIds, FaultyFeed } from "./faultyFeed";

describe("Every fault of paging, in a feed", () => {
  let faultyFeed: FaultyFeed;

  beforeEach(async () => {
    faultyFeed = await FaultyFeed.start();
  });

  afterEach(() => faultyFeed.dispose());

  /** How paging ended, and the message that is shown. */
  function outcome(): { end: PagingFault["end"]; sentence?: string } {
    const { completeness, problem, activity } = faultyFeed.feed.state;
    assert.equal(activity, undefined);
    const shown = problem === undefined ? {} : { sentence: problem.message };
    switch (completeness.kind) {
      case "stopped":
        return { end: "stopped", sentence: completeness.message };
      case "complete":
        return { end: "complete", ...shown };
      default:
        return { end: "more", ...shown };
    }
  }

  for (const fault of pagingFaults) {
    const shown = fault.sentence === undefined ? "" : ", and the reason is shown";
    it(`${fault.name}: ${fault.events} of 6 events, requests: ${fault.requests}${shown}`, async () => {
      const { faulty } = faultyFeed;
      const before = faulty.service.requests.length;
      faulty.faults = [fault];
      await faultyFeed.loadAllOlder();
      assert.deepEqual(faultyFeed.ids(), allIds.slice(0, fault.events));
      assert.equal(faulty.service.requests.length - before, fault.requests);
      const { end, sentence } = outcome();
      assert.equal(end, fault.end);
      assert.match(sentence ?? "", fault.sentence ?? /^$/);
      await faultyFeed.recover();
    });
  }

  it("endless empty pages: loading the window can be canceled, and works again afterwards", async () => {
    const { feed, faulty } = faultyFeed;
    const endless = pagingFaults.filter(({ end }) => end === "more");
    assert.equal(endless.length, 1);
    faulty.faults = endless;
    const loading = feed.loadWindow();
    await faulty.service.received(150);
    feed.cancelWindow();
    await loading;
    assert.deepEqual(faultyFeed.ids(), allIds.slice(0, 2));
    assert.deepEqual(outcome(), { end: "more" });
    await faultyFeed.recover();
  });

  it("cursors are sent back unchanged", async () => {
    const { feed, faulty } = faultyFeed;
    for (const fault of pagingFaults.filter(({ end }) => end === "complete")) {
      faulty.faults = [fault];
      await feed.refresh();
      await faultyFeed.loadAllOlder();
      assert.deepEqual(outcome(), { end: "complete" });
      assert.deepEqual(faultyFeed.ids(), allIds);
    }
    const asked = faulty.service.requests.map(({ parameters }) => parameters);
    assert.ok(asked.some((parameters) => parameters.get("cursor")?.startsWith("nothing&#+ü:")));
  });
});
