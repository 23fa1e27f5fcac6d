import assert from "node:assert/strict";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/page/browser";
import { ManagedProcess, run } from "../support/runner/managedProcess";
import { readBundleGraph } from "../support/release/bundleGraph";
import { readZip } from "../support/release/reproducibleZip";
import { cacheFolder, out, root, vsixPath } from "../support/runner/paths";

const notCopied = new Set([".git", "node_modules", "dist", "out"]);

/** Folders in node_modules with bundled files. */
async function bundledFolders(): Promise<Set<string>> {
  const { host, page } = await readBundleGraph();
  const inputs = [host, page].flatMap((metafile) => Object.keys(metafile.inputs));
  return new Set(inputs.flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []));
}

/** Packages in node_modules: `@scope/name` or `name`. */
async function installedPackages(): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(path.join(root, "node_modules"))) {
    const inScope = name.startsWith("@") ? await readdir(path.join(root, "node_modules", name)) : undefined;
    names.push(...(inScope?.map((inner) => `${name}/${inner}`) ?? [name]));
  }
  return names.filter((name) => !name.startsWith(".package-lock"));
}

/**
 * Copies the repository without build output, because other suites use dist/ and out/ at the same time. Packages
 * that aren't bundled are linked; bundled ones aren't, because the bundler resolves links.
 * @param copy a folder that does not exist
 */
async function copyRepository(copy: string): Promise<void> {
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

/** Differs in everything that a build might depend on by mistake. */
const elsewhere = {
  TZ: "Pacific/Chatham",
  LC_ALL: "tr_TR.UTF-8",
  SOURCE_DATE_EPOCH: "1000000000",
};

/** The tests depend on their order: each continues where the previous one ended. */
describe("npm start", () => {
  let folder: string;
  let copy: string;
  let browser: Browser;

  /** A cache with the installed tools, but without the profile of `npm start`. */
  async function cacheOfItsOwn(): Promise<string> {
    const cache = path.join(folder, "cache");
    await mkdir(cache);
    const installed = (await readdir(cacheFolder())).filter((name) =>
      /^(code-server|node|chromium)-/.test(name),
    );
    for (const name of installed) {
      await symlink(path.join(cacheFolder(), name), path.join(cache, name));
    }
    return cache;
  }

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "start-"));
    copy = path.join(folder, "a repository");
    browser = await launchBrowser();
  });

  after(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("installs the extension into a VS Code in the browser, and opens the sample feed", async () => {
    await copyRepository(copy);
    await chmod(path.join(copy, "README.md"), 0o600);
    await chmod(path.join(copy, "media/icon.png"), 0o755);
    await run(process.execPath, ["esbuild.js", "--tests"], { cwd: copy });
    const workspace = path.join(folder, "my workspace");
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      ...elsewhere,
      COMPANY_FEED_TEST_CACHE: await cacheOfItsOwn(),
      // Set in VS Code's integrated terminal.
      ELECTRON_RUN_AS_NODE: "1",
      VSCODE_IPC_HOOK_CLI: path.join(folder, "nowhere"),
    };
    delete env["DISPLAY"];
    delete env["WAYLAND_DISPLAY"];
    let output = "";
    const start = new ManagedProcess(
      process.execPath,
      [path.join(copy, "out/support/vscode/start.main.js"), workspace],
      {
        cwd: copy,
        env,
        graceMs: 120_000,
      },
    );
    const address = new Promise<string>((resolve, reject) => {
      start.onOutput((text) => {
        output += text;
        const [, printed] = /^Company Feed runs at (\S+) \(Ctrl\+C ends it\)$/m.exec(output) ?? [];
        if (printed !== undefined) {
          resolve(printed);
        }
      });
      start.exited.then((code) => reject(new Error(`It ended with code ${code}:\n${output}`)), reject);
    });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(150_000);
      await page.goto(await address);
      await page.locator(".tab").filter({ hasText: "Event Feed" }).waitFor();
      const grid = page.frameLocator("iframe.webview").frameLocator("#active-frame").getByRole("grid");
      await grid.locator("[data-event-id]").first().waitFor();
      await page.waitForFunction(() => document.title.includes("my workspace"));
      await page.screenshot({ path: path.join(out, "screenshots", "start.png") });
    } finally {
      await start.stop();
    }
    await assert.rejects(fetch(await address), "It goes on after its end.");
  });

  it("builds an identical VSIX in another folder, time zone and language", async () => {
    const [first, second] = [
      await readFile(vsixPath),
      await readFile(path.join(copy, "out/company-feed.vsix")),
    ];
    const [ofFirst, ofSecond] = [await readZip(first), await readZip(second)];
    const names = [...new Set([...ofFirst.keys(), ...ofSecond.keys()])];
    const different = names.filter((name) => !ofSecond.get(name)?.equals(ofFirst.get(name) ?? Buffer.of()));
    assert.deepEqual(different, [], "the same files");
    assert.ok(first.equals(second), "the same bytes");
  });
});
