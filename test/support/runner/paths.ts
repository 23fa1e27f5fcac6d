import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

function findRoot(): string {
  // The bundled code runs in out/ or below.
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, "package.json"))) {
    const parent = path.dirname(folder);
    if (parent === folder) {
      throw new Error(`There is no package.json above ${import.meta.dirname}.`);
    }
    folder = parent;
  }
  return folder;
}

/** The root of the repository. */
export const root = findRoot();

/** Contains the output of `node esbuild.js --tests`, logs and screenshots. */
export const out = path.join(root, "out");

/** VSIX for end-to-end tests and `npm start`. */
export const vsixPath = path.join(out, "company-feed.vsix");

/** A bundled tool below test/support: `runner/guard` is `out/support/runner/guard.main.js`. */
export function scriptPath(name: string): string {
  return path.join(out, "support", `${name}.main.js`);
}

/** Contains VS Code, Node and the browser, for all checkouts. */
export function cacheFolder(): string {
  const given = process.env["COMPANY_FEED_TEST_CACHE"];
  if (given) {
    return path.resolve(given);
  }
  const caches = process.env["XDG_CACHE_HOME"];
  const base = caches && path.isAbsolute(caches) ? caches : path.join(os.homedir(), ".cache");
  return path.join(base, "company-feed-test");
}
