import assert from "node:assert/strict";
import { Workbench } from "../support/vscode/workbench";

describe("Workbench", () => {
  it("fails to close after an uncaught error in a webview", async () => {
    const workbench = await Workbench.open();
    await workbench.runCommand("Company Feed: Connect to Sample Service");
    const frame = await workbench.feedFrame();
    await frame.locator("[data-event-id]").first().waitFor();
    assert.deepEqual(workbench.panelErrors(), []);
    const logged = (text: string) =>
      workbench.page.waitForEvent("console", (message) => message.text().includes(text));
    await Promise.all([
      logged("thrown for a test"),
      logged("rejected for a test"),
      frame.evaluate(() => {
        setTimeout(() => {
          throw new Error("thrown for a test");
        });
        void Promise.reject(new Error("rejected for a test"));
      }),
    ]);
    const errors = workbench.panelErrors().map(({ text }) => /(thrown|rejected) for a test/.exec(text)?.[0]);
    await assert.rejects(workbench.close(), /thrown for a test/);
    assert.deepEqual(errors.sort(), ["rejected for a test", "thrown for a test"]);
  });
});
