import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { buildSbom } from "../../../support/release/assets";
import { readBundleGraph } from "../../../support/release/bundleGraph";
import { root } from "../../../support/runner/paths";

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly unknown[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

const parse = (text: string): Sbom => JSON.parse(text) as Sbom;





describe("The SBOM", () => {
  let text = "";

  before(async () => {
    text = await buildSbom();
  });

  it("lists exactly the packages in the bundles, with their versions", async () => {
    const { host, page } = await readBundleGraph();
    const inputs = [host, page].flatMap(({ outputs }) =>
      Object.values(outputs).flatMap((output) => Object.entries(output.inputs)),
    );
    const folders = inputs.flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? (/^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []) : [],
    );
    const expected = await Promise.all(
      [...new Set(folders)].map(async (folder) => {
        const json = await readFile(path.join(root, folder, "package.json"), "utf8");
        const { name, version } = JSON.parse(json) as { name: string; version: string };
        return `pkg:npm/${name.replace("@", "%40")}@${version}`;
      }),
    );
    assert.ok(expected.length > 0, "The build is incomplete.");
    assert.deepEqual(parse(text).components.map(({ purl }) => purl).sort(), expected.sort());
  });
});
