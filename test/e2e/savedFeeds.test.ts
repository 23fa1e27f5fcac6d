import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { FakeClock } from "../support/fakes/fakeClock";
import { event } from "../support/services/listSource";
import { LiveService } from "../support/services/liveService";
import { SampleBackend } from "../support/services/sampleBackend";
import { stillClock } from "../support/services/sampleEvents";
import { type TreeRow, Workbench } from "../support/vscode/workbench";

const setting = "companyFeed.savedFeeds";

const list = [
  "Company,Website,Employees",
  '"Nova, Grid",https://www.novagrid.example/about,120',
  "Helio,helio.example,35",
  "Nobody,n/a,0",
  "Someone,someone@gmail.com,1",
  "Nova again,NovaGrid.example,120",
].join("\r\n");

describe("Saved feeds", () => {
  let backend: SampleBackend;
  let workbench: Workbench;
  let settingsFile: string;

  before(async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "team-"));
    await mkdir(path.join(folder, ".vscode"));
    settingsFile = path.join(folder, ".vscode", "settings.json");
    const offers = [
      { name: "Exits", types: ["ipo"] },
      { name: "Typo", minAmount: "5" },
    ];
    await writeFile(settingsFile, JSON.stringify({ [setting]: offers }));
    backend = await SampleBackend.start(undefined, stillClock());
    workbench = await Workbench.openConnected(backend, {
      folder,
      settings: { [setting]: [{ name: "Mine" }] },
    });
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  const row = (label: string, description: string): TreeRow => ({
    label,
    description,
    level: 1,
    expanded: undefined,
  });
  const folderName = () => path.basename(workbench.folder ?? "");
  const offer = () => row(`${folderName()}: Exits`, "Follow");
  const invalid = () => row("Typo", "Entry 2: minAmount must be an amount in USD.");
  const shown = (...rows: TreeRow[]) =>
    workbench.rowsShown("Feeds", [row("All events", ""), ...rows, invalid()]);

  it("of the workspace are offered below the user's own, and request nothing", async () => {
    const requests = backend.requestsOf("readFeed").length;
    await shown(row("Mine", "not followed"), offer());
    await workbench.screenshot("saved-feeds-offers");
    assert.equal(backend.requestsOf("readFeed").length, requests);
  });

  it("say in the status bar if there is nothing to mark as read", async () => {
    await workbench.announced("No saved feed has unread events.", () =>
      workbench.runCommand("Company Feed: Mark as Read"),
    );
    assert.deepEqual(await workbench.notifications.texts(), []);
  });

  it("of the workspace are among the others once they are followed on a connection", async () => {
    await workbench.runCommand("Company Feed: Follow or Unfollow Saved Feed");
    await workbench.quickInput.pick("Exits");
    await workbench.quickInput.shown('Follow "Exits"');
    await workbench.quickInput.pick("Acme");
    await shown(row("Mine", "not followed"), row(`${folderName()}: Exits`, ""));
    await workbench.runCommand("Company Feed: Follow or Unfollow Saved Feed");
    await workbench.quickInput.pick("Exits");
    await shown(row("Mine", "not followed"), offer());
  });

  it("are saved from the panel that was focused last, and followed at once", async () => {
    await workbench.runCommand("Company Feed: Open Event Feed");
    await workbench.feedFrame();
    await workbench.runCommand("Company Feed: Save This Feed…");
    await workbench.quickInput.shown("Enter a name");
    assert.equal(await workbench.quickInput.value(), "All events");
    await workbench.quickInput.type("Mine");
    await workbench.quickInput.accept();
    await workbench.quickInput.refused('A saved feed named "Mine" already exists.');
    await workbench.quickInput.type("News");
    await workbench.quickInput.accept();
    await shown(row("Mine", "not followed"), row("News", ""), offer());
    await workbench.page.locator(".tabs-container .tab", { hasText: "News" }).waitFor();
    await workbench.screenshot("saved-feeds");
  });

  it("are renamed and stay followed; the panel follows the name", async () => {
    await workbench.runCommand("Company Feed: Edit Saved Feed…");
    await workbench.quickInput.pick("News");
    await workbench.quickInput.pick("Name");
    await workbench.quickInput.shown("Enter a name");
    await workbench.quickInput.type("All news");
    await workbench.quickInput.accept();
    await shown(row("Mine", "not followed"), row("All news", ""), offer());
    await workbench.page.locator(".tabs-container .tab", { hasText: "All news" }).waitFor();
  });

  it("come back with Undo after they were removed, still followed", async () => {
    await workbench.runCommand("Company Feed: Remove Saved Feed");
    await workbench.quickInput.pick("All news");
    await shown(row("Mine", "not followed"), offer());
    await workbench.notifications.press('Removed "All news".', "Undo");
    await shown(row("Mine", "not followed"), row("All news", ""), offer());
    assert.match(await readFile(settingsFile, "utf8"), /"Exits"/);
  });

  it("are removed as far as possible, and Undo brings back what was removed", async () => {
    const offered = workbench.treeRow("Feeds", `${folderName()}: Exits`);
    // A panel that opens later closes a menu.
    const frame = await workbench.newFeedFrame(() => workbench.treeRow("Feeds", "Mine").click());
    await frame.locator("[data-event-id]").first().waitFor();
    await offered.click({ modifiers: ["Control"] });
    const original = await readFile(settingsFile, "utf8");
    // VS Code does not write to a settings file with syntax errors.
    await writeFile(settingsFile, `${original}{{`);
    await offered.click({ button: "right" });
    await workbench.page.getByRole("menuitem", { name: "Remove Saved Feed" }).hover();
    // VS Code ignores clicks in the first 100 ms.
    await workbench.page.keyboard.press("Enter");
    await workbench.notifications.shown(/couldn't write settings\.json/);
    await shown(row("All news", ""), offer());
    await workbench.notifications.press('Removed "Mine".', "Undo");
    await shown(row("Mine", "not followed"), row("All news", ""), offer());
    await writeFile(settingsFile, original);
  });

  it("have companies that are imported from the clipboard, which can be undone", async () => {
    const { quickInput, notifications } = workbench;
    // Only a page with the focus may write to the clipboard.
    await workbench.page.locator(".part.sidebar .title-label").first().click();
    await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), `\ufeff${list}`);
    await workbench.runCommand("Company Feed: Import Companies into Saved Feed…");
    await quickInput.pick("Mine");
    await companiesAre("novagrid.example", "helio.example");
    await notifications.press('Added 2 companies to "Mine". 2 lines were skipped.', "Undo");
    await companiesAre();
  });

  async function companiesAre(...expected: readonly string[]): Promise<void> {
    const { quickInput } = workbench;
    const giveUpAt = Date.now() + 60_000;
    let shown: string;
    // The settings are written a moment after Undo was pressed.
    do {
      await workbench.runCommand("Company Feed: Edit Saved Feed…");
      await quickInput.pick("Mine");
      await quickInput.pick("Companies");
      await quickInput.shown("separated by commas");
      shown = await quickInput.value();
      await quickInput.cancel();
    } while (shown !== expected.join(", ") && Date.now() < giveUpAt);
    assert.equal(shown, expected.join(", "));
  }
});

