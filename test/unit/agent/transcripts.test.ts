/** All tools and the MCP server, with sample data. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { McpHttpServer } from "../../../src/agent/mcp/httpServer";
import manifest from "../../../package.json";
import type { ToolName } from "../../../src/ids";
import { callTool } from "../../../src/agent/tools/tools";
import { systemClock } from "../../../src/util/clock";
import { AgentFixture } from "../../support/agent/agentFixture";
import { FakeClock } from "../../support/fakes/fakeClock";
import { root } from "../../support/runner/paths";
import { SampleBackend } from "../../support/services/sampleBackend";
import { testClient } from "../../support/services/testClient";
import { useTimeZone } from "../../support/timeZone";

/** A Thursday. */
const now = "2026-11-19T15:30+01:00";
const file = path.join(root, "docs", "agent-transcripts.md");

interface Call {
  readonly question: string;
  readonly name: ToolName;
  readonly input: Readonly<Record<string, unknown>>;
}

const calls: readonly Call[] = [
  {
    question: "Fintech rounds above $50M this week?",
    name: "companyfeed_search_events",
    input: { period: "this_week", types: ["funding"], sector: "Fintech", min_amount: 50_000_000, limit: 5 },
  },
  {
    question: "How much was raised this week, by sector?",
    name: "companyfeed_summarize_events",
    input: { period: "this_week", types: ["funding"], group_by: ["sector"], limit: 10 },
  },
  {
    question: "Which collections do we have in staging?",
    name: "companyfeed_list_collections",
    input: { environment: "staging", limit: 5 },
  },
];

const head = `# What agents are answered

Three questions, the tool call that an agent makes for each, and the answer from the sample data (with fictional companies and
events) on ${now} (Europe/Berlin). Written by \`test/unit/agent/transcripts.test.ts\`.`;

describe("The agent transcripts", () => {
  useTimeZone("Europe/Berlin");

  it("match docs/agent-transcripts.md, directly and over MCP", async () => {
    const backend = await SampleBackend.start(undefined, () => Date.parse(now));
    const client = testClient({ baseUrl: backend.baseUrl, key: backend.key }, { clock: systemClock });
    const agent = new AgentFixture(client, new FakeClock(Date.parse(now)));
    const quiet = () => undefined;
    const log = { info: quiet, warn: quiet, error: quiet };
    const server = new McpHttpServer(
      () => Promise.resolve("cfmcp_test"),
      { manifest, call: (name, input, signal) => callTool(name, input, agent, signal) },
      log,
    );
    const port = await server.listen(0);
    const mcp = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { Authorization: "Bearer cfmcp_test" } };
    try {
      await mcp.connect(
        new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit }),
      );
      const parts = [head];
      for (const { question, name, input } of calls) {
        const { text } = await agent.call(name, input);
        assert.deepEqual((await mcp.callTool({ name, arguments: input })).content, [{ type: "text", text }]);
        parts.push(
          `## ${question}`,
          `**${name}** \`${JSON.stringify(input)}\``,
          `\`\`\`\`text\n${text}\n\`\`\`\``,
        );
      }
      const written = `${parts.join("\n\n")}\n`;
      if (process.env["COMPANY_FEED_WRITE_GOLDEN"]) {
        writeFileSync(file, written);
      }
      assert.equal(written, readFileSync(file, "utf8"));
    } finally {
      await mcp.close();
      server.dispose();
      backend.stop();
    }
  });
});
