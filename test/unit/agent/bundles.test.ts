/** The bundles that esbuild.js builds. */
import assert from "node:assert/strict";
import type { Metafile } from "esbuild";
import { loadedWith, readBundleGraph } from "../../support/release/bundleGraph";

describe("The bundles for agents", () => {
  it("load the MCP SDK only for the server, and contain no JSON schema validator", async () => {
    const { host } = await readBundleGraph();
    const isOfSdk = (file: string): boolean => /node_modules\/(@modelcontextprotocol|zod)\//.test(file);
    const holders = Object.keys(host.outputs).filter((bundle) => modulesOf(host, [bundle]).some(isOfSdk));
    assert.equal(holders.length, 1, holders.join());
    assert.deepEqual(modulesOf(host, loadedWith(host, "dist/extension.js")).filter(isOfSdk), []);
    const importers = Object.entries(host.outputs).filter(([, { imports }]) =>
      imports.some(({ path }) => path === holders[0]),
    );
    const kinds = importers.flatMap(([, { imports }]) =>
      imports.filter(({ path }) => path === holders[0]).map(({ kind }) => kind),
    );
    assert.deepEqual([...new Set(kinds)], ["dynamic-import"]);
    const superfluous = modulesOf(host, Object.keys(host.outputs)).filter((file) =>
      /ajv|cfWorker|hono/i.test(file),
    );
    assert.deepEqual(superfluous, []);
  });
});

/** Source files that contribute to these bundles. */
function modulesOf({ outputs }: Metafile, bundles: readonly string[]): string[] {
  return bundles.flatMap((bundle) =>
    Object.entries(outputs[bundle]?.inputs ?? {}).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [file] : [],
    ),
  );
}
