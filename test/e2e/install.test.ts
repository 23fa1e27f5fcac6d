import assert from "node:assert/strict";
import { Workbench } from "../support/vscode/workbench";

describe("Installed extension", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open();
  });

  after(() => workbench.close());

  it("contributes the view Feeds to the activity bar, which offers to connect", async () => {
    await workbench.openContainer("Company Feed");
    await workbench.page.locator(".part.sidebar").getByText("Connect to get started").first().waitFor();
  });

  it("shows events and collections of the sample service after one command", async () => {
    await workbench.runCommand("Company Feed: Connect to Sample Service");
    await workbench.collections().first().waitFor();
    const frame = await workbench.feedFrame();
    await frame.getByRole("grid", { name: "Company events" }).waitFor();
    await frame.locator("[data-event-id]").first().waitFor();
    await workbench.screenshot("installed");
    assert.deepEqual(workbench.panelErrors(), []);
  });
});
