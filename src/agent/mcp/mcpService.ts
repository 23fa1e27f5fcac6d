import { randomBytes } from "node:crypto";
import { Emitter, type Event } from "../../shared/event";
import { Disposable, type IDisposable, MutableDisposable } from "../../util/disposable";
import { errorMessage } from "../../util/errors";
import { logRejection } from "../../util/log";
import { findFreePort } from "./freePort";
import { McpHttpServer, type McpServerEnvironment } from "./mcpHttpServer";
import { mcpPath } from "./requestGuard";

/** What other programs are configured with. */
export interface McpAddress {
  readonly port: number;
  readonly bearer: string;
}

/** Keeps the address over restarts, for all windows. Calls may fail. */
export interface McpAddresses {
  read(): Promise<McpAddress | undefined>;
  write(address: McpAddress): Promise<void>;
  /** Possibly changed, also by another window. */
  readonly onDidChange: Event<void>;
}

/** Where the tools can be reached. */
export interface McpEndpoint {
  /** What other programs are configured with, in whichever window. */
  readonly url: string;
  /** Of this window's own server. Another one than `url` while another window, or another program, has that port. */
  readonly windowUrl: string;
  readonly bearer: string;
  /** Whether the address stays the same when the window is reloaded. Not so if it could not be stored. */
  readonly isKept: boolean;
}

interface Running {
  readonly server: McpHttpServer;
  readonly address: McpAddress;
  readonly isKept: boolean;
  /** At which the server listens, the address's port first if it does. */
  readonly ports: readonly number[];
}

/** How often a window tries to take the port that another one has. */
const takeOverMs = 5_000;

/**
 * The MCP server of a window. Port and bearer are made once and kept: a configuration that is copied into another program works as
 * long as any window is open. Of several windows one has that port, the others listen at a free one, and one of them takes over when
 * the first is closed.
 */
export class McpService extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly server = this.register(new MutableDisposable<McpHttpServer>());
  private readonly takeOver = this.register(new MutableDisposable<IDisposable>());
  private running: Running | undefined;
  private starting: Promise<McpEndpoint> | undefined;
  /** Changes with each stop: what was started before must not go on. */
  private generation = 0;
  /** How often the stored address may have changed. */
  private addressChanges = 0;

  /** The endpoint changed. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    private readonly environment: McpServerEnvironment,
    private readonly addresses: McpAddresses,
  ) {
    super();
    this.register(
      addresses.onDidChange(() => {
        this.addressChanges++;
        logRejection(this.restartIfMoved(), environment.log);
      }),
    );
  }

  get endpoint(): McpEndpoint | undefined {
    const { running } = this;
    return running && endpointOf(running);
  }

  /** Starts the server once. */
  start(): Promise<McpEndpoint> {
    if (!this.starting) {
      const starting = this.open();
      this.starting = starting;
      starting.catch(() => {
        if (this.starting === starting) {
          this.starting = undefined;
        }
      });
    }
    return this.starting;
  }

  stop(): void {
    this.generation++;
    this.starting = undefined;
    this.running = undefined;
    this.takeOver.value = undefined;
    this.server.value = undefined;
    this.changed.fire();
  }

  /** Changes port and bearer: what was configured with the old ones is refused, in all windows. */
  async replaceAddress(): Promise<McpEndpoint> {
    await this.addresses.write(await newAddress());
    this.stop();
    return this.start();
  }

  override dispose(): void {
    this.running = undefined;
    super.dispose();
  }

  private async open(): Promise<McpEndpoint> {
    const { generation, addressChanges } = this;
    const throwIfStopped = (): void => {
      if (this.disposed || this.generation !== generation) {
        throw new Error("The MCP server was stopped.");
      }
    };
    const { address, isKept } = await this.address();
    throwIfStopped();
    const server = new McpHttpServer(this.environment, address.bearer);
    this.server.value = server;
    const port = await server.listen(address.port).catch(() => server.listen(0));
    throwIfStopped();
    this.running = { server, address, isKept, ports: [port] };
    this.scheduleTakeOver(this.running);
    this.changed.fire();
    if (this.addressChanges !== addressChanges) {
      logRejection(this.restartIfMoved(), this.environment.log);
    }
    return endpointOf(this.running);
  }

  private async address(): Promise<{ address: McpAddress; isKept: boolean }> {
    try {
      let address = await this.addresses.read();
      if (!address) {
        await this.addresses.write(await newAddress());
        // Another window may have written one at the same time.
        address = await this.addresses.read();
      }
      if (address) {
        return { address, isKept: true };
      }
    } catch (error) {
      this.environment.log.warn(`MCP server: ${errorMessage(error)}`);
    }
    return { address: await newAddress(), isKept: false };
  }

  private scheduleTakeOver(running: Running): void {
    const { server, address } = running;
    if (running.ports.includes(address.port)) {
      return;
    }
    this.takeOver.value = this.environment.clock.after(takeOverMs, () => {
      const taken = server.listen(address.port).catch(() => undefined);
      void taken.then((port) => {
        if (this.running !== running) {
          return;
        }
        if (port === undefined) {
          this.scheduleTakeOver(running);
          return;
        }
        // It goes on to listen at its other port: someone may be connected there.
        this.running = { ...running, ports: [port, ...running.ports] };
        this.changed.fire();
      });
    });
  }

  private async restartIfMoved(): Promise<void> {
    const { running } = this;
    if (!running?.isKept) {
      return;
    }
    const address = await this.addresses.read().catch(() => undefined);
    const hasMoved =
      address && (address.port !== running.address.port || address.bearer !== running.address.bearer);
    if (hasMoved && this.running === running) {
      this.stop();
      await this.start().catch((error: unknown) =>
        this.environment.log.error(`MCP server: ${errorMessage(error)}`),
      );
    }
  }
}

async function newAddress(): Promise<McpAddress> {
  return { port: await findFreePort(), bearer: `cfmcp_${randomBytes(32).toString("base64url")}` };
}

function endpointOf({ address, isKept, ports: [port = address.port] }: Running): McpEndpoint {
  const url = (at: number): string => `http://127.0.0.1:${at}${mcpPath}`;
  return { url: url(address.port), windowUrl: url(port), bearer: address.bearer, isKept };
}
