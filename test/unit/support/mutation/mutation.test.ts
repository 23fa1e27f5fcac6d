import assert from "node:assert/strict";
import { sample, type Mutant } from "../../../support/mutation/mutants";
import { allPassed, table } from "../../../support/mutation/outcomes";

function mutantsOf(file: string, count: number): Mutant[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${file}${index}`,
    file,
    key: `${file}#${index}`,
    hash: "",
    text: "",
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

  it("counts timeouts as noticed, and leaves out of the score what runs while the tests are loaded", () => {
    const text = table([
      { folder: "api", outcome: "killed" },
      { folder: "api", outcome: "timeout" },
      { folder: "api", outcome: "static" },
      { folder: "feed", outcome: "survived" },
      { folder: "feed", outcome: "no coverage" },
      { folder: "agent", outcome: "static" },
    ]);
    assert.deepEqual(text.split("\n"), [
      "folder | mutants | killed | timeout | survived | no coverage | static | score",
      "api | 3 | 1 | 1 | 0 | 0 | 1 | 100 %",
      "feed | 2 | 0 | 0 | 1 | 1 | 0 | 0 %",
      "agent | 1 | 0 | 0 | 0 | 0 | 1 | –",
      "all | 6 | 1 | 1 | 1 | 1 | 2 | 50 %",
    ]);
  });

  it("takes tests as passed only if each of them ran", () => {
    assert.equal(allPassed(["a"], [{ title: "a", failed: false }]), true);
    assert.equal(allPassed(["a"], [{ title: "a", failed: true }]), false);
    assert.equal(allPassed(["a", "b"], [{ title: "a", failed: false }]), false);
    assert.equal(allPassed(["a"], []), false);
    assert.equal(allPassed(["a"], undefined), false);
  });
});
