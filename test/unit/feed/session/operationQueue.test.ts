import assert from "node:assert/strict";
import { ApiError } from "../../../../src/service/errors";
import { OperationQueue } from "../../../../src/feed/session/operationQueue";

const busy = new ApiError({ kind: "unavailable", status: 503 }, "The service is busy.");

/** An operation that ends on the test's request. */
class Held {
  starts = 0;
  end: () => void = () => assert.fail("It has not started.");
  fail: (error: Error) => void = () => assert.fail("It has not started.");
  readonly perform = (): Promise<void> => {
    this.starts++;
    return new Promise((resolve, reject) => {
      this.end = resolve;
      this.fail = reject;
    });
  };
}

describe("OperationQueue", () => {
  let changes: number;
  let queue: OperationQueue;

  beforeEach(() => {
    changes = 0;
    queue = new OperationQueue(() => changes++);
  });

  it("runs one operation at a time: another one joins the running one or waits for its end", async () => {
    const [first, joined, after] = [new Held(), new Held(), new Held()];
    const both = [queue.run("older", first.perform), queue.run("older", joined.perform)];
    const last = queue.run("gap", after.perform, []);
    first.end();
    await Promise.all(both);
    assert.deepEqual([first.starts, joined.starts, after.starts], [1, 0, 1]);
    after.end();
    await last;
  });

  it("runs any number of waiting operations one after another", async () => {
    const [first, second, third] = [new Held(), new Held(), new Held()];
    const runs = [
      queue.run("older", first.perform),
      queue.run("gap", second.perform, []),
      queue.run("gap", third.perform, []),
    ];
    first.end();
    await runs[0];
    assert.deepEqual([second.starts, third.starts], [1, 0]);
    second.end();
    await runs[1];
    assert.deepEqual([second.starts, third.starts], [1, 1]);
    third.end();
    await runs[2];
  });

  it("joins a running operation of a joinable kind, also after waiting for another one", async () => {
    const [gap, nextGap, older, again] = [new Held(), new Held(), new Held(), new Held()];
    const filled = queue.run("gap", gap.perform);
    const nextFilled = queue.run("gap", nextGap.perform, []);
    const both = [
      queue.run("older", older.perform, ["older", "window"]),
      queue.run("older", again.perform, ["older", "window"]),
    ];
    gap.end();
    await filled;
    assert.deepEqual([nextGap.starts, older.starts], [1, 0]);
    nextGap.end();
    await nextFilled;
    older.end();
    await Promise.all(both);
    assert.deepEqual([older.starts, again.starts], [1, 0]);
    const window = new Held();
    const loaded = queue.run("window", window.perform);
    const joined = queue.run("older", again.perform, ["older", "window"]);
    window.end();
    await Promise.all([loaded, joined]);
    assert.equal(again.starts, 0);
  });

  it("does not start a waiting operation that was canceled", async () => {
    const [first, canceled] = [new Held(), new Held()];
    const running = queue.run("older", first.perform);
    const waiting = queue.run("window", canceled.perform);
    queue.cancel("window");
    first.fail(busy);
    await Promise.all([running, waiting]);
    assert.equal(canceled.starts, 0);
    assert.equal(queue.failure?.action, "older", "the failure before is still to be shown");
  });

  it("does not join a running operation that was canceled", async () => {
    const [first, second] = [new Held(), new Held()];
    const loads = [queue.run("window", first.perform)];
    queue.cancel("window");
    loads.push(queue.run("window", second.perform));
    first.fail(new ApiError({ kind: "aborted" }, "Canceled."));
    await loads[0];
    assert.equal(second.starts, 1);
    second.end();
    await Promise.all(loads);
  });

  it("aborts the running operation, and starts no waiting one, when it is disposed", async () => {
    const [first, second] = [new Held(), new Held()];
    let signal: AbortSignal | undefined;
    const runs = [
      queue.run("older", (operation) => {
        signal = operation.signal;
        return first.perform();
      }),
      queue.run("gap", second.perform),
    ];
    queue.dispose();
    assert.equal(signal?.aborted, true);
    first.end();
    await Promise.all(runs);
    assert.equal(second.starts, 0);
  });

  it("preloads while nothing else runs, until something does, and not after it was disposed of", async () => {
    const [first, preloaded] = [new Held(), new Held()];
    const run = queue.run("older", first.perform);
    await queue.preload(preloaded.perform);
    assert.equal(preloaded.starts, 0, "something is running");
    first.end();
    await run;
    let signal: AbortSignal | undefined;
    const preload = queue.preload((given) => {
      signal = given;
      return preloaded.perform();
    });
    assert.deepEqual([preloaded.starts, queue.isPreloading, signal?.aborted], [1, true, false]);
    const second = new Held();
    const next = queue.run("older", second.perform);
    assert.equal(signal?.aborted, true);
    preloaded.end();
    await preload;
    second.end();
    await next;
    queue.dispose();
    await queue.preload(preloaded.perform);
    assert.equal(preloaded.starts, 1);
  });

  it("knows why the last operation failed until the next one starts; a canceled one did not fail", async () => {
    await queue.run("gap", ({ report }) => {
      report({ pages: 0, events: 0 });
      assert.deepEqual(queue.activity, { kind: "gap", pages: 0, events: 0 });
      return Promise.reject(busy);
    });
    assert.deepEqual(queue.failure, { error: busy, action: "gap" });
    assert.equal(queue.activity, undefined);
    assert.equal(changes, 2);
    await queue.run("window", () => Promise.reject(new ApiError({ kind: "aborted" }, "Canceled.")));
    const failureNow = () => queue.failure;
    assert.equal(failureNow(), undefined);
    await assert.rejects(
      queue.run("older", () => Promise.reject(new TypeError("A bug."))),
      TypeError,
    );
    // The error is logged by whoever runs the operation.
    assert.deepEqual([failureNow()?.action, failureNow()?.error.kind], ["older", "internal"]);
  });
});
