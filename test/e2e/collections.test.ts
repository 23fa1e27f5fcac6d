import assert from "node:assert/strict";
import { answer, SampleBackend } from "../support/services/sampleBackend";
import { type TreeRow, Workbench } from "../support/vscode/workbench";

const settings = (baseUrl: string) => ({
  "companyFeed.connections": [{ name: "Acme", baseUrl }],
});

describe("Collections", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open({ settings: settings(backend.baseUrl) });
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await workbench.runCommand("Company Feed: Connect to Sample Service");
    await workbench.collections().first().waitFor();
    // It takes the focus before it has rows.
    const feed = await workbench.feedFrame();
    await feed.locator("[data-event-id]").first().waitFor();
  });

  afterEach(() => {
    backend.intercept = undefined;
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  const row = (label: string) => workbench.treeRow("Collections", label);
  const press = (key: string) => workbench.page.keyboard.press(key);

  /** Waits for `text` in the view's description, which is in the container's title if there is only one view. */
  async function described(text: string): Promise<void> {
    await workbench.page.locator(`.pane-header[aria-label*="${text}"]`).waitFor({ state: "attached" });
  }

  async function shownCollections(): Promise<TreeRow[]> {
    return (await workbench.treeRows("Collections")).filter(({ expanded }) => expanded !== undefined);
  }

  async function firstLabel(): Promise<string> {
    const [first] = await shownCollections();
    assert.ok(first);
    return first.label;
  }

  it("shows the fields of an expanded collection", async () => {
    await described("100 of 2,314");
    const label = await firstLabel();
    await row(label).first().click();
    await press("ArrowRight");
    await row("Collection ID").waitFor();
    const [, id = ""] = /(col_\w+)/.exec(await row("Collection ID").innerText()) ?? [];
    assert.notEqual(id, "");
    await row("Collection ID").hover();
    await workbench.announced("Copied value of Collection ID", () =>
      row("Collection ID").getByRole("button", { name: "Copy Value" }).click(),
    );
    assert.equal(await workbench.page.evaluate(() => navigator.clipboard.readText()), id);
    await workbench.screenshot("collections-fields");
    await row(label).first().click();
    await press("ArrowLeft");
  });

  it("opens the event feed from the first row of Feeds", async () => {
    const [first] = await workbench.treeRows("Feeds");
    assert.deepEqual(first, { label: "All events", description: "", level: 1, expanded: undefined });
    await workbench.treeRow("Feeds", "All events").click();
    const frame = await workbench.feedFrame();
    await frame.locator("[data-event-id]").first().waitFor();
    await workbench.screenshot("collections-event-feed");
    await workbench.runCommand("View: Close All Editors");
  });

  it("finds and selects a collection that is not loaded yet", async () => {
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Find Collection…");
    await quickInput.shown("Find Collection");
    await quickInput.type("sandbox patent");
    await quickInput.shown(/2,314\)/);
    await quickInput.widget.locator(".monaco-list-row.focused").filter({ hasText: "patent" }).waitFor();
    await workbench.screenshot("collections-find");
    await quickInput.accept();
    await quickInput.hidden();
    const selected = workbench.tree("Collections").locator('[role="treeitem"][aria-selected="true"]');
    await selected.filter({ hasText: "patent" }).waitFor();
    await described("2,314");
  });

  it("opens a collection as a read-only document that survives a reload", async () => {
    await workbench.runCommand("Company Feed: Open Collection as JSON");
    const text = workbench.page.locator(".monaco-editor .view-lines").first();
    await text.filter({ hasText: "collection_id" }).waitFor();
    await workbench.screenshot("collections-json");
    const tabs = await workbench.editorTabs();
    await workbench.reloadWindow();
    await text.filter({ hasText: "collection_id" }).waitFor();
    assert.deepEqual(await workbench.editorTabs(), tabs);
  });

  it("groups and sorts collections, also after a reload, and shows if some are not loaded", async () => {
    const { quickInput } = workbench;
    await workbench.collections().first().waitFor();
    for (const choice of ["By environment", "Documents, most first"]) {
      await workbench.runCommand("Company Feed: Group and Sort Collections…");
      await quickInput.shown("Group and Sort");
      await quickInput.pick(choice);
      await quickInput.hidden();
    }
    const description =
      "Only loaded collections are grouped and sorted. To include the rest, run Load All Collections.";
    await workbench.page.getByText(description).waitFor();
    await row("development").waitFor();
    await workbench.screenshot("collections-grouped");
    await workbench.runCommand("Company Feed: Load All Collections");
    await described("2,314");
    await workbench.page.getByText(description).waitFor({ state: "hidden" });
    for (const choice of ["No grouping", "Default order"]) {
      await workbench.runCommand("Company Feed: Group and Sort Collections…");
      await quickInput.pick(choice);
      await quickInput.hidden();
    }
    await row("development").waitFor({ state: "hidden" });
  });

  it("offers actions when the key is missing or there are no collections", async () => {
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Switch Connection…");
    await quickInput.pick("Acme");
    const view = workbench.page.locator(".pane-body").filter({ hasText: "No usable API key" });
    await view.getByRole("button", { name: "Set API Key…" }).waitFor();
    await workbench.screenshot("collections-no-key");
    backend.intercept = ({ target }) =>
      target.startsWith("/v2/collections")
        ? answer(200, { collections: [], total_count: 0, limit: 100, offset: 0 })
        : undefined;
    await view.getByRole("button", { name: "Set API Key…" }).click();
    await quickInput.answer("API key", backend.key);
    await workbench.page.getByText("No collections found.").waitFor();
    await workbench.screenshot("collections-none");
  });

  it("keeps a collection expanded and selected after a refresh", async () => {
    await workbench.runCommand("Company Feed: Refresh Collections");
    await workbench.collections().first().waitFor();
    const label = await firstLabel();
    await row(label).first().click();
    await press("ArrowRight");
    await row("Collection ID").waitFor();
    const first = { ...backend.collections()[0], document_count: 7 };
    backend.intercept = ({ target }) =>
      target.startsWith("/v2/collections")
        ? answer(200, { collections: [first], total_count: 1, limit: 100, offset: 0 })
        : undefined;
    await workbench.runCommand("Company Feed: Refresh Collections");
    await workbench.tree("Collections").getByRole("treeitem", { name: "7 documents" }).waitFor();
    const [shown] = await shownCollections();
    assert.equal(shown?.label, label);
    await workbench.screenshot("collections-refreshed");
    assert.equal(shown.expanded, true);
    assert.equal(await row(label).first().getAttribute("aria-selected"), "true");
  });
});
