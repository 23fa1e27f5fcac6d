import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { McpHttpServer, type McpServerEnvironment } from "../../../src/agent/mcp/mcpHttpServer";
import { systemClock } from "../../../src/util/clock";

export const testBearer = "cfmcp_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCd";

export interface McpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A server with scripted tools, and a client that sends what it is told to. */
export class McpFixture {
  /** Lines of the log. */
  readonly lines: string[] = [];
  readonly server: McpHttpServer;
  port = 0;
  private readonly agent = new Agent({ keepAlive: true });

  constructor(environment: Partial<McpServerEnvironment> = {}) {
    const write = (line: string): void => void this.lines.push(line);
    this.server = new McpHttpServer(
      {
        version: "1.2.3",
        call: ({ name, input }) => Promise.resolve({ text: `${name} ${JSON.stringify(input)}` }),
        clock: systemClock,
        log: { debug: write, info: write, warn: write, error: write },
        ...environment,
      },
      testBearer,
    );
  }

  async start(): Promise<this> {
    this.port = await this.server.listen(0);
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  /** @param headers instead of those of a well-behaved client; undefined leaves one out */
  async send(
    body: string | Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>> = {},
    { method = "POST", path = "/mcp" } = {},
  ): Promise<McpAnswer> {
    const all: Record<string, string | string[] | undefined> = { ...clientHeaders, ...headers };
    const outgoing = request({
      host: "127.0.0.1",
      port: this.port,
      method,
      path,
      agent: this.agent,
      headers: Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
      // Node's client refuses to leave out the Host header otherwise.
      setHost: !("host" in all),
    });
    outgoing.end(body);
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString("utf8");
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  }

  /** Sends a JSON-RPC request as clients of 2025 do. @returns its response, from JSON or a stream of events */
  async rpc(
    method: string,
    params: unknown = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const { text } = await this.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), headers);
    return messagesOf(text)[0];
  }

  dispose(): void {
    this.agent.destroy();
    this.server.dispose();
  }
}

const clientHeaders = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  authorization: `Bearer ${testBearer}`,
  "user-agent": "test-client/1.0",
};

/** The JSON-RPC messages of a response. */
export function messagesOf(text: string): unknown[] {
  if (text.startsWith("{") || text.startsWith("[")) {
    return [JSON.parse(text)];
  }
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line): unknown => JSON.parse(line.slice(6)));
}
