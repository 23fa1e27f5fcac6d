import assert from "node:assert/strict";
import { Emitter } from "../../../src/shared/emitter";
import { unhandledRejectionOf } from "../../support/unhandledRejection";

describe("An emitter", () => {
  it("calls a listener once per subscription, until each is disposed", () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    const listen = (value: number): void => void heard.push(value);
    const first = emitter.event(listen);
    emitter.event(listen);
    emitter.fire(1);
    first.dispose();
    first.dispose();
    emitter.fire(2);
    emitter.dispose();
    emitter.fire(3);
    assert.deepEqual(heard, [1, 1, 2]);
  });

  it("calls the other listeners if one throws, and reports an unhandled rejection", async () => {
    const bug = new Error("a bug");
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    emitter.event(() => {
      throw bug;
    });
    emitter.event((value) => heard.push(value));
    const rejected = await unhandledRejectionOf(() => {
      emitter.fire(1);
      assert.deepEqual(heard, [1]);
    });
    assert.equal(rejected, bug);
  });
});
