import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

function findRoot(): string {
  // Bundled, this code runs from out/ or a folder below it.
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, "package.json"))) {
    const parent = path.dirname(folder);
    if (parent === folder) {
      throw new Error(`No package.json above ${import.meta.dirname}.`);
    }
    folder = parent;
  }
  return folder;
}

/** The checkout. */
export const root = findRoot();

/** Where `node esbuild.js --tests` writes, and where the runs leave logs and pictures. */
export const out = path.join(root, "out");

/** The VSIX the e2e suite and `npm start` use. */
export const vsixPath = path.join(out, "company-feed.vsix");

/** A bundled tool below test/support: `runner/guard` is `out/support/runner/guard.main.js`. */
export function scriptPath(name: string): string {
  return path.join(out, "support", `${name}.main.js`);
}

/** Where what is slow to get is kept between runs and checkouts: VS Code, Node, the browser. */
export function cacheFolder(): string {
  const given = process.env["COMPANY_FEED_TEST_CACHE"];
  if (given) {
    return path.resolve(given);
  }
  const caches = process.env["XDG_CACHE_HOME"];
  const base = caches && path.isAbsolute(caches) ? caches : path.join(os.homedir(), ".cache");
  return path.join(base, "company-feed-test");
}
