import assert from "node:assert/strict";
import { cutToBytes, nameKey, windowsNameProblem } from "../../../src/util/fileNames";

describe("names of files", () => {
  it("are told to be none on Windows where they are devices, end badly or hold what they cannot", () => {
    for (const name of ["CON", "nul.csv", "Aux.tar.gz", "com1", "LPT¹.txt", "CONIN$", "prn .csv"]) {
      assert.match(windowsNameProblem(name) ?? "", /is a reserved name on Windows$/, name);
    }
    for (const name of ["events.csv.", "events ", "."]) {
      assert.match(windowsNameProblem(name) ?? "", /cannot end with a dot or a space$/, name);
    }
    for (const name of ["a:b.csv", "a?.csv", 'a".csv', "a\\b", "a\u0001"]) {
      assert.match(windowsNameProblem(name) ?? "", /cannot contain/, name);
    }
    for (const name of ["events.csv", "console.csv", "com.csv", "com10", ".nul", "a b.csv"]) {
      assert.equal(windowsNameProblem(name), undefined, name);
    }
  });

  it("are the same in another case, or composed in another way", () => {
    assert.equal(nameKey("Événements-IPO.csv"), nameKey("e\u0301ve\u0301nements-ipo.CSV"));
    assert.notEqual(nameKey("a.csv"), nameKey("b.csv"));
  });

  it("are cut to bytes between characters", () => {
    assert.equal(cutToBytes("資金調達", 7), "資金");
    assert.equal(cutToBytes("ab👩", 5), "ab");
    assert.equal(cutToBytes("ab👩", 6), "ab👩");
  });
});
