import assert from "node:assert/strict";
import type { SampleResponse } from "../../src/sample/http";
import { answer, notOffering, SampleBackend } from "../support/services/sampleBackend";
import { operationOf } from "../support/services/operations";
import { Workbench } from "../support/vscode/workbench";

const pageSize = 10;

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
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
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

  it("have documents, which load when they are opened, not before, and show type and chunks", async () => {
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

  it("have documents that open as JSON with one request, and keep the focus in the tree", async () => {
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

  it("have documents: copy the IDs of all that are selected", async () => {
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

  it("have documents that load more below what is there, and stay as they are after a refresh", async () => {
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

  it("have documents that are found although they are not loaded, and selected in the tree", async () => {
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

  it("have documents that show why they could not be loaded, and load with Refresh", async () => {
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

  it("are found although their pages are still loading, in an input that keeps the focus", async () => {
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
    assert.equal(await quickInput.value(), "sandbox patent");
    await quickInput.widget.locator(".monaco-list-row.focused").filter({ hasText: "patent" }).waitFor();
    await workbench.screenshot("collections-find");
    await quickInput.accept();
    await quickInput.hidden();
    const selected = tree().locator('[role="treeitem"][aria-selected="true"]');
    await selected.filter({ hasText: "patent" }).waitFor();
  });

  it("are opened as read-only documents, grouped and sorted, also after a reload", async () => {
    const { quickInput } = workbench;
    await workbench.runCommand("Company Feed: Open Collection as JSON");
    const text = workbench.page.locator(".monaco-editor .view-lines").first();
    await text.filter({ hasText: "collection_id" }).waitFor();
    const tabs = await workbench.editorTabs();
    for (const choice of ["By environment", "Documents, most first"]) {
      await workbench.runCommand("Company Feed: Group and Sort Collections…");
      await quickInput.shown("Group and Sort");
      await quickInput.pick(choice);
      await quickInput.hidden();
    }
    await row("development").waitFor();
    await workbench.reloadWindow();
    await text.filter({ hasText: "collection_id" }).waitFor();
    assert.deepEqual(await workbench.editorTabs(), tabs);
    const description =
      "Only loaded collections are grouped and sorted. To include the rest, run Load All Collections.";
    await workbench.page.getByText(description).waitFor();
    await row("development").waitFor();
    await workbench.screenshot("collections-grouped");
  });
});

describe("Collections of a service that offers nothing else, and is down at times", () => {
  let backend: SampleBackend;
  let workbench: Workbench;
  let isLoadable = false;
  let documentCount = 0;

  before(async () => {
    backend = await SampleBackend.start();
    backend.intercept = ({ target }) => {
      const offset = Number(/\/collections\?.*offset=(\d+)/.exec(target)?.[1] ?? NaN);
      if (Number.isNaN(offset)) {
        return undefined;
      }
      return offset === 0 || isLoadable ? answer(200, ledgers(offset, documentCount)) : unavailable("6");
    };
    const settings = { "companyFeed.collections.pageSize": pageSize };
    workbench = await Workbench.openConnected(backend, { settings });
    await workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  it("keep the focus of Find Collection when better matches are loaded", async () => {
    const { page, quickInput } = workbench;
    await workbench.treeRow("Collections", "old-ledger-0").waitFor();
    await workbench.runCommand("Company Feed: Find Collection…");
    await quickInput.shown("Find Collection");
    await page.keyboard.type("ledger");
    const focused = (label: string) =>
      quickInput.widget.locator(".monaco-list-row.focused").filter({ hasText: label }).waitFor();
    // Until then, the rows of another query would take the place of these, with the first one active.
    await quickInput.row("ledge-0").waitFor({ state: "detached" });
    await focused("old-ledger-0");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await focused("old-ledger-2");
    isLoadable = true;
    await quickInput.shown(/Find Collection \(20\)/);
    await quickInput.row("ledger-0").waitFor({ state: "attached" });
    await focused("old-ledger-2");
    await quickInput.accept();
    await quickInput.hidden();
    await workbench
      .tree("Collections")
      .locator('[role="treeitem"][aria-selected="true"]')
      .filter({ hasText: "old-ledger-2" })
      .waitFor();
  });
  it("have no documents where the service has none, which is said beside their row", async () => {
    const { quickInput } = workbench;
    const listed = backend.intercept;
    const missing = notOffering(405);
    backend.intercept = (request) => missing(request) ?? listed?.(request);
    await workbench.treeRow("Collections", "old-ledger-2").click();
    const documents = workbench.treeRow("Collections", "Documents");
    await documents.click();
    await documents.filter({ hasText: "not offered" }).waitFor();
    await workbench.treeRow("Collections", "Collection ID").waitFor();
    await workbench.screenshot("documents-not-offered");
    assert.deepEqual(await workbench.notifications.texts(), []);
    await workbench.runCommand("Company Feed: Find Document…");
    await quickInput.shown("Find Document");
    await quickInput.shown("Retry");
    await quickInput.cancel();
  });

  it("show their fields when they are expanded, and stay expanded and selected after a refresh", async () => {
    const row = (label: string) => workbench.treeRow("Collections", label);
    await row("Collection ID").hover();
    await workbench.announced("Copied value of Collection ID", () =>
      row("Collection ID").getByRole("button", { name: "Copy Value" }).click(),
    );
    const copied = await workbench.page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, "col_old-ledger-2");
    documentCount = 7;
    await workbench.runCommand("Company Feed: Refresh Collections");
    await row("old-ledger-2").filter({ hasText: "7" }).waitFor();
    assert.equal(await row("old-ledger-2").getAttribute("aria-expanded"), "true");
    assert.equal(await row("Documents").getAttribute("aria-selected"), "true");
  });
});

/** A page of twenty collections, the best matches of "ledger" last. The first one matches only "ledge". */
function ledgers(offset: number, document_count: number): Record<string, unknown> {
  const names = [
    "ledge-0",
    ...["old-ledger", "ledger"].flatMap((name) =>
      Array.from({ length: 10 }, (_, index) => `${name}-${index}`),
    ),
  ].slice(0, 20);
  const collections = names.map((name) => ({
    collection_id: `col_${name}`,
    collection_name: name,
    database_name: name,
    environment: "staging",
    document_count,
  }));
  return { collections: collections.slice(offset, offset + 10), total_count: 20, limit: 10, offset };
}

function unavailable(retryAfter: string): SampleResponse {
  const { status, headers, body } = answer(503, { detail: "Down for maintenance" });
  return { status, headers: { ...headers, "retry-after": retryAfter }, body };
}
