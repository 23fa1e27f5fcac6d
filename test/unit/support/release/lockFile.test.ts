import assert from "node:assert/strict";
import publishTools from "../../../../.github/publish/package-lock.json";
import repository from "../../../../package-lock.json";

interface Lock {
  packages: Record<string, { license?: string; integrity?: string; resolved?: string }>;
}

const locks: Record<string, Lock> = {
  "package-lock.json": repository,
  ".github/publish/package-lock.json": publishTools,
};

for (const [file, { packages: locked }] of Object.entries(locks)) {
  describe(file, () => {
    const packages = Object.entries(locked).filter(([folder]) => folder !== "");

    it("has the hash of each package for `npm ci` to check", () => {
      assert.ok(packages.length > 0);
      const without = packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
      assert.deepEqual(
        without.map(([folder]) => folder),
        [],
      );
    });

    it("names no registry", () => {
      assert.deepEqual(
        packages.filter(([, { resolved }]) => resolved !== undefined),
        [],
      );
    });
  });
}
