/**
 * Runs the host suite through @vscode/test-electron: `hostSuite.main.js newest|oldest|desktop`.
 *
 * `desktop` takes the executable named by COMPANY_FEED_VSCODE, else downloads the version (default: stable) named by
 * COMPANY_FEED_VSCODE_VERSION.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import { onEnd } from "./cleanup";
import { out, root, tool } from "./paths";
import { hostVersions, type HostName } from "./hostInstall";

/** An executable that starts launcher.main.js for that host. */
async function launcherFor(host: HostName): Promise<string> {
  const file = path.join(out, `vscode-${host}`);
  const script = `#!/bin/sh\nCOMPANY_FEED_HOST=${host} exec "${process.execPath}" "${tool("launcher")}" "$@"\n`;
  await writeFile(file, script, { mode: 0o755 });
  return file;
}

async function executableFor(which: string): Promise<string> {
  if (which === "newest" || which === "oldest") {
    return launcherFor(which);
  }
  const given = process.env["COMPANY_FEED_VSCODE"];
  if (given) {
    return path.resolve(given);
  }
  const version = process.env["COMPANY_FEED_VSCODE_VERSION"] ?? "stable";
  return downloadAndUnzipVSCode({ version, cachePath: path.join(root, ".vscode-test") });
}

const which = process.argv[2] ?? "newest";
const vscodeExecutablePath = await executableFor(which);
const home = await mkdtemp(path.join(os.tmpdir(), "cf-run-"));
const removeHome = onEnd(() => rm(home, { recursive: true, force: true }));
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
    ],
    extensionTestsEnv: {
      COMPANY_FEED_HOST_LOG: log,
      ...(which in hostVersions
        ? { COMPANY_FEED_EXPECTED_VERSION: hostVersions[which as HostName].vscode }
        : {}),
    },
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(`What VS Code had to say: ${path.relative(root, log)}`);
  process.exitCode = 1;
} finally {
  await removeHome();
}
