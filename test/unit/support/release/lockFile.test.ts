import assert from "node:assert/strict";
import lock from "../../../../package-lock.json";

describe("package-lock.json", () => {
  const packages = Object.entries(lock.packages).filter(([folder]) => folder !== "");

  it("has the hash of each package, which `npm ci` checks", () => {
    assert.ok(packages.length > 0);
    const without = packages.filter(
      ([, locked]) => !("integrity" in locked) || !/^sha512-/.test(locked.integrity),
    );
    assert.deepEqual(
      without.map(([folder]) => folder),
      [],
    );
  });

  it("names no registry", () => {
    assert.deepEqual(
      packages.filter(([, locked]) => "resolved" in locked),
      [],
    );
  });
});
