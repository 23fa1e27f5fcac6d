import assert from "node:assert/strict";
import { SampleBackend } from "../support/services/sampleBackend";
import { Workbench } from "../support/vscode/workbench";

const list = [
  "Company,Website,Employees",
  '"Nova, Grid",https://www.novagrid.example/about,120',
  "Helio,helio.example,35",
  "Nobody,n/a,0",
  "Someone,someone@gmail.com,1",
  "Nova again,NovaGrid.example,120",
].join("\r\n");

describe("Companies of saved feeds", () => {
  let backend: SampleBackend;
  let workbench: Workbench;
  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open({
      settings: {
        "companyFeed.savedFeeds": [{ name: "Portfolio", companies: ["third.example"] }],
      },
    });
    await workbench.connect(backend, "Acme");
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  it("are imported from the clipboard, which can be undone", async () => {
    const { quickInput, notifications } = workbench;
    await workbench.openContainer("Company Feed");
    // Only a page with the focus may write to the clipboard.
    await workbench.page.locator(".part.sidebar .title-label").first().click();
    await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), `\ufeff${list}`);
    await workbench.runCommand("Company Feed: Import Companies into Saved Feed…");
    await quickInput.pick("Portfolio");
    await companiesAre("third.example", "novagrid.example", "helio.example");
    await notifications.press('Added 2 companies to "Portfolio". 2 lines were not understood.', "Undo");
    await companiesAre("third.example");
  });

  async function companiesAre(...expected: readonly string[]): Promise<void> {
    await workbench.runCommand("Company Feed: Edit Saved Feed…");
    await workbench.quickInput.pick("Portfolio");
    await workbench.quickInput.pick("Companies");
    await workbench.quickInput.shown("separated by commas");
    assert.equal(await workbench.quickInput.value(), expected.join(", "));
    await workbench.page.keyboard.press("Escape");
  }
});
