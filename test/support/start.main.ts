/**
 * `npm start [-- folder]`: opens VS Code with the packaged extension on the sample service, for a person's browser.
 *
 * What the person sets and stores is kept in the cache and found again by the next start.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buildProduction, packageDemo, packageVsix } from "./build";
import { progress } from "./cache";
import { tryLock } from "./lock";
import { cacheFolder, vsixPath } from "./paths";
import { installVsix, VscodeServer } from "./vscodeServer";

/** The kept folder; a fresh one while another `npm start` uses that. */
async function homeFolder(): Promise<string> {
  const kept = path.join(cacheFolder(), "start");
  await mkdir(kept, { recursive: true });
  // Held until this process ends.
  return (await tryLock(path.join(kept, "lock"))) ? kept : mkdtemp(path.join(os.tmpdir(), "cf-start-"));
}

/** The port of the last start: what the browser keeps, secrets among it, belongs to the port. */
async function lastPort(home: string): Promise<number> {
  const text = await readFile(path.join(home, "port"), "utf8").catch(() => "");
  return Number.parseInt(text, 10) || 0;
}

function openBrowser(address: string): void {
  const display = process.env["DISPLAY"] ?? process.env["WAYLAND_DISPLAY"];
  const opener = process.platform === "darwin" ? "open" : display ? "xdg-open" : undefined;
  if (opener) {
    // Where there is no such program the address on screen is enough.
    spawn(opener, [address], { stdio: "ignore", detached: true })
      .on("error", () => undefined)
      .unref();
  }
}

const home = await homeFolder();
const extensions = path.join(home, "extensions");
const workspace = path.resolve(process.argv[2] ?? path.join(home, "workspace"));
await mkdir(workspace, { recursive: true });
await buildProduction();
await packageVsix();
const demo = await packageDemo();
progress("Installing the extension …");
await installVsix("newest", extensions, vsixPath, demo);
progress("Starting VS Code …");
const server = await VscodeServer.start({
  host: "newest",
  flavour: "front",
  userDataDir: path.join(home, "data"),
  extensionsDir: extensions,
  env: { COMPANY_FEED_DEMO_START: randomUUID() },
  port: await lastPort(home),
  graceMs: 3000,
  workspaceTrust: false,
});
await writeFile(path.join(home, "port"), String(server.gate.port));
const address = server.address(workspace);
console.log(`Company Feed runs at ${address} (Ctrl+C ends it)`);
openBrowser(address);
const code = await server.died;
console.error(`VS Code ended with code ${code}.\n${server.output}`);
process.exitCode = 1;
