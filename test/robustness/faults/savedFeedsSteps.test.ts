import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { nodeFileSystem } from "../../../src/util/fileSystem";
import { FakeClock } from "../../support/fakes/fakeClock";
import { InterceptingFileSystem } from "../../support/fakes/fakeFileSystem";
import { runUntilKilled } from "../../support/faults/killedProcess";
import { cycle, cycleMs, SavedFeedsWindow, summaryOf } from "../../support/faults/savedFeedsCycle";
import type { KilledCycle } from "../../support/faults/savedFeedsCycle.main";
import { atEveryStep, FaultyFileSystem } from "../../support/faults/stepFaults";

let temporary: string;

/** What is known before each act, and after the last one. */
async function statesOfCycle(): Promise<unknown[]> {
  const { window, pass, close } = openIn(path.join(temporary, "whole"), new FakeClock(cycleMs));
  await pass(window.open());
  const states = [summaryOf(window.store.state)];
  for (const act of cycle) {
    await pass(act(window));
    states.push(summaryOf(window.store.state));
  }
  await close();
  return states;
}

interface PassingWindow {
  readonly window: SavedFeedsWindow;
  /** Time passes only while no file operation is running. */
  readonly pass: <T>(work: Promise<T>) => Promise<T>;
  /** Closes the window, and waits for what it is still reading or writing. */
  readonly close: () => Promise<void>;
}

function openIn(
  folder: string,
  clock: FakeClock,
  files = new InterceptingFileSystem(nodeFileSystem, () => undefined),
): PassingWindow {
  const window = new SavedFeedsWindow(folder, { files, clock });
  return {
    window,
    pass: (work) => clock.passUntil(work, 100, () => files.pending > 0),
    close: async () => {
      window.close();
      do {
        await setImmediate();
      } while (files.pending > 0);
    },
  };
}

/** What a window finds that is opened an hour later. It counts another event once, and leaves no file behind that is not needed. */
async function assertRecovers(folder: string, expected: readonly unknown[], failure: string): Promise<void> {
  const { window, pass, close } = openIn(folder, new FakeClock(Date.now() + 3_600_000));
  await pass(window.open());
  const found = summaryOf(window.store.state);
  assert.ok(
    expected.some((state) => isEqual(state, found)),
    `${failure}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`,
  );
  const isFollowed = window.store.state.feeds[0]?.baseline !== undefined;
  for (let times = 0; isFollowed && times < 2; times++) {
    await pass(window.check("evt_9"));
    const unread = window.store.state.feeds[0]?.unread.filter(({ id }) => id === "evt_9");
    assert.equal(unread?.length, 1, failure);
  }
  await pass(window.store.refresh());
  assert.equal(window.store.problem, undefined, failure);
  await close();
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const [lease, ...others] = files
    .map(({ name }) => name)
    .sort((a, b) => Number(b.startsWith("lease.")) - Number(a.startsWith("lease.")));
  assert.match(lease ?? "", /^lease\.\d+$/, failure);
  assert.deepEqual(others, isFollowed || others.length > 0 ? ["followed.json"] : [], failure);
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

describe("saved feeds with a fault at every step", () => {
  let states: unknown[];

  beforeEach(async () => {
    temporary = await mkdtemp(path.join(os.tmpdir(), "saved-feeds-steps-"));
    states = await statesOfCycle();
  });
  afterEach(() => rm(temporary, { recursive: true, force: true }));

  it("lose nothing that was done, and do nothing twice, when the process is killed", async () => {
    const steps = await atEveryStep(async (step) => {
      const folder = path.join(temporary, `step-${step}`);
      const killed: KilledCycle = { folder, step };
      const { isKilled, output } = await runUntilKilled("savedFeedsCycle", JSON.stringify(killed));
      const done = output.split("\n").length - 1;
      await assertRecovers(
        folder,
        states.slice(done, done + 2),
        `killed at step ${step}, after ${done} acts`,
      );
      return isKilled;
    });
    assert.ok(steps > cycle.length * 5, `${steps} steps`);
  });

  for (const code of ["ENOSPC", "EBUSY"]) {
    it(`do everything once when one file operation fails with ${code}`, async () => {
      const steps = await atEveryStep(async (step) => {
        const folder = path.join(temporary, `${code}-${step}`);
        const files = new FaultyFileSystem(nodeFileSystem, step, { kind: "error", code });
        const { window, pass, close } = openIn(folder, new FakeClock(cycleMs), files);
        // The window tries again to become the one that checks.
        await pass(window.open().catch(() => window.open()));
        for (const act of cycle) {
          await pass(act(window));
        }
        const failure = `${code} at step ${step}`;
        assert.deepEqual(summaryOf(window.store.state), states.at(-1), failure);
        await pass(window.store.refresh());
        const wasReached = files.steps >= step;
        if (wasReached) {
          // What could not be read or written is tried again at the next refresh.
          await pass(window.store.refresh());
          assert.equal(window.store.problem, undefined, failure);
        }
        await close();
        await assertRecovers(folder, states.slice(-1), failure);
        return wasReached;
      });
      assert.ok(steps > cycle.length * 5, `${steps} steps`);
    });
  }
});
