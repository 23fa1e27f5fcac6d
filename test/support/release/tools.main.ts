/** Scripts of package.json (using dist/): `tools.main.js package|notices|assets [tag]|release <version>` */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { packageExtension } from "../runner/build";
import { runMain } from "../runner/cli";
import { root } from "../runner/paths";
import { readManifest, writeAssets } from "./assets";
import { readBundleGraph } from "./bundleGraph";
import { bundledPackages, noticesFile, noticesText } from "./notices";
import { cutRelease } from "./release";

const [tool = "", argument = ""] = process.argv.slice(2);

const tools: Readonly<Record<string, () => Promise<string>>> = {
  package: async () => {
    const { name, version } = await readManifest();
    return packageExtension(root, path.join(root, `${name}-${version}.vsix`));
  },
  notices: async () => {
    const packages = await bundledPackages(await readBundleGraph());
    await writeFile(noticesFile, noticesText(packages));
    return `${packages.length} packages in THIRD-PARTY-NOTICES.md.`;
  },
  // Without a tag, the workflow passes an empty string.
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
