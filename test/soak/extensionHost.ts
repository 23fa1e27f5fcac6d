import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Hello, HostState, Question, Reply, Welcome } from "./probe/questions";

/** A command that takes longer waits for an answer, or never ends. */
const answerMs = 300_000;

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

  async measure(): Promise<HostState> {
    return (await this.ask({ name: "measure" })) as HostState;
  }

  /** Runs a command and waits for its end. */
  async command(id: string, ...args: readonly unknown[]): Promise<void> {
    await this.ask({ name: "command", id, args });
  }

  /** Runs a command that may wait for an answer. */
  async start(id: string): Promise<void> {
    await this.ask({ name: "start", id });
  }

  /** The extension's pending timers. */
  async timers(): Promise<readonly string[]> {
    return (await this.ask({ name: "timers" })) as readonly string[];
  }

  /** Calls a tool as an agent does. */
  async tool(tool: string, input: object): Promise<string> {
    return (await this.ask({ name: "tool", tool, input })) as string;
  }

  /** Changes a user setting; `undefined` removes it. */
  async setting(key: string, value: unknown): Promise<void> {
    await this.ask({ name: "setting", key, value });
  }

  async clock(offsetMs: number): Promise<void> {
    await this.ask({ name: "clock", offsetMs });
  }

  async snapshot(file: string): Promise<void> {
    await this.ask({ name: "snapshot", file });
  }

  private async ask(question: Question): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${this.port}`, {
      method: "POST",
      body: JSON.stringify(question),
      headers: { connection: "close" },
      signal: AbortSignal.timeout(answerMs),
    });
    const { value, error } = (await response.json()) as Reply;
    if (error !== undefined) {
      throw new Error(`${JSON.stringify(question)}: ${error}`);
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
        const welcome: Welcome = { clockOffsetMs: hosts.clockOffsetMs };
        response.end(JSON.stringify(welcome));
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
