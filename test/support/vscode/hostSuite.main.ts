/** Runs the host suite with @vscode/test-electron: `hostSuite.main.js newest|oldest|desktop`. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { runTests } from "@vscode/test-electron";
import { onShutdown } from "../runner/cli";
import { vscodeVersions, type VscodeVersion } from "./vscodeInstall";
import { out, root } from "../runner/paths";
import { desktopExecutable, launcherExecutable } from "./vscodeExecutable";

function executableFor(which: string): Promise<string> {
  return which === "newest" || which === "oldest" ? launcherExecutable(which) : desktopExecutable();
}

const which = process.argv[2] ?? "newest";
const vscodeExecutablePath = await executableFor(which);
const home = await mkdtemp(path.join(os.tmpdir(), "cf-run-"));
const removeHome = onShutdown(() => rm(home, { recursive: true, force: true }));
const workspace = path.join(home, "workspace");
await mkdir(workspace);
const log = path.join(out, "logs", `host-${which}.log`);
try {
  await runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(out, "host", "index.cjs"),
    launchArgs: [
      workspace,
      `--user-data-dir=${path.join(home, "data")}`,
      `--extensions-dir=${path.join(home, "extensions")}`,
      "--disable-extensions",
      // A desktop VS Code without a keyring asks in a dialog before it stores a secret, and tests get no dialogs.
      "--use-inmemory-secretstorage",
    ],
    extensionTestsEnv: {
      COMPANY_FEED_HOST_LOG: log,
      ...(which in vscodeVersions
        ? { COMPANY_FEED_EXPECTED_VERSION: vscodeVersions[which as VscodeVersion].vscode }
        : {}),
    },
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(`VS Code's log: ${path.relative(root, log)}`);
  process.exitCode = 1;
} finally {
  await removeHome();
}
