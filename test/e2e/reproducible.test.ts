import assert from "node:assert/strict";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { readBundleGraph } from "../support/runner/bundleGraph";
import { run } from "../support/runner/managedProcess";
import { root, vsixPath } from "../support/runner/paths";
import { readZip } from "../support/release/reproducibleZip";

const notCopied = new Set([".git", "node_modules", "dist", "out"]);

/** Where everything differs that a build may depend on by mistake. */
const elsewhere = {
  ...process.env,
  TZ: "Pacific/Chatham",
  LC_ALL: "tr_TR.UTF-8",
  SOURCE_DATE_EPOCH: "1000000000",
};

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

/** Copies the repository. Packages that are not bundled are linked: the bundler sees the real path of what it reads. */
async function copyRepository(copy: string): Promise<void> {
  await cp(root, copy, {
    recursive: true,
    filter: (source) => path.dirname(source) !== root || !notCopied.has(path.basename(source)),
  });
  const bundled = await bundledFolders();
  for (const name of await installedPackages()) {
    const [source, target] = [root, copy].map((folder) => path.join(folder, "node_modules", name)) as [
      string,
      string,
    ];
    await mkdir(path.dirname(target), { recursive: true });
    await (bundled.has(name) ? cp(source, target, { recursive: true }) : symlink(source, target));
  }
  await chmod(path.join(copy, "README.md"), 0o600);
  await chmod(path.join(copy, "media/icon.png"), 0o755);
}

describe("Reproducible build", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "reproducible-"));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it("makes the same VSIX in another folder, at another time, with other permissions, time zone and language", async function () {
    this.timeout(20 * 60_000);
    const copy = path.join(folder, "a folder", "deeper");
    await copyRepository(copy);
    await run("sh", ["-c", "umask 077 && exec npm run package"], { cwd: copy, env: elsewhere });
    const [file, ...others] = (await readdir(copy)).filter((name) => name.endsWith(".vsix"));
    assert.ok(file !== undefined && others.length === 0, "one VSIX is built");
    const [first, second] = await Promise.all(
      [vsixPath, path.join(copy, file)].map((name) => readFile(name)),
    );
    assert.ok(first && second);
    const [ofFirst, ofSecond] = await Promise.all([readZip(first), readZip(second)]);
    const names = [...new Set([...ofFirst.keys(), ...ofSecond.keys()])];
    const different = names.filter((name) => !isEqual(ofFirst.get(name), ofSecond.get(name)));
    assert.deepEqual(different, [], "the same files");
    assert.ok(first.equals(second), "the same bytes");
  });
});

function isEqual(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a !== undefined && b !== undefined && a.equals(b);
}
