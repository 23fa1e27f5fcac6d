import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { scriptPath } from "./paths";

/** The argument of supervisor.main.ts. */
export interface SupervisedCommand {
  command: string;
  args: string[];
  /** Time to exit after SIGTERM before the process group is killed; 0 kills it at once. */
  graceMs: number;
  /** Folders to remove afterwards. */
  remove: string[];
}

export interface ProcessOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  graceMs?: number;
  remove?: string[];
}

/** A child process whose process group is stopped by `stop`, and when this process exits. */
export class ManagedProcess {
  /** The exit code as in a shell: 128 and more after a signal. */
  readonly exited: Promise<number>;
  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>;

  constructor(command: string, args: string[], options: ProcessOptions = {}) {
    const { cwd, env = process.env, graceMs = 0, remove = [] } = options;
    const supervised: SupervisedCommand = { command, args, graceMs, remove };
    this.child = spawn(process.execPath, [scriptPath("runner/supervisor"), JSON.stringify(supervised)], {
      ...(cwd === undefined ? {} : { cwd }),
      env,
      detached: true,
      windowsHide: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.exited = new Promise((resolve, reject) => {
      this.child.on("error", reject);
      this.child.on("close", (code) => resolve(code ?? 1));
    });
    // The supervisor may have exited.
    this.child.stdin.on("error", () => undefined);
  }

  /** Listens to standard output and standard error. */
  onOutput(listener: (text: string) => void): void {
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding("utf8").on("data", listener);
    }
  }

  /** Stops the process group and waits for it. */
  async stop(): Promise<void> {
    this.child.stdin.end();
    await this.exited;
  }
}

/**
 * Runs a command.
 * @returns its output
 * @throws with the last lines of its output if it fails
 */
export async function run(command: string, args: string[], options: ProcessOptions = {}): Promise<string> {
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
