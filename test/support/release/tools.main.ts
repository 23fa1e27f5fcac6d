/** `tools.main.js package|sbom|notices|assets [tag]|release <version>`: the scripts of package.json, of bundles in dist/. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { packageExtension } from "../runner/build";
import { runMain } from "../runner/cli";
import { root } from "../runner/paths";
import { buildSbom, readManifest, writeAssets } from "./assets";
import { readBundleGraph } from "./bundleGraph";
import { bundledPackages, noticesFile, noticesText } from "./notices";
import { cutRelease } from "./release";

const [tool = "", argument = ""] = process.argv.slice(2);

/** `company-feed-1.2.3` and an ending, in the repository. */
async function versionedFile(ending: string): Promise<string> {
  const { name, version } = await readManifest();
  return path.join(root, `${name}-${version}${ending}`);
}

const tools: Readonly<Record<string, () => Promise<string>>> = {
  package: async () => packageExtension(root, await versionedFile(".vsix")),
  sbom: async () => {
    const file = await versionedFile(".cdx.json");
    await writeFile(file, await buildSbom());
    return `Wrote ${file}.`;
  },
  notices: async () => {
    const packages = await bundledPackages(await readBundleGraph());
    await writeFile(noticesFile, noticesText(packages));
    return `${packages.length} packages in THIRD-PARTY-NOTICES.md.`;
  },
  // A workflow gives an empty text where there is no tag.
  assets: async () => `In release/: ${(await writeAssets(argument || undefined)).join(", ")}`,
  release: () => {
    const tag = cutRelease(root, argument, new Date());
    return Promise.resolve(
      `Committed and tagged ${tag}. Look at it with: git show ${tag}\nThen push: git push --atomic origin main ${tag}`,
    );
  },
};

await runMain(async () => {
  const run = tools[tool];
  if (!run) {
    throw new Error(`Tools: ${Object.keys(tools).join(", ")}.`);
  }
  console.log(await run());
  return 0;
});
