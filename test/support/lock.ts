import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs `work` while no other process on this machine holds the lock of that file.
 *
 * The lock is the kernel's, held by a helper that ends when its standard input does: it cannot outlive this process,
 * so there is no stale lock to recover from.
 * @param onWait called once when somebody else holds it
 */
export async function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  const [command, options] = process.platform === "darwin" ? ["lockf", ["-k"]] : ["flock", []];
  const args = [...options, file, "sh", "-c", "echo held; exec cat >/dev/null"];
  const helper = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], detached: true });
  const failed = once(helper, "error").then(([error]) => {
    throw new Error(`The lock needs "${command}": ${String(error)}`);
  });
  const exited = once(helper, "close");
  const waiting = setTimeout(onWait, 1000);
  try {
    await Promise.race([
      once(helper.stdout, "data"),
      failed,
      exited.then(() => {
        throw new Error(`"${command}" gave no lock on ${file}.`);
      }),
    ]);
    clearTimeout(waiting);
    return await work();
  } finally {
    clearTimeout(waiting);
    failed.catch(() => undefined);
    helper.stdin.end();
  }
}
