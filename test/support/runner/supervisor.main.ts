/**
 * Runs a command in its own process group. Stops the group and removes folders when standard input ends: on request, or when
 * the parent process has exited in any way.
 *
 * argv: a `SupervisedCommand` as JSON.
 */
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { SupervisedCommand } from "./managedProcess";

const supervised = JSON.parse(process.argv[2] ?? "") as SupervisedCommand;
let stopping = false;

// Signals of a terminal are handled by the parent process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => undefined);
}

const windows = process.platform === "win32";
// Windows has no process groups, so taskkill follows the parent IDs.
const child = spawn(supervised.command, supervised.args, {
  detached: !windows,
  stdio: ["ignore", "inherit", "inherit"],
});
child.on("error", (error) => {
  console.error(`${supervised.command}: ${error.message}`);
  void stop(127);
});
child.on("exit", (code, signal) => void stop(code ?? (signal === null ? 1 : 128)));
process.stdin.on("end", () => void stop(143)).resume();

/** @returns false if the group is empty */
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

/** On Windows: asks windows to close, or kills. */
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

/** Waits up to `ms` until the group is empty. */
async function groupExited(ms: number): Promise<void> {
  const deadline = Date.now() + ms;
  while (signalGroup(0) && Date.now() < deadline) {
    await delay(10);
  }
}

async function stop(code: number): Promise<void> {
  if (stopping) {
    return;
  }
  stopping = true;
  if (supervised.graceMs > 0 && signalGroup("SIGTERM")) {
    await groupExited(supervised.graceMs);
  }
  signalGroup("SIGKILL");
  await groupExited(2000);
  for (const folder of supervised.remove) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
  process.exit(code);
}
