import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type Activity, closeEditors, connectionName } from "../day";

const questions: readonly [tool: string, input: Record<string, unknown>][] = [
  ["companyfeed_search_events", { period: "7d", limit: 20 }],
  ["companyfeed_search_events", { period: "7d", types: ["funding"], min_amount: "50M" }],
  ["companyfeed_summarize_events", { period: "30d", group_by: ["type"] }],
  ["companyfeed_list_collections", { search: "a" }],
  ["companyfeed_open_feed", { period: "3d" }],
];

/** Asked by an agent of VS Code, and by another program through MCP. */
export const agentQuestions: Activity = {
  name: "agents' questions",
  async run(day) {
    const { workbench, host } = day;
    for (const [tool, input] of questions) {
      assert.match(await host.tool(tool, input), new RegExp(connectionName));
    }
    await workbench.feedFrame();
    await closeEditors(day);
    await host.setting("companyFeed.mcp.enabled", true);
    await workbench.runCommand("Company Feed: Copy MCP Configuration…");
    await workbench.quickInput.pick("Other program");
    await workbench.notifications.close("It contains a token");
    const { mcpServers } = JSON.parse(
      await workbench.page.evaluate(() => navigator.clipboard.readText()),
    ) as { mcpServers: Record<string, { url: string; headers: Record<string, string> }> };
    const server = mcpServers["company-feed"];
    assert.ok(server);
    for (let n = 0; n < 3; n++) {
      const client = new Client({ name: "soak", version: "1" });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers } }),
      );
      for (const [name, input] of questions) {
        const { content } = await client.callTool({ name, arguments: input });
        assert.match(JSON.stringify(content), new RegExp(connectionName));
      }
      await client.close();
    }
    await host.setting("companyFeed.mcp.enabled", undefined);
    await workbench.feedFrame();
    await closeEditors(day);
  },
};
