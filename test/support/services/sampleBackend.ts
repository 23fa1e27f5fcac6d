import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { SampleRequest, SampleResponse } from "../../../src/sample/http";
import { SampleData } from "../../../src/sample/sampleData";
import { sampleHandler } from "../../../src/sample/sampleHandler";
import { requestListener } from "../../../src/sample/http";
import { Emitter } from "../../../src/util/event";

/** The sample data behind a key of the test's choice, over HTTP, with a say for the test before each answer. */
export class SampleBackend {
  /** Every request so far. */
  readonly requests: SampleRequest[] = [];
  /** Answers in the service's place, where it answers. */
  intercept: ((request: SampleRequest) => SampleResponse | undefined) | undefined;

  private readonly arrived = new Emitter<SampleRequest>();

  private constructor(
    readonly baseUrl: string,
    readonly key: string,
    private readonly server: Server,
  ) {}

  /** @param now the service's clock, milliseconds since 1970 UTC */
  static async start(key = "sk_test_4f9c2e71", now = () => Date.now()): Promise<SampleBackend> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const backend = new SampleBackend(`http://127.0.0.1:${port}`, key, server);
    const source = new SampleData();
    const handler = sampleHandler({ source, key, now });
    server.on(
      "request",
      requestListener((request) => {
        backend.requests.push(request);
        backend.arrived.fire(request);
        return backend.intercept?.(request) ?? handler(request);
      }),
    );
    return backend;
  }

  /** Resolves once a request that fits has arrived, those before included but for the first `since`. */
  requested(fits: (request: SampleRequest) => boolean, since = 0): Promise<void> {
    return new Promise((resolve) => {
      if (this.requests.slice(since).some(fits)) {
        resolve();
        return;
      }
      const subscription = this.arrived.event((request) => {
        if (fits(request)) {
          subscription.dispose();
          resolve();
        }
      });
    });
  }

  /** The collections of the default organization, as the service has them. */
  collections(): readonly Record<string, unknown>[] {
    return new SampleData().collections(undefined) ?? [];
  }

  /** Ends the service and every connection to it, as a crash would. */
  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** An answer that is not the sample's. */
export function answer(status: number, body: unknown): SampleResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
