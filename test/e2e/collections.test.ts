import assert from "node:assert/strict";
import { SampleData } from "../../src/sample/sampleData";
import { becomes } from "../support/page/waiting";
import { answer, operationOf, SampleBackend } from "../support/services/sampleBackend";
import { Workbench } from "../support/vscode/workbench";

const pageSize = 10;

/** The tests depend on their order: each continues where the previous one ended. */
describe("Collections", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.openConnected(backend, {
      settings: {
        "companyFeed.collections.pageSize": pageSize,
        // By default, tests keep quick picks open that lose the focus.
        "workbench.quickOpen.closeOnFocusLost": true,
      },
      // Two pages of documents fit below the saved feeds.
      viewport: { width: 1280, height: 1000 },
    });
    await workbench.collections().first().waitFor();
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
  const offsets = () =>
    backend
      .requestsOf("listDocuments")
      .map(({ target }) => Number(new URL(target, backend.baseUrl).searchParams.get("offset")));

  /** Expands the smallest listed collection with several pages of documents. @returns their number */
  async function openCollection(): Promise<number> {
    const several = new SampleData()
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

  it("have documents that load when their row is expanded", async () => {
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
  });

  it("have documents that open as JSON with one request, with the focus kept in the tree", async () => {
    const label = await documents().first().locator(".label-name").innerText();
    await documents().first().click();
    const text = workbench.page.locator(".monaco-editor .view-lines").first();
    await text.filter({ hasText: "metadata" }).waitFor();
    assert.equal(backend.requestsOf("readDocument").length, 1);
    const tab = workbench.page.locator(".tabs-container .tab");
    assert.equal(await tab.getAttribute("data-resource-name"), `${label.replace(/\.json$/, "")}.json`);
    await tree().locator('[role="treeitem"].focused[aria-level="3"]').waitFor();
  });

  it("have documents whose IDs can be copied together", async () => {
    const { page } = workbench;
    await documents()
      .nth(1)
      .click({ modifiers: ["Control"] });
    await documents()
      .nth(2)
      .click({ modifiers: ["Control"] });
    await documents().nth(2).hover();
    const copied = await workbench.copied(() =>
      workbench.announced("Copied 3 document IDs", () =>
        documents().nth(2).getByRole("button", { name: "Copy Document ID" }).click(),
      ),
    );
    const ids = copied.split("\n");
    assert.equal(new Set(ids).size, 3);
    assert.ok(ids.every((id) => id.startsWith("file_")));
    assert.equal(backend.requestsOf("readDocument").length, 1);
    await page.keyboard.press("Escape");
  });

  it("have documents that load more below the existing rows", async () => {
    const labels = async () =>
      (await workbench.treeRows("Collections")).filter(({ level }) => level === 3).map(({ label }) => label);
    const firstPage = (await labels()).slice(0, pageSize);
    await loadMore()
      .filter({ hasText: `${pageSize} of` })
      .click();
    await loadMore()
      .filter({ hasText: `${2 * pageSize} of` })
      .waitFor();
    // The first new row gets the focus.
    const focused = tree().locator('[role="treeitem"].focused');
    await focused.and(documents().nth(pageSize)).waitFor();
    const both = await labels();
    assert.deepEqual(both.slice(0, pageSize), firstPage);
    assert.equal(both.length, 2 * pageSize + 1);
    assert.ok(offsets().includes(pageSize));
  });

  it("have documents that can be found before they are loaded, and are then selected", async () => {
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Find Document…");
    await quickInput.shown("Find Document");
    await quickInput.type("patent claim");
    await quickInput.widget
      .locator(".monaco-list-row.focused")
      .filter({ hasText: /patent.claim/i })
      .waitFor();
    await quickInput.accept();
    await quickInput.hidden();
    const selected = tree().locator('[role="treeitem"][aria-selected="true"][aria-level="3"]');
    await selected.filter({ hasText: /patent.claim/i }).waitFor();
  });

  it("have documents that are reloaded for a search if they were hidden during a refresh", async () => {
    const { page, quickInput } = workbench;
    // Go to the row "Documents", collapse it, go to its collection, and select that.
    for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter"]) {
      await tree().press(key);
    }
    await documents().first().waitFor({ state: "detached" });
    const [asked, read] = [backend.requests.length, offsets().length];
    await workbench.runCommand("Company Feed: Refresh Collections");
    await backend.requested((request) => operationOf(request) === "listCollections", asked);
    await workbench.runCommand("Company Feed: Find Document…");
    await quickInput.shown(/^Find Document \(/);
    assert.equal(offsets()[read], 0);
    await page.keyboard.press("Escape");
    await quickInput.hidden();
  });

  it("can be found while pages are loading, in an input that keeps the focus", async () => {
    const { page, quickInput } = workbench;
    await workbench.collections().first().click();
    await workbench.runCommand("Company Feed: Find Collection…");
    await quickInput.shown("Find Collection");
    await page.keyboard.type("sandbox");
    // All pages are loaded and shown in the tree.
    await quickInput.shown(/2,314\)/);
    await page
      .locator('.pane-header[aria-label*="2,314"]:not([aria-label*="of 2,314"])')
      .waitFor({ state: "attached" });
    await page.keyboard.type(" patent");
    await quickInput.valueIs("sandbox patent");
    await quickInput.widget.locator(".monaco-list-row.focused").filter({ hasText: "patent" }).waitFor();
    await quickInput.accept();
    await quickInput.hidden();
    const selected = tree().locator('[role="treeitem"][aria-selected="true"]');
    await selected.filter({ hasText: "patent" }).waitFor();
  });

  it("are reloaded by Retry after a failed refresh", async () => {
    const { page, quickInput } = workbench;
    const failure = page.getByText("Not now.").first();
    backend.intercept = (request) =>
      operationOf(request) === "listCollections" ? answer(400, { detail: "Not now." }) : undefined;
    await workbench.runCommand("Company Feed: Refresh Collections");
    await failure.waitFor();
    backend.intercept = undefined;
    await workbench.runCommand("Company Feed: Find Collection…");
    await quickInput.shown("Find Collection");
    await quickInput.type("no such collection");
    await quickInput.widget.locator(".monaco-list-row.focused").filter({ hasText: "Retry" }).waitFor();
    await quickInput.accept();
    await failure.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await quickInput.hidden();
  });

  it("open as read-only JSON, and can be grouped and sorted", async () => {
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Open Collection as JSON");
    const text = workbench.page.locator(".monaco-editor .view-lines").first();
    await text.filter({ hasText: "collection_id" }).click();
    await workbench.page.keyboard.press("x");
    await workbench.page.getByText("Editor is read-only").first().waitFor();
    for (const choice of ["By environment", "Documents, most first"]) {
      await workbench.runCommand("Company Feed: Group and Sort Collections…");
      await quickInput.shown("Group and Sort");
      await quickInput.pick(choice);
      await quickInput.hidden();
    }
    const largest = new SampleData()
      .collections()
      .filter(({ environment }) => environment === "development")
      .map(({ database_name, document_count, file_count }) => ({
        label: String(database_name),
        count: Number(document_count ?? file_count),
      }))
      .sort((a, b) => b.count - a.count);
    await tree().focus();
    await workbench.page.keyboard.press("Home");
    const labels = largest.slice(0, 3).map(({ label }) => label);
    await becomes(
      async () => (await workbench.treeRows("Collections")).slice(0, 4).map(({ label }) => label),
      ["development", ...labels],
    );
  });
});
