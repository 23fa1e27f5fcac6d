import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import * as vscode from "vscode";
import { commands, extensionId, settings, toolNames } from "../../../src/ids";
import { runAndAcceptFirst } from "../runAndAcceptFirst";

/** Timeout of a test. */
const patienceMs = 150_000;

/** Labels of the tabs of feed panels. */
function feedTabs(): string[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ label }) => (label.startsWith("Event Feed") ? [label] : []));
}

/** Waits for a tab of a feed panel with this label. */
async function untilFeedTab(label: RegExp): Promise<void> {
  const isOpen = (): boolean => feedTabs().some((open) => label.test(open));
  await new Promise<void>((resolve) => {
    const end = (): void => {
      listener.dispose();
      clearTimeout(timer);
      resolve();
    };
    const listener = vscode.window.tabGroups.onDidChangeTabs(() => isOpen() && end());
    const timer = setTimeout(end, patienceMs);
    if (isOpen()) {
      end();
    }
  });
  assert.ok(isOpen(), `No feed ${label}, but ${feedTabs().join(", ") || "none"}.`);
}

/** Calls a tool like another extension that has its own chat. */
async function invoke(name: string, input: unknown, token?: vscode.CancellationToken): Promise<string> {
  // Callers may ignore the declared types.
  const options = { input: input as object, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(name, options, token);
  return content
    .map((part) => {
      assert.ok(part instanceof vscode.LanguageModelTextPart, "Not a text part.");
      return part.value;
    })
    .join("\n");
}

/** Turns the server on or off, as the settings editor does. */
async function enable(isEnabled: boolean | undefined): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(settings.section);
  await configuration.update(settings.mcpEnabled, isEnabled, vscode.ConfigurationTarget.Global);
}

interface McpJson {
  readonly servers: Readonly<
    Record<string, { readonly url: string; readonly headers: Record<string, string> }>
  >;
}

/** Copies the MCP configuration for the first program in the list, which uses mcp.json. */
async function copyConfiguration(): Promise<McpJson["servers"][string]> {
  await vscode.env.clipboard.writeText("");
  await runAndAcceptFirst(commands.copyMcpConfiguration);
  const { servers } = JSON.parse(await vscode.env.clipboard.readText()) as McpJson;
  const server = servers["company-feed"];
  assert.ok(server);
  assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  return server;
}

async function connect({ url, headers }: McpJson["servers"][string]): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

describe("Tools for agents", () => {
  before(async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    await vscode.commands.executeCommand(commands.connectSample, { openFeed: false });
  });

  after(async () => {
    await enable(undefined);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("are registered as declared", () => {
    const registered = vscode.lm.tools.filter(({ name }) => name.startsWith("companyfeed_"));
    assert.deepEqual(registered.map(({ name }) => name).sort(), [...toolNames].sort());
  });

  it("return the same to VS Code and an MCP client", async () => {
    await enable(true);
    const client = await connect(await copyConfiguration());
    // A time range in the past gets no new events.
    const yesterday = { period: "yesterday", limit: 5 };
    const [id = ""] = /\bevt_[a-z0-9]+/.exec(await invoke("companyfeed_search_events", yesterday)) ?? [];
    for (const [name, input] of [
      ["companyfeed_search_events", yesterday],
      ["companyfeed_search_events", { period: "next year" }],
      ["companyfeed_summarize_events", { period: "yesterday", group_by: ["sector", "day"] }],
      ["companyfeed_get_event", { id }],
      ["companyfeed_list_collections", { environment: "production" }],
    ] as const) {
      const { content } = await client.callTool({ name, arguments: input });
      const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
      // The answer contains the time of reading.
      const timeless = (answer: string): string => answer.replace(/read at \S+/, "read");
      assert.equal(timeless(text), timeless(await invoke(name, input)));
      assert.match(text, /Sample data \(fictional\)|^period must be/);
    }
    await client.close();
  });

  it("stop with the MCP setting, and restart at the same address with the same token", async () => {
    await enable(true);
    const server = await copyConfiguration();
    await enable(false);
    const deadlineMs = Date.now() + patienceMs;
    while (
      await fetch(server.url).then(
        () => true,
        () => false,
      )
    ) {
      assert.ok(Date.now() < deadlineMs, "It still answers.");
    }
    await enable(true);
    assert.deepEqual(await copyConfiguration(), server);
    await (await connect(server)).close();
  });

  it("open the feed beside the active editor, in one panel", async () => {
    const document = await vscode.workspace.openTextDocument({ content: "a note" });
    await vscode.window.showTextDocument(document);
    await invoke("companyfeed_open_feed", { period: "3d", types: ["funding"] });
    await untilFeedTab(/Funding/);
    assert.equal(feedTabs().length, 1);
    await invoke("companyfeed_open_feed", { period: "3d", types: ["ipo"] });
    await untilFeedTab(/IPO/);
    assert.equal(feedTabs().length, 1, "A second call opens no second panel.");
  });

  it("open a saved feed by its name, with its current filters", async () => {
    const configuration = vscode.workspace.getConfiguration(settings.section);
    const save = (type: string): Thenable<void> => {
      const feeds = [{ name: "Big rounds", types: [type], days: 2 }];
      return configuration.update(settings.savedFeeds, feeds, vscode.ConfigurationTarget.Global);
    };
    await save("funding");
    try {
      assert.match(
        await invoke("companyfeed_open_feed", { saved_feed: "big rounds" }),
        /saved feed "Big rounds"/,
      );
      await untilFeedTab(/Big rounds/);
      await save("ipo");
      await untilFeedTab(/Big rounds .* Funding/);
      assert.match(await invoke("companyfeed_open_feed", { saved_feed: "big rounds" }), /type "ipo"/);
      await untilFeedTab(/Big rounds(?!.*Funding)/);
    } finally {
      await configuration.update(settings.savedFeeds, undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
