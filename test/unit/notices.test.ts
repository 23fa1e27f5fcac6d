import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Metafile } from "esbuild";
import { readBundleGraph } from "../support/runner/bundleGraph";
import { bundledPackages, label, listedIn, noticesFile, noticesText } from "../support/runner/notices";

/** A build of one bundle, with the bytes that each file contributes to it. */
function metafile(files: Record<string, number>): Metafile {
  const inputs = Object.fromEntries(
    Object.entries(files).map(([file, bytesInOutput]) => [file, { bytesInOutput }]),
  );
  return { inputs: {}, outputs: { "dist/a.js": { bytes: 1, inputs, imports: [], exports: [] } } };
}

const nothing = metafile({});

describe("Third-party notices", () => {
  it("name exactly the packages and versions that are bundled, with their licences", async () => {
    const [packages, file] = await Promise.all([
      readBundleGraph().then(bundledPackages),
      readFile(noticesFile, "utf8"),
    ]);
    const remedy = "THIRD-PARTY-NOTICES.md is not up to date: run `npm run notices`.";
    assert.ok(packages.length > 0, "Nothing is bundled: the build is incomplete.");
    assert.deepEqual(listedIn(file), packages.map(label), remedy);
    assert.equal(file, noticesText(packages), remedy);
  });

  it("find packages with a scope, in host and page, each once; not ours, and none that was shaken out", async () => {
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

  it("give every licence of a package that has several", async () => {
    const page = metafile({ "node_modules/@vscode/codicons/dist/codicon.ttf": 1 });
    const [codicons] = await bundledPackages({ host: nothing, page });
    assert.match(codicons?.texts[0] ?? "", /Creative Commons/);
    assert.match(codicons?.texts[1] ?? "", /MIT License/);
  });

  it("take the licence from the readme where it stands nowhere else", async () => {
    const host = metafile({ "node_modules/data-uri-to-buffer/dist/index.js": 1 });
    const [bundled] = await bundledPackages({ host, page: nothing });
    assert.match(bundled?.texts[0] ?? "", /^\(The MIT License\)[^]*<nathan@tootallnate.net>[^]*SOFTWARE\.$/);
  });

  it("refuse a package without a licence text", async () => {
    const host = metafile({ "node_modules/@lit-labs/ssr-dom-shim/index.js": 1 });
    await assert.rejects(
      bundledPackages({ host, page: nothing }),
      /ssr-dom-shim comes without the text of its licence/,
    );
  });
});
