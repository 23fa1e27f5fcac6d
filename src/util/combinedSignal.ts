import type { IDisposable } from "./disposable";

/**
 * Aborts as soon as one of several signals does. `AbortSignal.any` would do the same, but on Node 20 leaves something behind
 * at each of them, every time: too much at one that lives as long as a window. Dispose of it when the work is done.
 */
export class CombinedSignal implements IDisposable {
  private readonly controller = new AbortController();
  private readonly sources: readonly AbortSignal[];
  private readonly end = (): void => this.controller.abort();

  constructor(...sources: (AbortSignal | undefined)[]) {
    this.sources = sources.filter((source) => source !== undefined);
    for (const source of this.sources) {
      if (source.aborted) {
        this.end();
      } else {
        source.addEventListener("abort", this.end, { once: true });
      }
    }
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  dispose(): void {
    this.sources.forEach((source) => source.removeEventListener("abort", this.end));
  }
}
