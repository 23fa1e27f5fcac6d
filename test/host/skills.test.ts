import assert from "node:assert/strict";
import * as vscode from "vscode";
import { extensionId } from "../../src/ids";

/** Lists what VS Code's chat finds in extensions. Missing in versions without skills. */
const listCommand = "_listExtensionPromptFiles";

interface ContributedFile {
  readonly uri: Parameters<typeof vscode.Uri.from>[0];
  readonly type: string;
  readonly extensionId: string;
}

describe("The skill for agents", () => {
  it("can be read if VS Code supports skills", async () => {
    const minor = Number(vscode.version.split(".")[1]);
    const hasSkills = (await vscode.commands.getCommands(false)).includes(listCommand);
    assert.equal(hasSkills, minor >= 109, vscode.version);
    if (!hasSkills) {
      return;
    }
    const files = await vscode.commands.executeCommand<ContributedFile[]>(listCommand);
    const ours = files.filter((file) => file.extensionId.toLowerCase() === extensionId);
    assert.deepEqual(
      ours.map(({ type, uri }) => [type, uri.path?.split("/").slice(-3).join("/")]),
      [["skill", "skills/company-events/SKILL.md"]],
    );
    for (const { uri } of ours) {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.from(uri)));
      assert.match(text, /^---\nname: company-events\n/);
    }
  });
});
