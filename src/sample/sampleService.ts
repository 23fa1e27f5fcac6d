import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { IDisposable } from "../util/disposable";
import { SampleData } from "./sampleData";
import { sampleHandler } from "./sampleHandler";
import type { SampleSource } from "./sampleSource";
import { listener } from "./transport";

/** How to reach a running sample service. */
export interface SampleEndpoint {
  /** `http://127.0.0.1:<port>`, before `/v2`. */
  readonly baseUrl: string;
  /** The API key; another one at each start. */
  readonly key: string;
}

export interface SampleServiceOptions {
  /** What is served; the sample data unless given. */
  readonly source?: SampleSource;
  /** Milliseconds since 1970 UTC; the system's clock unless given. */
  readonly now?: () => number;
  /** A free one unless given. */
  readonly port?: number;
}

/** The sample service: `interface.md` over HTTP on the loopback address. Does nothing until it is started. */
export class SampleService implements IDisposable {
  private server: Server | undefined;
  private starting: Promise<SampleEndpoint> | undefined;
  private disposed = false;

  constructor(private readonly options: SampleServiceOptions = {}) {}

  /**
   * Starts the service, once however often it is called. Rejects when the port cannot be had (a later call tries again)
   * and after disposal.
   */
  start(): Promise<SampleEndpoint> {
    this.starting ??= this.listen().catch((error: unknown) => {
      this.starting = undefined;
      throw error;
    });
    return this.starting;
  }

  /** Ends the service and every connection to it at once. */
  dispose(): void {
    this.disposed = true;
    this.server?.close();
    this.server?.closeAllConnections();
    this.server = undefined;
    this.starting = undefined;
  }

  private async listen(): Promise<SampleEndpoint> {
    this.refuseWhenDisposed();
    const { source = new SampleData(), now = () => Date.now(), port = 0 } = this.options;
    const key = `sample_${randomBytes(24).toString("base64url")}`;
    const server = createServer(listener(sampleHandler({ source, key, now })));
    // A connection that could not be accepted, for want of file handles say, must not end the process.
    server.on("error", () => undefined);
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    // Not before it listens: a server closed earlier would start to listen all the same.
    this.server = server;
    if (this.disposed) {
      this.dispose();
    }
    this.refuseWhenDisposed();
    if (address === null || typeof address === "string") {
      throw new Error("The sample service has no port.");
    }
    return { baseUrl: `http://127.0.0.1:${address.port}`, key };
  }

  private refuseWhenDisposed(): void {
    if (this.disposed) {
      throw new Error("The sample service has ended.");
    }
  }
}
