/** `npm run package`: packages dist/ into company-feed-<version>.vsix. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { packageExtension } from "../runner/build";
import { runMain } from "../runner/cli";
import { root } from "../runner/paths";

await runMain(async () => {
  const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as {
    name: string;
    version: string;
  };
  const file = path.join(root, `${manifest.name}-${manifest.version}.vsix`);
  process.stdout.write(await packageExtension(root, file));
  return 0;
});
