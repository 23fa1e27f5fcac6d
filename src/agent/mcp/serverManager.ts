import { randomInt } from "node:crypto";
import { mcpPortKey } from "../../ids";
import { Disposable, MutableDisposable } from "../../util/disposable";
import { hasCode } from "../../util/errors";
import type { Log } from "../../util/log";
import type { McpEndpoint } from "./configurations";
import { mcpPath } from "./requestCheck";
import { McpHttpServer, type ServedTools } from "./httpServer";
import type { McpToken } from "./token";

/** VS Code's global state. */
interface GlobalState {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** Registered ports, which tend to stay free: systems use those above for outgoing connections. */
const portRange = { min: 20_000, end: 32_768 };

/**
 * Starts and stops the MCP server, which runs in the window that got its port. Port and token are chosen once
 * and kept, so that a configuration that was copied into another program goes on working.
 */
export class McpServerManager extends Disposable {
  private readonly server = this.register(new MutableDisposable<McpHttpServer>());
  /** Undefined while the server does not run. */
  private url: string | undefined;
  /** Starts and stops, one after the other. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly tools: ServedTools,
    private readonly globalState: GlobalState,
    private readonly token: McpToken,
    private readonly log: Log,
  ) {
    super();
  }

  /**
   * Starts the server unless it runs at this port. If the port is taken, calling again tries again.
   * @param configuredPort value of the setting `mcp.port`; 0 for the port that was chosen
   * @returns its endpoint, and whether another window or program has the port
   * @throws {Error} if it cannot be started
   */
  start(configuredPort: number): Promise<McpEndpoint & { readonly isTaken: boolean }> {
    const started = this.queue.then(() => this.open(configuredPort));
    this.queue = started.catch(() => undefined);
    return started;
  }

  stop(): void {
    this.queue = this.queue.then(() => this.close());
  }

  private close(): void {
    if (this.url !== undefined) {
      this.log.info("MCP server: stopped");
    }
    this.url = undefined;
    this.server.value = undefined;
  }

  private async open(configuredPort: number) {
    const stored = this.globalState.get(mcpPortKey);
    const chosen = typeof stored === "number" ? stored : undefined;
    const kept = configuredPort === 0 ? chosen : configuredPort;
    const port = kept ?? randomInt(portRange.min, portRange.end);
    const url = `http://127.0.0.1:${port}${mcpPath}`;
    const bearer = (await this.token.read()) ?? (await this.token.replace());
    if (this.url === url) {
      return { url, bearer, isTaken: false };
    }
    this.close();
    const server = new McpHttpServer(() => this.token.read(), this.tools, this.log);
    try {
      await server.listen(port);
    } catch (error) {
      server.dispose();
      if (!hasCode(error, "EADDRINUSE", "EACCES")) {
        throw error;
      }
      this.log.info(`MCP server: port ${port} is taken, by another window or another program`);
      return { url, bearer, isTaken: true };
    }
    this.server.value = server;
    this.url = url;
    this.log.info(`MCP server: listening on port ${port}`);
    if (kept === undefined) {
      await this.globalState.update(mcpPortKey, port);
    }
    return { url, bearer, isTaken: false };
  }
}
