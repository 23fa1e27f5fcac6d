import assert from "node:assert/strict";
import * as vscode from "vscode";
import { commands, schemes, views } from "../../../src/ids";
import { runAndAcceptFirst } from "../runAndAcceptFirst";

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);

describe("The commands of the view Collections", () => {
  before(async () => {
    await run(commands.connectSample, { openFeed: false });
    await run("workbench.action.closeAllEditors");
    await run(`${views.collections}.focus`);
    await run(commands.loadMoreCollections);
  });

  after(() => run("workbench.action.closeAllEditors"));

  it("copy the ID of a collection picked when none is selected", async () => {
    await vscode.env.clipboard.writeText("");
    await runAndAcceptFirst(commands.copyCollectionId);
    assert.match(await vscode.env.clipboard.readText(), /^col_/);
  });

  it("find a collection and select it in the tree", async () => {
    await runAndAcceptFirst(commands.findCollection);
    await vscode.env.clipboard.writeText("");
    // Shows no quick pick: the collection that was found is selected.
    await run(commands.copyCollectionId);
    assert.match(await vscode.env.clipboard.readText(), /^col_/);
  });

  it("open it as a read-only document", async () => {
    await run(commands.openCollection);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, schemes.collection);
    assert.equal(document.languageId, "json");
    const collection = JSON.parse(document.getText()) as Record<string, unknown>;
    assert.equal(collection["collection_id"], await vscode.env.clipboard.readText());
    assert.equal(vscode.workspace.fs.isWritableFileSystem(schemes.collection), false);
  });
});
