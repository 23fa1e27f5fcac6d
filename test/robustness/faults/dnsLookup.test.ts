import assert from "node:assert/strict";
import dns from "node:dns";
import type { Feed } from "../../../src/feed/feed";
import { FakeClock } from "../../support/fakes/fakeClock";
import { createFeed } from "../../support/feeds";
import { dnsFaults } from "../../support/services/faults";
import { FaultyService } from "../../support/services/faultyService";
import { sampleEvent } from "../../support/services/feedService";
import { listSource } from "../../support/services/listSource";
import { testClient, testKey as key } from "../../support/services/testClient";

const events = [sampleEvent("evt_1", "2026-11-21T01:00:00Z")];

describe("Every fault of a DNS lookup, in a feed", () => {
  const { lookup } = dns;
  let clock: FakeClock;
  let faulty: FaultyService;
  let feed: Feed;
  /** Node's error code of the lookup. */
  let code: string | undefined;
  let lookups: number;

  beforeEach(async () => {
    code = undefined;
    lookups = 0;
    clock = new FakeClock();
    faulty = await FaultyService.start({
      source: listSource(events),
      key,
      now: () => clock.now(),
      freshConnections: true,
    });
    dns.lookup = ((_: string, __: object, done: (error: Error | null, addresses?: object[]) => void) => {
      lookups++;
      if (code === undefined) {
        done(null, [{ address: "127.0.0.1", family: 4 }]);
      } else {
        done(Object.assign(new Error("no such name"), { code }));
      }
    }) as typeof lookup;
    const client = testClient({ baseUrl: `http://localhost:${faulty.service.port}` }, { clock });
    feed = createFeed(client, clock);
    await feed.start();
    assert.equal(feed.rows.info.eventCount, 1);
  });

  afterEach(async () => {
    dns.lookup = lookup;
    feed.dispose();
    assert.deepEqual(clock.pending, [], "a timer was left");
    await faulty.dispose();
  });

  for (const fault of dnsFaults) {
    it(`${fault.name}: the rows stay, the reason is shown, and the next refresh succeeds`, async () => {
      ({ code } = fault);
      await feed.refresh();
      assert.equal(feed.rows.info.eventCount, 1);
      assert.equal(feed.state.problem?.kind, "offline");
      assert.match(feed.state.problem.message, fault.sentence);
      assert.deepEqual([lookups, faulty.service.requests.length], [2, 1]);
      code = undefined;
      await feed.refresh();
      assert.equal(feed.state.problem, undefined);
      assert.equal(feed.rows.info.eventCount, 1);
    });
  }
});
