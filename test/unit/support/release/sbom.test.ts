import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import manifest from "../../../../package.json";
import { buildSbom } from "../../../support/release/assets";
import { sbomText } from "../../../support/release/sbom";
import { readBundleGraph } from "../../../support/release/bundleGraph";
import { listedIn, noticesFile, type BundledPackage } from "../../../support/release/notices";
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

const fullName = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`);

const scoped: BundledPackage = {
  folder: "node_modules/@scope/name",
  name: "@scope/name",
  version: "1.2.3",
  license: "(MIT OR Apache-2.0)",
  homepage: "https://example.com/",
  texts: [],
};

const extension = { name: "x", version: "4.5.6", publisher: "someone", license: "MIT" };

/** The hash of nothing, as npm writes it. */
const integrity =
  "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==";

describe("The SBOM", () => {
  let text = "";

  before(async () => {
    text = await buildSbom();
  });

  it("names the packages whose code is in the bundles, with their versions, and no others", async () => {
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

  it("names the same packages as THIRD-PARTY-NOTICES.md", async () => {
    const components = parse(text).components.map((found) => `${fullName(found)} ${found.version}`);
    assert.deepEqual(components.sort(), listedIn(await readFile(noticesFile, "utf8")).sort());
  });

  it("has a license and a hash for each package", () => {
    const incomplete = parse(text).components.filter(
      ({ licenses, hashes }) => licenses.length !== 1 || hashes?.length !== 1,
    );
    assert.deepEqual(incomplete, []);
  });

  it("describes the extension", () => {
    const { name, version, purl } = parse(text).metadata.component;
    assert.deepEqual({ name, version }, { name: manifest.name, version: manifest.version });
    assert.equal(purl, `pkg:vscode-extension/${manifest.publisher}/${name}@${version}`);
  });

  it("is the same each time", async () => {
    assert.equal(await buildSbom(), text);
  });

  it("has scope, license expression, hash and website of a package", () => {
    const made = sbomText(extension, [scoped], { packages: { [scoped.folder]: { integrity } } });
    assert.deepEqual(parse(made).components, [
      {
        type: "library",
        name: "name",
        group: "@scope",
        version: "1.2.3",
        "bom-ref": "pkg:npm/%40scope/name@1.2.3",
        purl: "pkg:npm/%40scope/name@1.2.3",
        hashes: [
          {
            alg: "SHA-512",
            content:
              "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
          },
        ],
        licenses: [{ expression: "(MIT OR Apache-2.0)" }],
        externalReferences: [{ type: "website", url: "https://example.com/" }],
      },
    ]);
  });
});
