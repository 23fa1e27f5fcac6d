/** `npm run sbom`: writes what is in the bundles in dist/ to company-feed-<version>.cdx.json. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { runMain } from "../runner/cli";
import { root } from "../runner/paths";
import { buildSbom, readManifest } from "./assets";

await runMain(async () => {
  const { name, version } = await readManifest();
  const file = `${name}-${version}.cdx.json`;
  await writeFile(path.join(root, file), await buildSbom());
  console.log(`Wrote ${file}.`);
  return 0;
});
