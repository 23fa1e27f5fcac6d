import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import path from "node:path";
import { readBundleGraph } from "../support/release/bundleGraph";
import { root } from "../support/runner/paths";

const notCopied = new Set([".git", "node_modules", "dist", "out"]);

/** The folders in node_modules with files that the bundler reads. */
async function bundledFolders(): Promise<Set<string>> {
  const { host, page } = await readBundleGraph();
  const inputs = [host, page].flatMap((metafile) => Object.keys(metafile.inputs));
  return new Set(inputs.flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []));
}

/** The packages in node_modules, `@scope/name` or `name`. */
async function installedPackages(): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(path.join(root, "node_modules"))) {
    const inScope = name.startsWith("@") ? await readdir(path.join(root, "node_modules", name)) : undefined;
    names.push(...(inScope?.map((inner) => `${name}/${inner}`) ?? [name]));
  }
  return names.filter((name) => !name.startsWith(".package-lock"));
}

/**
 * Copies the repository without what was built, for what builds it: other suites use dist/ and out/ at the same time. Packages that
 * are not bundled are linked, since the bundler sees the real path of what it reads.
 * @param copy a folder that does not exist
 */
export async function copyRepository(copy: string): Promise<void> {
  await cp(root, copy, {
    recursive: true,
    filter: (source) => path.dirname(source) !== root || !notCopied.has(path.basename(source)),
  });
  const bundled = await bundledFolders();
  for (const name of await installedPackages()) {
    const source = path.join(root, "node_modules", name);
    const target = path.join(copy, "node_modules", name);
    await mkdir(path.dirname(target), { recursive: true });
    await (bundled.has(name) ? cp(source, target, { recursive: true }) : symlink(source, target));
  }
}
