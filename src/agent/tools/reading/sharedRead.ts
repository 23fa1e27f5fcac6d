import { abortedError } from "../../../api/errors";
import { SharedCancellation } from "../../../util/sharedCancellation";

/** Work that several calls wait for. It is canceled as soon as all of these calls are canceled. */
export class SharedRead<T> {
  private readonly cancellation = new SharedCancellation();
  private readonly result: Promise<T>;

  /** @param read called at once; its signal is aborted when no caller waits any longer */
  constructor(read: (signal: AbortSignal) => Promise<T>) {
    this.result = read(this.cancellation.signal);
    // Each call that waits gets a failure, so it need not be handled here.
    this.result.catch(() => undefined).finally(() => this.cancellation.dispose());
  }

  /** Whether it was canceled, so that no call can join it any more. */
  get isCanceled(): boolean {
    return this.cancellation.signal.aborted;
  }

  /** Rejects with `aborted` as soon as `signal` is aborted, although others continue to wait. */
  join(signal: AbortSignal | undefined): Promise<T> {
    this.cancellation.add(signal);
    return new Promise((resolve, reject) => {
      const abort = (): void => reject(abortedError());
      if (signal?.aborted) {
        abort();
        return;
      }
      signal?.addEventListener("abort", abort, { once: true });
      void this.result.then(resolve, reject).finally(() => signal?.removeEventListener("abort", abort));
    });
  }
}
