import assert from "node:assert/strict";
import * as vscode from "vscode";
import manifest from "../../package.json";
import { settings as names } from "../../src/ids";
import { Settings } from "../../src/settings";

const { Global, Workspace } = vscode.ConfigurationTarget;

describe("Settings", () => {
  const settings = new Settings(manifest);

  const set = async (name: string, value: unknown, target: vscode.ConfigurationTarget): Promise<void> => {
    await vscode.workspace.getConfiguration(names.section).update(name, value, target);
  };

  afterEach(async () => {
    for (const name of [names.feedPollInterval, names.feedOverlap]) {
      await set(name, undefined, Global);
      await set(name, undefined, Workspace);
    }
  });

  it("of a workspace apply to feed panels, but not to checks of saved feeds", async () => {
    await set(names.feedPollInterval, 600, Workspace);
    await set(names.feedOverlap, 0, Workspace);
    assert.deepEqual(
      [settings.durationMs("feedPollInterval"), settings.durationMs("feedOverlap")],
      [600_000, 0],
    );
    assert.deepEqual(
      [settings.durationMs("feedPollInterval", "user"), settings.durationMs("feedOverlap", "user")],
      [30_000, 600_000],
    );
    await set(names.feedPollInterval, 60, Global);
    await set(names.feedOverlap, 1_000_000, Global);
    assert.equal(settings.durationMs("feedPollInterval"), 600_000);
    assert.equal(settings.durationMs("feedPollInterval", "user"), 60_000);
    const { maximum } = manifest.contributes.configuration.properties["companyFeed.feed.overlapMinutes"];
    assert.equal(settings.durationMs("feedOverlap", "user"), maximum * 60_000);
  });
});
