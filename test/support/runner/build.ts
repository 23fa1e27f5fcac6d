import { writeFile } from "node:fs/promises";
import path from "node:path";
import { progress } from "./cache";
import { run } from "./managedProcess";
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
  await writeFile(packageLog, await vscePackage(root, vsixPath, []));
}

/** Makes the VSIX of the helper that opens the sample feed at `npm start`. @returns its path */
export function packageDemo(): Promise<string> {
  return packageHelper("test/support/demo");
}

/** Makes the VSIX of a helper that is no part of the product, from its folder. @returns its path */
export async function packageHelper(folder: string): Promise<string> {
  const file = path.join(out, `${path.basename(folder)}.vsix`);
  await vscePackage(path.join(root, folder), file, ["--skip-license"]);
  return file;
}

function vscePackage(folder: string, file: string, options: string[]): Promise<string> {
  const vsce = path.join(root, "node_modules/@vscode/vsce/vsce");
  const args = [
    "package",
    "--no-dependencies",
    "--allow-missing-repository",
    "--no-rewrite-relative-links",
    "--out",
    file,
    ...options,
  ];
  return run(process.execPath, [vsce, ...args], { cwd: folder });
}
