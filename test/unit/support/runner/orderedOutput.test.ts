import assert from "node:assert/strict";
import { OrderedOutput } from "../../../support/runner/orderedOutput";

describe("OrderedOutput", () => {
  let printed: string;
  let outputs: OrderedOutput;

  beforeEach(() => {
    printed = "";
    outputs = new OrderedOutput((text) => (printed += text));
  });

  it("prints the oldest section at once, and the next ones when it has ended", () => {
    const first = outputs.addSection();
    const second = outputs.addSection();
    second.write("c");
    first.write("a");
    assert.equal(printed, "a");
    first.write("b");
    first.end();
    assert.equal(printed, "abc");
    second.write("d");
    assert.equal(printed, "abcd");
  });

  it("prints sections that ended before their turn whole", () => {
    const first = outputs.addSection();
    const second = outputs.addSection();
    const third = outputs.addSection();
    third.write("3");
    third.end();
    second.write("2");
    second.end();
    first.write("1");
    first.end();
    assert.equal(printed, "123");
  });

  it("goes on after all sections have ended", () => {
    outputs.addSection().end();
    outputs.addSection().write("later");
    assert.equal(printed, "later");
  });
});
