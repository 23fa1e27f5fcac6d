import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { type PaletteDecision, paletteTitles } from "../support/paletteDecisions";
import { SampleBackend } from "../support/services/sampleBackend";
import { clean } from "../support/vscode/quickInput";
import { Workbench } from "../support/vscode/workbench";

describe("The Command Palette", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    // High enough to show all commands at once.
    workbench = await Workbench.open({ viewport: { width: 1000, height: 4500 } });
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  async function shownCommands(): Promise<string[]> {
    const { quickInput } = workbench;
    await workbench.openQuickAccess();
    await quickInput.type(">Company Feed: ");
    const names = quickInput.widget.locator(".quick-input-list .label-name");
    await names.first().waitFor();
    const items = (await names.allInnerTexts()).map(clean);
    await quickInput.cancel();
    // VS Code adds those that focus a view.
    return items.filter((item) => /^Company Feed: (?!Focus on )/.test(item)).sort();
  }

  /** VS Code learns of a change a moment after it shows. */
  async function shows(...decisions: readonly PaletteDecision[]): Promise<void> {
    const expected = paletteTitles("always", ...decisions);
    const giveUpAt = Date.now() + 120_000;
    let shown = await shownCommands();
    while (!isDeepStrictEqual(shown, expected) && Date.now() < giveUpAt) {
      shown = await shownCommands();
    }
    assert.deepEqual(shown, expected);
  }

  const connected = ["withActiveConnection", "withConnection", "withConnection"] as const;

  it("has only commands that connect, or need nothing, before there is a connection", async () => {
    await shows();
  });

  it("has those for a connection as soon as one is added, until the last one is removed", async () => {
    await workbench.connect(backend, "Acme");
    await shows(...connected);
    await workbench.runCommand("Company Feed: Remove Connection…");
    await workbench.notifications.answerDialog("Acme", "Remove");
    await workbench.statusBarItem("Acme").waitFor({ state: "detached" });
    await shows();
  });

  it("has those for a feed while any is open, whichever editor is active, also after a reload", async () => {
    await workbench.runCommand("Company Feed: Connect to Sample Service");
    await workbench.feedFrame();
    await workbench.reloadWindow();
    await workbench.feedFrame();
    await shows(...connected, "withOpenFeed", "withOpenEventFeed");
    // It takes the focus as it loads, which may close quick picks.
    await workbench.newFeedFrame(() => workbench.runCommand("Company Feed: Duplicate Event Feed"));
    await workbench.runCommand("Create: New File...");
    await workbench.quickInput.pick("Text File");
    await shows(...connected, "withOpenFeed", "withOpenEventFeed");
    const tabs = workbench.page.locator(".tabs-container .tab");
    for (const left of [2, 1, 0]) {
      await workbench.runCommand("View: Close Editor");
      await tabs.nth(left).waitFor({ state: "detached" });
    }
    await shows(...connected);
  });
});
