import assert from "node:assert/strict";
import * as vscode from "vscode";
import manifest from "../../package.json";
import { commands, extensionId, settings, views } from "../../src/ids";

describe("Extension", () => {
  it("activates", async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension, `${extensionId} is not there`);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it("registers every contributed command", async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = contributedCommands().filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
  });

  it("runs on the expected version of VS Code", () => {
    assert.equal(vscode.version, process.env["COMPANY_FEED_EXPECTED_VERSION"] ?? vscode.version);
  });
});

describe("Manifest", () => {
  it("contributes exactly the commands in ids.ts", () => {
    assert.deepEqual(contributedCommands().sort(), Object.values<string>(commands).sort());
  });

  it("has the same category for all commands", () => {
    const categories = new Set(manifest.contributes.commands.map((command) => command.category));
    assert.deepEqual([...categories], ["Company Feed"]);
  });

  it("contributes exactly the views in ids.ts", () => {
    const contributed = Object.values(manifest.contributes.views).flatMap((list) =>
      list.map((view) => view.id),
    );
    assert.deepEqual(contributed.sort(), Object.values<string>(views).sort());
  });

  it("contributes exactly the settings in ids.ts", () => {
    const { section, ...keys } = settings;
    const known = Object.values(keys).map((key) => `${section}.${key}`);
    assert.deepEqual(Object.keys(manifest.contributes.configuration.properties).sort(), known.sort());
  });
});

function contributedCommands(): string[] {
  return manifest.contributes.commands.map((command) => command.command);
}
