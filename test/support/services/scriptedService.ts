import { EventEmitter, once } from "node:events";
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query as they arrived. */
  readonly target: string;
  readonly path: string;
  /** Query with its question mark, or empty. */
  readonly query: string;
  readonly parameters: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Number of the TCP connection, from 1. */
  readonly connection: number;
}

/** Writes the response to one request; see scriptedAnswers.ts. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

export interface ScriptedServiceOptions {
  /** Uses https with this certificate, in PEM format. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Handles requests for which no answer is queued. */
  readonly fallback?: (request: IncomingMessage, response: ServerResponse) => void;
}

/** A service on a free loopback port. Each request gets the next answer, or else the fallback or a 500. */
export class ScriptedService {
  readonly requests: SeenRequest[] = [];
  private readonly script: Answer[] = [];
  private readonly sockets = new Map<Socket, number>();
  private readonly events = new EventEmitter();
  private connections = 0;

  private constructor(
    private readonly server: http.Server,
    private readonly scheme: "http" | "https",
    public fallback: ScriptedServiceOptions["fallback"],
  ) {}

  static async start(options: ScriptedServiceOptions = {}): Promise<ScriptedService> {
    const server = options.tls ? https.createServer(options.tls) : http.createServer();
    const service = new ScriptedService(server, options.tls ? "https" : "http", options.fallback);
    server.on(options.tls ? "secureConnection" : "connection", (socket: Socket) => service.track(socket));
    server.on("request", (request: IncomingMessage, response: ServerResponse) =>
      service.handle(request, response),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return service;
  }

  get port(): number {
    // A listening TCP server always has this type.
    return (this.server.address() as AddressInfo).port;
  }

  /** Scheme, host and port. */
  get origin(): string {
    return `${this.scheme}://127.0.0.1:${this.port}`;
  }

  /** Open connections, including idle ones. */
  get openConnections(): number {
    return this.sockets.size;
  }

  /** The latest request. */
  get last(): SeenRequest {
    const request = this.requests.at(-1);
    if (!request) {
      throw new Error("No request has arrived.");
    }
    return request;
  }

  /** Queues answers. */
  answer(...answers: Answer[]): this {
    this.script.push(...answers);
    return this;
  }

  /** Resolves once `count` requests have arrived in total. */
  async received(count: number): Promise<void> {
    await this.until(() => this.requests.length >= count);
  }

  /** Resolves once no connection is open. */
  async quiet(): Promise<void> {
    await this.until(() => this.sockets.size === 0);
  }

  async dispose(): Promise<void> {
    const closed = once(this.server, "close");
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await once(this.events, "change");
    }
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", this.origin);
    const seen: SeenRequest = {
      method: request.method ?? "",
      target: request.url ?? "",
      path: url.pathname,
      query: url.search,
      parameters: url.searchParams,
      headers: request.headers,
      connection: this.sockets.get(request.socket) ?? 0,
    };
    this.requests.push(seen);
    response.on("error", () => undefined);
    const answer = this.script.shift();
    if (answer) {
      // Close the connection, so that the test fails.
      Promise.resolve(answer(response, request)).catch(() => response.destroy());
    } else if (this.fallback) {
      this.fallback(request, response);
    } else {
      response.writeHead(500, { "Content-Type": "text/plain" }).end("No answer is queued for this request.");
    }
    this.events.emit("change");
  }

  private track(socket: Socket): void {
    this.sockets.set(socket, ++this.connections);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.sockets.delete(socket);
      this.events.emit("change");
    });
  }
}
