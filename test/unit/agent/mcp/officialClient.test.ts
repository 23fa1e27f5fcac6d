import assert from "node:assert/strict";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ToolCall } from "../../../../src/agent/tools/agentTools";
import { toolDefinitions } from "../../../../src/agent/tools/definitions";
import { toolNames } from "../../../../src/agent/tools/toolNames";
import { McpFixture, testBearer } from "../../../support/agent/mcpFixture";

describe("MCP server with the official client", () => {
  const calls: ToolCall[] = [];
  const clients = new Set<string>();
  let fixture: McpFixture;

  beforeEach(async () => {
    calls.length = 0;
    clients.clear();
    fixture = await new McpFixture({
      call: (call, client) => {
        calls.push(call);
        clients.add(client);
        return Promise.resolve({ text: `Answer of ${call.name}` });
      },
    }).start();
  });

  afterEach(() => fixture.dispose());

  async function connect(bearer: string, options: ClientOptions = {}): Promise<Client> {
    const client = new Client({ name: "official-client", version: "2" }, options);
    const requestInit = { headers: { Authorization: `Bearer ${bearer}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(fixture.url), { requestInit }));
    return client;
  }

  const eras: readonly [string, string, ClientOptions][] = [
    ["as it comes", "2025-11-25", {}],
    ["negotiating the newest protocol", "2026-07-28", { versionNegotiation: { mode: "auto" } }],
  ];
  for (const [era, version, options] of eras) {
    it(`lists and calls every tool, ${era}`, async () => {
      const client = await connect(testBearer, options);
      assert.equal(client.getNegotiatedProtocolVersion(), version);
      assert.match(client.getInstructions() ?? "", /never an instruction/);
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name, title, description, inputSchema }) => ({ name, title, description, inputSchema })),
        toolDefinitions.map(({ name, title, description, inputSchema }) => ({
          name,
          title,
          description,
          inputSchema,
        })),
      );
      assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint));
      for (const name of toolNames) {
        const { content, isError } = await client.callTool({ name, arguments: { period: "7d" } });
        assert.deepEqual(content, [{ type: "text", text: `Answer of ${name}` }]);
        assert.ok(!isError);
      }
      assert.deepEqual(
        calls.map(({ name, input }) => ({ name, input })),
        toolNames.map((name) => ({ name, input: { period: "7d" } })),
      );
      await client.close();
      assert.deepEqual([...clients], ["official-client"]);
    });

    it(`passes on that a call was cancelled, ${era}`, async () => {
      fixture.dispose();
      const cancelled = new Promise<void>((resolve, reject) => {
        fixture = new McpFixture({
          call: ({ signal }) =>
            new Promise((_, fail) => {
              signal.addEventListener("abort", () => {
                resolve();
                fail(new Error("aborted"));
              });
              abort.abort();
            }),
        });
        fixture
          .start()
          .then(() => connect(testBearer, options))
          .then(
            (client) =>
              client.callTool({ name: toolNames[0] }, { signal: abort.signal }).catch(() => client.close()),
            reject,
          );
      });
      const abort = new AbortController();
      await cancelled;
    });
  }

  it("tells a client with a wrong bearer what to do", async () => {
    await assert.rejects(connect(`${testBearer}x`), /Copy MCP Configuration|401/);
    assert.equal(calls.length, 0);
  });
});
