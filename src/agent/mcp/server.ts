import { randomInt } from "node:crypto";
import { Disposable, MutableDisposable } from "../../util/disposable";
import { hasCode } from "../../util/errors";
import type { Log } from "../../util/log";
import type { McpEndpoint } from "./configurations";
import { mcpPath } from "./guard";
import { type CallTool, McpHttpServer } from "./httpServer";
import type { McpToken } from "./token";

/** Where the port is kept that was chosen when the setting `mcp.port` is 0. */
interface PortStore {
  get(): number | undefined;
  set(port: number): PromiseLike<void>;
}

/** Registered ports: systems give their connections those above, so that these tend to stay free. */
const portRange = { min: 20_000, end: 32_768 };

/** What a window knows after it has tried to serve. */
export interface Started extends McpEndpoint {
  /** Another window, or another program, has the port. */
  readonly isTaken: boolean;
}

/**
 * The MCP server, of the window that got its port. Port and token are chosen once and kept, so that a configuration that was copied
 * into another program goes on working.
 */
export class McpWindowServer extends Disposable {
  private readonly server = this.register(new MutableDisposable<McpHttpServer>());
  /** Undefined while it does not run. */
  private url: string | undefined;
  /** Starts and stops, one after the other. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly call: CallTool,
    private readonly ports: PortStore,
    private readonly token: McpToken,
    private readonly log: Log,
  ) {
    super();
  }

  /**
   * Starts the server unless it runs at this port. If the port is taken, calling again tries again.
   * @param configuredPort of the setting; 0 for the one that was chosen
   * @throws {Error} if it cannot be started
   */
  start(configuredPort: number): Promise<Started> {
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

  private async open(configuredPort: number): Promise<Started> {
    const kept = configuredPort === 0 ? this.ports.get() : configuredPort;
    const port = kept ?? randomInt(portRange.min, portRange.end);
    const url = `http://127.0.0.1:${port}${mcpPath}`;
    const bearer = (await this.token.read()) ?? (await this.token.replace());
    if (this.url === url) {
      return { url, bearer, isTaken: false };
    }
    this.close();
    const server = new McpHttpServer(() => this.token.read(), this.call, this.log);
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
      await this.ports.set(port);
    }
    return { url, bearer, isTaken: false };
  }
}
