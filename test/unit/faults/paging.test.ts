import assert from "node:assert/strict";
import { createServiceClient } from "../../../src/api/serviceClient";
import { Feed } from "../../../src/feed/feed";
import { FakeClock } from "../../support/fakeClock";
import { type Paging, paging } from "../../support/faults";
import { FaultyService } from "../../support/faultyService";
import { sampleEvent } from "../../support/feedService";
import { quietFeed } from "../../support/quietFeed";
import { listSource } from "../sample/listSource";

const key = "sk_test_7f3a9Zq-XYZ";

/** Six hourly events, newest first; pages of two. */
const events = Array.from({ length: 6 }, (_, n) =>
  sampleEvent(`evt_${n}`, new Date(Date.UTC(2026, 10, 21, 11 - n)).toISOString()),
);
const all = events.map(({ id }) => id);

describe("every fault of paging, under a feed", () => {
  let clock: FakeClock;
  let faulty: FaultyService;
  let feed: Feed;

  beforeEach(async () => {
    clock = new FakeClock();
    faulty = await FaultyService.start({ source: listSource(events), key, now: () => clock.now() });
    const client = createServiceClient(
      { baseUrl: faulty.origin, dataset: "companydata", key },
      { timeoutMs: 30_000, typesFormat: "comma", attempts: 1 },
      { clock, random: () => 0.5, log: () => undefined },
    );
    const lastWeek = { window: { kind: "last", days: 7 }, types: [] } as const;
    feed = new Feed(lastWeek, { client, clock, pageSize: () => 2, ...quietFeed });
    await feed.start();
    assert.deepEqual(ids(), all.slice(0, 2));
  });

  afterEach(async () => {
    feed.dispose();
    assert.deepEqual(clock.pending, [], "a timer was left");
    await faulty.dispose();
  });

  function ids(): string[] {
    const { rows } = feed.rows({ start: 0, end: feed.rowsInfo.rowCount });
    return rows.flatMap((row) => (row.kind === "event" ? [row.id] : []));
  }

  /** Loads older events for as long as that brings any. */
  async function walk(): Promise<void> {
    for (let before = -1; before < ids().length && feed.state.older.kind === "more";) {
      before = ids().length;
      await feed.loadOlder();
    }
  }

  /** How the walk ended, and what the person reads about it. */
  function outcome(): { end: Paging["end"]; sentence?: string } {
    const { older, problem, activity } = feed.state;
    assert.equal(activity, undefined);
    if (problem) {
      return { end: "failed", sentence: problem.message };
    }
    switch (older.kind) {
      case "stopped":
        return { end: "stopped", sentence: older.message };
      case "windowBefore":
        return { end: "drained" };
      default:
        return { end: "more" };
    }
  }

  async function recover(): Promise<void> {
    faulty.faults = [];
    await feed.refresh();
    await walk();
    assert.deepEqual(outcome(), { end: "drained" });
    assert.deepEqual(ids(), all);
  }

  for (const fault of paging) {
    const told = fault.sentence === undefined ? "" : ", and the reason is told";
    const walks = { "page by page": walk, "to the end": () => feed.loadWindow() };
    for (const [how, go] of Object.entries(walks)) {
      // A walk to an end that never comes takes thousands of pages: see below, and windowLoad.test.ts.
      if (fault.end === "more" && how === "to the end") {
        continue;
      }
      it(`${fault.name}, ${how}: ${fault.events} of 6 events, requests: ${fault.requests}${told}`, async () => {
        const before = faulty.service.requests.length;
        faulty.faults = [fault];
        await go();
        assert.deepEqual(ids(), all.slice(0, fault.events));
        assert.equal(faulty.service.requests.length - before, fault.requests);
        const { end, sentence } = outcome();
        assert.equal(end, fault.end);
        assert.match(sentence ?? "", fault.sentence ?? /^$/);
        await recover();
      });
    }
  }

  it("empty pages without end, to the end: the person can end it, and all is well after it", async () => {
    const endless = paging.filter(({ end }) => end === "more");
    assert.equal(endless.length, 1);
    faulty.faults = endless;
    const loading = feed.loadWindow();
    await faulty.service.received(150);
    feed.cancelWindow();
    await loading;
    assert.deepEqual(ids(), all.slice(0, 2));
    assert.deepEqual(outcome(), { end: "more" });
    await recover();
  });

  it("cursors go back as they came, and the applied page size is asked for from then on", async () => {
    for (const fault of paging.filter(({ end }) => end === "drained")) {
      faulty.faults = [fault];
      await feed.refresh();
      await walk();
      assert.deepEqual(outcome(), { end: "drained" });
      assert.deepEqual(ids(), all);
    }
    const asked = faulty.service.requests.map(({ parameters }) => parameters);
    assert.ok(asked.some((parameters) => parameters.get("page_size") === "1"));
    assert.ok(asked.some((parameters) => parameters.get("cursor")?.startsWith("nothing&#+ü:")));
  });
});
