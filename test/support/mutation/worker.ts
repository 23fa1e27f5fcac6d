import { fork, type ChildProcess } from "node:child_process";
import { root, scriptPath } from "../runner/paths";
import type { WorkerMessage, WorkerRequest } from "./messages";

/** A process whose event loop stands still for so long is in an endless loop, even on a busy machine. */
const silenceMs = 60_000;
/** Without a mutant no loop is endless, but a test that counts to a million is slow while coverage is recorded. */
const silenceWithoutMutantMs = 5 * 60_000;
/** A mutant may keep what runs the tests waiting, too, and so may what it left behind. */
const maxRunMs = 2 * 60_000;

type Answer = Extract<WorkerMessage, { kind: "ran" }>;

/** A process that loads tests and runs them. It is started when it is needed, and again after it had to be ended. */
export class Worker {
  private process: ChildProcess | undefined;

  stop(): void {
    this.process?.kill("SIGKILL");
    this.process = undefined;
  }

  /** Undefined if the process died or hung. */
  send(request: WorkerRequest): Promise<Answer | undefined> {
    const child = (this.process ??= fork(scriptPath("mutation/worker"), {
      cwd: root,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: ["--max-old-space-size=3000"],
    }));
    const isMutant = request.kind === "run" && request.mutant !== undefined;
    const patience = isMutant ? silenceMs : silenceWithoutMutantMs;
    return new Promise((resolve) => {
      const finish = (answer?: Answer): void => {
        clearTimeout(silence);
        clearTimeout(limit);
        child.off("message", listen).off("exit", died);
        if (answer === undefined) {
          this.stop();
        }
        resolve(answer);
      };
      const died = (): void => finish();
      let silence = setTimeout(died, patience);
      const limit = request.kind === "run" ? setTimeout(died, maxRunMs) : undefined;
      const listen = (message: WorkerMessage): void => {
        clearTimeout(silence);
        silence = setTimeout(died, patience);
        if (message.kind === "ran") {
          finish(message);
        }
      };
      child.on("message", listen).on("exit", died);
      child.send(request);
    });
  }
}
