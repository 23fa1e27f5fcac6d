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


describe("The license of", () => {
  it("everything in the VSIX is allowed for bundled packages", async () => {
    const packages = await bundledPackages(await readBundleGraph());
    assert.ok(packages.length > 0, "The build is incomplete.");
    assert.deepEqual(licenseProblems([...packages, manifest], bundledLicenses), []);
  });

  it("each package in the lock file is allowed for tools", async () => {
    const lock: unknown = JSON.parse(await readFile(path.join(root, "package-lock.json"), "utf8"));
    const packages = lockedPackages(lock);
    assert.ok(packages.some(({ name }) => name === "typescript"));
    assert.deepEqual(licenseProblems(packages, toolLicenses), []);
  });
});
