import assert from "node:assert/strict";
import { SampleBackend } from "../support/services/sampleBackend";
import { Workbench } from "../support/vscode/workbench";

describe("The offer to connect", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open();
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  const feedOffer = "Connect to a service to open the event feed.";

  for (const [command, offer] of [
    ["Open Event Feed", feedOffer],
    ["Open Event by ID…", "Connect to a service to open an event."],
    ["Export Events…", "Connect to a service to export events."],
    [
      "Copy MCP Configuration…",
      "Connect to a service to let other programs read its events and collections.",
    ],
  ] as const) {
    it(`says what it is for, with the same buttons: ${command}`, async () => {
      const { notifications, quickInput } = workbench;
      await workbench.runCommand(`Company Feed: ${command}`);
      assert.deepEqual(await notifications.buttons(offer), ["Connect…", "Connect to Sample Service"]);
      assert.equal(await quickInput.widget.isVisible(), false);
      assert.equal(await notifications.dialog.isVisible(), false);
      await notifications.close(offer);
    });
  }

  it("opens nothing when it is closed, or its dialog dismissed, after a connection was made otherwise", async () => {
    const { notifications, quickInput } = workbench;
    for (const dismiss of [
      () => notifications.close(feedOffer),
      async () => {
        await notifications.press(feedOffer, "Connect…");
        await quickInput.shown("Base URL");
        await quickInput.cancel();
      },
    ]) {
      await workbench.runCommand("Company Feed: Open Event Feed");
      await notifications.shown(feedOffer);
      await workbench.connect(backend, "Acme");
      await dismiss();
      // Runs in the extension after what the answer to the offer started.
      await workbench.runCommand("Company Feed: Open Event by ID…");
      await quickInput.shown("Enter the ID of an event");
      await quickInput.cancel();
      assert.deepEqual(await workbench.editorTabs(), []);
      await workbench.runCommand("Company Feed: Remove Connection…");
      await notifications.answerDialog("Acme", "Remove");
      await workbench.statusBarItem("Acme").waitFor({ state: "detached" });
    }
  });

  it("is followed by what the command asks next", async () => {
    const { notifications, quickInput } = workbench;
    await workbench.runCommand("Company Feed: Export Events…");
    await notifications.press("Connect to a service to export events.", "Connect to Sample Service");
    await quickInput.row("Entire time range (download)").filter({ hasText: "Sample data" }).waitFor();
    await quickInput.cancel();
  });
});
