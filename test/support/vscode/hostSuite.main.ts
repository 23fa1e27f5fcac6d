/**
 * Runs the host suite: `hostSuite.main.js newest|oldest|desktop`. The newest and oldest VS Code run in a
 * headless browser, the desktop one with @vscode/test-electron. VS Code's own output goes to out/logs.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { runTests } from "@vscode/test-electron";
import { launchBrowser } from "../page/browser";
import { patienceMs } from "../page/waiting";
import { onShutdown, runMain } from "../runner/cli";
import { outputPrefix } from "../runner/mochaRun";
import { out, root } from "../runner/paths";
import { desktopExecutable } from "./desktop";
import { type VscodeVersion, vscodeVersions } from "./vscodeInstall";
import { VscodeServer } from "./vscodeServer";

const which = process.argv[2] ?? "newest";
const log = path.join(out, "logs", `host-${which}.log`);
const tests = path.join(out, "host", "index.cjs");

/** @returns the exit code of the tests */
async function runInBrowser(version: VscodeVersion, workspace: string): Promise<number> {
  const server = await VscodeServer.start({
    version,
    testDriver: true,
    env: { COMPANY_FEED_EXPECTED_VERSION: vscodeVersions[version].vscode },
  });
  const browser = await launchBrowser();
  const lines: string[] = [];
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(patienceMs);
    const payload = [
      ["skipWelcome", "true"],
      ["extensionDevelopmentPath", server.remoteUri(root)],
      ["extensionTestsPath", server.remoteUri(tests)],
    ];
    const finished = new Promise<number>((resolve, reject) => {
      page.on("crash", () => reject(new Error("VS Code's page crashed.")));
      browser.on("disconnected", () => reject(new Error("The browser exited.")));
      void server.crashed.then((code) => reject(new Error(`VS Code's server exited with code ${code}.`)));
      void page.exposeFunction("codeAutomationExit", resolve);
    });
    // It also rejects when the browser is closed below.
    finished.catch(() => undefined);
    await page.exposeFunction("codeAutomationLog", (type: string, args: unknown[]) => {
      const [first] = args;
      if (typeof first === "string" && first.startsWith(outputPrefix)) {
        console.log(first.slice(outputPrefix.length));
      } else {
        lines.push(
          `[${type}] ${args.map((arg) => (typeof arg === "string" ? arg : JSON.stringify(arg))).join(" ")}`,
        );
      }
    });
    await page.goto(server.address(workspace, { payload: JSON.stringify(payload) }));
    return await finished;
  } finally {
    await mkdir(path.dirname(log), { recursive: true });
    await writeFile(log, [...lines, server.output].join("\n"));
    await Promise.all([browser.close(), server.stop()]);
  }
}

async function runOnDesktop(home: string, workspace: string): Promise<number> {
  return runTests({
    vscodeExecutablePath: await desktopExecutable(),
    extensionDevelopmentPath: root,
    extensionTestsPath: tests,
    launchArgs: [
      workspace,
      `--user-data-dir=${path.join(home, "data")}`,
      `--extensions-dir=${path.join(home, "extensions")}`,
      "--disable-extensions",
      // Without a keyring, VS Code would ask in a dialog before storing a secret, and tests have no dialogs.
      "--use-inmemory-secretstorage",
    ],
  });
}

await runMain(async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), "cf-run-"));
  const removeHome = onShutdown(() => rm(home, { recursive: true, force: true }));
  const workspace = path.join(home, "workspace");
  await mkdir(workspace);
  try {
    return await (which === "newest" || which === "oldest"
      ? runInBrowser(which, workspace)
      : runOnDesktop(home, workspace));
  } finally {
    await removeHome();
  }
});
