import assert from "node:assert/strict";
import { answer, notOffering, SampleBackend } from "../support/services/sampleBackend";
import { operationOf } from "../support/services/operations";
import { Workbench } from "../support/vscode/workbench";

const pageSize = 10;

describe("Documents of a collection", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open({
      settings: { "companyFeed.collections.pageSize": pageSize },
      // Two pages of documents fit below the saved feeds.
      viewport: { width: 1280, height: 1000 },
    });
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await workbench.connect(backend, "Acme");
    await workbench.collections().first().waitFor();
  });

  afterEach(() => {
    backend.intercept = undefined;
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  const tree = () => workbench.tree("Collections");
  const row = (label: string) => workbench.treeRow("Collections", label);
  const inside = () => tree().locator('[role="treeitem"][aria-level="3"]');
  const documents = () => inside().filter({ hasNotText: "Load more" });
  const loadMore = () => inside().filter({ hasText: "Load more" });
  const clipboard = () => workbench.page.evaluate(() => navigator.clipboard.readText());
  const offsets = () =>
    backend
      .requestsOf("listDocuments")
      .map(({ target }) => Number(new URL(target, backend.baseUrl).searchParams.get("offset")));

  /** Opens the smallest collection of the first page that has several pages of documents. @returns its number of documents */
  async function openCollection(): Promise<number> {
    const several = backend
      .collections()
      .slice(0, pageSize)
      .map(({ database_name, document_count }) => ({
        name: String(database_name),
        count: Number(document_count),
      }))
      .filter(({ count }) => count > 3 * pageSize)
      .sort((a, b) => a.count - b.count);
    const [{ name, count } = { name: "", count: 0 }] = several;
    await row(name).first().click();
    await row("Documents").waitFor();
    return count;
  }

  it("load when they are opened, not before, and show type and chunks", async () => {
    const count = await openCollection();
    assert.deepEqual(offsets(), []);
    const name = `Documents, ${count.toLocaleString("en-US")}`;
    assert.equal(await row("Documents").getAttribute("aria-label"), name);
    await row("Documents").click();
    await documents().first().waitFor();
    assert.deepEqual(offsets(), [0]);
    const [first] = (await workbench.treeRows("Collections")).filter(({ level }) => level === 3);
    assert.match(first?.label ?? "", /\.\w+$/);
    await documents().filter({ hasText: "chunks" }).first().waitFor();
    await workbench.screenshot("documents");
  });

  it("open as JSON with one request, and keep the focus in the tree", async () => {
    const label = await documents().first().locator(".label-name").innerText();
    await documents().first().click();
    const text = workbench.page.locator(".monaco-editor .view-lines").first();
    await text.filter({ hasText: "metadata" }).waitFor();
    assert.equal(backend.requestsOf("readDocument").length, 1);
    const tab = workbench.page.locator(".tabs-container .tab");
    assert.equal(await tab.getAttribute("data-resource-name"), `${label.replace(/\.json$/, "")}.json`);
    await tree().locator('[role="treeitem"].focused[aria-level="3"]').waitFor();
    await workbench.screenshot("documents-json");
  });

  it("copy the IDs of all that are selected", async () => {
    const { page } = workbench;
    await documents()
      .nth(1)
      .click({ modifiers: ["Control"] });
    await documents()
      .nth(2)
      .click({ modifiers: ["Control"] });
    await documents().nth(2).hover();
    await workbench.announced("Copied 3 document IDs", () =>
      documents().nth(2).getByRole("button", { name: "Copy Document ID" }).click(),
    );
    const ids = (await clipboard()).split("\n");
    assert.equal(new Set(ids).size, 3);
    assert.ok(ids.every((id) => id.startsWith("file_")));
    assert.equal(backend.requestsOf("readDocument").length, 1);
    await page.keyboard.press("Escape");
  });

  it("load more below what is there, and stay as they are after a refresh", async () => {
    const labels = async () =>
      (await workbench.treeRows("Collections")).filter(({ level }) => level === 3).map(({ label }) => label);
    const firstPage = (await labels()).slice(0, pageSize);
    await loadMore()
      .filter({ hasText: `${pageSize} of` })
      .click();
    await loadMore()
      .filter({ hasText: `${2 * pageSize} of` })
      .waitFor();
    // The first new one is the next to be read.
    const focused = tree().locator('[role="treeitem"].focused');
    await focused.and(documents().nth(pageSize)).waitFor();
    const both = await labels();
    assert.deepEqual(both.slice(0, pageSize), firstPage);
    assert.equal(both.length, 2 * pageSize + 1);
    assert.ok(offsets().includes(pageSize));
    const since = backend.requests.length;
    await workbench.runCommand("Company Feed: Refresh Collections");
    await backend.requested((request) => operationOf(request) === "listDocuments", since);
    await workbench.runCommand("Company Feed: Refresh Collections");
    assert.deepEqual(await labels(), both);
  });

  it("are found although they are not loaded, and selected in the tree", async () => {
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Find Document…");
    await quickInput.shown("Find Document");
    await quickInput.type("patent claim");
    await quickInput.widget
      .locator(".monaco-list-row.focused")
      .filter({ hasText: /patent.claim/i })
      .waitFor();
    await workbench.screenshot("documents-find");
    await quickInput.accept();
    await quickInput.hidden();
    const selected = tree().locator('[role="treeitem"][aria-selected="true"][aria-level="3"]');
    await selected.filter({ hasText: /patent.claim/i }).waitFor();
  });

  it("show why they could not be loaded, and load with Refresh", async () => {
    backend.intercept = ({ target }) =>
      target.includes("/documents?") ? answer(500, { detail: "Out of order" }) : undefined;
    await workbench.runCommand("Company Feed: Refresh Collections");
    const message = workbench.page.locator(".part.sidebar").getByText(/Documents of .*Out of order/);
    await message.waitFor();
    await workbench.screenshot("documents-unavailable");
    assert.equal(await workbench.notifications.texts().then((texts) => texts.length), 0);
    backend.intercept = undefined;
    await workbench.runCommand("Company Feed: Refresh Collections");
    await message.waitFor({ state: "hidden" });
    await documents().first().waitFor();
  });
});

describe("Documents of a service without documents", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open({ settings: { "companyFeed.collections.pageSize": pageSize } });
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  it("are said beside their row, and collections are read as before", async () => {
    backend.intercept = notOffering(405);
    await workbench.connect(backend, "Acme");
    const collections = workbench.collections();
    await collections.nth(pageSize - 1).waitFor();
    const rows = await workbench.treeRows("Collections");
    await collections.first().click();
    const documents = workbench.treeRow("Collections", "Documents");
    await documents.click();
    await documents.filter({ hasText: "not offered" }).waitFor();
    await workbench.treeRow("Collections", "Collection ID").waitFor();
    await workbench.screenshot("documents-not-offered");
    backend.intercept = notOffering(404);
    await workbench.runCommand("Company Feed: Refresh Collections");
    await documents.click();
    await documents.filter({ hasText: "none, or not offered" }).waitFor();
    await collections.first().click();
    await documents.waitFor({ state: "hidden" });
    assert.deepEqual(
      (await workbench.treeRows("Collections")).map(({ label }) => label),
      rows.map(({ label }) => label),
    );
    assert.deepEqual(await workbench.notifications.texts(), []);
    await workbench.runCommand("Company Feed: Find Document…");
    await workbench.quickInput.shown("Find Document");
    await workbench.quickInput.shown("Retry");
    await workbench.screenshot("documents-find-not-offered");
    await workbench.quickInput.cancel();
  });
});
