import { writeFile } from "node:fs/promises";
import path from "node:path";
import { progress } from "./cache";
import { run } from "./guarded";
import { out, root, vsixPath } from "./paths";

/** What `vsce package` said: a test reads it. */
export const packageLog = path.join(out, "package.log");

/** Makes dist/ as it goes into the VSIX. */
export async function buildProduction(): Promise<void> {
  progress("Building …");
  await run(process.execPath, ["esbuild.js", "--production"], { cwd: root });
}

/** Makes the VSIX from dist/. */
export async function packageVsix(): Promise<void> {
  progress("Packaging …");
  const vsce = path.join(root, "node_modules/@vscode/vsce/vsce");
  const args = [vsce, "package", "--no-dependencies", "--allow-missing-repository", "--out", vsixPath];
  await writeFile(packageLog, await run(process.execPath, args, { cwd: root }));
}
