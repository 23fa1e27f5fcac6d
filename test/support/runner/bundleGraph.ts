import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Metafile } from "esbuild";
import { root } from "./paths";

/** What `node esbuild.js` says about the bundles it made: dist/meta.json. */
export interface BundleGraph {
  readonly host: Metafile;
  readonly page: Metafile;
}

/** @throws with a sentence when there is no build */
export async function readBundleGraph(): Promise<BundleGraph> {
  const file = path.join(root, "dist", "meta.json");
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new Error("There is no dist/meta.json: run `node esbuild.js --production` first.", {
      cause: error,
    });
  });
  // Written by esbuild.js.
  return JSON.parse(text) as BundleGraph;
}

/** A bundle and all it imports statically, which is what loading it takes. */
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
