/** `npm run notices`: writes THIRD-PARTY-NOTICES.md for the bundles in dist/. */
import { writeFile } from "node:fs/promises";
import { readBundleGraph } from "./bundleGraph";
import { bundledPackages, noticesFile, noticesText } from "./notices";

const packages = await bundledPackages(await readBundleGraph());
await writeFile(noticesFile, noticesText(packages));
console.log(`${packages.length} packages in THIRD-PARTY-NOTICES.md.`);
