import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { IDisposable } from "../util/disposable";
import { requestListener } from "./http";
import { SampleData } from "./sampleData";
import { sampleHandler } from "./sampleHandler";
import type { SampleSource } from "./sampleSource";

/** URL and key of a running sample service. */
export interface SampleEndpoint {
  /** `http://127.0.0.1:<port>`, before `/v2`. */
  readonly baseUrl: string;
  /** Random at each start. */
  readonly key: string;
}

interface SampleServiceOptions {
  /** The sample data by default. */
  readonly source?: SampleSource;
  /** Milliseconds since 1970 UTC; the system's clock by default. */
  readonly now?: () => number;
}

/**
 * Serves sample data (`docs/service.md`) over HTTP on the loopback address. Changes last as long as the
 * service: after a window reload, the original data is back.
 */
export class SampleService implements IDisposable {
  private server: Server | undefined;
  private starting: Promise<SampleEndpoint> | undefined;
  private disposed = false;

  constructor(private readonly options: SampleServiceOptions = {}) {}

  /** Starts the service once. Rejects after disposal. */
  start(): Promise<SampleEndpoint> {
    return (this.starting ??= this.listen());
  }

  /** Also closes all connections. */
  dispose(): void {
    this.disposed = true;
    this.starting = undefined;
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async listen(): Promise<SampleEndpoint> {
    const { source = new SampleData(), now = () => Date.now() } = this.options;
    const key = `sample_${randomBytes(24).toString("base64url")}`;
    const server = createServer(requestListener(sampleHandler({ source, key, now })));
    // A connection that can't be accepted, such as for lack of file handles, must not end the process.
    server.on("error", () => undefined);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    // Not earlier: a server that is closed before it listens would still start listening.
    this.server = server;
    if (this.disposed || address === null || typeof address === "string") {
      this.dispose();
      throw new Error("The sample service was stopped.");
    }
    return { baseUrl: `http://127.0.0.1:${address.port}`, key };
  }
}
