import assert from "node:assert/strict";
import { ApiError } from "../../../../src/api/errors";
import { OperationQueue } from "../../../../src/feed/session/operationQueue";

const busy = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");

/** A step that ends when the test says so. */
class Held {
  begun = 0;
  end: () => void = () => assert.fail("It has not begun.");
  fail: (error: Error) => void = () => assert.fail("It has not begun.");
  readonly step = (): Promise<void> => {
    this.begun++;
    return new Promise((resolve, reject) => {
      this.end = resolve;
      this.fail = reject;
    });
  };
}

describe("Steps", () => {
  const nothing = (): void => undefined;

  it("are taken one at a time: a wish joins the step under way, or waits for its end", async () => {
    const steps = new OperationQueue(nothing);
    const [first, joined, after] = [new Held(), new Held(), new Held()];
    const both = [steps.runOrJoin("older", first.step), steps.runOrJoin("older", joined.step)];
    const last = steps.enqueue("gap", after.step);
    first.end();
    await Promise.all(both);
    assert.deepEqual([first.begun, joined.begun, after.begun], [1, 0, 1]);
    after.end();
    await last;
  });

  it("wait for one another, however many wait", async () => {
    const steps = new OperationQueue(nothing);
    const [first, second, third] = [new Held(), new Held(), new Held()];
    const taken = [
      steps.runOrJoin("older", first.step),
      steps.enqueue("gap", second.step),
      steps.enqueue("gap", third.step),
    ];
    first.end();
    await taken[0];
    assert.deepEqual([second.begun, third.begun], [1, 0]);
    second.end();
    await taken[1];
    assert.deepEqual([second.begun, third.begun], [1, 1]);
    third.end();
    await taken[2];
  });

  it("join none that brings something else: one that waited joins what brings the same by then", async () => {
    const steps = new OperationQueue(nothing);
    const [gap, nextGap, older, again] = [new Held(), new Held(), new Held(), new Held()];
    const filled = steps.runOrJoin("gap", gap.step);
    const nextFilled = steps.enqueue("gap", nextGap.step);
    const both = [
      steps.runOrJoin("older", older.step, ["older", "window"]),
      steps.runOrJoin("older", again.step, ["older", "window"]),
    ];
    gap.end();
    await filled;
    assert.deepEqual([nextGap.begun, older.begun], [1, 0]);
    nextGap.end();
    await nextFilled;
    older.end();
    await Promise.all(both);
    assert.deepEqual([older.begun, again.begun], [1, 0]);
    const window = new Held();
    const loaded = steps.runOrJoin("window", window.step);
    const joined = steps.runOrJoin("older", again.step, ["older", "window"]);
    window.end();
    await Promise.all([loaded, joined]);
    assert.equal(again.begun, 0);
  });

  it("are not taken when they are no longer wished for", async () => {
    const steps = new OperationQueue(nothing);
    const [first, cancelled] = [new Held(), new Held()];
    const ended = new AbortController();
    const taken = steps.runOrJoin("older", first.step);
    const never = steps.enqueue("window", cancelled.step, ended.signal);
    ended.abort();
    first.fail(busy);
    await Promise.all([taken, never]);
    assert.equal(cancelled.begun, 0);
    assert.equal(steps.failure?.action, "older", "what went wrong before is still to be told");
  });

  it("tell why the last one failed, until the next begins; one that was ended did not fail", async () => {
    let changes = 0;
    const steps = new OperationQueue(() => changes++);
    await steps.runOrJoin("gap", () => {
      steps.report({ kind: "gap", pages: 0, events: 0 });
      return Promise.reject(busy);
    });
    assert.deepEqual(steps.failure, { error: busy, action: "gap" });
    assert.equal(steps.activity, undefined);
    assert.equal(changes, 2);
    await steps.runOrJoin("window", () => Promise.reject(new ApiError({ kind: "aborted" }, "Cancelled.")));
    assert.equal(steps.failure, undefined);
    await assert.rejects(
      steps.runOrJoin("older", () => Promise.reject(new TypeError("A fault of ours."))),
      TypeError,
    );
    assert.equal(steps.failure, undefined);
  });
});
