import { createHash } from "node:crypto";
import { copyFile, readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { cached, progress } from "../../support/runner/cache";
import { root } from "../../support/runner/paths";
import { npmInstall } from "../../support/vscode/vscodeInstall";

const source = path.join(root, "test/bench/comparison/packages");
/** The parts of AG Grid that its page uses: all of it is twice as large. */
const agGridParts =
  "createGrid, ModuleRegistry, ClientSideRowModelModule, ClientSideRowModelApiModule, QuickFilterModule";

/**
 * Installs the compared viewers into the cache, as the lock file there has them.
 * @returns the folder with `node_modules`, and `agGrid.js` for browsers
 */
export async function installViewers(): Promise<string> {
  const lock = await readFile(path.join(source, "package-lock.json"));
  const version = createHash("sha256").update(lock).update(agGridParts).digest("hex").slice(0, 12);
  return cached(`viewers-${version}`, async (staging) => {
    progress("Installing the viewers to compare with …");
    for (const file of ["package.json", "package-lock.json"]) {
      await copyFile(path.join(source, file), path.join(staging, file));
    }
    await npmInstall(staging);
    await build({
      stdin: { contents: `export { ${agGridParts} } from "ag-grid-community";`, resolveDir: staging },
      outfile: path.join(staging, "agGrid.js"),
      bundle: true,
      minify: true,
      format: "esm",
      logLevel: "warning",
    });
  });
}
