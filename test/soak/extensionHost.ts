import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A command that takes longer waits for an answer, or never ends. */
const answerMs = 60_000;

/** What the probe sees of an extension host, after collecting garbage. */
export interface HostState {
  readonly heapBytes: number;
  /** The extension's pending timers: where they were set. */
  readonly timers: readonly string[];
  /** Node's names of what keeps the process alive. */
  readonly resources: readonly string[];
}

interface Hello {
  readonly pid: number;
  readonly port: number;
}

/** An extension host with the extension and the probe (test/soak/probe). */
export class ExtensionHost {
  constructor(
    readonly pid: number,
    private readonly port: number,
  ) {}

  get isAlive(): boolean {
    try {
      return process.kill(this.pid, 0);
    } catch {
      return false;
    }
  }

  measure(): Promise<HostState> {
    return this.ask("measure");
  }

  /** Runs a command and waits for its end. */
  command(id: string, ...args: readonly unknown[]): Promise<void> {
    return this.ask("command", { id, args });
  }

  /** Runs a command that may wait for an answer. */
  start(id: string): Promise<void> {
    return this.ask("start", { id });
  }

  /** The extension's pending timers. */
  timers(): Promise<readonly string[]> {
    return this.ask("timers");
  }

  /** Calls a tool as an agent does. */
  tool(tool: string, input: object): Promise<string> {
    return this.ask("tool", { tool, input });
  }

  /** Changes a user setting; `undefined` removes it. */
  setting(key: string, value: unknown): Promise<void> {
    return this.ask("setting", { key, value });
  }

  clock(offsetMs: number): Promise<void> {
    return this.ask("clock", { offsetMs });
  }

  snapshot(file: string): Promise<void> {
    return this.ask("snapshot", { file });
  }

  private async ask<T>(name: string, input: object = {}): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${this.port}`, {
      method: "POST",
      body: JSON.stringify({ name, ...input }),
      headers: { connection: "close" },
      signal: AbortSignal.timeout(answerMs),
    });
    const { value, error } = (await response.json()) as { value: T; error?: string };
    if (error !== undefined) {
      throw new Error(`${name} ${JSON.stringify(input)}: ${error}`);
    }
    return value;
  }
}

/** Knows the extension hosts as they start, and the time that has passed for them while the machine was asleep. */
export class ExtensionHosts {
  readonly all: ExtensionHost[] = [];
  clockOffsetMs = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ExtensionHosts> {
    const server = createServer();
    const hosts = new ExtensionHosts(server);
    server.on("request", (request, response) => {
      void request.toArray().then((chunks: Buffer[]) => {
        const { pid, port } = JSON.parse(Buffer.concat(chunks).toString()) as Hello;
        hosts.all.push(new ExtensionHost(pid, port));
        response.end(JSON.stringify({ clockOffsetMs: hosts.clockOffsetMs }));
        server.emit("host");
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return hosts;
  }

  /** For the environment of the extension hosts. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get alive(): readonly ExtensionHost[] {
    return this.all.filter(({ isAlive }) => isAlive);
  }

  /** Resolves with the host that starts as number `index`. */
  async started(index: number): Promise<ExtensionHost> {
    for (;;) {
      const host = this.all[index];
      if (host) {
        return host;
      }
      await once(this.server, "host");
    }
  }

  /** Resolves once all others have ended. */
  async only(host: ExtensionHost): Promise<void> {
    while (this.alive.some((one) => one !== host)) {
      await delay(100);
    }
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
