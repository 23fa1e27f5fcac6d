import assert from "node:assert/strict";
import { missingLibraries, parseMissingLibraries } from "../../../support/vscode/systemLibraries";

describe("Missing system libraries", () => {
  it("are parsed from the output of the loader, and none for a program that runs", () => {
    const list = "\tlibnss3.so => not found\n\tlibm.so.6 => /lib/libm.so.6 (0x00007f381c19a000)\n";
    assert.deepEqual(parseMissingLibraries(list), ["libnss3.so"]);
    assert.deepEqual(missingLibraries(process.execPath), []);
  });
});
