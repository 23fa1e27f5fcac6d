import assert from "node:assert/strict";
import * as vscode from "vscode";
import { toolDefinitions } from "../../../src/agent/tools/definitions";
import { commands, extensionId, settings } from "../../../src/ids";
import { runAndAcceptFirst } from "../runAndAcceptFirst";
import { patienceMs, untilFeedTab } from "./openTabs";

interface Endpoint {
  readonly url: string;
  readonly authorization: string;
}

/** Turns the server on or off, as the settings editor does. */
async function enable(isEnabled: boolean | undefined): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(settings.section);
  await configuration.update(settings.mcpEnabled, isEnabled, vscode.ConfigurationTarget.Global);
}

/** Copies the configuration of the first program in the list, Claude Code. */
async function copyConfiguration(): Promise<Endpoint> {
  await vscode.env.clipboard.writeText("");
  await runAndAcceptFirst(commands.copyMcpConfiguration);
  const text = await vscode.env.clipboard.readText();
  const [, authorization = "", url = ""] =
    /--header "Authorization: (.*)" company-feed (.*)$/.exec(text) ?? [];
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/, text);
  return { url, authorization };
}

async function call({ url, authorization }: Endpoint, method: string, params: unknown): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      Authorization: authorization,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text;
}

async function callTool(endpoint: Endpoint, name: string, input: unknown): Promise<string> {
  const text = await call(endpoint, "tools/call", { name, arguments: input });
  const [, data = ""] = /^data: (.*)$/m.exec(text) ?? [];
  const { result } = JSON.parse(data) as { result: { content: { text: string }[]; isError?: boolean } };
  assert.notEqual(result.isError, true, text);
  return result.content.map((part) => part.text).join("\n");
}

describe("MCP server", () => {
  let endpoint: Endpoint;

  before(async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    await vscode.commands.executeCommand(commands.connectSample, { openFeed: false });
    await enable(true);
    endpoint = await copyConfiguration();
  });

  after(async () => {
    await enable(undefined);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("lists the tools that VS Code has, too", async () => {
    const text = await call(endpoint, "tools/list", {});
    assert.ok(toolDefinitions.every(({ name }) => text.includes(`"${name}"`)));
  });

  it("answers every tool from the active connection", async () => {
    const found = await callTool(endpoint, "companyfeed_search_events", { period: "7d", limit: 3 });
    assert.match(found, /Sample data/);
    const [id] = /\bevt_[a-z0-9]+/.exec(found) ?? [];
    assert.ok(id !== undefined && (await callTool(endpoint, "companyfeed_get_event", { id })).includes(id));
    assert.match(await callTool(endpoint, "companyfeed_summarize_events", { period: "7d" }), /Sample data/);
    const collections = await callTool(endpoint, "companyfeed_list_collections", {});
    const { content } = await vscode.lm.invokeTool("companyfeed_list_collections", {
      input: {},
      toolInvocationToken: undefined,
    });
    assert.deepEqual([new vscode.LanguageModelTextPart(collections)], content, "the same through VS Code");
    await callTool(endpoint, "companyfeed_open_feed", { period: "today" });
    await untilFeedTab(/./);
  });

  it("stops with its setting, and comes back at the same address with the same token", async () => {
    await enable(false);
    const deadlineMs = Date.now() + patienceMs;
    while (
      await call(endpoint, "ping", {}).then(
        () => true,
        () => false,
      )
    ) {
      assert.ok(Date.now() < deadlineMs, "It still answers.");
    }
    await enable(true);
    assert.deepEqual(await copyConfiguration(), endpoint);
    await call(endpoint, "ping", {});
  });
});
