import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
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
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "companies-"));
    await writeFile(path.join(folder, "companies.csv"), `\ufeff${list}`);
    backend = await SampleBackend.start();
    workbench = await Workbench.open({
      folder,
      settings: {
        "files.simpleDialog.enable": true,
        "companyFeed.savedFeeds": [{ name: "Portfolio", companies: ["third.example"] }],
      },
    });
    await workbench.connect(backend, "Acme");
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  it("are imported from a CSV file, after what was found was shown, and can be undone", async () => {
    const { quickInput, notifications, page } = workbench;
    await workbench.openContainer("Company Feed");
    const row = workbench.treeRow("Saved Feeds", "Portfolio");
    await row.filter({ hasText: "1 company" }).waitFor();
    await workbench.runCommand("Company Feed: Import Companies into Saved Feed…");
    await quickInput.pick("Portfolio");
    await quickInput.pick("CSV or Text File…");
    await quickInput.answerPath("Import Companies", folder, path.join(folder, "companies.csv"));
    await quickInput.pick("Website");
    await quickInput.row("Add 2 Companies").waitFor();
    await quickInput.pick("Show Report");
    // The editor shows spaces as no-break spaces.
    const report = page.locator(".monaco-editor .view-lines").filter({ hasText: /Line\s4:\sNobody/ });
    const text = (
      await report
        .filter({ hasText: /Line\s5:/ })
        .filter({ hasText: /Line\s6:/ })
        .innerText()
    ).replaceAll("\u00a0", " ");
    assert.match(text, /Line 4: Nobody \| n\/a \| 0 {2}\(a placeholder\)/);
    assert.match(text, /Line 5: .*\(an address at a mail provider\)/);
    assert.match(text, /Line 6: .*\(novagrid\.example is also on line 2\)/);
    await quickInput.pick("Add 2 Companies");
    await row.filter({ hasText: "3 companies" }).waitFor();
    await notifications.press('Added 2 companies to "Portfolio". 2 lines were not imported.', "Undo");
    await row.filter({ hasText: "1 company" }).waitFor();
  });
});
