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

  it("is a button that exports the selected events or all: the host knows which are selected", async () => {
    const { page, host } = await open();
    const button = page.getByRole("button", { name: "Export", exact: true });
    await button.click();
    await host.heard("export");
    assert.deepEqual(host.messages("select").at(-1)?.ids ?? [], []);
    await page.locator("[data-event-id=evt_48]").click({ modifiers: ["Control"] });
    await page.locator("[data-event-id=evt_46]").click({ modifiers: ["Control"] });
    await button.click();
    await host.heardNth("export", 2);
    assert.deepEqual(host.messages("select").at(-1)?.ids, ["evt_48", "evt_46"]);
  });
});
