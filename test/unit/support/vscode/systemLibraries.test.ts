import assert from "node:assert/strict";
import {
  missingLibrariesMessage,
  parseMissingLibraries,
  missingLibraries,
} from "../../../support/vscode/systemLibraries";

const list = `	linux-vdso.so.1 (0x00007f381c464000)
	libnspr4.so => not found
	libnss3.so => not found
	libodd.so.9 => not found
	libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x00007f381c19a000)
	/lib64/ld-linux-x86-64.so.2 (0x00007f381c466000)
`;

describe("Missing system libraries", () => {
  it("are parsed from the output of the loader", () => {
    assert.deepEqual(parseMissingLibraries(list), ["libnspr4.so", "libnss3.so", "libodd.so.9"]);
    assert.deepEqual(parseMissingLibraries(""), []);
  });

  it("are empty for a program that runs", () => {
    assert.deepEqual(missingLibraries(process.execPath), []);
  });

  it("are listed in one sentence with their packages", () => {
    assert.equal(
      missingLibrariesMessage("The browser", parseMissingLibraries(list)),
      "The browser needs missing system libraries: install libnspr4.so, libnss3.so, libodd.so.9 " +
        "(on Debian or Ubuntu: apt-get install libnspr4 libnss3).",
    );
    assert.equal(
      missingLibrariesMessage("The browser", ["libodd.so.9"]),
      "The browser needs missing system libraries: install libodd.so.9.",
    );
  });
});
