import { EventEmitter, once } from "node:events";
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { CertificateAndKey } from "../vscode/selfSignedCertificate";

/** What arrived at the service. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  readonly parameters: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Number of the connection it came over, from 1. */
  readonly connection: number;
}

/** Answers one request, well or badly (scriptedAnswers.ts has them by name). */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

/** Handles what no answer was scripted for, e.g. the sample service's own handler. */
export type Fallback = (request: IncomingMessage, response: ServerResponse) => void;

export interface ScriptedServiceOptions {
  /** Speaks https with this certificate. */
  readonly tls?: CertificateAndKey;
  readonly fallback?: Fallback;
}

/**
 * A service on a free loopback port that answers by script: each request takes the next answer in line; when none is left,
 * the fallback handles it, or it gets a 500 that says so. An answer may be told to wait for certain requests only.
 */
export class ScriptedService {
  readonly requests: SeenRequest[] = [];
  private readonly script: {
    readonly answer: Answer;
    readonly matches: (request: SeenRequest) => boolean;
  }[] = [];
  private readonly accepted = new Set<Socket>();
  private readonly sockets = new Map<Socket, number>();
  private readonly events = new EventEmitter();
  private connections = 0;

  private constructor(
    private readonly server: http.Server,
    private readonly scheme: "http" | "https",
    private readonly fallback: Fallback | undefined,
  ) {}

  static async start(options: ScriptedServiceOptions = {}): Promise<ScriptedService> {
    const server = options.tls ? https.createServer(options.tls) : http.createServer();
    const service = new ScriptedService(server, options.tls ? "https" : "http", options.fallback);
    // Under TLS a request comes over a socket of its own, on top of the one that was accepted.
    server.on("connection", (socket: Socket) => service.accepted.add(socket));
    server.on(options.tls ? "secureConnection" : "connection", (socket: Socket) => service.track(socket));
    server.on("request", (request: IncomingMessage, response: ServerResponse) =>
      service.handle(request, response),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return service;
  }

  get port(): number {
    // A listening TCP server has an address of this form.
    return (this.server.address() as AddressInfo).port;
  }

  /** Scheme, host and port. */
  get origin(): string {
    return `${this.scheme}://127.0.0.1:${this.port}`;
  }

  /** Connections that are open now, idle ones included. */
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

  /** Puts answers in line. */
  answer(...answers: Answer[]): this {
    return this.answerWhere(() => true, ...answers);
  }

  /** Puts answers in line for requests that match; others pass them by. */
  answerWhere(matches: (request: SeenRequest) => boolean, ...answers: Answer[]): this {
    this.script.push(...answers.map((answer) => ({ answer, matches })));
    return this;
  }

  /** Resolves once `count` requests have arrived in all. */
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
    this.accepted.forEach((socket) => socket.destroy());
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
      path: url.pathname,
      query: url.search,
      parameters: url.searchParams,
      headers: request.headers,
      connection: this.sockets.get(request.socket) ?? 0,
    };
    this.requests.push(seen);
    response.on("error", () => undefined);
    const index = this.script.findIndex(({ matches }) => matches(seen));
    const [entry] = index < 0 ? [] : this.script.splice(index, 1);
    if (entry) {
      // An answer that fails ends the connection, and the test sees that.
      Promise.resolve(entry.answer(response, request)).catch(() => response.destroy());
    } else if (this.fallback) {
      this.fallback(request, response);
    } else {
      response.writeHead(500, { "Content-Type": "text/plain" }).end("Nothing is scripted for this request.");
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
