import { CombinedSignal } from "../../util/combinedSignal";

/** A call that a client may cancel. */
interface RunningCall {
  readonly client: string;
  readonly requestId: string | number;
  readonly abort: AbortController;
}

/**
 * The tool calls in progress, so that `notifications/cancelled` reaches them: it comes in a request of its own, and the server of
 * the SDK that answers it knows nothing of the call.
 */
export class RunningCalls {
  private readonly calls = new Set<RunningCall>();

  get count(): number {
    return this.calls.size;
  }

  /**
   * @param client what tells its requests from those of other clients, which number theirs alike
   * @param signal aborted when the client disconnects
   */
  async run<T>(
    { client, requestId, signal }: Omit<RunningCall, "abort"> & { readonly signal: AbortSignal },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const call = { client, requestId, abort: new AbortController() };
    this.calls.add(call);
    const either = new CombinedSignal(signal, call.abort.signal);
    try {
      return await work(either.signal);
    } finally {
      either.dispose();
      this.calls.delete(call);
    }
  }

  /** Cancels nothing if it cannot tell which call is meant. */
  cancel(client: string, requestId: unknown): void {
    const [call, another] = [...this.calls].filter(
      (running) => running.client === client && running.requestId === requestId,
    );
    if (call && !another) {
      call.abort.abort();
    }
  }

  cancelAll(): void {
    for (const { abort } of this.calls) {
      abort.abort();
    }
  }
}
