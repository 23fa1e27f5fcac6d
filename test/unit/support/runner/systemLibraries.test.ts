import assert from "node:assert/strict";
import { librariesSentence, missingIn, missingLibraries } from "../../../support/runner/systemLibraries";

const list = `	linux-vdso.so.1 (0x00007f381c464000)
	libnspr4.so => not found
	libnss3.so => not found
	libodd.so.9 => not found
	libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x00007f381c19a000)
	/lib64/ld-linux-x86-64.so.2 (0x00007f381c466000)
`;

describe("the system libraries that a program needs", () => {
  it("are those that the loader does not find", () => {
    assert.deepEqual(missingIn(list), ["libnspr4.so", "libnss3.so", "libodd.so.9"]);
    assert.deepEqual(missingIn(""), []);
  });

  it("are all there for what runs already", () => {
    assert.deepEqual(missingLibraries(process.execPath), []);
  });

  it("are told in one sentence, with the packages of those that are known", () => {
    assert.equal(
      librariesSentence("The browser", missingIn(list)),
      "The browser needs system libraries that this machine lacks: install libnspr4.so, libnss3.so, libodd.so.9 " +
        "(on Debian or Ubuntu: apt-get install libnspr4 libnss3).",
    );
    assert.equal(
      librariesSentence("The browser", ["libodd.so.9"]),
      "The browser needs system libraries that this machine lacks: install libodd.so.9.",
    );
  });
});
