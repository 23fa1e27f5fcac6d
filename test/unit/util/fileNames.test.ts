import assert from "node:assert/strict";
import { cutToBytes } from "../../../src/util/fileNames";

describe("file names", () => {
  it("are cut to a number of bytes between characters", () => {
    assert.equal(cutToBytes("資金調達", 7), "資金");
    assert.equal(cutToBytes("ab👩", 5), "ab");
    assert.equal(cutToBytes("ab👩", 6), "ab👩");
  });
});
