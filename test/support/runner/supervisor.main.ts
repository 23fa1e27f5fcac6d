/**
 * Runs a command in a process group of its own and ends the whole group, and removes the given folders, as soon as
 * standard input ends: when asked to, or when whoever started the guard is gone, however it went.
 *
 * argv: one JSON text, a `SupervisedCommand`.
 */
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { SupervisedCommand } from "./managedProcess";

const job = JSON.parse(process.argv[2] ?? "") as SupervisedCommand;
let ending = false;

// The guard ends when its work is done, not before: signals of a terminal are for whoever started it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => undefined);
}

const windows = process.platform === "win32";
// Windows has no process groups: there the children of children are found through their parents.
const child = spawn(job.command, job.args, { detached: !windows, stdio: ["ignore", "inherit", "inherit"] });
child.on("error", (error) => {
  console.error(`${job.command}: ${error.message}`);
  void end(127);
});
child.on("exit", (code, signal) => void end(code ?? (signal === null ? 1 : 128)));
process.stdin.on("end", () => void end(143)).resume();

/** Signals the group; false once nobody is left in it. */
function signalGroup(signal: NodeJS.Signals | 0): boolean {
  if (windows) {
    return signalTree(signal);
  }
  try {
    return child.pid !== undefined && process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

/** The same on Windows, which knows to ask windows to close, and to kill. */
function signalTree(signal: NodeJS.Signals | 0): boolean {
  const running = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (running && signal !== 0) {
    const force = signal === "SIGKILL" ? ["/f"] : [];
    spawnSync("taskkill", ["/t", ...force, "/pid", String(child.pid)], {
      stdio: "ignore",
      windowsHide: true,
    });
  }
  return running;
}

/** Waits until the group is empty or `ms` have passed. */
async function groupGone(ms: number): Promise<void> {
  const until = Date.now() + ms;
  while (signalGroup(0) && Date.now() < until) {
    await delay(10);
  }
}

async function end(code: number): Promise<void> {
  if (ending) {
    return;
  }
  ending = true;
  if (job.graceMs > 0 && signalGroup("SIGTERM")) {
    await groupGone(job.graceMs);
  }
  signalGroup("SIGKILL");
  await groupGone(2000);
  for (const folder of job.remove) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
  process.exit(code);
}
