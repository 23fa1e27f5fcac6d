import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import type { Clock } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import type { Log } from "../../util/log";
import { clientOf, type McpClient, newSessionId, unknownClient } from "./clientName";
import { maxBodyBytes, readJsonBody, sendRefusal, sendWebResponse, toWebRequest } from "./httpMessages";
import { McpLog } from "./mcpLog";
import { refusalOf } from "./requestGuard";
import { RunningCalls } from "./runningCalls";
import { type CallTool, createToolServer } from "./toolServer";

/** How long a client may take to send its request. */
export interface McpTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  /** How often these are checked. */
  readonly checkMs: number;
}

export interface McpServerEnvironment {
  /** Of the extension. */
  readonly version: string;
  readonly call: CallTool;
  readonly clock: Clock;
  readonly log: Log;
  readonly timeouts?: McpTimeouts;
}

const defaultTimeouts: McpTimeouts = { headersMs: 10_000, requestMs: 20_000, checkMs: 5_000 };

/**
 * Serves the tools over MCP (streamable HTTP without sessions, every request on its own) on the loopback address. It can listen on
 * several ports; all ask for the same bearer.
 */
export class McpHttpServer extends Disposable {
  private readonly servers = new Map<number, Server>();
  private readonly runningCalls = new RunningCalls();
  /** Which client the requests in progress come from. */
  private readonly clients = new WeakMap<Request, McpClient>();
  private readonly handler = createMcpHandler(({ requestInfo }) => this.createToolServer(requestInfo), {
    maxRequestBodySize: maxBodyBytes,
    maxSubscriptions: 16,
  });
  private readonly log: McpLog;

  constructor(
    private readonly environment: McpServerEnvironment,
    private readonly bearer: string,
  ) {
    super();
    this.log = new McpLog(environment.log, environment.clock);
    this.register({ dispose: () => this.close() });
  }

  /**
   * @param port 0 for a free one
   * @returns the port. Rejects if the port is in use, and after disposal
   */
  async listen(port: number): Promise<number> {
    const { headersMs, requestMs, checkMs } = this.environment.timeouts ?? defaultTimeouts;
    const server = createServer(
      { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: checkMs },
      (message, response) => void this.serve(message, response),
    );
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    // A connection that cannot be accepted, e.g. for lack of file handles, must not end the process.
    server.on("error", () => undefined);
    const address = server.address();
    if (this.disposed || address === null || typeof address === "string") {
      server.close();
      throw new Error("The MCP server was stopped.");
    }
    this.servers.set(address.port, server);
    this.log.started(address.port);
    return address.port;
  }

  /** Cancels all calls, and closes all connections. */
  private close(): void {
    this.runningCalls.cancelAll();
    void this.handler.close();
    for (const [port, server] of this.servers) {
      server.close();
      server.closeAllConnections();
      this.log.stopped(port);
    }
    this.servers.clear();
  }

  private async serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const refusal = refusalOf(message, message.socket.localPort ?? 0, this.bearer);
      if (refusal) {
        this.log.refused(refusal);
        sendRefusal(response, refusal);
        return;
      }
      const body = await readJsonBody(message);
      if (body.kind === "refused") {
        this.log.refused(body);
        sendRefusal(response, body);
        return;
      }
      await this.answer(message, response, body.value);
    } catch (error) {
      const hasDisconnected = message.socket.destroyed;
      if (!hasDisconnected) {
        this.log.failed(error);
        response.destroy();
      }
    }
  }

  private async answer(message: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const disconnected = new AbortController();
    response.once("close", () => disconnected.abort());
    const request = toWebRequest(message, disconnected.signal);
    const client = clientOf(request.headers, body);
    for (const requestId of cancelledRequests(body)) {
      this.runningCalls.cancel(client.sessionId, requestId);
    }
    this.clients.set(request, client);
    const answer = await this.handler.fetch(request, { parsedBody: body });
    const sessionId = answer.ok ? newSessionId(body) : undefined;
    if (sessionId !== undefined) {
      answer.headers.set("mcp-session-id", sessionId);
    }
    await sendWebResponse(response, answer);
  }

  private createToolServer(request: Request | undefined): McpServer {
    const client = (request && this.clients.get(request)) ?? unknownClient;
    const { version, call } = this.environment;
    return createToolServer(
      {
        version,
        call,
        runningCalls: this.runningCalls,
        onError: (error) => this.log.failed(error),
      },
      client,
    );
  }
}

/** Ids of the requests that the messages of a body cancel. */
function cancelledRequests(body: unknown): unknown[] {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((message) => {
    if (typeof message !== "object" || message === null || !("method" in message) || !("params" in message)) {
      return [];
    }
    const { method, params } = message;
    const isCancellation =
      method === "notifications/cancelled" && typeof params === "object" && params !== null;
    return isCancellation && "requestId" in params ? [params.requestId] : [];
  });
}