describe("A saved feed in two windows", () => {
  const startMs = Date.now();
  const service = new LiveService(new FakeClock(startMs));
  let backend: SampleBackend;
  let one: Workbench;
  let two: Workbench;

  before(async () => {
    service.put(event("evt_old", startMs - 60_000));
    backend = await SampleBackend.start(undefined, () => Date.now(), service.source());
    one = await Workbench.openConnected(backend, {
      settings: { [setting]: [{ name: "News" }], "companyFeed.feed.pollInterval": 5 },
    });
  });

  after(async () => {
    backend.stop();
    await one.close();
  });

  function newsShown(window: Workbench, description: string): Promise<void> {
    const item = { label: "News", description, level: 1, expanded: undefined };
    return window.rowsShown("Feeds", [
      { label: "All events", description: "", level: 1, expanded: undefined },
      item,
    ]);
  }

  it("is followed in one and shown in the other", async () => {
    await newsShown(one, "not followed");
    await one.runCommand("Company Feed: Follow or Unfollow Saved Feed");
    await one.quickInput.pick("News");
    await one.quickInput.pick("Acme");
    await newsShown(one, "");
    two = await one.openWindow();
    await two.openContainer("Company Feed");
    await newsShown(two, "");
  });

  it("has the same unread events in both, and is read in both", async () => {
    // What live updates of its panel read counts as a check, and these are more frequent.
    await one.treeRow("Feeds", "News").click();
    const frame = await one.feedFrame();
    await frame.locator('[data-event-id="evt_old"]').waitFor();
    service.put(event("evt_1", Date.now()));
    service.put(event("evt_2", Date.now()));
    await newsShown(one, "2 new");
    await newsShown(two, "2 new");
    await two.runCommand("Company Feed: Mark All Saved Feeds as Read");
    await newsShown(two, "");
    await newsShown(one, "");
  });
});
