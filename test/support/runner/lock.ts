import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** Gives a lock back. Without it the lock is held until this process ends, which it does not keep from ending. */
type Release = () => Promise<void> | void;

/** libuv's UV_FS_O_EXLOCK, on Windows: a file that nobody else can open meanwhile. Node has no name for it. */
const exclusive = 0x10000000;

/**
 * Takes the lock of a file, which one process of this machine can hold at a time.
 *
 * The lock is the kernel's, held by an open file of this process or of a helper that ends when its standard input does:
 * it cannot outlive this process, so there is no stale lock to recover from.
 * @param wait whether to wait while somebody else holds it
 * @returns undefined when somebody else holds it
 */
function takeLock(file: string, wait: boolean): Promise<Release | undefined> {
  return process.platform === "win32" ? takeOnWindows(file, wait) : takeOnUnix(file, wait);
}

async function takeOnUnix(file: string, wait: boolean): Promise<Release | undefined> {
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
  if (!held) {
    return undefined;
  }
  helper.unref();
  for (const stream of [helper.stdin, helper.stdout]) {
    (stream as unknown as Socket).unref();
  }
  return () => void helper.stdin.end();
}

async function takeOnWindows(file: string, wait: boolean): Promise<Release | undefined> {
  for (;;) {
    try {
      const handle = await open(file, constants.O_RDWR | constants.O_CREAT | exclusive);
      return () => handle.close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EBUSY") {
        throw error;
      }
    }
    if (!wait) {
      return undefined;
    }
    await delay(100);
  }
}

/** Takes the lock of a file unless somebody else holds it. @returns what gives it back */
export function tryLock(file: string): Promise<Release | undefined> {
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
    await release();
  }
}
