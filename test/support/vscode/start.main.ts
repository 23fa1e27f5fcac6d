/**
 * `npm start [-- folder]`: opens a VS Code with the packaged extension on the sample service.
 *
 * On macOS and Windows, or where COMPANY_FEED_VSCODE names an executable, it is the desktop VS Code; elsewhere one in the
 * person's browser. What the person sets and stores is kept in the cache and found again by the next start.
 */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buildProduction, packageDemo, packageVsix } from "../runner/build";
import { ensureCacheFolder, progress } from "../runner/cache";
import { onShutdown, runMain } from "../runner/cli";
import { ManagedProcess } from "../runner/managedProcess";
import { tryLock } from "../runner/lock";
import { vsixPath } from "../runner/paths";
import {
  desktopExecutable,
  givenExecutable,
  installExtensions,
  launcherExecutable,
  outsideVscode,
} from "./vscodeExecutable";
import { writeSettings } from "./vscodeServer";

/** The kept folder; a fresh one while another `npm start` uses that. */
async function homeFolder(): Promise<string> {
  const kept = path.join(await ensureCacheFolder(), "start");
  await mkdir(kept, { recursive: true });
  // Held until this process ends.
  return (await tryLock(path.join(kept, "lock"))) ? kept : mkdtemp(path.join(os.tmpdir(), "cf-start-"));
}

function executable(): Promise<string> {
  const desktop = givenExecutable() !== undefined || ["darwin", "win32"].includes(process.platform);
  return desktop ? desktopExecutable() : launcherExecutable("newest");
}

await runMain(async () => {
  const home = await homeFolder();
  const workspace = path.resolve(process.argv[2] ?? path.join(home, "workspace"));
  await mkdir(workspace, { recursive: true });
  const userDataDir = path.join(home, "data");
  await writeSettings(userDataDir);
  await buildProduction();
  await packageVsix();
  const demo = await packageDemo();
  const vscode = await executable();
  progress("Installing the extension …");
  const profile = [`--user-data-dir=${userDataDir}`, `--extensions-dir=${path.join(home, "extensions")}`];
  await installExtensions(vscode, profile, [vsixPath, demo]);
  progress("Starting VS Code …");
  const flags = ["--new-window", "--skip-welcome", "--skip-release-notes", "--disable-workspace-trust"];
  const window = new ManagedProcess(vscode, [workspace, ...profile, ...flags], {
    env: { ...outsideVscode(process.env), COMPANY_FEED_DEMO_START: randomUUID() },
    graceMs: 10_000,
  });
  onShutdown(() => window.stop());
  window.onOutput((text) => process.stdout.write(text));
  return window.exited;
});
