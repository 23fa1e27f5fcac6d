import assert from "node:assert/strict";
import {
  maxWaitingCalls,
  maxWaitMs,
  RequestBudget,
  requestBurst,
  requestIntervalMs,
} from "../../../../../src/agent/tools/reading/requestBudget";
import { ApiError } from "../../../../../src/api/errors";
import type { FeedRequest, ServiceClient } from "../../../../../src/api/types";
import { SampleData } from "../../../../../src/sample/sampleData";
import { FakeClock } from "../../../../support/fakes/fakeClock";
import { createFeed } from "../../../../support/feeds";
import { SampleBackend } from "../../../../support/services/sampleBackend";
import { status } from "../../../../support/services/scriptedAnswers";
import { ScriptedService } from "../../../../support/services/scriptedService";
import { testClient } from "../../../../support/services/testClient";
import { failureOf, minuteMs, questionOf, ReaderFixture } from "./readerFixture";

const request: FeedRequest = { since: "2026-11-20T00:00:00Z", pageSize: 1, fields: "ids" };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("The requests of agents", () => {
  let clock: FakeClock;
  let service: ScriptedService;
  let client: ServiceClient;
  let budget: RequestBudget;

  beforeEach(async () => {
    clock = new FakeClock();
    service = await ScriptedService.start({
      fallback: (_, response) => response.end(JSON.stringify({ events: [], has_more: false })),
    });
    client = testClient({ baseUrl: service.origin });
    budget = new RequestBudget(clock);
  });

  afterEach(() => service.dispose());

  /** A call with some requests. */
  const call = (requests: number, signal?: AbortSignal): Promise<void> =>
    budget.run(client, signal, async (limited) => {
      for (let n = 0; n < requests; n++) {
        await limited.client.readFeed(request, signal && { signal });
      }
    });

  /** Uses up all that may be sent at once. */
  const exhaust = (): Promise<void> => call(requestBurst);

  it("wait once there were too many, and go on one by one", async () => {
    await exhaust();
    const waiting = call(2);
    await clock.timerOf(requestIntervalMs);
    assert.equal(service.requests.length, requestBurst);
    clock.advance(requestIntervalMs);
    await service.received(requestBurst + 1);
    await clock.timerOf(requestIntervalMs);
    clock.advance(requestIntervalMs);
    await waiting;
    assert.equal(service.requests.length, requestBurst + 2);
  });

  it("recover with time, but to no more than at the beginning", async () => {
    await exhaust();
    clock.advance(60 * minuteMs);
    await exhaust();
    const cancel = new AbortController();
    const waiting = failureOf(call(1, cancel.signal));
    await clock.timerOf(requestIntervalMs);
    cancel.abort();
    assert.equal(await waiting, "aborted");
    assert.deepEqual(clock.pending, []);
  });

  it("recover, too, after the clock was set back", async () => {
    await exhaust();
    clock.set(clock.now() - 60 * minuteMs);
    const waiting = call(1);
    await clock.timerOf(requestIntervalMs);
    clock.advance(requestIntervalMs);
    await waiting;
  });

  it("count as often as they are repeated", async () => {
    const unsteady = testClient({ baseUrl: service.origin }, { attempts: 3, clock });
    service.answer(status(503), status(503));
    const sent = budget.run(unsteady, undefined, async (limited) => {
      await limited.client.readFeed(request);
      return limited.requests;
    });
    assert.equal(await clock.passUntil(sent, 1000), 3);
    assert.equal(service.requests.length, 3);
  });

  it("are of one call at a time, and of few calls that wait", async () => {
    const order: number[] = [];
    const numbered = (n: number): Promise<void> => call(1).then(() => void order.push(n));
    const calls = Array.from({ length: 1 + maxWaitingCalls }, (_, n) => numbered(n));
    const refused = await call(1).catch((error: unknown) => error);
    assert.ok(refused instanceof ApiError && refused.failure.kind === "throttled");
    // After the five calls before it, with some requests to spare.
    assert.equal(
      refused.message,
      "Agents may send 120 requests at once to a service, then one every 1 s. Ask again in 10 s.",
    );
    assert.equal(refused.failure.retryAfterMs, 10_000);
    await Promise.all(calls);
    assert.deepEqual(order, [0, 1, 2, 3, 4]);
    await call(1);
    assert.equal(service.requests.length, 6);
  });

  it("give up before those who asked do", async () => {
    await exhaust();
    let release = (): void => undefined;
    const busy = budget.run(client, undefined, () => new Promise<void>((resolve) => (release = resolve)));
    const late = failureOf(call(1));
    clock.advance(maxWaitMs);
    assert.equal(await late, "throttled");
    release();
    await busy;

    // All that has recovered meanwhile.
    await call(maxWaitMs / requestIntervalMs);
    const before = service.requests.length;
    let outcome: unknown;
    void call(1000).catch((error: unknown) => (outcome = error));
    while (outcome === undefined) {
      await turn();
      if (clock.pending.includes(requestIntervalMs)) {
        clock.advance(requestIntervalMs);
      }
    }
    assert.ok(outcome instanceof ApiError);
    assert.deepEqual(outcome.failure, { kind: "throttled", retryAfterMs: 6000 });
    assert.equal(service.requests.length - before, maxWaitMs / requestIntervalMs);
  });

  it("leave room for others when a waiting call is canceled", async () => {
    let release = (): void => undefined;
    const busy = budget.run(client, undefined, () => new Promise<void>((resolve) => (release = resolve)));
    const cancel = new AbortController();
    const canceled = Array.from({ length: maxWaitingCalls }, () => failureOf(call(1, cancel.signal)));
    cancel.abort();
    assert.deepEqual(new Set(await Promise.all(canceled)), new Set(["aborted"]));
    const others = Array.from({ length: maxWaitingCalls }, () => call(1));
    release();
    await Promise.all([busy, ...others]);
    assert.equal(service.requests.length, maxWaitingCalls);
    assert.deepEqual(clock.pending, []);
  });

  it("go on after a call that failed", async () => {
    await assert.rejects(budget.run(client, undefined, () => Promise.reject(new Error("Broken."))));
    await call(1);
  });

  it("change nothing", async () => {
    const change = budget.run(client, undefined, (limited) =>
      limited.client.change({ kind: "deleteCollection", collection: "a" }),
    );
    assert.equal(await failureOf(change), "changesNotAllowed");
    assert.equal(service.requests.length, 0);
  });

  it("leave panels alone: of 1,000 questions in a minute, few are asked, and a feed loads meanwhile", async () => {
    const backend = await SampleBackend.start("sk_test_4f9c2e71", () => clock.now(), new SampleData());
    try {
      const shared = testClient(backend);
      const agent = new ReaderFixture(shared, clock);
      const feed = createFeed(shared, clock);
      const startMs = clock.now();
      const outcomes: Promise<string>[] = [];
      let ofFeed = 0;
      for (let n = 0; n < 1000; n++) {
        // No two of them are the same, and none covers another.
        const window = { sinceMs: startMs - (3000 - n) * minuteMs, untilMs: startMs - (1500 - n) * minuteMs };
        outcomes.push(
          agent.read(questionOf(window)).then(
            ({ outcome, error }) => error?.kind ?? outcome.kind,
            (error: unknown) => (error as ApiError).kind,
          ),
        );
        clock.advance(60);
        await turn();
        if (n % 100 === 50) {
          // The clock stands still: it waits for nothing but the service.
          const before = backend.requests.length;
          await (n === 50 ? feed.start() : feed.loadOlder());
          assert.equal(feed.state.problem, undefined);
          ofFeed += n === 50 || backend.requests.length > before ? 1 : 0;
        }
      }
      assert.equal(ofFeed, 10);
      assert.ok(feed.rows.info.rowCount > 90);
      const settled = await clock.passUntil(Promise.all(outcomes), 1000);
      const kinds = (kind: string): number => settled.filter((outcome) => outcome === kind).length;
      assert.equal(kinds("complete") + kinds("throttled"), 1000);
      assert.ok(kinds("complete") > 0);
      const elapsedMs = clock.now() - startMs;
      const allowed = requestBurst + elapsedMs / requestIntervalMs + ofFeed;
      assert.ok(backend.requests.length <= allowed, `${backend.requests.length} requests of ${allowed}`);
      feed.dispose();
      clock.advance(minuteMs);
      const last = await agent.read(questionOf({ sinceMs: clock.now() - minuteMs }));
      assert.equal(last.outcome.kind, "complete");
    } finally {
      backend.stop();
    }
  });
});
