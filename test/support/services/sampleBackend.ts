import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SampleData } from "../../../src/sample/sampleData";
import type { SampleSource } from "../../../src/sample/sampleSource";
import { sampleHandler } from "../../../src/sample/sampleHandler";
import {
  requestListener,
  type SampleHandler,
  type SampleRequest,
  type SampleResponse,
} from "../../../src/sample/http";
import { type OperationName, operations } from "../../../src/sample/operations";
import { readWhen } from "../page/waiting";

/** The sample service with a fixed key, whose responses a test can replace. */
export class SampleBackend {
  /** Every request so far. */
  readonly requests: SampleRequest[] = [];
  /** Replaces the response if it returns one. */
  intercept: ((request: SampleRequest) => SampleResponse | undefined) | undefined;

  private handler: SampleHandler;

  private constructor(
    readonly baseUrl: string,
    readonly key: string,
    private readonly server: Server,
    private readonly createHandler: () => SampleHandler,
  ) {
    this.handler = createHandler();
  }

  /** @param now the service's clock, milliseconds since 1970 UTC */
  static async start(
    key = "sk_test_4f9c2e71",
    now = () => Date.now(),
    source: SampleSource = new SampleData(),
  ): Promise<SampleBackend> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const createHandler = () => sampleHandler({ source, key, now });
    const backend = new SampleBackend(`http://127.0.0.1:${port}`, key, server, createHandler);
    server.on(
      "request",
      requestListener((request) => {
        backend.requests.push(request);
        return backend.intercept?.(request) ?? backend.handler(request);
      }),
    );
    return backend;
  }

  /** Requests of an operation so far. */
  requestsOf(operation: OperationName): SampleRequest[] {
    return this.requests.filter((request) => operationOf(request) === operation);
  }

  /** Method, path and body of the changes so far. */
  get changes(): string[] {
    return this.requests
      .filter(({ method }) => method !== "GET")
      .map(({ method, target, body }) => [method, target, ...(body ? [body.toString()] : [])].join(" "));
  }

  /** For `intercept`: makes the change, and then resets the connection instead of responding. */
  loseAnswer(request: SampleRequest): never {
    this.handler(request);
    throw new Error("The answer is lost.");
  }

  /** Undoes all changes to collections and documents, like a restart. */
  undoChanges(): void {
    this.handler = this.createHandler();
  }

  /** Waits for a matching request. @param since number of earlier requests to ignore */
  async requested(matches: (request: SampleRequest) => boolean, since = 0): Promise<SampleRequest> {
    const found = () => this.requests.slice(since).find(matches);
    return (await readWhen(found, Boolean)) as SampleRequest;
  }

  /** Closes the service and all connections, as a crash would. */
  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** A response for `intercept`. */
export function answer(status: number, body: unknown): SampleResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** For `intercept`: a service without an operation. */
export function notOffering(
  status: 404 | 405,
  operation: OperationName,
): (request: SampleRequest) => SampleResponse | undefined {
  const detail = { 404: "Not Found", 405: "Method Not Allowed" }[status];
  return (request) => (operationOf(request) === operation ? answer(status, { detail }) : undefined);
}

/** Finds the operation of a request. */
export function operationOf({ method, target }: SampleRequest): OperationName | undefined {
  const [path = ""] = target.split("?");
  const names = Object.keys(operations) as OperationName[];
  return names.find((name) => operations[name].method === method && operations[name].path.test(path));
}
