/** Faults at one step: the nth file operation fails, or the process is killed there. */
import type { FileSystem } from "../../../src/util/fileSystem";
import { InterceptingFileSystem, systemError } from "../fakes/fakeFileSystem";

/** What happens at a step instead of, or after a part of, its file operation. */
export type StepFault =
  /** A system error; a write has written half of its bytes. */
  | { readonly kind: "error"; readonly code: string }
  /** SIGKILL, before the operation; a write has written half of its bytes. */
  | { readonly kind: "kill" };

/** A file system with a fault at one step. */
export class FaultyFileSystem extends InterceptingFileSystem {
  /** Steps taken so far. */
  steps = 0;

  /** @param step counted from 1 */
  constructor(base: FileSystem, step: number, fault: StepFault) {
    super(
      base,
      () => {
        this.steps++;
        if (this.steps === step) {
          if (fault.kind === "error") {
            throw systemError(fault.code);
          }
          process.kill(process.pid, "SIGKILL");
        }
      },
      () => this.steps + 1 === step,
    );
  }
}

/** Each has its own files and, if it is killed, its own process. */
const parallelAttempts = 4;

/**
 * Tries a fault at step 1, 2, 3 …, some at a time, until an attempt takes fewer steps.
 * @param attempt returns whether there was a fault
 * @returns number of steps with a fault
 */
export async function atEveryStep(attempt: (step: number) => Promise<boolean>): Promise<number> {
  for (let first = 1; ; first += parallelAttempts) {
    const steps = Array.from({ length: parallelAttempts }, (_, n) => first + n);
    const reached = (await Promise.all(steps.map(attempt))).filter(Boolean).length;
    if (reached < parallelAttempts) {
      return first - 1 + reached;
    }
  }
}
