import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { packageExtension } from "../runner/build";
import { readBundleGraph } from "./bundleGraph";
import { bundledPackages } from "./notices";
import { root } from "../runner/paths";
import { checkRepository, checkTag, releaseNotes } from "./releaseCheck";
import { sbomText, type ExtensionManifest, type PackageLock } from "./sbom";

/** Files of a release, which a workflow attests and publishes. Not in the repository. */
const releaseFolder = path.join(root, "release");

const readText = (name: string): Promise<string> => readFile(path.join(root, name), "utf8");

export async function readManifest(): Promise<ExtensionManifest> {
  return JSON.parse(await readText("package.json")) as ExtensionManifest;
}

/** The SBOM of the bundles in dist/. */
export async function buildSbom(): Promise<string> {
  const lock = JSON.parse(await readText("package-lock.json")) as PackageLock;
  const packages = await bundledPackages(await readBundleGraph());
  return sbomText(await readManifest(), packages, lock);
}

/**
 * Writes VSIX, SBOM and notes for a release of the bundles in dist/.
 * @param tag must match package.json and the changelog; undefined for a trial
 * @returns the file names
 */
export async function writeAssets(tag: string | undefined): Promise<string[]> {
  const manifest = await readManifest();
  const changelog = await readText("CHANGELOG.md");
  if (tag !== undefined) {
    checkTag(tag, manifest.version, changelog);
    checkRepository(manifest);
  }
  const vsix = `${manifest.name}-${manifest.version}.vsix`;
  // A fixed name, because the action that attests it accepts no pattern.
  const sbom = "sbom.cdx.json";
  const inFolder = (name: string): string => path.join(releaseFolder, name);
  await rm(releaseFolder, { recursive: true, force: true });
  await mkdir(releaseFolder);
  await packageExtension(root, inFolder(vsix));
  await writeFile(inFolder(sbom), await buildSbom());
  await writeFile(inFolder("NOTES.md"), releaseNotes(changelog, manifest.version));
  return [vsix, sbom, "NOTES.md"];
}
