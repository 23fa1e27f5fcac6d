import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Takes the lock of a file, which one process of this machine can hold at a time.
 *
 * The lock is the kernel's, held by a helper that ends when its standard input does: it cannot outlive this process,
 * so there is no stale lock to recover from.
 * @param wait whether to wait while somebody else holds it
 * @returns what gives the lock back; undefined when somebody else holds it
 */
async function takeLock(file: string, wait: boolean): Promise<(() => void) | undefined> {
  const [command, options] =
    process.platform === "darwin"
      ? ["lockf", wait ? ["-k"] : ["-k", "-t", "0"]]
      : ["flock", wait ? [] : ["-n"]];
  const args = [...options, file, "sh", "-c", "echo held; exec cat >/dev/null"];
  const helper = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"], detached: true });
  const held = await Promise.race([
    once(helper.stdout, "data").then(() => true),
    once(helper, "exit").then(() => false),
    once(helper, "error").then(([error]) => {
      throw new Error(`The lock needs "${command}": ${String(error)}`);
    }),
  ]);
  return held ? () => helper.stdin.end() : undefined;
}

/** Takes the lock of a file unless somebody else holds it. @returns what gives it back */
export function tryLock(file: string): Promise<(() => void) | undefined> {
  return takeLock(file, false);
}

/**
 * Runs `work` while no other process of this machine holds the lock of that file.
 * @param onWait called when somebody else holds it
 */
export async function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  let release = await tryLock(file);
  if (!release) {
    onWait();
    release = await takeLock(file, true);
  }
  if (!release) {
    throw new Error(`No lock on ${file} could be had.`);
  }
  try {
    return await work();
  } finally {
    release();
  }
}
