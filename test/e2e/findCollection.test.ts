import assert from "node:assert/strict";
import { SampleBackend } from "../support/sampleBackend";
import { Workbench } from "../support/workbench";

describe("Find Collection while pages are loading", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open({
      // The tests' default keeps quick picks open that lose the focus.
      settings: { "workbench.quickOpen.closeOnFocusLost": true, "companyFeed.collections.pageSize": 10 },
    });
    await workbench.connect(backend, "Acme");
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  it("stays open and keeps the keyboard, though a row of the tree had it", async () => {
    const { page, quickInput } = workbench;
    const first = workbench.tree("Collections").getByRole("treeitem").first();
    await first.click();
    await workbench.runCommand("Company Feed: Find Collection…");
    await quickInput.shown("Find Collection");
    await page.keyboard.type("sandbox");
    // All pages have been read, and the tree shows them.
    await quickInput.shown(/2,314\)/);
    await page.locator('.pane-header[aria-label*="2,314 of 2,314"]').waitFor({ state: "attached" });
    await page.keyboard.type(" patent");
    assert.equal(await quickInput.value(), "sandbox patent");
    await quickInput.cancel();
  });
});
