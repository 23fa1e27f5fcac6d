import assert from "node:assert/strict";
import { type Paging, paging } from "../../support/services/faults";
import { allIds, FaultyFeed } from "./faultyFeed";

describe("Every fault of paging, in a feed", () => {
  let faultyFeed: FaultyFeed;

  beforeEach(async () => {
    faultyFeed = await FaultyFeed.start();
  });

  afterEach(() => faultyFeed.dispose());

  /** How the walk ended, and what the person reads about it. */
  function outcome(): { end: Paging["end"]; sentence?: string } {
    const { completeness, problem, activity } = faultyFeed.feed.state;
    assert.equal(activity, undefined);
    const told = problem === undefined ? {} : { sentence: problem.message };
    switch (completeness.kind) {
      case "stopped":
        return { end: "stopped", sentence: completeness.message };
      case "complete":
        return { end: "drained", ...told };
      default:
        return { end: "more", ...told };
    }
  }

  for (const fault of paging) {
    const told = fault.sentence === undefined ? "" : ", and the reason is told";
    const walks = {
      "page by page": () => faultyFeed.walk(),
      "to the end": () => faultyFeed.feed.loadWindow(),
    };
    for (const [how, go] of Object.entries(walks)) {
      // A walk to an end that never comes takes thousands of pages: see below, and windowLoad.test.ts.
      if (fault.end === "more" && how === "to the end") {
        continue;
      }
      it(`${fault.name}, ${how}: ${fault.events} of 6 events, requests: ${fault.requests}${told}`, async () => {
        const { faulty } = faultyFeed;
        const before = faulty.service.requests.length;
        faulty.faults = [fault];
        await go();
        assert.deepEqual(faultyFeed.ids(), allIds.slice(0, fault.events));
        assert.equal(faulty.service.requests.length - before, fault.requests);
        const { end, sentence } = outcome();
        assert.equal(end, fault.end);
        assert.match(sentence ?? "", fault.sentence ?? /^$/);
        await faultyFeed.recover();
      });
    }
  }

  it("endless empty pages: loading the window can be cancelled, and works again afterwards", async () => {
    const { feed, faulty } = faultyFeed;
    const endless = paging.filter(({ end }) => end === "more");
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

  it("cursors are sent back unchanged, and the applied page size is requested from then on", async () => {
    const { feed, faulty } = faultyFeed;
    for (const fault of paging.filter(({ end }) => end === "drained")) {
      faulty.faults = [fault];
      await feed.refresh();
      await faultyFeed.walk();
      assert.deepEqual(outcome(), { end: "drained" });
      assert.deepEqual(faultyFeed.ids(), allIds);
    }
    const asked = faulty.service.requests.map(({ parameters }) => parameters);
    assert.ok(asked.some((parameters) => parameters.get("page_size") === "1"));
    assert.ok(asked.some((parameters) => parameters.get("cursor")?.startsWith("nothing&#+ü:")));
  });
});
