import assert from "node:assert/strict";
import { ApiError } from "../../../src/service/errors";
import type { RequestLogEntry, Item, ServiceClient } from "../../../src/service/types";
import { FakeClock } from "../../support/fakes/fakeClock";
import { collections } from "../../support/services/collectionService";
import { errorFaults, pageFaults } from "../../support/services/faults";
import { FaultyService } from "../../support/services/faultyService";
import { sampleEvent } from "../../support/services/feedService";
import { listSource } from "../../support/services/listSource";
import { testClient, testKey as key } from "../../support/services/testClient";

const timeoutMs = 30_000;

describe("Every fault, in the client", () => {
  const clock = new FakeClock();
  const source = listSource(
    ["evt_1", "evt_2", "evt_3"].map((id, n) => sampleEvent(id, `2026-11-21T0${n + 1}:00:00Z`)),
    collections(3),
  );
  let faulty: FaultyService;
  let client: ServiceClient;
  let log: RequestLogEntry[];

  before(async () => {
    faulty = await FaultyService.start({ source, key, now: () => clock.now() });
    client = testClient(
      { baseUrl: faulty.origin, key },
      { clock, timeoutMs, log: (entry) => log.push(entry) },
    );
  });
  beforeEach(() => (log = []));
  afterEach(() => {
    faulty.faults = [];
    assert.equal(faulty.elsewhere.requests.length, 0, "another origin was asked");
    assert.deepEqual(clock.pending, [], "a timer was left");
  });
  after(() => faulty.dispose());

  const endpoints = {
    events: async (): Promise<{ items: readonly Item<unknown>[]; malformed: number }> =>
      client.readFeed({ pageSize: 40, fields: "full" }),
    collections: async (): Promise<{ items: readonly Item<unknown>[]; malformed: number }> =>
      client.listCollections({ limit: 100, offset: 0 }),
  };
  const lists = ["events", "collections"] as const;

  for (const list of lists) {
    for (const fault of errorFaults) {
      it(`${fault.name} (${list}): ${fault.kind}, and the next request succeeds`, async () => {
        const sound = await endpoints[list]();
        assert.equal(sound.items.length, 3);
        const before = faulty.service.requests.length;
        faulty.faults = [fault];
        const call = endpoints[list]().then(
          () => assert.fail("did not fail"),
          (error: unknown) => error,
        );
        if (fault.hangs) {
          await faulty.service.received(before + 1);
          clock.advance(timeoutMs);
        }
        const error = await call;
        assert.ok(error instanceof ApiError, String(error));
        assert.equal(error.kind, fault.kind);
        assert.match(error.message, fault.sentence);
        assert.ok(log.length >= 2 && log.at(-1)?.failure === fault.kind, "the log tells it");
        assert.ok(!JSON.stringify([error.message, error.stack, error.failure, log]).includes(key));
        faulty.faults = [];
        assert.deepEqual((await endpoints[list]()).items, sound.items);
      });
    }
  }

  for (const fault of pageFaults) {
    it(`${fault.name} (${fault.list}): a page of what can be read`, async () => {
      faulty.faults = [fault];
      const { items, malformed } = await endpoints[fault.list]();
      assert.equal(malformed, fault.malformed);
      assert.ok(items.length >= 3 - fault.malformed);
      for (const { json } of items) {
        assert.doesNotThrow(() => JSON.parse(json), "what was sent is kept");
      }
    });
  }
});
