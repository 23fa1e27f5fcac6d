import assert from "node:assert/strict";
import { afterWallClock } from "../../../src/util/wallClockTimer";
import { FakeClock } from "../../support/fakes/fakeClock";

const hour = 3_600_000;

describe("A timer by the clock on the wall", () => {
  let clock: FakeClock;
  let calls: number;
  let times: number[];

  function start(ms: number) {
    return afterWallClock(
      clock,
      ms,
      () => calls++,
      (atMs) => times.push(atMs - clock.now()),
    );
  }

  beforeEach(() => {
    [clock, calls, times] = [new FakeClock(), 0, []];
  });

  it("calls back once, when its time has passed", () => {
    start(100_000);
    clock.advance(99_999);
    assert.equal(calls, 0);
    clock.advance(1);
    assert.equal(calls, 1);
    clock.advance(hour);
    assert.deepEqual([calls, times, clock.pending], [1, [], []]);
    start(-1);
    clock.advance(0);
    assert.equal(calls, 2, "a time that has passed already");
  });

  it("calls back soon after the machine slept beyond its time", () => {
    start(hour);
    clock.advance(60_000);
    clock.set(clock.now() + 10 * hour);
    clock.advance(30_000);
    assert.equal(calls, 1);
  });

  it("calls back after the same time if the clock is set back meanwhile, also if that is undone", () => {
    start(hour);
    clock.advance(60_000);
    clock.set(clock.now() - 24 * hour);
    clock.advance(30_000);
    assert.deepEqual([calls, times], [0, [hour - 90_000]]);
    clock.set(clock.now() + 24 * hour);
    clock.advance(hour - 90_001);
    assert.equal(calls, 0);
    clock.advance(1);
    assert.deepEqual([calls, times.length], [1, 2]);
  });

  it("does not call back once it is disposed", () => {
    const timer = start(hour);
    clock.advance(60_000);
    timer.dispose();
    clock.advance(hour);
    assert.deepEqual([calls, clock.pending], [0, []]);
  });
});
