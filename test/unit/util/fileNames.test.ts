import assert from "node:assert/strict";
import { cutToBytes, nameKey, windowsNameProblem } from "../../../src/util/fileNames";

describe("file names", () => {
  it("are invalid on Windows if they are devices, end with a dot or space, or contain certain characters", () => {
    for (const name of ["CON", "nul.csv", "Aux.tar.gz", "com1", "LPT¹.txt", "CONIN$", "prn .csv"]) {
      assert.match(windowsNameProblem(name) ?? "", /is a reserved name on Windows$/, name);
    }
    for (const name of ["events.csv.", "events ", "."]) {
      assert.match(windowsNameProblem(name) ?? "", /can't end with a dot or a space$/, name);
    }
    for (const name of ["a:b.csv", "a?.csv", 'a".csv', "a\\b", "a\u0001"]) {
      assert.match(windowsNameProblem(name) ?? "", /can't contain/, name);
    }
    for (const name of ["events.csv", "console.csv", "com.csv", "com10", ".nul", "a b.csv"]) {
      assert.equal(windowsNameProblem(name), undefined, name);
    }
  });

  it("have the same key in another case or normalization", () => {
    assert.equal(nameKey("Événements-IPO.csv"), nameKey("e\u0301ve\u0301nements-ipo.CSV"));
    assert.notEqual(nameKey("a.csv"), nameKey("b.csv"));
  });

  it("are cut to a number of bytes between characters", () => {
    assert.equal(cutToBytes("資金調達", 7), "資金");
    assert.equal(cutToBytes("ab👩", 5), "ab");
    assert.equal(cutToBytes("ab👩", 6), "ab👩");
  });
});
