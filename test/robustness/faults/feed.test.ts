import assert from "node:assert/strict";
import type { Feed } from "../../../src/feed/feed";
import type { FailureKind } from "../../../src/service/errors";
import { FakeClock } from "../../support/fakes/fakeClock";
import { createFeed, eventIds, lastWeek } from "../../support/feeds";
import { PagingService } from "../../support/services/pagingService";
import { cutInBody, page, redirect, reset, silence, status } from "../../support/services/scriptedAnswers";
import { type Answer, ScriptedService } from "../../support/services/scriptedService";
import { testClient } from "../../support/services/testClient";

const timeoutMs = 30_000;
const bodyLimitBytes = 64 * 1024;

/** Six hourly events, newest first. */
const events = Array.from({ length: 6 }, (_, n) => ({ id: `evt_${n}`, ms: Date.UTC(2026, 10, 21, 11 - n) }));
const allIds = events.map(({ id }) => id);

interface Fault {
  /** @param elsewhere the origin of another service */
  readonly answer: (elsewhere: string) => Answer;
  /** The message for the user. */
  readonly sentence: RegExp;
}

const always = (answer: Answer) => () => answer;

/** One fault for each kind of failure; test/unit/service has the others. */
const faults: Readonly<Partial<Record<FailureKind, Fault>>> = {
  unauthorized: { answer: always(status(401, { detail: "No such key" })), sentence: /No such key/ },
  forbidden: { answer: always(status(403)), sentence: /denied access to this organization/ },
  notFound: { answer: always(status(404)), sentence: /may be wrong/ },
  rejected: { answer: always(status(422)), sentence: /rejected the request/ },
  unavailable: { answer: always(status(503)), sentence: /is unavailable \(503\)/ },
  malformed: { answer: always(page("null")), sentence: /unexpected JSON/ },
  interrupted: { answer: always(cutInBody(" ".repeat(30_000), 20_000)), sentence: /was cut off/ },
  unreachable: { answer: always(reset()), sentence: /connection/ },
  timeout: { answer: always(silence()), sentence: /took longer than/ },
  tooLarge: { answer: always(page(" ".repeat(bodyLimitBytes + 1))), sentence: /larger than/ },
  redirected: { answer: (elsewhere) => redirect(307, `${elsewhere}/v2`), sentence: /127\.0\.0\.1/ },
};

describe("A feed", () => {
  let service: PagingService;
  let elsewhere: ScriptedService;
  let clock: FakeClock;
  let feed: Feed;

  beforeEach(async () => {
    clock = new FakeClock();
    service = await PagingService.start(events);
    elsewhere = await ScriptedService.start();
    const client = testClient({ baseUrl: service.service.origin }, { clock, timeoutMs, bodyLimitBytes });
    feed = createFeed(client, clock, { pageSize: () => 2 });
    await feed.start();
    assert.deepEqual(eventIds(feed), allIds.slice(0, 2));
  });

  afterEach(async () => {
    feed.dispose();
    assert.deepEqual(clock.pending, [], "a timer was left");
    assert.deepEqual(elsewhere.requests, [], "a request went to another origin");
    await Promise.all([service.dispose(), elsewhere.dispose()]);
  });

  for (const [kind, { answer, sentence }] of Object.entries(faults)) {
    it(`keeps its rows after a failure, says why, and is complete after a retry: ${kind}`, async () => {
      const operations = [
        () => feed.loadOlder(),
        () => feed.refresh(),
        () => feed.setQuery({ ...lastWeek, sector: "x" }),
      ];
      for (const operation of operations) {
        const before = eventIds(feed);
        const requests = service.requests.length;
        service.intercept = () => answer(elsewhere.origin);
        const done = operation();
        if (kind === "timeout") {
          await service.service.received(requests + 1);
          clock.advance(timeoutMs);
        }
        await done;
        assert.deepEqual(eventIds(feed), before);
        assert.match(feed.state.problem?.message ?? "", sentence);
        assert.equal(feed.state.problem?.kind === "offline", kind === "unreachable" || kind === "timeout");
        assert.equal(feed.state.activity, undefined);
      }
      service.intercept = undefined;
      await feed.setQuery(lastWeek);
      await feed.refresh();
      await feed.loadOlder();
      await feed.loadOlder();
      assert.equal(feed.state.problem, undefined);
      assert.equal(feed.state.completeness.kind, "complete");
      assert.deepEqual(eventIds(feed), allIds);
    });
  }
});
