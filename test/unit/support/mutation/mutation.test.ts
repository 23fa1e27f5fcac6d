import assert from "node:assert/strict";
import ts from "typescript";
import { isInFunction, sample, type Mutant } from "../../../support/mutation/mutants";
import { allPassed, table } from "../../../support/mutation/outcomes";

function mutantsOf(file: string, count: number): Mutant[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${file}${index}`,
    file,
    key: `${file}#${index}`,
    hash: "",
    text: "",
    isOutsideFunctions: false,
  }));
}

describe("Mutation testing", () => {
  const mutants = [...mutantsOf("src/api/a.ts", 40), ...mutantsOf("src/feed/b.ts", 40)];

  it("takes the same sample for the same seed, as many of each folder", () => {
    const taken = sample(mutants, 20, 1);
    assert.deepEqual(sample(mutants, 20, 1), taken);
    assert.notDeepEqual(sample(mutants, 20, 2), taken);
    assert.equal(new Set(taken).size, 20);
    assert.equal(taken.filter(({ file }) => file === "src/api/a.ts").length, 10);
  });

  it("counts timeouts as noticed", () => {
    const text = table([
      { folder: "api", outcome: "killed" },
      { folder: "api", outcome: "timeout" },
      { folder: "feed", outcome: "survived" },
      { folder: "feed", outcome: "no coverage" },
    ]);
    assert.deepEqual(text.split("\n"), [
      "folder | mutants | killed | timeout | survived | no coverage | score",
      "api | 2 | 1 | 1 | 0 | 0 | 100 %",
      "feed | 2 | 0 | 0 | 1 | 1 | 0 %",
      "all | 4 | 1 | 1 | 1 | 1 | 50 %",
    ]);
  });

  it("knows which code runs only once, when its file is loaded", () => {
    const code = `
      const a = [1, "once"];
      const f = (b = "later") => "later";
      class C { static c = "once"; d = "later"; e() { return "later"; } }
      function g() { return { later: 1 }; }
    `;
    const tree = ts.createSourceFile("a.ts", code, ts.ScriptTarget.Latest);
    for (const { 0: text, index } of code.matchAll(/once|later/g)) {
      assert.equal(isInFunction(tree, index, index + text.length), text === "later", code.slice(index - 12));
    }
    const whole = '(b = "later") => "later"';
    const start = code.indexOf(whole);
    assert.equal(isInFunction(tree, start, start + whole.length), false, "the function itself is made once");
  });

  it("takes tests as passed only if each of them ran", () => {
    assert.equal(allPassed(["a"], [{ title: "a", failed: false }]), true);
    assert.equal(allPassed(["a"], [{ title: "a", failed: true }]), false);
    assert.equal(allPassed(["a", "b"], [{ title: "a", failed: false }]), false);
    assert.equal(allPassed(["a"], []), false);
    assert.equal(allPassed(["a"], undefined), false);
  });
});
