import { randomInt } from "node:crypto";
import { Disposable, MutableDisposable } from "../../util/disposable";
import { hasCode } from "../../util/errors";
import { type Log, logRejection } from "../../util/log";
import type { McpEndpoint } from "./configurations";
import { mcpPath } from "./guard";
import type { McpHttpServer } from "./httpServer";
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
  private running: McpEndpoint | undefined;
  /** Starts one after the other. */
  private starting: Promise<unknown> = Promise.resolve();
  /** Changes with each stop: what was started before must not go on. */
  private generation = 0;

  constructor(
    private readonly createServer: (bearer: string) => McpHttpServer,
    private readonly ports: PortStore,
    private readonly token: McpToken,
    private readonly log: Log,
  ) {
    super();
    this.register(token.onDidChange(() => this.restart()));
  }

  /**
   * Starts the server unless it runs at this port. If the port is taken, calling again tries again.
   * @param configuredPort of the setting; 0 for the one that was chosen
   * @throws {Error} if it cannot be started
   */
  start(configuredPort: number): Promise<Started> {
    const { generation } = this;
    const started = this.starting.then(() => this.open(configuredPort, generation));
    this.starting = started.catch(() => undefined);
    return started;
  }

  stop(): void {
    this.generation++;
    this.close();
  }

  private close(): void {
    if (this.running) {
      this.log.info("MCP server: stopped");
    }
    this.running = undefined;
    this.server.value = undefined;
  }

  private async open(configuredPort: number, generation: number): Promise<Started> {
    const kept = configuredPort === 0 ? this.ports.get() : configuredPort;
    if (this.running && this.running.url === urlAt(kept)) {
      return { ...this.running, isTaken: false };
    }
    this.close();
    const bearer = (await this.token.read()) ?? (await this.token.replace());
    const server = this.createServer(bearer);
    const port = kept ?? randomInt(portRange.min, portRange.end);
    const endpoint = { url: urlAt(port), bearer };
    let isCurrent: boolean;
    try {
      await server.listen(port);
      // Another window may have replaced it meanwhile.
      isCurrent = (await this.token.read()) === bearer;
    } catch (error) {
      server.dispose();
      if (!hasCode(error, "EADDRINUSE", "EACCES")) {
        throw error;
      }
      this.log.info(`MCP server: port ${port} is taken, by another window or another program`);
      return { ...endpoint, isTaken: true };
    }
    if (this.disposed || this.generation !== generation) {
      server.dispose();
      throw new Error("The MCP server was stopped.");
    }
    if (!isCurrent) {
      server.dispose();
      return this.open(configuredPort, generation);
    }
    this.server.value = server;
    this.running = endpoint;
    this.log.info(`MCP server: listening on port ${port}`);
    if (kept === undefined) {
      await this.ports.set(port);
    }
    return { ...endpoint, isTaken: false };
  }

  /** The token was replaced, maybe in another window: the old one must not be accepted any longer. */
  private restart(): void {
    const { running } = this;
    if (running) {
      this.close();
      logRejection(this.start(Number(new URL(running.url).port)), this.log);
    }
  }
}

function urlAt(port: number | undefined): string {
  return `http://127.0.0.1:${port}${mcpPath}`;
}
