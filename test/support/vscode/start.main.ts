/**
 * `npm start [-- folder]`: opens VS Code with the packaged extension, connected to the sample service. On macOS and Windows, or
 * with COMPANY_FEED_VSCODE, this is the desktop VS Code; otherwise it runs in the browser. Its profile is kept in the cache.
 */
import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { buildProduction, packageHelper, packageVsix } from "../runner/build";
import { ensureCacheFolder, progress } from "../runner/cache";
import { onShutdown, runMain } from "../runner/cli";
import { ManagedProcess } from "../runner/managedProcess";
import { vsixPath } from "../runner/paths";
import {
  desktopExecutable,
  givenExecutable,
  installExtensions,
  launcherExecutable,
  withoutVscodeVariables,
} from "./vscodeExecutable";
import { writeSettings } from "./vscodeServer";

function executable(): Promise<string> {
  const desktop = givenExecutable() !== undefined || ["darwin", "win32"].includes(process.platform);
  return desktop ? desktopExecutable() : launcherExecutable("newest");
}

await runMain(async () => {
  const home = path.join(await ensureCacheFolder(), "start");
  const workspace = path.resolve(process.argv[2] ?? path.join(home, "workspace"));
  await mkdir(workspace, { recursive: true });
  const userDataDir = path.join(home, "data");
  await writeSettings(userDataDir);
  await buildProduction();
  await packageVsix();
  const demo = await packageHelper("test/support/demo");
  const vscode = await executable();
  progress("Installing the extension …");
  const profile = [`--user-data-dir=${userDataDir}`, `--extensions-dir=${path.join(home, "extensions")}`];
  await installExtensions(vscode, profile, [vsixPath, demo]);
  progress("Starting VS Code …");
  const flags = ["--new-window", "--skip-welcome", "--skip-release-notes", "--disable-workspace-trust"];
  const window = new ManagedProcess(vscode, [workspace, ...profile, ...flags], {
    env: { ...withoutVscodeVariables(process.env), COMPANY_FEED_DEMO_START: randomUUID() },
    graceMs: 10_000,
  });
  onShutdown(() => window.stop());
  window.onOutput((text) => process.stdout.write(text));
  return window.exited;
});
