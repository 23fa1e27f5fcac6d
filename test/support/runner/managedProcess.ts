import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { scriptPath } from "./paths";

/** What the guard (guard.main.ts) is told. */
export interface SupervisedCommand {
  command: string;
  args: string[];
  /** How long the group may take to follow SIGTERM before it is killed; 0 kills at once. */
  graceMs: number;
  /** Folders removed when the group is gone. */
  remove: string[];
}

export interface ProcessOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  graceMs?: number;
  remove?: string[];
}

/** A command whose whole process group ends with `stop`, and with this process. */
export class ManagedProcess {
  /** The exit code, as of a shell: 128 and more after a signal. */
  readonly exited: Promise<number>;
  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>;

  constructor(command: string, args: string[], options: ProcessOptions = {}) {
    const { cwd, env = process.env, graceMs = 0, remove = [] } = options;
    const job: SupervisedCommand = { command, args, graceMs, remove };
    this.child = spawn(process.execPath, [scriptPath("runner/supervisor"), JSON.stringify(job)], {
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
    // A guard that is gone needs no word any more.
    this.child.stdin.on("error", () => undefined);
  }

  /** Calls back with all that is written, standard output and error alike. */
  onOutput(listener: (text: string) => void): void {
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding("utf8").on("data", listener);
    }
  }

  /** Ends the group and resolves when nothing of it is left. */
  async stop(): Promise<void> {
    this.child.stdin.end();
    await this.exited;
  }
}

/**
 * Runs a command to its end.
 * @returns what it wrote
 * @throws with the last lines of what it wrote, when it fails
 */
export async function run(command: string, args: string[], options: ProcessOptions = {}): Promise<string> {
  let text = "";
  const guarded = new ManagedProcess(command, args, options);
  guarded.onOutput((chunk) => (text += chunk));
  const code = await guarded.exited;
  if (code !== 0) {
    const tail = text.trimEnd().split("\n").slice(-30).join("\n");
    throw new Error(`"${[command, ...args].join(" ")}" ended with code ${code}:\n${tail}`);
  }
  return text;
}
