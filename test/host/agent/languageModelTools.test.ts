import assert from "node:assert/strict";
import * as vscode from "vscode";
import manifest from "../../../package.json";
import { toolDefinitions } from "../../../src/agent/tools/definitions";
import { toolNames } from "../../../src/agent/tools/toolNames";
import { commands, extensionId } from "../../../src/ids";
import { feedTabs, untilFeedTab } from "./openTabs";

/** Calls a tool as any extension with a chat of its own does. */
async function invoke(
  name: string,
  input: unknown,
  options: Partial<vscode.LanguageModelToolInvocationOptions<object>> = {},
  token?: vscode.CancellationToken,
): Promise<string> {
  const { content } = await vscode.lm.invokeTool(
    name,
    // Callers need not go by the declared types.
    { input: input as object, toolInvocationToken: undefined, ...options },
    token,
  );
  return content
    .map((part) => {
      assert.ok(part instanceof vscode.LanguageModelTextPart, "Not a text part.");
      return part.value;
    })
    .join("\n");
}

describe("Language model tools", () => {
  before(async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    await vscode.commands.executeCommand(commands.connectSample, { openFeed: false });
  });

  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("are registered as they are declared, and as they are defined", () => {
    const registered = vscode.lm.tools.filter(({ name }) => name.startsWith("companyfeed_"));
    assert.deepEqual(registered.map(({ name }) => name).sort(), [...toolNames].sort());
    assert.deepEqual(
      manifest.contributes.languageModelTools.map(({ name }) => name),
      toolDefinitions.map(({ name }) => name),
    );
    for (const { name, description, inputSchema } of registered) {
      const definition = toolDefinitions.find((each) => each.name === name);
      assert.equal(description, definition?.description);
      assert.deepEqual(inputSchema, definition?.inputSchema);
    }
  });

  it("search, and read one of the events that were found", async () => {
    const found = await invoke("companyfeed_search_events", { period: "7d", limit: 3 });
    const [id] = /\bevt_[a-z0-9]+/.exec(found) ?? [];
    assert.ok(id !== undefined, found);
    assert.match(found.split("\n")[0] ?? "", /Sample data \(fictional\)/);
    const event = await invoke("companyfeed_get_event", { id });
    assert.ok(event.includes(id), event);
  });

  it("count", async () => {
    const summary = await invoke("companyfeed_summarize_events", { period: "7d", group_by: ["type"] });
    assert.match(summary, /funding/);
  });

  it("list collections", async () => {
    assert.match(await invoke("companyfeed_list_collections", {}), /production/);
  });

  it("open the feed beside whatever the user does", async () => {
    const document = await vscode.workspace.openTextDocument({ content: "a note" });
    await vscode.window.showTextDocument(document);
    await invoke("companyfeed_open_feed", { period: "3d", types: ["funding"] });
    await untilFeedTab(/Funding/);
    assert.equal(feedTabs().length, 1);
    await invoke("companyfeed_open_feed", { period: "3d", types: ["ipo"] });
    await untilFeedTab(/IPO/);
    assert.equal(feedTabs().length, 1, "A second call opens no second panel.");
  });

  it("answer input of any shape with a sentence", async () => {
    const inputs: unknown[] = [
      {},
      { period: 7 },
      { periodd: "7d" },
      { types: [{}], sector: null, min_amount: ["€"] },
      { limit: -1 },
      { id: "x".repeat(100_000) },
      { constructor: 1, ["__proto__"]: { period: "7d" } },
      [],
    ];
    for (const name of toolNames.filter((each) => each !== "companyfeed_open_feed")) {
      for (const input of inputs) {
        const text = await invoke(name, input);
        assert.ok(text.length > 20 && text.length < 20_000, `${name}: ${text.length} characters`);
        assert.doesNotMatch(
          text,
          /undefined|\[object|an error of its own/,
          `${name} ${JSON.stringify(input)}`,
        );
      }
    }
  });

  it("end when they are cancelled", async () => {
    const source = new vscode.CancellationTokenSource();
    const answer = invoke("companyfeed_search_events", { period: "30d" }, {}, source.token);
    source.cancel();
    await assert.rejects(answer, { message: "Canceled" });
    source.dispose();
  });

  it("answer within the model's budget, counted by its own tokenizer", async () => {
    // One that counts three times as much as others do.
    const countTokens = (text: string): Promise<number> => Promise.resolve(Math.ceil(text.length * 0.9));
    const tokenizationOptions = { tokenBudget: 1500, countTokens };
    const text = await invoke(
      "companyfeed_search_events",
      { period: "7d", limit: 50 },
      { tokenizationOptions },
    );
    assert.ok((await countTokens(text)) <= 1500, text);
    assert.match(text, /evt_/);
  });
});
