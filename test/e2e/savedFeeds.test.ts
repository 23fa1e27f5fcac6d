import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { FakeClock } from "../support/fakes/fakeClock";
import { event } from "../support/services/listSource";
import { LiveService } from "../support/services/liveService";
import { SampleBackend } from "../support/services/sampleBackend";
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

/** The tests depend on their order: each continues where the previous one ended. */
describe("Saved feeds", () => {
  const startMs = Date.now();
  const service = new LiveService(new FakeClock(startMs));
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
    service.put(event("evt_old", startMs - 60_000));
    backend = await SampleBackend.start(undefined, () => Date.now(), service.source());
    workbench = await Workbench.openConnected(backend, {
      folder,
      settings: { [setting]: [{ name: "Mine", alert: "toast" }], "companyFeed.feed.pollInterval": 5 },
    });
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
  const offer = () => row("Exits", `Follow · ${folderName()}`);
  const invalid = () => row("Typo", "Entry 2: minAmount must be an amount in USD.");
  const shown = (...rows: TreeRow[]) =>
    workbench.rowsShown("Feeds", [row("All events", ""), ...rows, invalid()]);

  it("of the workspace are listed below the user's own, and need no requests or storage until followed", async () => {
    await shown(row("Mine", "not followed"), offer());
    assert.deepEqual(backend.requestsOf("readFeed"), []);
    const files = await readdir(workbench.server.home, { recursive: true });
    assert.ok(!files.some((file) => path.basename(file) === "savedFeeds"));
    await workbench.runCommand("Company Feed: Follow or Unfollow Saved Feed");
    await workbench.quickInput.pick("Exits");
    await workbench.quickInput.shown('Follow "Exits"');
    await workbench.quickInput.pick("Acme");
    await shown(row("Mine", "not followed"), row("Exits", folderName()));
    await workbench.runCommand("Company Feed: Follow or Unfollow Saved Feed");
    await workbench.quickInput.pick("Exits");
    await shown(row("Mine", "not followed"), offer());
  });

  it("are saved from the last focused panel, whose title follows their name", async () => {
    await workbench.runCommand("Company Feed: Open Event Feed");
    await workbench.feedFrame();
    await workbench.runCommand("Company Feed: Save This Feed…");
    await workbench.quickInput.shown("Enter a name");
    await workbench.quickInput.valueIs("All events · Last 7 days");
    await workbench.quickInput.type("Mine");
    await workbench.quickInput.accept();
    await workbench.quickInput.refused('A saved feed named "Mine" already exists.');
    await workbench.quickInput.type("News");
    await workbench.quickInput.accept();
    await shown(row("Mine", "not followed"), row("News", ""), offer());
    await workbench.page.locator(".tabs-container .tab", { hasText: "News" }).waitFor();
    await workbench.runCommand("Company Feed: Edit Saved Feed…");
    await workbench.quickInput.shown("News");
    // The feed of the focused panel comes first.
    await workbench.quickInput.accept();
    await workbench.quickInput.pick("Name");
    await workbench.quickInput.shown("Enter a name");
    await workbench.quickInput.type("All news");
    await workbench.quickInput.accept();
    await shown(row("Mine", "not followed"), row("All news", ""), offer());
    await workbench.page.locator(".tabs-container .tab", { hasText: "All news" }).waitFor();
  });

  it("are restored by Undo after they were removed, and still followed", async () => {
    await workbench.runCommand("Company Feed: Remove Saved Feed");
    await workbench.quickInput.pick("All news");
    await shown(row("Mine", "not followed"), offer());
    await workbench.notifications.press('Removed "All news".', "Undo");
    await shown(row("Mine", "not followed"), row("All news", ""), offer());
    assert.match(await readFile(settingsFile, "utf8"), /"Exits"/);
  });

  it("have companies that can be imported from the clipboard, and edited", async () => {
    const { quickInput, notifications } = workbench;
    // A page needs the focus to write to the clipboard.
    await workbench.page.locator(".part.sidebar .title-label").first().click();
    await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), `\ufeff${list}`);
    await workbench.runCommand("Company Feed: Import Companies into Saved Feed…");
    await quickInput.pick("All news");
    await notifications.shown('Added 2 companies to "All news". 2 lines were skipped.');
    await workbench.runCommand("Company Feed: Export Events…");
    // The service can't filter by company.
    await quickInput.shown("All companies");
    await quickInput.cancel();
    await workbench.runCommand("Company Feed: Edit Saved Feed…");
    await quickInput.pick("All news");
    await quickInput.pick("Companies");
    await quickInput.shown("separated by commas");
    await quickInput.valueIs("novagrid.example, helio.example");
    await quickInput.type("");
    await quickInput.accept();
  });

  it("have the same unread events in two windows, but one notification", async () => {
    const notFollowed = [row("All events", ""), row("Mine", "not followed"), row("All news", "")];
    const counted = (count: string) => [row("All events", ""), row("Mine", count), row("All news", count)];
    const other = await workbench.openWindow();
    await other.openContainer("Company Feed");
    await other.rowsShown("Feeds", notFollowed);
    await workbench.page.bringToFront();
    await workbench.runCommand("Company Feed: Follow or Unfollow Saved Feed");
    await workbench.quickInput.pick("Mine");
    await workbench.quickInput.pick("Acme");
    await other.rowsShown("Feeds", counted(""));
    // Open its panel, whose more frequent live updates count as checks.
    const frame = await workbench.newFeedFrame(() => workbench.treeRow("Feeds", "Mine").click());
    await frame.locator('[data-event-id="evt_old"]').waitFor();
    const told = Promise.any(
      [workbench, other].map(({ notifications }) => notifications.notification("Mine: ").waitFor()),
    );
    service.put(event("evt_1", Date.now()));
    service.put(event("evt_2", Date.now()));
    await workbench.rowsShown("Feeds", counted("2 new"));
    await other.rowsShown("Feeds", counted("2 new"));
    await told;
    await other.runCommand("Company Feed: Mark All Saved Feeds as Read");
    await other.rowsShown("Feeds", counted(""));
    await workbench.rowsShown("Feeds", counted(""));
  });
});
