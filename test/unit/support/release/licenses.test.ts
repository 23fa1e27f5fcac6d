import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import manifest from "../../../../package.json";
import {
  bundledLicenses,
  licenseProblems,
  lockedPackages,
  toolLicenses,
} from "./licenses";
import { readBundleGraph } from "../../../support/release/bundleGraph";
import { bundledPackages } from "../../../support/release/notices";
import { root } from "../../../support/runner/paths";

function problemsOf(license: string | undefined): readonly string[] {
  return licenseProblems([{ name: "left-pad", version: "1.2.3", license }], bundledLicenses);
}

describe("The license of", () => {
  it("everything in the VSIX is one that may be in it", async () => {
    const packages = await bundledPackages(await readBundleGraph());
    assert.ok(packages.length > 0, "The build is incomplete.");
    assert.deepEqual(licenseProblems([...packages, manifest], bundledLicenses), []);
  });

  it("each package in the lock file is one that a tool may have", async () => {
    const lock: unknown = JSON.parse(await readFile(path.join(root, "package-lock.json"), "utf8"));
    const packages = lockedPackages(lock);
    assert.ok(packages.some(({ name }) => name === "typescript"));
    assert.deepEqual(licenseProblems(packages, toolLicenses), []);
  });

  it("a package may be a choice that has one which is allowed", () => {
    assert.deepEqual(problemsOf("MIT"), []);
    assert.deepEqual(problemsOf("(GPL-3.0-or-later OR MIT)"), []);
    assert.deepEqual(problemsOf("(MIT AND ISC)"), []);
  });

  it("a package may not be another, nor need another as well", () => {
    const sentence = (license: string): string =>
      `left-pad 1.2.3 has the license ${license}, which is not allowed.`;
    for (const license of ["GPL-3.0-only", "(MIT AND GPL-3.0-only)", "Apache-2.0 WITH LLVM-exception"]) {
      assert.deepEqual(problemsOf(license), [sentence(license)]);
    }
  });

  it("a package may not be missing or unknown", () => {
    assert.deepEqual(problemsOf(undefined), ["left-pad 1.2.3 names no license."]);
    for (const license of ["SEE LICENSE IN LICENSE.txt", "UNLICENSED", "MIT-ish", "MIT/ISC"]) {
      assert.deepEqual(problemsOf(license), [
        `left-pad 1.2.3 has the license "${license}", which is not an SPDX expression.`,
      ]);
    }
  });
});
