import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { readBundleGraph } from "../support/release/bundleGraph";
import { bundledPackages, label, listedIn, noticesFile, noticesText } from "../support/release/notices";

describe("Third-party notices", () => {
  it("list exactly the bundled packages and versions with their licenses", async () => {
    const [packages, file] = await Promise.all([
      readBundleGraph().then(bundledPackages),
      readFile(noticesFile, "utf8"),
    ]);
    const hint = "THIRD-PARTY-NOTICES.md is not up to date: run `npm run notices`.";
    assert.ok(packages.length > 0, "The build is incomplete.");
    assert.deepEqual(listedIn(file), packages.map(label), hint);
    assert.equal(file, noticesText(packages), hint);
  });
});
