import assert from "node:assert/strict";
import { createServiceClient } from "../../../src/api/serviceClient";
import { Feed } from "../../../src/feed/feed";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import { FakeClock } from "../../support/fakeClock";
import { failing, odd } from "../../support/faults";
import { FaultyService } from "../../support/faultyService";
import { sampleEvent } from "../../support/feedService";
import { quietFeed } from "../../support/quietFeed";
import { listSource } from "../sample/listSource";

const key = "sk_test_7f3a9Zq-XYZ";
const timeoutMs = 30_000;
const lastWeek: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };

/** Six hourly events, newest first; pages of two. */
const events = Array.from({ length: 6 }, (_, n) =>
  sampleEvent(`evt_${n}`, new Date(Date.UTC(2026, 10, 21, 11 - n)).toISOString()),
);
const all = events.map(({ id }) => id);

describe("every fault, under a feed", () => {
  let clock: FakeClock;
  let faulty: FaultyService;
  let feed: Feed;

  beforeEach(async () => {
    clock = new FakeClock();
    faulty = await FaultyService.start({ source: listSource(events), key, now: () => clock.now() });
    const client = createServiceClient(
      { baseUrl: faulty.origin, dataset: "companydata", key },
      { timeoutMs, typesFormat: "comma", attempts: 1 },
      { clock, random: () => 0.5, log: () => undefined },
    );
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

  /** Does something whose requests meet a fault that may have to be waited out. */
  async function under(fault: (typeof failing)[number], act: () => Promise<void>): Promise<void> {
    faulty.faults = [fault];
    const before = faulty.service.requests.length;
    const acting = act();
    if (fault.hangs) {
      await faulty.service.received(before + 1);
      clock.advance(timeoutMs);
    }
    await acting;
    faulty.faults = [];
  }

  for (const fault of failing) {
    it(`${fault.name}: the rows stay, the reason is told, and nothing is missing or doubled afterwards`, async () => {
      const acts = [
        () => feed.loadOlder(),
        () => feed.refresh(),
        () => feed.setQuery({ ...lastWeek, sector: "x" }),
      ];
      for (const act of acts) {
        const before = ids();
        await under(fault, act);
        assert.deepEqual(ids(), before);
        assert.match(feed.state.problem?.message ?? "", fault.sentence);
        assert.equal(feed.state.activity, undefined);
      }
      await feed.setQuery(lastWeek);
      await feed.refresh();
      while (feed.state.older.kind === "more") {
        await feed.loadOlder();
      }
      assert.equal(feed.state.problem, undefined);
      assert.deepEqual(ids(), all);
    });
  }

  for (const fault of odd.filter(({ list }) => list === "events")) {
    it(`${fault.name}: what can be shown is shown, each once`, async () => {
      faulty.faults = [fault];
      await feed.refresh();
      assert.equal(feed.state.problem, undefined);
      assert.equal(feed.state.malformed, fault.malformed);
      assert.equal(new Set(ids()).size, ids().length);
      assert.ok(ids().length >= 2 - fault.malformed);
      for (const id of ids()) {
        assert.ok(feed.event(id)?.json.includes(`"${id}"`));
      }
      faulty.faults = [];
      await feed.refresh();
      while (feed.state.older.kind === "more") {
        await feed.loadOlder();
      }
      assert.deepEqual(ids(), all);
    });
  }
});
