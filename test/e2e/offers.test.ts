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
});
