import type { IDisposable } from "../../util/disposable";

/** One piece of work that several callers wait for: it is called off once every one of them has called off. */
export class SharedCancellation implements IDisposable {
  private readonly controller = new AbortController();
  private readonly waiting = new Set<AbortSignal>();

  /** Aborted when nobody waits any more. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** @param wish the caller's own; one without can never call off. */
  add(wish: AbortSignal = new AbortController().signal): void {
    this.waiting.add(wish);
    const leave = () => {
      this.waiting.delete(wish);
      if (this.waiting.size === 0) {
        this.controller.abort();
      }
    };
    if (wish.aborted) {
      leave();
    } else {
      wish.addEventListener("abort", leave, { once: true, signal: this.signal });
    }
  }

  /** Calls the work off whoever waits for it. */
  dispose(): void {
    this.controller.abort();
  }
}
