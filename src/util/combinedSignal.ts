import type { IDisposable } from "./disposable";

/**
 * A signal that is aborted with the first of several sources. Unlike `AbortSignal.any`, which leaks memory on Node 20 if
 * sources are long-lived, it leaves nothing behind once it is disposed.
 */
export class CombinedSignal implements IDisposable {
  private readonly controller = new AbortController();
  private readonly sources: readonly AbortSignal[];
  private readonly abort = (): void => this.controller.abort();

  constructor(...sources: (AbortSignal | undefined)[]) {
    this.sources = sources.filter((source) => source !== undefined);
    for (const source of this.sources) {
      if (source.aborted) {
        this.abort();
      } else {
        source.addEventListener("abort", this.abort, { once: true });
      }
    }
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  dispose(): void {
    this.sources.forEach((source) => source.removeEventListener("abort", this.abort));
  }
}
