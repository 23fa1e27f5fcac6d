import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { type FakePanelHost, manyRows } from "../support/page/fakePanelHost";
import { FeedPages, type OpenOptions } from "../support/page/feedPage";
import { type GridView, gridView, gridWhen, scrollTo } from "../support/page/gridView";

const rowHeight = 22;

/** Every row on screen is the right one, without a hole and without an overlap. */
function assertRight(view: GridView, newest: number): void {
  assert.ok(view.rows.length > 10, "rows on screen");
  for (const [i, { index, id, y }] of view.rows.entries()) {
    assert.equal(id, index === 0 ? undefined : `evt_${newest - index + 1}`, `row ${index}`);
    const before = view.rows[i - 1];
    if (before) {
      assert.equal(index, before.index + 1);
      assert.ok(Math.abs(y - before.y - rowHeight) < 0.05, `row ${index} at ${y}`);
    }
  }
}

const allThere = (view: GridView) =>
  view.rows.length > 10 && view.rows.every(({ id, index }) => index === 0 || id);
const shows = (id: string) => (view: GridView) => allThere(view) && view.rows.some((row) => row.id === id);
const topEvent = (view: GridView) => view.rows.find(({ id }) => id !== undefined);

describe("The list of events", () => {
  const pages = FeedPages.use();

  async function open(
    count: number,
    options: OpenOptions = {},
  ): Promise<{ page: Page; host: FakePanelHost }> {
    const opened = await pages.open({ ...options, prepare: (host) => (host.rows = manyRows(count)) });
    await gridWhen(opened.page, shows(`evt_${count - 1}`));
    return opened;
  }

  describe("with 1,000,000 rows", () => {
    const million = 1_000_000;

    it("shows the last event at End and the first at Home, with a handful of rows in the document", async () => {
      const { page } = await open(million);
      await page.getByRole("grid", { name: "Company events" }).focus();
      await page.keyboard.press("End");
      const end = await gridWhen(page, shows("evt_0"));
      assertRight(end, million - 1);
      assert.equal(end.activeId, "evt_0");
      assert.equal(end.rowCount, million + 1);
      assert.ok(end.drawn < 100, `${end.drawn}`);
      await page.getByRole("button", { name: "Load older" }).isVisible();
      await page.keyboard.press("ArrowUp");
      await gridWhen(page, (view) => view.activeId === "evt_1");
      await page.keyboard.press("Home");
      const home = await gridWhen(page, shows(`evt_${million - 1}`));
      assertRight(home, million - 1);
      assert.equal(home.rows[0]?.index, 0);
    });

    it("is right wherever the scroll bar is dragged to, and reaches both ends", async () => {
      const { page } = await open(million);
      const range = await page.locator(".grid-scroller").evaluate((s) => s.scrollHeight - s.clientHeight);
      assert.ok(range < 16_000_000, "below what every browser can do");
      let last = -1;
      for (const part of [0.0001, 0.1, 0.25, 0.4, 0.5, 0.66, 0.75, 0.9, 0.9999, 1]) {
        await scrollTo(page, range * part);
        const view = await gridWhen(page, (now) => allThere(now) && (now.rows[0]?.index ?? 0) > last);
        assertRight(view, million - 1);
        last = view.rows[0]?.index ?? 0;
      }
      assert.equal((await gridView(page)).rows.at(-1)?.index, million);
      await scrollTo(page, 0);
      assertRight(await gridWhen(page, shows(`evt_${million - 1}`)), million - 1);
    });

    it("moves by as much as the wheel, in the stretched middle too", async () => {
      const { page } = await open(million);
      const range = await page.locator(".grid-scroller").evaluate((s) => s.scrollHeight - s.clientHeight);
      await scrollTo(page, range / 2);
      const before = await gridWhen(page, (view) => allThere(view) && (view.rows[0]?.index ?? 0) > 400_000);
      const box = (await page.locator(".grid-scroller").boundingBox()) ?? assert.fail();
      await page.mouse.move(box.x + 100, box.y + 100);
      const start = before.rows[0] ?? assert.fail();
      const place = (view: GridView) => (view.rows[0]?.index ?? 0) * rowHeight - (view.rows[0]?.y ?? 0);
      for (let step = 1; step <= 5; step++) {
        await page.mouse.wheel(0, 220);
        const moved = start.index * rowHeight - start.y + step * 220;
        assertRight(
          await gridWhen(page, (view) => allThere(view) && Math.abs(place(view) - moved) < 2),
          million - 1,
        );
      }
    });
  });

  it("shows the rows that come with the news of them without asking", async () => {
    const { host } = await open(5000);
    assert.deepEqual(host.rowRequests(), []);
  });

  it("asks for what it shows and some around it, and says nothing while nothing changes", async () => {
    const { page, host } = await open(5000);
    await scrollTo(page, 30_007);
    await gridWhen(page, (view) => allThere(view) && view.rows[0]?.index === 1363);
    const asked = host.rowRequests();
    assert.equal(asked.length, 1);
    assert.ok((asked[0]?.end ?? 0) - (asked[0]?.start ?? 0) < 100);
    await host.setPanel({ malformed: 2 });
    await host.post({ type: "update", panel: host.panel, rows: host.rowsInfo });
    await page.getByRole("button", { name: "Refresh" }).click();
    await host.heard("refresh");
    assert.equal(host.rowRequests().length, 1);
  });

  it("has placeholders of the same height meanwhile, one request at a time, and skips what was passed by", async () => {
    const { page, host } = await open(100_000);
    host.holding = true;
    for (const top of [100_000, 500_000, 900_000, 1_300_000]) {
      await scrollTo(page, top);
      await gridWhen(page, (view) => view.rows[0]?.index === Math.floor(top / rowHeight));
    }
    const waiting = await gridView(page);
    assert.ok(waiting.rows.every(({ id }) => id === undefined));
    assert.ok(
      waiting.rows.every(
        ({ y }, i) => i === 0 || Math.abs(y - (waiting.rows[i - 1]?.y ?? 0) - rowHeight) < 0.05,
      ),
    );
    assert.equal(host.rowRequests().length, 1, "one under way");
    await host.release();
    assertRight(await gridWhen(page, allThere), 99_999);
    assert.equal(host.rowRequests().length, 2);
  });

  it("keeps what is read in its place when rows come in above, in one step", async () => {
    const { page, host } = await open(5000);
    await scrollTo(page, 30_007);
    const before = topEvent(await gridWhen(page, (view) => allThere(view) && view.rows[0]?.index === 1363));
    host.holding = true;
    await host.setRows(manyRows(5012));
    await host.heard(
      "request",
      (request) => request.name === "rows" && request.params.anchor?.id === before?.id,
    );
    const meanwhile = await gridView(page);
    assert.deepEqual(topEvent(meanwhile), before, "old rows stay");
    assert.equal(meanwhile.rowCount, 5001);
    await host.release();
    const after = await gridWhen(page, (view) => view.rowCount === 5013);
    assertRight(after, 5011);
    assert.equal(topEvent(after)?.id, before?.id);
    assert.ok(Math.abs((topEvent(after)?.y ?? 0) - (before?.y ?? 1)) < 1);
  });

  it("lets new rows come in at the top", async () => {
    const { page, host } = await open(5000);
    await host.setRows(manyRows(5012));
    const view = await gridWhen(page, shows("evt_5011"));
    assertRight(view, 5011);
    assert.equal(view.rows[0]?.index, 0);
  });

  it("does not jump when the top was left while the answer was under way", async () => {
    const { page, host } = await open(5000);
    host.holding = true;
    await host.setRows(manyRows(5012));
    await host.heard(
      "request",
      (request) => request.name === "rows" && request.params.end > 0 && !request.params.anchor,
    );
    await scrollTo(page, 220);
    const before = topEvent(await gridWhen(page, (view) => view.rows[0]?.index === 10));
    await host.release();
    const after = await gridWhen(page, (view) => view.rowCount === 5013 && allThere(view));
    assertRight(after, 5011);
    assert.deepEqual(topEvent(after)?.id, before?.id);
    assert.ok(Math.abs((topEvent(after)?.y ?? 0) - (before?.y ?? 1)) < 1);
  });

  it("does not lose its place where rows come in before those that were scrolled to are there", async () => {
    const { page, host } = await open(5000);
    await scrollTo(page, 30_007);
    const before = topEvent(await gridWhen(page, (view) => allThere(view) && view.rows[0]?.index === 1363));
    host.holding = true;
    await host.setRows(manyRows(5500));
    await scrollTo(page, 30_007 + 100 * rowHeight);
    await gridWhen(page, (view) => view.rows[0]?.index === 1463);
    const released = host.release();
    host.holding = true;
    await released;
    await host.setRows(manyRows(6500));
    await host.release();
    const after = await gridWhen(page, (view) => view.rowCount === 6501 && allThere(view));
    assertRight(after, 6499);
    assert.equal(topEvent(after)?.index, 1463 + 1500);
    assert.ok(Math.abs((topEvent(after)?.y ?? 0) - (before?.y ?? 1)) < 1);
  });

  it("drops an answer of an older revision that comes late", async () => {
    const { page, host } = await open(5000);
    const old = { revision: 1, rowCount: 5001, eventCount: 5000 };
    await host.setRows(manyRows(5012));
    await gridWhen(page, shows("evt_5011"));
    host.holding = true;
    await scrollTo(page, 40_000);
    const request = await host.heard(
      "request",
      ({ name, params }) => name === "rows" && "start" in params && params.start > 1000,
    );
    const wrong = Array.from({ length: 100 }, () => manyRows(9).at(1));
    await host.post({
      type: "reply",
      id: request.id,
      result: { ...old, start: 1818, rows: wrong, shift: 0 },
    });
    await host.heard("request", ({ id }) => id > request.id);
    assert.ok((await gridView(page)).rows.every(({ id }) => id === undefined));
    await host.release();
    assertRight(await gridWhen(page, allThere), 5011);
  });

  it("asks again for what failed when the list is moved", async () => {
    const { page, host } = await open(5000);
    host.holding = true;
    await scrollTo(page, 40_000);
    const request = await host.heard(
      "request",
      ({ name, params }) => name === "rows" && "start" in params && params.start > 1000,
    );
    await host.post({ type: "failed", id: request.id, message: "No." });
    host.holding = false;
    await scrollTo(page, 40_100);
    assertRight(await gridWhen(page, allThere), 4999);
  });

  it("keeps the keyboard on its event while rows come and go", async () => {
    const { page, host } = await open(5000);
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await gridWhen(page, (view) => view.activeId === "evt_4997");
    await host.setRows(manyRows(5012));
    const after = await gridWhen(page, (view) => view.rowCount === 5013);
    assert.ok(after.hasFocus);
    assert.equal(after.activeId, "evt_4997");
    // Pushed out of sight, it is still where the keyboard goes on.
    await host.setRows(manyRows(5500));
    await gridWhen(page, (view) => view.rowCount === 5501 && view.activeId === undefined);
    await host.heard(
      "request",
      ({ name, params }) => name === "rows" && "anchor" in params && params.anchor.id === "evt_4997",
    );
    await page.getByRole("grid").evaluate(() => new Promise(requestAnimationFrame));
    await page.keyboard.press("ArrowDown");
    const next = await gridWhen(page, (view) => view.activeId === "evt_4996");
    assert.ok(next.hasFocus);
    assertRight(await gridWhen(page, allThere), 5499);
  });

  it("goes by rows and pages, past headings of days, and opens and closes details", async () => {
    const { page } = await open(5000);
    const grid = page.getByRole("grid");
    await grid.focus();
    await page.keyboard.press("ArrowDown");
    await gridWhen(page, (view) => view.activeId === "evt_4999");
    await page.keyboard.press("ArrowUp");
    assert.equal((await gridView(page)).activeId, "evt_4999", "there is only the heading of the day above");
    await page.keyboard.press("PageDown");
    const down = await gridWhen(page, (view) => view.activeId !== "evt_4999" && view.activeId !== undefined);
    assert.ok(down.rows.some(({ id }) => id === down.activeId));
    await page.keyboard.press("PageUp");
    await gridWhen(page, (view) => view.activeId === "evt_4999");
    await page.keyboard.press("Enter");
    const details = page.getByRole("region", { name: "Event details" });
    await details.locator("h2", { hasText: "Event 4999:" }).waitFor();
    assert.ok((await gridView(page)).hasFocus, "the keyboard stays in the list");
    await page.keyboard.press("ArrowDown");
    await details.locator("h2", { hasText: "Event 4998:" }).waitFor();
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });
    assert.ok((await gridView(page)).hasFocus);
  });

  it("tells its columns and rows to assistive technology", async () => {
    const { page } = await open(50);
    const grid = page.getByRole("grid", { name: "Company events" });
    assert.equal(await grid.getAttribute("aria-rowcount"), "52");
    assert.deepEqual(await grid.getByRole("columnheader").allTextContents(), [
      "Time",
      "Type",
      "Title",
      "Company",
      "Sector",
      "Amount",
      "Confidence",
    ]);
    const row = page.locator("[data-event-id=evt_48]");
    assert.equal(await row.getAttribute("aria-rowindex"), "4");
    const cells = row.getByRole("gridcell");
    assert.deepEqual(
      (await cells.allInnerTexts()).map((text) => text.trim()),
      [
        "11:48",
        "Funding",
        "Event 48: NovaGrid raises money to expand its storage network Led by Terra Ventures with participation of existing investors",
        "NovaGrid 48",
        "Fintech",
        "$1.59M",
        "0.4",
      ],
    );
    assert.equal(await cells.nth(5).getAttribute("title"), "$1,592,560");
    assert.equal(
      await cells.nth(0).getAttribute("title"),
      "14 Nov 2026, 11:48:00 Europe/Berlin\n14 Nov 2026, 10:48:00 UTC",
    );
    assert.equal(
      await page.getByRole("status").innerText(),
      "50 loaded · more available · updated 11:00 Europe/Berlin",
    );
  });

  it("heads every column where it is seen, and tells an instant once where the zone is UTC", async () => {
    const { page } = await pages.open({ timeZone: "UTC", prepare: (host) => (host.rows = manyRows(50)) });
    const heads = page.getByRole("columnheader");
    await page.locator("[data-event-id=evt_48]").waitFor();
    const faults = await heads.evaluateAll((all) =>
      all
        .filter((head) => {
          const { color } = getComputedStyle(head);
          return head.scrollWidth > head.clientWidth || color === "rgba(0, 0, 0, 0)";
        })
        .map((head) => head.textContent),
    );
    assert.deepEqual(faults, []);
    assert.equal(
      await page.locator("[data-event-id=evt_48] .time").getAttribute("title"),
      "14 Nov 2026, 10:48:00 UTC",
    );
  });

  it("begins at the top of another query's rows", async () => {
    const { page, host } = await open(5000);
    await scrollTo(page, 40_000);
    await gridWhen(page, (view) => allThere(view) && (view.rows[0]?.index ?? 0) > 1000);
    const query = { ...host.panel.query, types: ["ipo"] };
    await host.setPanel({ query, content: "stale" });
    assert.ok(((await gridView(page)).rows[0]?.index ?? 0) > 1000, "the old rows stay");
    await host.setPanel({ query, content: "current" });
    await host.setRows(manyRows(300, 4500));
    const view = await gridWhen(page, shows("evt_4500"));
    assert.equal(view.rows[0]?.index, 0);
    assertRight(view, 4500);
  });

  it("draws a larger row for a larger font, in whole pixels", async () => {
    const { page, host } = await pages.open({ prepare: (it) => (it.rows = manyRows(50)) });
    await page.evaluate(() => document.documentElement.style.setProperty("--vscode-font-size", "17px"));
    await host.setRows(manyRows(60));
    const view = await gridWhen(
      page,
      (now) => allThere(now) && (now.rows[1]?.y ?? 0) - (now.rows[0]?.y ?? 0) > 25,
    );
    assert.equal((view.rows[5]?.y ?? 0) - (view.rows[4]?.y ?? 0), 28);
  });
});
