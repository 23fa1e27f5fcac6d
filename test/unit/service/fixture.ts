import assert from "node:assert/strict";
import { ApiError, type Failure } from "../../../src/service/errors";
import type { ServiceClient } from "../../../src/service/client";
import type { ClientOptions, FeedRequest, RetryNotice, ServiceTarget } from "../../../src/service/types";
import { FakeClock } from "../../support/fakes/fakeClock";
import { ScriptedService, type ScriptedServiceOptions } from "../../support/services/scriptedService";
import { testClient, testKey as key } from "../../support/services/testClient";

export { key };

export const newest: FeedRequest = { pageSize: 40, fields: "full" };

/** A client and its service, with their recorded requests, log and retries. */
export class Bench {
  readonly clock = new FakeClock();
  /** Lines, after their level. */
  readonly log: string[] = [];
  readonly retries: RetryNotice[] = [];
  readonly client: ServiceClient;
  /** Random number for backoff jitter. */
  random = 0.5;

  private constructor(
    readonly service: ScriptedService,
    target: Partial<ServiceTarget>,
    options: Partial<ClientOptions>,
  ) {
    this.client = testClient(
      { baseUrl: service.origin, ...target },
      {
        attempts: 3,
        clock: this.clock,
        random: () => this.random,
        log: {
          info: (line) => this.log.push(`info ${line}`),
          warn: (line) => this.log.push(`warn ${line}`),
        },
        ...options,
      },
    );
  }

  static async start(
    target: Partial<ServiceTarget> = {},
    options: Partial<ClientOptions> = {},
    serviceOptions: ScriptedServiceOptions = {},
  ): Promise<Bench> {
    return new Bench(await ScriptedService.start(serviceOptions), target, options);
  }

  /** Reads the feed, without waiting between attempts. */
  async read(request: Partial<FeedRequest> = {}, signal?: AbortSignal) {
    return this.client.readFeed({ ...newest, ...request }, this.options(signal));
  }

  async list(limit = 100, offset = 0) {
    return this.client.listCollections({ limit, offset }, this.options());
  }

  /** A client of another base URL, on the same clock. */
  clientAt(baseUrl: string): ServiceClient {
    return testClient({ baseUrl }, { attempts: 3, clock: this.clock });
  }

  /** The status and the failure of each request, as logged: `503 unavailable`. */
  get outcomes(): string[] {
    return this.log.map((line) => / → ([^,]*),/.exec(line)?.[1] ?? line);
  }

  async dispose(): Promise<void> {
    await this.service.dispose();
  }

  private options(signal?: AbortSignal) {
    return {
      ...(signal ? { signal } : {}),
      onRetry: (retry: RetryNotice) => {
        this.retries.push(retry);
        setImmediate(() => this.clock.advance(retry.delayMs));
      },
    };
  }
}

/** Asserts that a request fails as expected, with an error that doesn't contain the key. */
export async function failing(
  call: Promise<unknown>,
  expected: Partial<Failure> & Pick<Failure, "kind">,
): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof ApiError, `not an ApiError: ${String(error)}`);
    assert.deepEqual({ ...error.failure, ...expected }, error.failure, JSON.stringify(error.failure));
    assert.ok(
      !`${error.message}${JSON.stringify(error.failure)}${String(error.stack)}`.includes(key),
      "contains the key",
    );
    assert.match(error.message, /^\S.*[.!?)…]$|\(\d+\).*: /, "no sentence");
    return error;
  }
  return assert.fail("did not fail");
}

/** A page of the feed with these events. */
export function feedOf(...events: unknown[]) {
  return { events, has_more: false, next_cursor: null, page_size: 40 };
}

export function eventNamed(id: string) {
  return { id, type: "funding", title: `Title of ${id}`, published_at: "2026-11-20T10:00:00Z" };
}

/** Waits for data on the loopback interface. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
