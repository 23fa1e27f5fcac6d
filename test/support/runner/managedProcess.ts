import { spawn, spawnSync, type ChildProcessByStdio } from "node:child_process";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

export interface ProcessOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Time to exit after SIGTERM before it is killed; 0 kills it at once. */
  graceMs?: number;
  /** Folders to remove afterwards. */
  remove?: string[];
}

const windows = process.platform === "win32";

/** A child process. Its descendants are killed by `stop`, when it exits, or when this process exits. */
export class ManagedProcess {
  /** The exit code, or 128 after a signal. Rejects if there is no such program. */
  readonly exited: Promise<number>;
  private readonly child: ChildProcessByStdio<null, Readable, Readable>;

  constructor(
    command: string,
    args: readonly string[],
    private readonly options: ProcessOptions = {},
  ) {
    const { cwd, env = process.env, remove = [] } = options;
    this.child = spawn(command, args, {
      ...(cwd !== undefined && { cwd }),
      env,
      detached: !windows,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const kill = () => void this.signal("SIGKILL");
    process.on("exit", kill);
    this.child.on("exit", kill);
    this.exited = new Promise<number>((resolve, reject) => {
      this.child.on("error", reject);
      this.child.on("close", (code) => resolve(code ?? 128));
    }).finally(async () => {
      process.off("exit", kill);
      for (const folder of remove) {
        await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
      }
    });
  }

  /** Listens to standard output and standard error. */
  onOutput(listener: (text: string) => void): void {
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding("utf8").on("data", listener);
    }
  }

  async stop(): Promise<void> {
    const { graceMs = 0 } = this.options;
    if (graceMs > 0 && this.signal("SIGTERM")) {
      await Promise.race([this.exited, delay(graceMs, undefined, { ref: false })]);
    }
    this.signal("SIGKILL");
    await this.exited;
  }

  /** Signals the process group. @returns false if there is none */
  private signal(signal: "SIGTERM" | "SIGKILL"): boolean {
    const { pid } = this.child;
    if (pid === undefined) {
      return false;
    }
    if (windows) {
      // Windows has no process groups. taskkill follows parent IDs, and without /f only closes windows.
      const force = signal === "SIGKILL" ? ["/f"] : [];
      const options = { stdio: "ignore", windowsHide: true } as const;
      return spawnSync("taskkill", ["/t", ...force, "/pid", String(pid)], options).status === 0;
    }
    try {
      return process.kill(-pid, signal);
    } catch {
      return false;
    }
  }
}

/**
 * Runs a command.
 * @returns its output
 * @throws with the last lines of its output if it fails
 */
export async function run(
  command: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<string> {
  let text = "";
  const child = new ManagedProcess(command, args, options);
  child.onOutput((chunk) => (text += chunk));
  const code = await child.exited;
  if (code !== 0) {
    const tail = text.trimEnd().split("\n").slice(-30).join("\n");
    throw new Error(`"${[command, ...args].join(" ")}" exited with code ${code}:\n${tail}`);
  }
  return text;
}
