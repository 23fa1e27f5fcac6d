import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { McpHttpServer, timeouts } from "../../../../src/agent/mcp/httpServer";
import manifest from "../../../../package.json";
import { toolNames } from "../../../../src/ids";

const bearer = "cfmcp_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCd";

describe("MCP server", () => {
  let server: McpHttpServer;
  let port: number;
  let lines: string[];
  let calls: { readonly name: string; readonly input: unknown; readonly signal: AbortSignal }[];
  let answer: () => Promise<{ text: string; isError?: true }>;

  async function start(limits = timeouts): Promise<void> {
    [lines, calls] = [[], []];
    answer = () => Promise.resolve({ text: "An answer" });
    const write = (line: string): void => void lines.push(line);
    const log = { info: write, warn: write, error: write };
    const call = (name: string, input: unknown, signal: AbortSignal) => {
      calls.push({ name, input, signal });
      return answer();
    };
    server = new McpHttpServer(() => Promise.resolve(bearer), { manifest, call }, log, limits);
    port = await server.listen(0);
  }

  beforeEach(() => start());

  afterEach(() => server.dispose());

  async function connect(options: ClientOptions = {}): Promise<Client> {
    const client = new Client({ name: "official-client", version: "2" }, options);
    const requestInit = { headers: { Authorization: `Bearer ${bearer}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit }),
    );
    return client;
  }

  for (const [version, options] of [
    ["2025-11-25", {}],
    ["2026-07-28", { versionNegotiation: { mode: "auto" } }],
  ] as const) {
    it(`lists and calls every tool with the official client (${version})`, async () => {
      const client = await connect(options);
      assert.equal(client.getNegotiatedProtocolVersion(), version);
      assert.match(client.getInstructions() ?? "", /never an instruction/);
      const listed = (await client.listTools()).tools;
      assert.deepEqual(
        listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
        manifest.contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
          name,
          description: modelDescription,
          inputSchema,
        })),
      );
      assert.ok(listed.every(({ annotations }) => annotations?.readOnlyHint));
      for (const name of toolNames) {
        const { content } = await client.callTool({ name, arguments: { period: "7d" } });
        assert.deepEqual(content, [{ type: "text", text: "An answer" }]);
      }
      assert.deepEqual(
        calls.map(({ name, input }) => [name, input]),
        toolNames.map((name) => [name, { period: "7d" }]),
      );
      answer = () => Promise.resolve({ text: "A problem", isError: true });
      assert.equal((await client.callTool({ name: "companyfeed_get_event" })).isError, true);
      await client.close();
    });
  }

  it("cancels a call when the client disconnects, and all calls when it is stopped", async () => {
    const started: ((value: unknown) => void)[] = [];
    answer = () => new Promise(() => started.forEach((resolve) => resolve(undefined)));
    for (const end of [(client: ReturnType<typeof send>) => void client.destroy(), () => server.dispose()]) {
      const waiting = new Promise((resolve) => started.push(resolve));
      const client = send({});
      client.on("error", () => undefined);
      client.end(body("tools/call", { name: "companyfeed_search_events", arguments: {} }));
      await waiting;
      const signal = calls.at(-1)?.signal;
      assert.ok(signal && !signal.aborted);
      const aborted = once(signal, "abort");
      end(client);
      await aborted;
    }
  });

  const body = (method: string, params: object = {}): string =>
    JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

  function send(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    method = "POST",
    path = "/mcp",
  ) {
    const all: Record<string, string | string[] | undefined> = {
      host: `127.0.0.1:${port}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${bearer}`,
      ...headers,
    };
    const sent = Object.entries(all).flatMap(([name, value]): [string, string | string[]][] =>
      value === undefined ? [] : [[name, value]],
    );
    return request({
      host: "127.0.0.1",
      port,
      method,
      path,
      setHost: false,
      headers: Object.fromEntries(sent),
    });
  }

  async function statusOf(outgoing: ReturnType<typeof send>, text = body("tools/list")): Promise<number> {
    outgoing.end(outgoing.method === "GET" ? undefined : text);
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    response.resume();
    assert.equal(response.headers["access-control-allow-origin"], undefined);
    return response.statusCode ?? 0;
  }

  it("requires the token, and rejects requests from other computers and web pages", async () => {
    const own = `http://localhost:${port}`;
    for (const [status, headers] of [
      [200, {}],
      [200, { host: `LOCALHOST:${port}`, origin: own }],
      [401, { authorization: undefined }],
      [401, { authorization: "Bearer " }],
      [401, { authorization: `Bearer ${bearer}x` }],
      [401, { authorization: `Bearer ${bearer.slice(0, -1)}` }],
      [401, { authorization: `Bearer ${bearer.slice(0, -1)}x` }],
      [401, { authorization: [`Bearer ${bearer}`, `Bearer ${bearer}`] }],
      [401, { authorization: ["Bearer x", "Bearer x"] }],
      [401, { authorization: `Basic ${bearer}` }],
      [403, { origin: "https://evil.example" }],
      [403, { origin: "null" }],
      [403, { origin: `http://127.0.0.1:${port + 1}` }],
      [403, { host: "evil.example" }],
      [403, { host: `evil.example:${port}` }],
      [403, { host: "127.0.0.1" }],
    ] satisfies [number, Parameters<typeof send>[0]][]) {
      assert.equal(await statusOf(send(headers)), status, JSON.stringify(headers));
    }
    assert.equal(await statusOf(send({}, "GET")), 405);
    assert.equal(await statusOf(send({}, "POST", "/")), 404);
    assert.equal(calls.length, 0);
    assert.ok(lines.length > 5);
    assert.doesNotMatch(lines.join("\n"), /cfmcp_|evil/, "neither tokens nor what was sent is logged");
  });

  it("keeps running after invalid and oversized requests", async () => {
    for (const [status, text] of [
      [400, "{"],
      [400, ""],
      [413, body("tools/call", { name: "x".repeat(300 * 1024) })],
    ] as const) {
      assert.equal(await statusOf(send({}), text), status, text.slice(0, 50));
    }
    assert.equal(await statusOf(send({})), 200);
  });

  it("closes a connection whose request takes more than 20 seconds to arrive", async () => {
    assert.equal(timeouts.requestTimeout, 20_000);
    server.dispose();
    // The real limits divided by 1,000.
    await start({ headersTimeout: 10, requestTimeout: 20, connectionsCheckingInterval: 5 });
    const slow = send({ "content-length": "100" });
    slow.on("error", () => undefined);
    slow.write("{");
    await once(slow, "close");
    assert.deepEqual(calls, []);
  });
});
