import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { reproducibleZip } from "../release/reproducibleZip";
import { progress } from "./cache";
import { run } from "./managedProcess";
import { out, root, vsixPath } from "./paths";

/** The output of `vsce package`, which a test checks. */
export const packageLog = path.join(out, "package.log");

/** Builds dist/ for the VSIX. @param options of esbuild.js */
export async function buildProduction(...options: readonly string[]): Promise<void> {
  progress("Building …");
  await run(process.execPath, ["esbuild.js", "--production", ...options], { cwd: root });
}

/** Packages dist/ into the VSIX. */
export async function packageVsix(): Promise<void> {
  progress("Packaging …");
  await writeFile(packageLog, await packageExtension(root, vsixPath));
}

/** Packages an extension that only tests use. @returns the VSIX */
export async function packageHelper(folder: string): Promise<string> {
  const file = path.join(out, `${path.basename(folder)}.vsix`);
  await packageExtension(path.join(root, folder), file, ["--skip-license"]);
  return file;
}

/**
 * Packages a built extension. The same files always make the same VSIX, byte for byte. If package.json has a
 * repository, vsce completes relative links in README and changelog, and fails if it can't.
 * @param file path of the VSIX
 * @returns vsce's output
 */
export async function packageExtension(
  folder: string,
  file: string,
  options: readonly string[] = [],
): Promise<string> {
  const { repository } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as {
    repository?: unknown;
  };
  const vsce = path.join(root, "node_modules/@vscode/vsce/vsce");
  const args = [
    "package",
    "--no-dependencies",
    ...(repository === undefined ? ["--allow-missing-repository", "--no-rewrite-relative-links"] : []),
    "--out",
    file,
    ...options,
  ];
  const output = await run(process.execPath, [vsce, ...args], { cwd: folder });
  await writeFile(file, await reproducibleZip(await readFile(file)));
  return output;
}
