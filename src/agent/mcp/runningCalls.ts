import { CombinedSignal } from "../../util/combinedSignal";

/** A call that a client may cancel. */
interface RunningCall {
  readonly client: string;
  readonly requestId: string | number;
  readonly abort: AbortController;
}

/**
 * The tool calls in progress, so that `notifications/cancelled` reaches them: it comes in a separate request, answered by another
 * server object of the SDK, which does not have the call.
 */
export class RunningCalls {
  private readonly calls = new Set<RunningCall>();

  get count(): number {
    return this.calls.size;
  }

  /**
   * @param client identifies the client: the request IDs of two clients may be equal
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

  /** Cancels nothing if several calls match. */
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
