import { setMaxListeners } from "node:events";

/** Cancels an operation that several callers wait for as soon as all of them have canceled. */
export class SharedCancellation {
  private readonly controller = new AbortController();
  private waiting = 0;

  constructor() {
    // One for each caller: many are no leak.
    setMaxListeners(0, this.controller.signal);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** @param signal of a caller; without one, it never cancels. */
  add(signal: AbortSignal | undefined): void {
    this.waiting++;
    const cancelOne = () => {
      if (--this.waiting === 0) {
        this.cancel();
      }
    };
    if (signal?.aborted) {
      cancelOne();
    } else {
      signal?.addEventListener("abort", cancelOne, { once: true, signal: this.signal });
    }
  }

  cancel(): void {
    this.controller.abort();
  }
}
