import assert from "node:assert/strict";
import { ApiError } from "../../../../src/service/errors";
import type { RequestOptions } from "../../../../src/service/types";
import { LivePoller } from "../../../../src/feed/live/livePoller";
import { Emitter } from "../../../../src/shared/event";
import { FakeClock } from "../../../support/fakes/fakeClock";
import { unhandledRejectionOf } from "../../../support/unhandledRejection";

const busy = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");

describe("LivePoller", () => {
  let clock: FakeClock;
  let poller: LivePoller;
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
    poller = new LivePoller(
      ({ signal, onRetry }) =>
        new Promise((resolve, reject) => {
          polls.push({ resolve, reject, signal, onRetry });
          signal?.addEventListener("abort", () => reject(new ApiError({ kind: "aborted" }, "Canceled.")));
        }),
      {
        clock,
        random: () => 0.5,
        intervalMs: () => intervalMs,
        onDidChangeInterval: intervalChanged.event,
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
    poller.resume();
    clock.advance(29_999);
    assert.equal(polls.length, 0);
    clock.advance(1);
    assert.equal(polls.length, 1);
    assert.equal(poller.state.kind, "checking");
    clock.advance(100_000);
    assert.equal(polls.length, 1, "one at a time");
    await end();
    assert.deepEqual(poller.state, { kind: "waiting", nextAt: clock.now() + 30_000, checkedAt: clock.now() });
    clock.advance(30_000);
    assert.equal(polls.length, 2);
  });

  it("waits longer after each failure, at least as long as advised, and one interval after a success", async () => {
    poller.resume();
    const waits: number[] = [];
    const advised = new ApiError({ kind: "unavailable", status: 429, retryAfterMs: 3_600_000 }, "Slow down.");
    for (const error of [busy, busy, busy, advised, undefined]) {
      poller.pollNow();
      await end(error);
      assert.ok(poller.state.kind === "waiting");
      assert.equal(poller.failure?.message, error?.message);
      assert.equal(poller.state.failing, error && true);
      waits.push(poller.state.nextAt - clock.now());
    }
    assert.deepEqual(waits, [37_500, 75_000, 150_000, 3_600_000, 30_000]);
  });

  it("waits a quarter of an hour, with up to half of it added, however many checks fail", async () => {
    poller.resume();
    for (let failures = 0; failures < 9; failures++) {
      poller.pollNow();
      await end(busy);
    }
    assert.ok(poller.state.kind === "waiting");
    assert.equal(poller.state.nextAt - clock.now(), 1.25 * 900_000);
  });

  it("stops as well if the connection was changed", async () => {
    poller.resume();
    poller.pollNow();
    await end(new ApiError({ kind: "connectionChanged" }, "The connection was changed."));
    assert.deepEqual(poller.state, { kind: "stopped" });
    assert.deepEqual(clock.pending, []);
  });

  it("keeps to the wait after a failure when it is hidden and shown, or paused for a long time", async () => {
    poller.resume();
    for (const wait of [37_500, 75_000]) {
      clock.advance(5000);
      poller.pollNow();
      await end(busy);
      assert.deepEqual(poller.state.kind === "waiting" && poller.state.nextAt, clock.now() + wait);
    }
    clock.advance(10_000);
    poller.setVisible(false);
    poller.setVisible(true);
    clock.advance(64_999);
    assert.equal(polls.length, 2);
    poller.pause();
    clock.advance(3_600_000);
    poller.resume();
    clock.advance(74_999);
    assert.equal(polls.length, 2, "no burst of requests at a busy service");
    clock.advance(1);
    assert.equal(polls.length, 3);
  });

  it("starts no second check while one from before a pause has not ended", async () => {
    poller.resume();
    poller.pollNow();
    poller.pause();
    poller.resume();
    clock.advance(30_000);
    assert.equal(polls.length, 1);
    assert.equal(poller.state.kind, "waiting");
    await end();
    clock.advance(30_000);
    assert.equal(polls.length, 2);
  });

  it("stops if the user has to do something, and continues on request", async () => {
    poller.resume();
    poller.pollNow();
    await end(new ApiError({ kind: "unauthorized", status: 401 }, "Refused."));
    assert.deepEqual(poller.state, { kind: "stopped" });
    assert.equal(poller.failure?.message, "Refused.");
    assert.deepEqual(clock.pending, []);
    poller.pollNow();
    await end();
    assert.equal(poller.state.kind, "waiting");
  });

  it("is failing from the first failed check until one succeeds", async () => {
    const states: (true | undefined)[] = [];
    poller.resume();
    poller.onDidChange(() => {
      const { state } = poller;
      states.push(state.kind === "checking" || state.kind === "waiting" ? state.failing : undefined);
    });
    clock.advance(30_000);
    await end(busy);
    clock.advance(37_500);
    await end(new ApiError({ kind: "unreachable" }, "Nothing answers."));
    assert.deepEqual(states, [undefined, true, true, true]);
    assert.equal(poller.failure?.message, "Nothing answers.");
    clock.advance(75_000);
    await end();
    assert.deepEqual(states, [undefined, true, true, true, true, undefined]);
    assert.equal(poller.failure, undefined);
  });

  it("reports a long wait between two attempts of one check, but no short one", async () => {
    poller.resume();
    poller.pollNow();
    polls.at(-1)?.onRetry?.({ attempt: 2, delayMs: 1000, error: busy });
    assert.deepEqual(poller.state, { kind: "checking" });
    polls.at(-1)?.onRetry?.({ attempt: 3, delayMs: 60_000, error: busy });
    assert.deepEqual(poller.state, { kind: "checking", nextAt: clock.now() + 60_000, failing: true });
    assert.equal(poller.failure, busy);
    await end();
    assert.equal(poller.failure, undefined);
    assert.deepEqual(poller.state, { kind: "waiting", nextAt: clock.now() + 30_000, checkedAt: clock.now() });
  });

  it("reports a short wait, too, while it is failing, but none while it is paused", async () => {
    poller.resume();
    poller.pollNow();
    polls.at(-1)?.onRetry?.({ attempt: 2, delayMs: 5000, error: busy });
    assert.deepEqual(poller.state, { kind: "checking" }, "not longer than five seconds");
    await end(busy);
    poller.pollNow();
    polls.at(-1)?.onRetry?.({ attempt: 2, delayMs: 1000, error: busy });
    assert.deepEqual(poller.state, { kind: "checking", nextAt: clock.now() + 1000, failing: true });
    poller.pause();
    polls.at(-1)?.onRetry?.({ attempt: 3, delayMs: 60_000, error: busy });
    assert.deepEqual(poller.state, { kind: "paused" });
  });

  it("is failing no longer when the other request succeeds, unless checks fail as well", async () => {
    poller.resume();
    poller.reportOutage(busy);
    poller.withdrawOutage(new ApiError({ kind: "unavailable", status: 503 }, "Another request."));
    assert.equal(poller.failure, busy);
    let changes = 0;
    poller.onDidChange(() => changes++);
    poller.withdrawOutage(busy);
    assert.equal(poller.failure, undefined);
    assert.equal(changes, 1);
    poller.pollNow();
    await end(busy);
    poller.withdrawOutage(busy);
    assert.equal(poller.failure, busy);
  });

  it("is failing while other requests do, and follows the service's advice, until a check succeeds", async () => {
    const advised = new ApiError({ kind: "unavailable", status: 503, retryAfterMs: 60_000 }, "Later.");
    poller.resume();
    clock.advance(10_000);
    poller.reportOutage(busy);
    const { nextAt } = poller.state as { readonly nextAt: number };
    assert.deepEqual(poller.state, { kind: "waiting", nextAt: clock.now() + 20_000, failing: true });
    assert.equal(poller.failure, busy);
    poller.reportOutage(advised);
    assert.equal((poller.state as { readonly nextAt: number }).nextAt, nextAt, "it is failing already");
    clock.advance(20_000);
    assert.equal(polls.length, 1);
    await end();
    assert.equal(poller.failure, undefined);
    poller.reportOutage(advised);
    assert.deepEqual(poller.state, {
      kind: "waiting",
      nextAt: clock.now() + 60_000,
      failing: true,
      checkedAt: clock.now(),
    });
    clock.advance(59_999);
    assert.equal(polls.length, 1);
    clock.advance(1);
    assert.equal(polls.length, 2);
    await end();
    poller.pollNow();
    poller.reportOutage(busy);
    assert.deepEqual([poller.state.kind, poller.failure], ["checking", busy]);
    await end();
    assert.equal(poller.failure, undefined);
    poller.pause();
    poller.reportOutage(busy);
    poller.resume();
    assert.equal(poller.failure, undefined, "paused");
  });

  it("checks again by itself if another request fails because of an outage after it was stopped", async () => {
    const advised = new ApiError({ kind: "unavailable", status: 503, retryAfterMs: 3_600_000 }, "Later.");
    const forbidden = new ApiError({ kind: "forbidden", status: 403 }, "Not allowed.");
    poller.resume();
    poller.stop(forbidden);
    poller.reportOutage(advised);
    assert.deepEqual(poller.state, { kind: "waiting", nextAt: clock.now() + 3_600_000, failing: true });
    poller.pollNow();
    await end(forbidden);
    assert.deepEqual(poller.state, { kind: "stopped" });
    poller.reportOutage(busy);
    assert.deepEqual(poller.state, { kind: "waiting", nextAt: clock.now() + 37_500, failing: true });
    assert.equal(poller.failure, busy);
    clock.advance(37_500);
    assert.equal(polls.length, 2);
    await end();
    assert.deepEqual(poller.state, { kind: "waiting", nextAt: clock.now() + 30_000, checkedAt: clock.now() });
  });

  it("can be stopped while waiting or checking", async () => {
    const refused = new ApiError({ kind: "unauthorized", status: 401 }, "Rejected.");
    poller.resume();
    poller.stop(refused);
    assert.deepEqual(poller.state, { kind: "stopped" });
    assert.deepEqual(clock.pending, []);
    poller.pollNow();
    poller.stop(refused);
    await end(busy);
    assert.deepEqual(poller.state, { kind: "stopped" });
    assert.deepEqual(clock.pending, []);
    poller.pollNow();
    assert.equal(poller.state.kind, "checking");
    await end();
    assert.equal(poller.failure, undefined);
  });

  it("checks again after a check that was stopped and has not ended when the next one is requested", async () => {
    const refused = new ApiError({ kind: "unauthorized", status: 401 }, "Rejected.");
    poller.resume();
    poller.pollNow();
    poller.stop(refused);
    poller.pollNow();
    assert.deepEqual([poller.state.kind, polls.length], ["waiting", 1]);
    await end(refused);
    assert.deepEqual([poller.state.kind, polls.length, clock.pending], ["checking", 2, []]);
    await end();
    assert.deepEqual([poller.state.kind, poller.failure, clock.pending], ["waiting", undefined, [30_000]]);
  });

  it("does not check again after such a check if it was paused meanwhile, nor later on", async () => {
    poller.resume();
    poller.pollNow();
    poller.pause();
    poller.resume();
    poller.pollNow();
    poller.pause();
    await end();
    assert.deepEqual([poller.state.kind, polls.length, clock.pending], ["paused", 1, []]);
    poller.resume();
    clock.advance(30_000);
    poller.pause();
    poller.resume();
    await end();
    assert.deepEqual([poller.state.kind, polls.length], ["waiting", 2]);
  });

  it("stays paused when stopped, and reports no failure while paused", async () => {
    poller.resume();
    poller.pollNow();
    await end(busy);
    poller.pause();
    poller.stop(busy);
    assert.deepEqual(poller.state, { kind: "paused" });
    assert.equal(poller.failure, undefined);
    poller.resume();
    assert.equal(poller.failure, busy);
  });

  describe("with another interval", () => {
    function changeInterval(ms: number): void {
      intervalMs = ms;
      intervalChanged.fire();
    }

    it("waits that long after the last check, or checks now if that time has passed", async () => {
      changeInterval(3_600_000);
      poller.resume();
      poller.pollNow();
      await end();
      const endedAt = clock.now();
      clock.advance(20_000);
      changeInterval(60_000);
      assert.deepEqual(poller.state, { kind: "waiting", nextAt: endedAt + 60_000, checkedAt: endedAt });
      changeInterval(90_000);
      clock.advance(69_999);
      assert.equal(polls.length, 1);
      changeInterval(15_000);
      clock.advance(0);
      assert.equal(polls.length, 2, "overdue");
      assert.deepEqual(clock.pending, []);
    });

    it("keeps to the wait after a failure, of a check or of another request, also when it is hidden and shown", async () => {
      const advised = new ApiError({ kind: "unavailable", status: 503, retryAfterMs: 60_000 }, "Later.");
      const hideAndShow = (): void => [false, true].forEach((visible) => poller.setVisible(visible));
      const waitMs = (): number => (poller.state as { readonly nextAt: number }).nextAt - clock.now();
      poller.resume();
      poller.pollNow();
      await end(busy);
      changeInterval(15_000);
      hideAndShow();
      assert.equal(waitMs(), 37_500);
      poller.pollNow();
      await end();
      assert.equal(waitMs(), 15_000);
      poller.reportOutage(advised);
      changeInterval(20_000);
      hideAndShow();
      assert.equal(waitMs(), 60_000);
    });

    it("does not wait while it is paused or stopped", () => {
      changeInterval(15_000);
      poller.resume();
      poller.stop(new ApiError({ kind: "unauthorized", status: 401 }, "Rejected."));
      changeInterval(20_000);
      assert.deepEqual(poller.state, { kind: "stopped" });
      poller.pause();
      changeInterval(15_000);
      assert.deepEqual(poller.state, { kind: "paused" });
      assert.deepEqual(clock.pending, []);
    });
  });

  it("does nothing while paused, even if a check was in progress", async () => {
    poller.resume();
    clock.advance(30_000);
    poller.pause();
    await end();
    assert.equal(poller.state.kind, "paused");
    clock.advance(600_000);
    poller.pollNow();
    assert.equal(polls.length, 1);
    poller.resume();
    clock.advance(30_000);
    assert.equal(polls.length, 2);
  });

  describe("resumed after a pause", () => {
    async function pausedAfterCheck(): Promise<void> {
      poller.resume();
      poller.pollNow();
      await end();
      poller.pause();
    }

    it("checks at once if the last check was more than an interval ago", async () => {
      await pausedAfterCheck();
      clock.advance(600_000);
      assert.equal(polls.length, 1);
      poller.resume();
      clock.advance(0);
      assert.equal(polls.length, 2);
    });

    it("checks one interval after the last check, even if it is paused repeatedly", async () => {
      await pausedAfterCheck();
      clock.advance(10_000);
      poller.resume();
      poller.pause();
      poller.resume();
      clock.advance(19_999);
      assert.equal(polls.length, 1);
      clock.advance(1);
      assert.equal(polls.length, 2);
    });

    it("waits at most one interval if the clock was set back meanwhile", async () => {
      await pausedAfterCheck();
      const now = clock.now.bind(clock);
      clock.now = () => now() - 3_600_000;
      poller.resume();
      clock.advance(30_000);
      assert.equal(polls.length, 2);
    });
  });

  it("checks rarely while hidden, and soon when visible again", async () => {
    poller.resume();
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

  it("checks for the first time within an interval, even if the panel is hidden and shown repeatedly", () => {
    poller.resume();
    for (let switches = 0; switches < 3; switches++) {
      poller.setVisible(false);
      poller.setVisible(true);
      clock.advance(10_000);
    }
    assert.equal(polls.length, 1);
  });

  it("checks within an interval if the clock was set back and the panel was hidden and shown", async () => {
    poller.resume();
    poller.pollNow();
    await end();
    const now = clock.now.bind(clock);
    clock.now = () => now() - 2 * 3_600_000;
    for (let switches = 0; switches < 3; switches++) {
      poller.setVisible(false);
      poller.setVisible(true);
      clock.advance(10_000);
    }
    assert.equal(polls.length, 2, "switching tabs does not start the wait again");
  });

  it("notices within half a minute that the machine was asleep", () => {
    poller.setVisible(false);
    poller.resume();
    // The clock continues while timers are stopped.
    const asleep = 3_600_000;
    const now = clock.now.bind(clock);
    clock.now = () => now() + asleep;
    clock.advance(30_000);
    assert.equal(polls.length, 1);
  });

  it("aborts its check on disposal and schedules no other", async () => {
    poller.resume();
    assert.equal(clock.pending.length, 1);
    clock.advance(30_000);
    await end();
    assert.equal(clock.pending.length, 1);
    poller.pollNow();
    assert.equal(polls.at(-1)?.signal?.aborted, false);
    poller.dispose();
    assert.equal(polls.at(-1)?.signal?.aborted, true);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(clock.pending, []);
  });

  it("reports an internal error where nothing awaits a check, but no other failure, and goes on", async () => {
    poller.resume();
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

  it("cancels its timer on disposal", () => {
    poller.resume();
    poller.dispose();
    assert.deepEqual(clock.pending, []);
  });
});
