import { strict as assert } from "node:assert";
import type { SortOrder } from "../../src/shared/viewQueries";
import { eventRow, type FakePanelHost, manyRows, rowsOf } from "../support/page/fakePanelHost";
import { FeedPages, stateWhen } from "../support/page/feedPage";
import { gridWhen, scrollTo } from "../support/page/gridView";
import { becomes } from "../support/page/waiting";

describe("Sorting", () => {
  const pages = FeedPages.use();

  async function open(state?: unknown) {
    const opened = await pages.open({
      size: { width: 1200, height: 500 },
      prepare: (host) => (host.rows = manyRows(300)),
      ...(state !== undefined && { state }),
    });
    const header = (name: string) => opened.page.getByRole("grid").getByRole("columnheader", { name });
    return { ...opened, header };
  }

  /** Answers the `count`th request like the extension: first busy, then sorted rows. @returns the order */
  async function confirmed(host: FakePanelHost, count: number): Promise<SortOrder | undefined> {
    const { view } = await host.heardNth("setView", count);
    await host.setPanel({ view: { ...view, searching: true } });
    host.panel = { ...host.panel, view: { ...view, searching: false } };
    const events = Array.from({ length: 300 }, (_, n) => eventRow(n));
    const byAmount = events.sort((a, b) => (b.amount ?? -1) - (a.amount ?? -1));
    await host.setRows(
      view.sort ? rowsOf(view.sort.descending ? byAmount : byAmount.reverse()) : manyRows(300),
    );
    return view.sort;
  }

  it("by amount is started, reversed and ended in the column header, also for screen readers", async () => {
    const { page, host, header } = await open();
    const shownSort = (): Promise<string | null> => header("Amount").getAttribute("aria-sort");
    await header("Amount").getByText("Amount").click();
    assert.deepEqual(await confirmed(host, 1), { by: "amount", descending: true });
    await page.getByText("Sorted by amount, highest first (loaded events only)").waitFor();
    await becomes(shownSort, "descending");
    await gridWhen(page, ({ rows }) => rows[0]?.id === "evt_297");
    await header("Amount").getByText("Amount").click();
    assert.deepEqual(await confirmed(host, 2), { by: "amount", descending: false });
    await becomes(shownSort, "ascending");
    await header("Amount").getByText("Amount").click();
    assert.equal(await confirmed(host, 3), undefined);
    await page.getByText("Sorted by").waitFor({ state: "detached" });
    await becomes(shownSort, null);
  });

  it("scrolls to the top, keeps the selection, and adds dates to the times", async () => {
    const { page, host, header } = await open();
    await page.locator("[data-event-id=evt_296]").click();
    await page.keyboard.press("Escape");
    await page.locator("[data-event-id=evt_294]").click({ modifiers: ["Control"] });
    await scrollTo(page, 2200);
    await header("Company").getByText("Company").click();
    assert.deepEqual(await confirmed(host, 1), { by: "company", descending: false });
    await gridWhen(page, ({ rows }) => rows[0]?.index === 0 && rows[0].id !== undefined);
    await page.getByRole("status").getByText("2 selected").waitFor();
    assert.match(await page.locator(".row.event .time").first().innerText(), /^Nov 14, \d\d:\d\d$/);
    assert.equal(await page.locator(".row.day").count(), 0);
  });

  it("ends with a button above the list, which returns the focus to the list", async () => {
    const { page, host, header } = await open();
    await header("Amount").getByText("Amount").click();
    await confirmed(host, 1);
    await page.getByRole("button", { name: "Back to newest first" }).click();
    assert.equal(await confirmed(host, 2), undefined);
    await gridWhen(
      page,
      (view) => view.hasFocus && view.rows[0]?.index === 0 && view.rows[1]?.id === "evt_299",
    );
    await page.locator(".row.day").first().waitFor();
  });

  it("hides the button for new events, and survives a search and a reload, but its scroll position doesn't", async () => {
    const { page, host, header } = await open();
    await header("Amount").getByText("Amount").click();
    await confirmed(host, 1);
    await gridWhen(page, ({ rows }) => rows[0]?.id === "evt_297");
    await scrollTo(page, 1100);
    await host.setPanel({ newEventCount: 3 });
    await page.locator("[aria-live=polite]", { hasText: "New: 3 events" }).waitFor({ state: "attached" });
    assert.equal(await page.locator(".new-events").count(), 0);
    await page.getByLabel("Search loaded events").fill("nova");
    const saved = await stateWhen({ page, host }, ({ view }) => view?.text === "nova");
    assert.deepEqual(saved.view?.sort, { by: "amount", descending: true });
    assert.equal(saved.topmost, undefined);
  });
});
