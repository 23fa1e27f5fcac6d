import assert from "node:assert/strict";
import { ApiError } from "../../../src/service/errors";
import type { RequestLogEntry } from "../../../src/service/types";
import { FakeClock } from "../../support/fakes/fakeClock";
import { errorFaults } from "../../support/services/faults";
import { FaultyService } from "../../support/services/faultyService";
import { sampleEvent } from "../../support/services/feedService";
import { listSource } from "../../support/services/listSource";
import { testClient, testKey as key } from "../../support/services/testClient";

const timeoutMs = 30_000;

describe("Every fault, in the client", () => {
  const clock = new FakeClock();
  const source = listSource([sampleEvent("evt_1", "2026-11-21T01:00:00Z")]);
  let faulty: FaultyService;
  let log: RequestLogEntry[];

  before(async () => {
    faulty = await FaultyService.start({ source, key, now: () => clock.now() });
  });
  beforeEach(() => (log = []));
  afterEach(() => {
    faulty.faults = [];
    assert.equal(faulty.elsewhere.requests.length, 0, "another origin was asked");
    assert.deepEqual(clock.pending, [], "a timer was left");
  });
  after(() => faulty.dispose());

  for (const fault of errorFaults) {
    it(`${fault.name}: ${fault.kind}, and the next request succeeds`, async () => {
      const options = { clock, timeoutMs, log: (entry: RequestLogEntry) => log.push(entry) };
      const client = testClient({ baseUrl: faulty.origin }, options);
      const read = () => client.readFeed({ pageSize: 40, fields: "full" });
      const before = faulty.service.requests.length;
      faulty.faults = [fault];
      const call = read().then(
        () => assert.fail("did not fail"),
        (error: unknown) => error,
      );
      if (fault.kind === "timeout") {
        await faulty.service.received(before + 1);
        clock.advance(timeoutMs);
      }
      const error = await call;
      assert.ok(error instanceof ApiError, String(error));
      assert.equal(error.kind, fault.kind);
      assert.match(error.message, fault.sentence);
      assert.equal(log.at(-1)?.failure, fault.kind, "the log tells it");
      assert.ok(!JSON.stringify([error.message, error.stack, error.failure, log]).includes(key));
      faulty.faults = [];
      assert.equal((await read()).items.length, 1);
    });
  }
});
