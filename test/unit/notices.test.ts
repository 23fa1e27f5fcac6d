import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Metafile } from "esbuild";
import { readBundleGraph } from "../support/release/bundleGraph";
import { bundledPackages, label, listedIn, noticesFile, noticesText } from "../support/release/notices";

/** A build with one bundle. @param files bytes in the bundle by file */
function metafile(files: Record<string, number>): Metafile {
  const inputs = Object.fromEntries(
    Object.entries(files).map(([file, bytesInOutput]) => [file, { bytesInOutput }]),
  );
  return { inputs: {}, outputs: { "dist/a.js": { bytes: 1, inputs, imports: [], exports: [] } } };
}

const nothing = metafile({});

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

  it("contain each package of host and page once, without our own files and unused packages", async () => {
    const host = metafile({
      "src/extension.ts": 10,
      "node_modules/node-fetch/src/index.js": 5,
      "node_modules/node-fetch/src/body.js": 5,
      "node_modules/lit/index.js": 0,
    });
    const page = metafile({ "node_modules/@vscode-elements/elements/dist/main.js": 3 });
    const found = await bundledPackages({ host, page });
    assert.deepEqual(
      found.map(({ name }) => name),
      ["@vscode-elements/elements", "node-fetch"],
    );
    for (const { license, texts } of found) {
      assert.equal(license, "MIT");
      assert.match(texts.join(), /Permission is hereby granted/);
    }
  });

  it("contain all licenses of a package", async () => {
    const page = metafile({ "node_modules/@vscode/codicons/dist/codicon.ttf": 1 });
    const [codicons] = await bundledPackages({ host: nothing, page });
    assert.match(codicons?.texts[0] ?? "", /Creative Commons/);
    assert.match(codicons?.texts[1] ?? "", /MIT License/);
  });

  it("contain the license from the readme if there is no other file", async () => {
    const host = metafile({ "node_modules/data-uri-to-buffer/dist/index.js": 1 });
    const [bundled] = await bundledPackages({ host, page: nothing });
    assert.match(bundled?.texts[0] ?? "", /^\(The MIT License\)[^]*<nathan@tootallnate.net>[^]*SOFTWARE\.$/);
  });

  it("cannot be created for a package without a license text", async () => {
    const host = metafile({ "node_modules/@lit-labs/ssr-dom-shim/index.js": 1 });
    await assert.rejects(bundledPackages({ host, page: nothing }), /ssr-dom-shim contains no license text/);
  });
});
