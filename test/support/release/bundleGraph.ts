import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Metafile } from "esbuild";
import { root } from "../runner/paths";

/** dist/meta.json, which `node esbuild.js` writes. */
export interface BundleGraph {
  readonly host: Metafile;
  readonly page: Metafile;
}

/** @throws if there is no production build */
export async function readBundleGraph(): Promise<BundleGraph> {
  const file = path.join(root, "dist", "meta.json");
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new Error("dist/meta.json does not exist. Run `node esbuild.js --production` first.", {
      cause: error,
    });
  });
  return JSON.parse(text) as BundleGraph;
}

/** A bundle and its static imports, which are loaded with it. */
export function loadedWith(metafile: Metafile, entry: string): string[] {
  const loaded = new Set<string>();
  const visit = (name: string): void => {
    const output = metafile.outputs[name];
    if (output && !loaded.has(name)) {
      loaded.add(name);
      output.imports
        .filter(({ kind }) => kind === "import-statement")
        .forEach(({ path: next }) => visit(next));
    }
  };
  visit(entry);
  if (loaded.size === 0) {
    throw new Error(`There is no bundle ${entry}.`);
  }
  return [...loaded];
}
