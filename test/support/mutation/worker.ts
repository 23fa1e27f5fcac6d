import { fork, type ChildProcess } from "node:child_process";
import { root, scriptPath } from "../runner/paths";
import type { RunRequest, TestRun, WorkerMessage } from "./messages";

/** A process whose event loop stands still for so long is in an endless loop, even on a busy machine. */
const silenceMs = 60_000;
/** Without a mutant no loop is endless, but a test that counts to a million is slow while coverage is recorded. */
const silenceWithoutMutantMs = 5 * 60_000;

type Loaded = Extract<WorkerMessage, { kind: "loaded" }>;

/** A process with all tests loaded. It is started when it is first needed, and again after it had to be ended. */
export class Worker {
  private process: ChildProcess | undefined;
  private loading: Promise<Loaded> | undefined;

  start(): Promise<Loaded> {
    this.loading ??= this.next("loaded", undefined).then((message) => {
      if (message === undefined) {
        throw new Error("The tests could not be loaded.");
      }
      return message;
    });
    return this.loading;
  }

  /** Undefined if the process died or hung. */
  async run(request: RunRequest): Promise<TestRun[] | undefined> {
    await this.start();
    const answer = await this.next("ran", request);
    return answer?.runs;
  }

  stop(): void {
    this.process?.kill("SIGKILL");
    this.process = undefined;
    this.loading = undefined;
  }

  private next<Kind extends WorkerMessage["kind"]>(
    kind: Kind,
    request: RunRequest | undefined,
  ): Promise<Extract<WorkerMessage, { kind: Kind }> | undefined> {
    const child = (this.process ??= fork(scriptPath("mutation/worker"), {
      cwd: root,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: ["--max-old-space-size=3000"],
    }));
    return new Promise((resolve) => {
      const finish = (message?: Extract<WorkerMessage, { kind: Kind }>): void => {
        clearTimeout(silence);
        child.off("message", listen).off("exit", died);
        if (message === undefined) {
          this.stop();
        }
        resolve(message);
      };
      const died = (): void => finish();
      const patience = request?.mutant === undefined ? silenceWithoutMutantMs : silenceMs;
      let silence = setTimeout(died, patience);
      const listen = (message: WorkerMessage): void => {
        clearTimeout(silence);
        silence = setTimeout(died, patience);
        if (message.kind === kind) {
          finish(message as Extract<WorkerMessage, { kind: Kind }>);
        }
      };
      child.on("message", listen).on("exit", died);
      if (request !== undefined) {
        child.send(request);
      }
    });
  }
}
