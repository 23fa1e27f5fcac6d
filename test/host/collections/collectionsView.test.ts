import assert from "node:assert/strict";
import * as vscode from "vscode";
import { commands, schemes, views } from "../../../src/ids";

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);

/** Runs a command that asks with a quick pick, and takes the pick's first row until the command has ended. */
async function takeFirst(command: string): Promise<void> {
  const taking = setInterval(() => void run("workbench.action.acceptSelectedQuickOpenItem"), 100);
  try {
    await run(command);
  } finally {
    clearInterval(taking);
  }
}

describe("the commands of the view Collections, connected to the sample service", () => {
  before(async () => {
    await run(commands.connectSample);
    await run(`${views.collections}.focus`);
    await run(commands.loadMoreCollections);
  });

  after(() => run("workbench.action.closeAllEditors"));

  it("copy the ID of a collection that is asked for where none is selected", async () => {
    await vscode.env.clipboard.writeText("");
    await takeFirst(commands.copyCollectionId);
    assert.match(await vscode.env.clipboard.readText(), /^col_/);
  });

  it("find a collection and select it in the tree", async () => {
    await takeFirst(commands.findCollection);
    await vscode.env.clipboard.writeText("");
    // No pick is answered here: the row that was found is the one selected.
    await run(commands.copyCollectionId);
    assert.match(await vscode.env.clipboard.readText(), /^col_/);
  });

  it("open it as a document that cannot be changed and that a refresh keeps", async () => {
    await run(commands.openCollection);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, schemes.collection);
    assert.equal(document.languageId, "json");
    const collection = JSON.parse(document.getText()) as Record<string, unknown>;
    assert.equal(collection["collection_id"], await vscode.env.clipboard.readText());
    assert.equal(vscode.workspace.fs.isWritableFileSystem(schemes.collection), false);
    await run(commands.refreshCollections);
    assert.deepEqual(JSON.parse(document.getText()), collection);
  });
});
