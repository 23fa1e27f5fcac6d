import { DisposableStore, type IDisposable } from "./disposable";

/** Cancels an operation that several callers wait for as soon as all of them have canceled. Dispose of it when the operation ends. */
export class SharedCancellation implements IDisposable {
  private readonly controller = new AbortController();
  /** A caller's signal may be used for many operations: nothing must stay behind on it. */
  private readonly listeners = new DisposableStore();
  private waiting = 0;
  private hasEnded = false;

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** @param signal of a caller; without one, it never cancels. */
  add(signal: AbortSignal | undefined): void {
    if (this.hasEnded) {
      return;
    }
    this.waiting++;
    const cancelOne = (): void => {
      if (--this.waiting === 0) {
        this.cancel();
      }
    };
    if (signal?.aborted) {
      cancelOne();
    } else if (signal) {
      signal.addEventListener("abort", cancelOne, { once: true });
      this.listeners.add({ dispose: () => signal.removeEventListener("abort", cancelOne) });
    }
  }

  cancel(): void {
    this.dispose();
    this.controller.abort();
  }

  dispose(): void {
    this.hasEnded = true;
    this.listeners.dispose();
  }
}
