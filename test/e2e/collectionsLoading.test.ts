import assert from "node:assert/strict";
import type { SampleResponse } from "../../src/sample/http";
import { answer, SampleBackend } from "../support/services/sampleBackend";
import { Workbench } from "../support/vscode/workbench";

describe("Find Collection while pages are loading", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open({
      // By default, tests keep quick picks open that lose the focus.
      settings: { "workbench.quickOpen.closeOnFocusLost": true, "companyFeed.collections.pageSize": 10 },
    });
    await workbench.connect(backend, "Acme");
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  it("stays open and focused even though a tree item had the focus", async () => {
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
    await quickInput.cancel();
  });
});

describe("Find Collection with better matches on later pages", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open({ settings: { "companyFeed.collections.pageSize": 10 } });
    await workbench.connect(backend, "Acme");
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  it("keeps the focused collection when better matches are loaded", async () => {
    const { page, quickInput } = workbench;
    let isLoadable = false;
    backend.intercept = ({ target }) => {
      const offset = Number(/\/collections\?.*offset=(\d+)/.exec(target)?.[1] ?? NaN);
      if (Number.isNaN(offset)) {
        return undefined;
      }
      return offset === 0 || isLoadable ? answer(200, ledgers(offset)) : unavailable("6");
    };
    await workbench.runCommand("Company Feed: Refresh Collections");
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
});

describe("Collections of an unavailable service", () => {
  let backend: SampleBackend;
  let workbench: Workbench;

  before(async () => {
    backend = await SampleBackend.start();
    workbench = await Workbench.open();
    await workbench.connect(backend, "Acme");
  });

  after(async () => {
    backend.stop();
    await workbench.close();
  });

  it("say why they wait and count down in a message, 170 px wide", async () => {
    const { page, quickInput } = workbench;
    const sidebar = page.locator(".part.sidebar");
    const { x, y, width } = (await sidebar.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.mouse.move(x + width, y + 300);
    await page.mouse.down();
    // 170 px is VS Code's minimum; dragging further hides the sidebar.
    await page.mouse.move(x + 150, y + 300, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(
      () => Math.round(document.querySelector(".part.sidebar")?.getBoundingClientRect().width ?? 0) === 170,
    );

    // Lets the validation of the connection pass.
    backend.intercept = ({ target }) => (target.includes("limit=100") ? unavailable("5") : undefined);
    await workbench.runCommand("Company Feed: Connect…");
    await quickInput.answer("Base URL", backend.baseUrl);
    await quickInput.answer("API key", backend.key);
    await quickInput.answer("Organization ID", "");
    await quickInput.answer("Connection name", "Slow");
    await sidebar.getByText(/\(503\).*Down for maintenance.*Retrying in \d s\./).waitFor();
    await workbench.screenshot("collections-waiting");
    // The attempts of the request are over; the next one starts later.
    await sidebar.getByText(/\(503\).*Down for maintenance.*Retrying in [1-9]\d s\./).waitFor();
    await workbench.screenshot("collections-unavailable");
    backend.intercept = undefined;
    await workbench.runCommand("Company Feed: Refresh Collections");
    await workbench.collections().first().waitFor();
    await sidebar.getByText(/Retrying/).waitFor({ state: "hidden" });
  });
});

/** A page of twenty collections, the best matches of "ledger" last. The first one matches only "ledge". */
function ledgers(offset: number): Record<string, unknown> {
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
  }));
  return { collections: collections.slice(offset, offset + 10), total_count: 20, limit: 10, offset };
}

function unavailable(retryAfter: string): SampleResponse {
  const { status, headers, body } = answer(503, { detail: "Down for maintenance" });
  return { status, headers: { ...headers, "retry-after": retryAfter }, body };
}
