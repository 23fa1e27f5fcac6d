import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** Releases a lock, which is otherwise held until this process exits. */
type Release = () => Promise<void> | void;

/** libuv's UV_FS_O_EXLOCK: on Windows, no other process can open the file. */
const exclusiveLock = 0x10000000;

/**
 * Acquires the kernel's lock of a file. It is held by an open file of this process, or of a child process that exits with this
 * one, so that there are no stale locks.
 * @param wait whether to wait while another process holds the lock
 * @returns undefined if another process holds the lock
 */
function acquireLock(file: string, wait: boolean): Promise<Release | undefined> {
  return process.platform === "win32" ? acquireOnWindows(file, wait) : acquireOnUnix(file, wait);
}

async function acquireOnUnix(file: string, wait: boolean): Promise<Release | undefined> {
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

async function acquireOnWindows(file: string, wait: boolean): Promise<Release | undefined> {
  for (;;) {
    try {
      const handle = await open(file, constants.O_RDWR | constants.O_CREAT | exclusiveLock);
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

/** @returns undefined if another process holds the lock */
export function tryLock(file: string): Promise<Release | undefined> {
  return acquireLock(file, false);
}

/**
 * Runs `work` with the lock of a file.
 * @param onWait called if another process holds the lock
 */
export async function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  let release = await tryLock(file);
  if (!release) {
    onWait();
    release = await acquireLock(file, true);
  }
  if (!release) {
    throw new Error(`Couldn't lock ${file}.`);
  }
  try {
    return await work();
  } finally {
    await release();
  }
}
