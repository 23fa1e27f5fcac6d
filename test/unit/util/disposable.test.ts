import assert from "node:assert/strict";
import { DisposableStore } from "../../../src/util/disposable";

describe("A disposable store", () => {
  it("disposes all in reverse order, even if some throw, then throws the first error", () => {
    const disposed: string[] = [];
    const store = new DisposableStore();
    for (const name of ["a", "b", "c", "d"]) {
      store.add({
        dispose: () => {
          disposed.push(name);
          if (name === "b" || name === "c") {
            throw new Error(name);
          }
        },
      });
    }
    assert.throws(() => store.dispose(), new Error("c"));
    assert.deepEqual(disposed, ["d", "c", "b", "a"]);
    store.dispose();
    assert.equal(disposed.length, 4);
  });
});
