import type { Clock } from "../../util/clock";
import type { IDisposable } from "../../util/disposable";
import { abortedError, ApiError, timeoutError } from "../errors";

/** Ends a request when its time is over, or when its caller aborts it. */
export class Deadline implements IDisposable {
  private readonly timeout = new AbortController();
  private readonly timer: IDisposable;
  readonly signal: AbortSignal;

  constructor(
    clock: Clock,
    private readonly timeoutMs: number,
    private readonly caller: AbortSignal | undefined,
  ) {
    this.timer = clock.after(timeoutMs, () => this.timeout.abort());
    this.signal = AbortSignal.any([this.timeout.signal, ...(caller ? [caller] : [])]);
  }

  /** What an error means: an aborted request fails with another one. A status that arrived in time takes precedence. */
  reasonOf(error: unknown, host: string, responding: boolean): unknown {
    if (this.caller?.aborted) {
      return abortedError();
    }
    const isNetworkError =
      error instanceof ApiError && (error.kind === "unreachable" || error.kind === "interrupted");
    return this.timeout.signal.aborted && isNetworkError
      ? timeoutError(host, this.timeoutMs, responding)
      : error;
  }

  dispose(): void {
    this.timer.dispose();
  }
}
