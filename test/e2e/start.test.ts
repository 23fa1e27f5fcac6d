import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/page/browser";
import { ManagedProcess, run } from "../support/runner/managedProcess";
import { cacheFolder, out } from "../support/runner/paths";
import { copyRepository } from "./repositoryCopy";

describe("npm start", () => {
  let folder: string;
  let browser: Browser;

  /** A cache with the installed tools but without the profile of the user's own `npm start`. */
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
    browser = await launchBrowser();
  });

  after(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("installs the extension into a VS Code in the browser and opens the sample feed", async () => {
    const copy = path.join(folder, "repository");
    await copyRepository(copy);
    await run(process.execPath, ["esbuild.js", "--tests"], { cwd: copy });
    const workspace = path.join(folder, "my workspace");
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      COMPANY_FEED_TEST_CACHE: await cacheOfItsOwn(),
      // As in the integrated terminal of VS Code.
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
});
