import { strict as assert } from "node:assert";
import { manyRows } from "../support/page/fakePanelHost";
import { FeedPages, type OpenOptions } from "../support/page/feedPage";
import { allLoaded, type GridView, gridView, gridWhen, scrollTo } from "../support/page/gridView";

const rowHeight = 22;

/** Asserts that visible rows are correct, without gaps or overlaps. */
function assertRows(view: GridView, newest: number): void {
  assert.ok(view.rows.length > 10, "visible rows");
  for (const [i, { index, id, y }] of view.rows.entries()) {
    assert.equal(id, index === 0 ? undefined : `evt_${newest - index + 1}`, `row ${index}`);
    const before = view.rows[i - 1];
    if (before) {
      assert.equal(index, before.index + 1);
      assert.ok(Math.abs(y - before.y - rowHeight) < 0.05, `row ${index} at ${y}`);
    }
  }
}

const shows = (id: string) => (view: GridView) => allLoaded(view) && view.rows.some((row) => row.id === id);

describe("The list of events", () => {
  const pages = FeedPages.use();

  async function open(count: number, options: OpenOptions = {}) {
    const opened = await pages.open({ ...options, prepare: (host) => (host.rows = manyRows(count)) });
    await gridWhen(opened.page, shows(`evt_${count - 1}`));
    return opened;
  }

  describe("with 1,000,000 rows", () => {
    const million = 1_000_000;

    it("goes to the last event on End and the first on Home, rendering only a few rows", async () => {
      const { page } = await open(million);
      await page.getByRole("grid", { name: "Company events" }).focus();
      await page.keyboard.press("End");
      const end = await gridWhen(page, shows("evt_0"));
      assertRows(end, million - 1);
      assert.equal(end.activeId, "evt_0");
      assert.equal(end.rowCount, million + 1);
      assert.ok(end.rendered < 100, `${end.rendered}`);
      await page.keyboard.press("ArrowUp");
      await gridWhen(page, (view) => view.activeId === "evt_1");
      await page.keyboard.press("Home");
      const home = await gridWhen(page, shows(`evt_${million - 1}`));
      assertRows(home, million - 1);
      assert.equal(home.rows[0]?.index, 0);
    });

    it("shows the correct rows at every position of the scrollbar, including both ends", async () => {
      const { page } = await open(million);
      const range = await page.locator(".grid-scroller").evaluate((s) => s.scrollHeight - s.clientHeight);
      assert.ok(range < 16_000_000, "within the limit of every browser");
      let last = -1;
      for (const part of [0.0001, 0.1, 0.25, 0.4, 0.5, 0.66, 0.75, 0.9, 0.9999, 1]) {
        await scrollTo(page, range * part);
        const view = await gridWhen(page, (now) => allLoaded(now) && (now.rows[0]?.index ?? 0) > last);
        assertRows(view, million - 1);
        last = view.rows[0]?.index ?? 0;
      }
      await gridWhen(page, ({ rows }) => rows.at(-1)?.index === million);
      await scrollTo(page, 0);
      assertRows(await gridWhen(page, shows(`evt_${million - 1}`)), million - 1);
    });
  });

  it("requests the visible rows and some around them, and nothing while nothing changes", async () => {
    const { page, host } = await open(5000);
    await scrollTo(page, 30_007);
    await gridWhen(page, (view) => allLoaded(view) && view.rows[0]?.index === 1363);
    const requests = host.requests("rows");
    assert.equal(requests.length, 1);
    assert.ok((requests[0]?.end ?? 0) - (requests[0]?.start ?? 0) < 200);
    await host.setPanel({ malformed: 2 });
    await host.post({ type: "update", panel: host.panel, rows: host.rowsUpdate });
    await host.caughtUp();
    assert.equal(host.requests("rows").length, 1);
  });

  it("shows placeholders while scrolling, and doesn't request rows that were scrolled past", async () => {
    const { page, host } = await open(100_000);
    host.holding = true;
    for (const top of [100_000, 500_000, 900_000, 1_300_000]) {
      await scrollTo(page, top);
      await gridWhen(page, (view) => view.rows[0]?.index === Math.floor(top / rowHeight));
    }
    const waiting = await gridView(page);
    assert.ok(waiting.rows.every(({ id }) => id === undefined));
    await host.caughtUp();
    assert.equal(host.requests("rows").length, 1, "one at a time");
    await host.release();
    assertRows(await gridWhen(page, allLoaded), 99_999);
    assert.equal(host.requests("rows").length, 2);
  });

  it("repeats a failed request on the next scroll", async () => {
    const { page, host } = await open(5000);
    host.holding = true;
    await scrollTo(page, 40_000);
    const request = await host.heard(
      "request",
      ({ name, params }) => name === "rows" && "start" in params && params.start > 1000,
    );
    await host.post({ type: "failed", id: request.id });
    host.holding = false;
    await scrollTo(page, 40_100);
    assertRows(await gridWhen(page, allLoaded), 4999);
  });

  it("keeps an event active while rows are added", async () => {
    const { page, host } = await open(5000);
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await gridWhen(page, (view) => view.activeId === "evt_4997");
    await host.setRows(manyRows(5012));
    const after = await gridWhen(page, (view) => view.rowCount === 5013);
    assert.ok(after.hasFocus);
    assert.equal(after.activeId, "evt_4997");
    // Keyboard navigation continues from there even after it was scrolled out of view.
    await host.setRows(manyRows(5500));
    await gridWhen(page, (view) => view.rowCount === 5501 && view.activeId === undefined);
    await host.heard(
      "request",
      ({ name, params }) => name === "rows" && "anchor" in params && params.anchor.id === "evt_4997",
    );
    await host.caughtUp();
    await page.keyboard.press("ArrowDown");
    const next = await gridWhen(page, (view) => view.activeId === "evt_4996");
    assert.ok(next.hasFocus);
    assertRows(await gridWhen(page, allLoaded), 5499);
  });

  it("reveals a distant event even if rows are added meanwhile", async () => {
    const { page, host } = await open(5000);
    host.holding = true;
    await host.post({ type: "showEvent", event: { id: "evt_100" } });
    await host.heard("request", ({ name, params }) => name === "rows" && "end" in params && params.end === 1);
    await host.setRows(manyRows(5001));
    await host.release();
    await gridWhen(page, (view) => view.activeId === "evt_100");
  });

  it("moves by rows and pages, skips day headers, and opens and closes details", async () => {
    const { page } = await open(5000);
    const grid = page.getByRole("grid");
    await grid.focus();
    await page.keyboard.press("ArrowDown");
    await gridWhen(page, (view) => view.activeId === "evt_4998");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    assert.equal((await gridView(page)).activeId, "evt_4999", "above is only the header of the day");
    await page.keyboard.press("PageDown");
    const down = await gridWhen(page, (view) => view.activeId !== "evt_4999" && view.activeId !== undefined);
    assert.ok(down.rows.some(({ id }) => id === down.activeId));
    await page.keyboard.press("PageUp");
    await gridWhen(page, (view) => view.activeId === "evt_4999");
    await page.keyboard.press("Enter");
    const details = page.getByRole("region", { name: "Event details" });
    await details.locator("h2", { hasText: "Event 4999:" }).waitFor();
    assert.ok((await gridView(page)).hasFocus, "the list keeps the focus");
    await page.keyboard.press("ArrowDown");
    await details.locator("h2", { hasText: "Event 4998:" }).waitFor();
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });
    assert.ok((await gridView(page)).hasFocus);
  });

  it("opens the details of the active event on Enter after scrolling far away, and returns to it", async () => {
    const { page } = await open(5000);
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await scrollTo(page, 3000 * rowHeight);
    await gridWhen(page, shows("evt_1990"));
    await page.keyboard.press("Enter");
    const details = page.getByRole("region", { name: "Event details" });
    await details.locator("h2", { hasText: "Event 4998:" }).waitFor();
    await gridWhen(page, shows("evt_4998"));
  });

  it("exposes its columns and rows to assistive technology", async () => {
    const { page } = await open(50);
    const grid = page.getByRole("grid", { name: "Company events" });
    assert.equal(await grid.getAttribute("aria-rowcount"), "52");
    assert.deepEqual(await grid.getByRole("columnheader").allInnerTexts(), [
      "Time",
      "Type",
      "Title",
      "Company",
      "Amount",
    ]);
    const row = page.locator("[data-event-id=evt_48]");
    assert.equal(await row.getAttribute("aria-rowindex"), "4");
    const cells = row.getByRole("gridcell");
    assert.ok((await row.locator("*").count()) <= 17, "few elements, which scrolling has to lay out");
    assert.deepEqual(
      (await cells.allInnerTexts()).map((text) => text.trim()),
      [
        "11:48",
        "Funding",
        "Event 48: NovaGrid raises money to expand its storage network Led by Terra Ventures with participation of existing investors",
        "NovaGrid 48",
        "$1.59M",
      ],
    );
    assert.equal(await cells.nth(4).getAttribute("title"), "$1,592,560");
    assert.equal(
      await cells.nth(0).getAttribute("title"),
      "Nov 14, 2026, 11:48:00 Europe/Berlin\nNov 14, 2026, 10:48:00 UTC",
    );
    assert.equal(
      (await page.getByRole("status").innerText()).replaceAll("\u00a0", " "),
      "Updated 11:00 Europe/Berlin\n50 loaded · more available · Load all",
    );
  });

  it("starts at the top for another query", async () => {
    const { page, host } = await open(5000);
    await scrollTo(page, 40_000);
    await gridWhen(page, (view) => allLoaded(view) && (view.rows[0]?.index ?? 0) > 1000);
    const query = { ...host.panel.query, types: ["ipo"] };
    await host.setPanel({ query, content: "previous" });
    assert.ok(((await gridView(page)).rows[0]?.index ?? 0) > 1000, "the previous rows stay");
    await host.setPanel({ query, content: "current" });
    await host.setRows(manyRows(300, 4500));
    const view = await gridWhen(page, shows("evt_4500"));
    assert.equal(view.rows[0]?.index, 0);
    assertRows(view, 4500);
  });

  it("makes rows higher for a larger font, in whole pixels", async () => {
    const { page, host } = await pages.open({ prepare: (it) => (it.rows = manyRows(50)) });
    await page.evaluate(() => document.documentElement.style.setProperty("--vscode-font-size", "17px"));
    await host.setRows(manyRows(60));
    const view = await gridWhen(
      page,
      (now) => allLoaded(now) && (now.rows[1]?.y ?? 0) - (now.rows[0]?.y ?? 0) > 25,
    );
    assert.equal((view.rows[5]?.y ?? 0) - (view.rows[4]?.y ?? 0), 28);
  });
});
