import type { Clock } from "../../util/clock";
import { abortedError } from "./httpErrors";

/** Resolves after `ms` milliseconds; rejects with kind `aborted` as soon as the signal says so. */
export async function delay(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) {
    throw abortedError();
  }
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => {
      timer.dispose();
      reject(abortedError());
    };
    const timer = clock.after(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
