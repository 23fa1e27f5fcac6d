import assert from "node:assert/strict";
import * as vscode from "vscode";
import { commands, extensionId, settings } from "../../../src/ids";
import { runAndAcceptFirst } from "../runAndAcceptFirst";

describe("The command Save Feed…", () => {
  const configuration = (): vscode.WorkspaceConfiguration =>
    vscode.workspace.getConfiguration(settings.section);
  const set = async (name: string, value: unknown): Promise<void> => {
    await configuration().update(name, value, vscode.ConfigurationTarget.Global);
  };

  afterEach(async () => {
    await set(settings.savedFeeds, undefined);
    await set(settings.feedWindowDays, undefined);
  });

  it("gives a feed without a time range that of a newly opened feed", async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    await set(settings.feedWindowDays, 30);
    await runAndAcceptFirst(commands.saveFeed, { entry: { name: "Rounds", types: ["funding"] } });
    assert.deepEqual(configuration().inspect(settings.savedFeeds)?.globalValue, [
      { name: "Rounds", types: ["funding"], days: 30 },
    ]);
  });
});
