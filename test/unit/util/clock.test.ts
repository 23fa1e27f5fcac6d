import assert from "node:assert/strict";
import { afterWallClock } from "../../../src/util/clock";
import { FakeClock } from "../../support/fakes/fakeClock";

const hour = 3_600_000;

describe("afterWallClock", () => {
  let clock: FakeClock;
  let calls: number;

  beforeEach(() => {
    [clock, calls] = [new FakeClock(), 0];
  });

  it("calls back once, soon after the machine slept past its time", () => {
    afterWallClock(clock, hour, () => calls++);
    clock.advance(60_000);
    clock.set(clock.now() + 10 * hour);
    clock.advance(30_000);
    assert.deepEqual([calls, clock.pending], [1, []]);
  });

  it("calls back after the same delay if the clock is set back, unless it is disposed", () => {
    for (const isDisposed of [false, true]) {
      calls = 0;
      const timer = afterWallClock(clock, hour, () => calls++);
      clock.advance(60_000);
      clock.set(clock.now() - 24 * hour);
      clock.advance(hour - 60_001);
      assert.equal(calls, 0);
      if (isDisposed) {
        timer.dispose();
      }
      clock.advance(1);
      assert.equal(calls, isDisposed ? 0 : 1);
    }
  });
});
