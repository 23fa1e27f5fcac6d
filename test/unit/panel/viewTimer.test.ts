import assert from "node:assert/strict";
import { ViewTimer } from "../../../src/panel/viewTimer";
import { FakeClock } from "../../support/fakes/fakeClock";

const minute = 60_000;

describe("ViewTimer", () => {
  let clock: FakeClock;
  let timer: ViewTimer;
  /** Minutes since the start of the test. */
  let reports: number[];

  beforeEach(() => {
    clock = new FakeClock();
    const start = clock.now();
    reports = [];
    timer = new ViewTimer(clock, () => reports.push((clock.now() - start) / minute));
  });

  afterEach(() => timer.dispose());

  it("reports when the panel is shown, every five minutes while it is visible, and when it is hidden", () => {
    clock.advance(minute);
    assert.deepEqual(reports, []);
    timer.setVisible(true);
    timer.setVisible(true);
    clock.advance(12 * minute);
    timer.setVisible(false);
    clock.advance(60 * minute);
    assert.deepEqual(reports, [1, 6, 11, 13]);
  });

  it("reports once when a visible panel is closed", () => {
    timer.setVisible(true);
    clock.advance(2 * minute);
    timer.dispose();
    clock.advance(60 * minute);
    assert.deepEqual(reports, [0, 2]);
    assert.deepEqual(clock.pending, []);
  });

  it("reports nothing when a hidden panel is closed", () => {
    timer.dispose();
    assert.deepEqual(reports, []);
  });
});
