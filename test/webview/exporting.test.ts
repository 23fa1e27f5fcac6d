import { strict as assert } from "node:assert";
import { manyRows } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";

describe("Export", () => {
  const pages = FeedPages.use();

  async function open() {
    const opened = await pages.open({ prepare: (host) => (host.rows = manyRows(50)) });
    await opened.page.locator("[data-event-id]").first().waitFor();
    return opened;
  }

  it("is a button that exports the selected events or all", async () => {
    const { page, host } = await open();
    const button = page.getByRole("button", { name: "Export", exact: true });
    await button.click();
    assert.deepEqual(await host.heard("export"), { type: "export", ids: [] });
    await page.locator("[data-event-id=evt_48]").click({ modifiers: ["Control"] });
    await page.locator("[data-event-id=evt_46]").click({ modifiers: ["Control"] });
    await button.click();
    const { ids } = await host.heard("export", (message) => message.ids.length > 0);
    assert.deepEqual(ids, ["evt_48", "evt_46"]);
  });

  it("replies to the command with the selected events", async () => {
    const { page, host } = await open();
    await page.locator("[data-event-id=evt_47]").click({ modifiers: ["Control"] });
    await host.post({ type: "exportSelected" });
    assert.deepEqual(await host.heard("export"), { type: "export", ids: ["evt_47"] });
  });
});
