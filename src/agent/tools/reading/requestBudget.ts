import { abortedError, ApiError } from "../../../api/errors";
import type { RequestOptions, ServiceClient } from "../../../api/types";
import { type Clock, delay } from "../../../util/clock";

/** Requests that agents may send to a service at once; a service that pages day by day needs one for each day of a quarter. */
export const requestBurst = 120;
/** After that, agents may send one request in each of these intervals. */
export const requestIntervalMs = 1000;
/** How many calls may wait while another one reads. */
export const maxWaitingCalls = 4;
/** How long a call waits in total for its turn and to send its requests: callers give up after a minute. */
export const maxWaitMs = 45_000;

/** A call whose turn it is. */
export interface LimitedCall {
  /** Each of its requests waits until the service may be asked again. It is the same object for each call, and refuses changes. */
  readonly client: ServiceClient;
  /** Requests that the call has sent so far, repeated ones included. */
  readonly requests: number;
}

/**
 * Limits the requests that all agents together send to a service: one call after the other, and a number of requests in a time.
 * What people do in panels neither waits for it nor counts.
 */
export class RequestBudget {
  private readonly lanes = new WeakMap<ServiceClient, Lane>();

  constructor(private readonly clock: Clock) {}

  /**
   * Runs a call when it is its turn.
   * @throws {ApiError} `throttled` if too many calls wait, or its turn would come too late; `aborted`
   */
  async run<T>(
    client: ServiceClient,
    signal: AbortSignal | undefined,
    call: (limited: LimitedCall) => Promise<T>,
  ): Promise<T> {
    let lane = this.lanes.get(client);
    if (!lane) {
      lane = new Lane(client, this.clock);
      this.lanes.set(client, lane);
    }
    const deadlineMs = this.clock.now() + maxWaitMs;
    await lane.enter(signal);
    try {
      return await call(lane.start(deadlineMs));
    } finally {
      lane.leave();
    }
  }
}

/** The calls and requests to one service. */
class Lane implements LimitedCall {
  readonly client: ServiceClient;
  /** Requests of the call that is running. */
  requests = 0;
  private deadlineMs = 0;
  private tokens = requestBurst;
  private updatedMs: number;
  private isBusy = false;
  private readonly waiting = new Set<() => void>();

  constructor(
    client: ServiceClient,
    private readonly clock: Clock,
  ) {
    this.client = limitedClient(client, this);
    this.updatedMs = clock.now();
  }

  /** Waits until no other call is running. */
  async enter(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) {
      throw abortedError();
    }
    if (!this.isBusy) {
      this.isBusy = true;
      return;
    }
    if (this.waiting.size >= maxWaitingCalls) {
      throw this.throttledError(this.waiting.size + 1);
    }
    await this.turn(signal);
  }

  /** Starts the call whose turn it is. @param deadlineMs when its requests stop waiting */
  start(deadlineMs: number): LimitedCall {
    this.deadlineMs = deadlineMs;
    this.requests = 0;
    return this;
  }

  leave(): void {
    const [next] = this.waiting;
    if (next) {
      next();
    } else {
      this.isBusy = false;
    }
  }

  /** Sends a request as soon as the budget allows one. */
  async send<T>(
    options: RequestOptions | undefined,
    request: (options: RequestOptions) => Promise<T>,
  ): Promise<T> {
    await this.take(options?.signal);
    this.requests++;
    return request({
      ...options,
      onRetry: (retry) => {
        // A repeated request does not wait for the budget, but counts.
        this.requests++;
        this.tokens = Math.max(-requestBurst, this.tokens - 1);
        options?.onRetry?.(retry);
      },
    });
  }

  private async take(signal: AbortSignal | undefined): Promise<void> {
    for (let waitMs = this.waitMs; waitMs > 0; waitMs = this.waitMs) {
      if (this.clock.now() + waitMs > this.deadlineMs) {
        throw this.throttledError(1);
      }
      await delay(this.clock, waitMs, signal);
      if (signal?.aborted) {
        throw abortedError();
      }
    }
    this.tokens--;
  }

  private turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => (): void => {
        this.waiting.delete(enter);
        timer.dispose();
        signal?.removeEventListener("abort", abort);
        settle();
      };
      const enter = end(resolve);
      const abort = end(() => reject(abortedError()));
      const timer = this.clock.after(
        maxWaitMs,
        end(() => reject(this.throttledError(1))),
      );
      this.waiting.add(enter);
      signal?.addEventListener("abort", abort, { once: true });
    });
  }

  /** How long to wait until a request may be sent. */
  private get waitMs(): number {
    this.refill();
    return Math.max(0, Math.ceil((1 - this.tokens) * requestIntervalMs));
  }

  private refill(): void {
    const now = this.clock.now();
    // The clock may have been set back.
    const elapsedMs = Math.max(0, now - this.updatedMs);
    this.tokens = Math.min(requestBurst, this.tokens + elapsedMs / requestIntervalMs);
    this.updatedMs = now;
  }

  /** @param calls how many would be answered first, each with one request at least */
  private throttledError(calls: number): ApiError {
    this.refill();
    const missing = Math.max(calls, calls - this.tokens);
    // Some more than a single request, so that a question of several pages is not stopped again.
    const retryAfterMs = Math.ceil(missing + 5) * requestIntervalMs;
    return new ApiError(
      { kind: "throttled", retryAfterMs },
      `Agents may send ${requestBurst} requests at once to a service, then one every ${requestIntervalMs / 1000} s. ` +
        `Ask again in ${retryAfterMs / 1000} s.`,
    );
  }
}

function limitedClient(client: ServiceClient, lane: Lane): ServiceClient {
  return {
    listCollections: (request, options) =>
      lane.send(options, (limited) => client.listCollections(request, limited)),
    readFeed: (request, options) => lane.send(options, (limited) => client.readFeed(request, limited)),
    readEvent: (id, options) => lane.send(options, (limited) => client.readEvent(id, limited)),
    listDocuments: (collection, request, options) =>
      lane.send(options, (limited) => client.listDocuments(collection, request, limited)),
    readDocument: (collection, id, options) =>
      lane.send(options, (limited) => client.readDocument(collection, id, limited)),
    change: () =>
      Promise.reject(new ApiError({ kind: "changesNotAllowed" }, "Agents cannot change anything.")),
  };
}
