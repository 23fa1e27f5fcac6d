import assert from "node:assert/strict";
import { ApiError } from "../../../../src/service/errors";
import type { RequestOptions } from "../../../../src/service/types";
import { LiveUpdates } from "../../../../src/feed/live/liveUpdates";
import { Emitter } from "../../../../src/shared/emitter";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { unhandledRejectionOf } from "../../../support/unhandledRejection";

const busy = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");

describe("LiveUpdates", () => {
  let clock: FakeClock;
  let poller: LiveUpdates;
  let intervalMs: number;
  let intervalChanged: Emitter<void>;
  let polls: {
    readonly resolve: () => void;
    readonly reject: (error: Error) => void;
    readonly signal: AbortSignal | undefined;
    readonly onRetry: RequestOptions["onRetry"];
  }[];

  beforeEach(() => {
    clock = new FakeClock();
    intervalMs = 30_000;
    intervalChanged = new Emitter();
    polls = [];
    poller = new LiveUpdates(
      ({ signal, onRetry }) =>
        new Promise((resolve, reject) => {
          polls.push({ resolve, reject, signal, onRetry });
          signal?.addEventListener("abort", () => reject(new ApiError({ kind: "aborted" }, "Canceled.")));
        }),
      clock,
      {
        random: () => 0.5,
        intervalMs: () => intervalMs,
        onDidChangeInterval: intervalChanged.event,
        overlapMs: () => 0,
      },
    );
  });

  afterEach(() => poller.dispose());

  /** Lets the check in progress finish. */
  async function end(error?: ApiError): Promise<void> {
    const changed = new Promise<void>((resolve) => poller.onDidChange(() => resolve()));
    const poll = polls.at(-1);
    if (error) {
      poll?.reject(error);
    } else {
      poll?.resolve();
    }
    await changed;
  }

  it("checks one interval after the start, then one interval after the end of each check", async () => {
    poller.start();
    clock.advance(29_999);
    assert.equal(polls.length, 0);
    clock.advance(1);
    assert.equal(polls.length, 1);
    assert.equal(poller.state.kind, "checking");
    clock.advance(100_000);
    assert.equal(polls.length, 1, "one at a time");
    await end();
    assert.deepEqual(poller.state, { kind: "waiting", nextInMs: 30_000, checkedAgoMs: 0 });
    clock.advance(30_000);
    assert.equal(polls.length, 2);
  });

  it("waits longer after each failure, at least as long as advised", async () => {
    poller.start();
    const waits: number[] = [];
    const advised = new ApiError({ kind: "unavailable", status: 429, retryAfterMs: 3_600_000 }, "Slow down.");
    for (const error of [busy, busy, busy, advised, undefined]) {
      poller.pollNow();
      await end(error);
      assert.ok(poller.state.kind === "waiting");
      assert.equal(poller.error?.message, error?.message);
      assert.equal(poller.state.failing, error && true);
      waits.push(poller.state.nextInMs ?? Number.NaN);
    }
    assert.deepEqual(waits, [37_500, 75_000, 150_000, 3_600_000, 30_000]);
  });

  it("stops if the user has to act, and continues on request", async () => {
    poller.start();
    poller.pollNow();
    await end(new ApiError({ kind: "unauthorized", status: 401 }, "Refused."));
    assert.deepEqual(poller.state, { kind: "stopped" });
    assert.equal(poller.error?.message, "Refused.");
    assert.deepEqual(clock.pending, []);
    poller.pollNow();
    await end();
    assert.equal(poller.state.kind, "waiting");
  });

  it("reports a long wait between two attempts of one check, but not a short one", async () => {
    poller.start();
    poller.pollNow();
    polls.at(-1)?.onRetry?.({ delayMs: 1000, error: busy });
    assert.deepEqual(poller.state, { kind: "checking" });
    polls.at(-1)?.onRetry?.({ delayMs: 60_000, error: busy });
    assert.deepEqual(poller.state, { kind: "checking", nextInMs: 60_000, failing: true });
    assert.equal(poller.error, busy);
    await end();
    assert.equal(poller.error, undefined);
    assert.deepEqual(poller.state, { kind: "waiting", nextInMs: 30_000, checkedAgoMs: 0 });
    clock.advance(20_000);
    poller.pollNow();
    assert.deepEqual(poller.state, { kind: "checking", checkedAgoMs: 20_000 });
  });

  it("applies a changed interval from the last check on, and checks at once if overdue", async () => {
    const changeInterval = (ms: number): void => {
      intervalMs = ms;
      intervalChanged.fire();
    };
    changeInterval(3_600_000);
    poller.start();
    poller.pollNow();
    await end();
    clock.advance(20_000);
    changeInterval(60_000);
    assert.deepEqual(poller.state, { kind: "waiting", nextInMs: 40_000, checkedAgoMs: 20_000 });
    changeInterval(90_000);
    clock.advance(69_999);
    assert.equal(polls.length, 1);
    changeInterval(15_000);
    clock.advance(0);
    assert.equal(polls.length, 2, "overdue");
    assert.deepEqual(clock.pending, []);
  });

  it("does nothing while paused, even if a check was in progress", () => {
    poller.start();
    clock.advance(30_000);
    poller.pause();
    assert.equal(polls[0]?.signal?.aborted, true);
    clock.advance(600_000);
    assert.deepEqual(poller.state, { kind: "paused", checkedAgoMs: 630_000 });
    poller.pollNow();
    assert.equal(polls.length, 1);
    poller.resume();
    clock.advance(30_000);
    assert.equal(polls.length, 2);
  });

  it("keeps the interval if it is paused and resumed repeatedly", async () => {
    poller.start();
    poller.pollNow();
    await end();
    poller.pause();
    clock.advance(10_000);
    poller.resume();
    poller.pause();
    poller.resume();
    clock.advance(19_999);
    assert.equal(polls.length, 1);
    clock.advance(1);
    assert.equal(polls.length, 2);
  });

  it("checks rarely while hidden, and soon when visible again", async () => {
    poller.start();
    poller.pollNow();
    await end();
    poller.setVisible(false);
    clock.advance(299_999);
    assert.equal(polls.length, 1);
    clock.advance(1);
    assert.equal(polls.length, 2);
    await end();
    clock.advance(100_000);
    poller.setVisible(true);
    clock.advance(0);
    assert.equal(polls.length, 3, "overdue");
  });

  it("checks within half a minute after the machine was asleep", () => {
    poller.setVisible(false);
    poller.start();
    // While the machine sleeps, only the clock goes on.
    const asleep = 3_600_000;
    const now = clock.now.bind(clock);
    clock.now = () => now() + asleep;
    clock.advance(30_000);
    assert.equal(polls.length, 1);
  });

  it("continues after an internal error, which becomes an unhandled rejection", async () => {
    poller.start();
    clock.advance(30_000);
    const bug = new Error("Undefined is not a function.");
    assert.equal(await unhandledRejectionOf(() => polls.at(-1)?.reject(bug)), bug);
    assert.equal(poller.state.kind, "waiting");
    for (const error of [busy, undefined]) {
      poller.pollNow();
      await end(error);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
});
