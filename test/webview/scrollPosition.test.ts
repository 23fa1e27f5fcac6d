import { checkForUpdates, onDidChangeRows } from "../support/feeds";
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { FeedQuery } from "../../src/shared/feedQuery";
import { FeedPages, type OpenOptions } from "../support/page/feedPage";
import { type GridView, gridView, gridWhen, scrollTo, topEvent } from "../support/page/gridView";
import { sampleEvent } from "../support/services/feedService";
import { LivePage } from "../support/page/livePage";
import { becomes, boxesSettle } from "../support/page/waiting";

const lastWeek: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };
const minuteMs = 60_000;

const hasRows = (view: GridView) => view.rows.length > 5 && view.rows.filter(({ id }) => id).length > 3;

/** Scrolls the list, and waits for the next frame, in which browsers fire the event. */
function scrollBy(page: Page, px: number): Promise<void> {
  return page.locator(".grid-scroller").evaluate(async (element, by) => {
    element.scrollTop += by;
    await new Promise(requestAnimationFrame);
  }, px);
}

/** Waits until no row is a placeholder. */
function loaded(page: Page): Promise<unknown> {
  return page.waitForFunction(() => document.querySelectorAll(".grid-rows .waiting").length === 0);
}

describe("The scroll position", () => {
  const pages = FeedPages.use();
  const open: LivePage[] = [];

  /** @param count events, one per minute, the newest one minute old */
  function feedOf(count: number, pageSize?: number): LivePage {
    const live = new LivePage(lastWeek, pageSize);
    open.push(live);
    for (let n = 1; n <= count; n++) {
      put(live, `old_${String(n).padStart(5, "0")}`, live.clock.now() - n * minuteMs);
    }
    return live;
  }

  function put(live: LivePage, id: string, ms: number): void {
    live.service.put(sampleEvent(id, new Date(ms).toISOString()));
  }

  /** Adds events from the last few seconds, a millisecond apart. */
  function putNew(live: LivePage, count: number): void {
    for (let n = 0; n < count; n++) {
      put(live, `new_${String(n).padStart(5, "0")}`, live.clock.now() - n);
    }
  }

  async function show(live: LivePage, options: OpenOptions = {}, isReady = hasRows): Promise<Page> {
    const page = await pages.load(options, (fresh) => live.attach(fresh));
    await gridWhen(page, isReady);
    return page;
  }

  /** Waits until the visible rows are loaded. */
  async function loadedView(page: Page): Promise<GridView> {
    await loaded(page);
    return gridWhen(page, hasRows);
  }

  afterEach(() => {
    for (const live of open.splice(0)) {
      live.dispose();
    }
  });

  it("doesn't move when 6,000 events arrive at once", async () => {
    const live = feedOf(400, 200);
    await live.feed.start();
    const page = await show(live);
    await scrollTo(page, 200);
    const before = topEvent(await loadedView(page));
    putNew(live, 6000);
    await checkForUpdates(live.feed);
    await gridWhen(page, ({ rowCount }) => rowCount === live.feed.rows.info.rowCount);
    const after = topEvent(await loadedView(page));
    assert.deepEqual([after.id, after.y], [before.id, before.y]);
    assert.equal(after.index, before.index + 6000);
  });

  it("changes only as the user scrolls while 6,000 events arrive page by page", async () => {
    const live = feedOf(400, 200);
    await live.feed.start();
    const page = await show(live);
    await scrollTo(page, 200);
    putNew(live, 6000);
    live.service.immediate = false;
    const check = checkForUpdates(live.feed);
    await live.service.quiet();
    let expected = topEvent(await loadedView(page));
    while (live.service.pending > 0) {
      await live.service.answerInTurn(1);
      await scrollBy(page, 37);
      expected = topEvent(await gridView(page));
    }
    await check;
    await gridWhen(page, ({ rowCount }) => rowCount === live.feed.rows.info.rowCount);
    const after = topEvent(await loadedView(page));
    assert.equal(after.id, expected.id);
    assert.ok(Math.abs(after.y - expected.y) < 1, `${after.y} is not ${expected.y}`);
  });

  it("doesn't move when a gap near the top is loaded", async () => {
    const live = feedOf(6000);
    const topmost = { id: "old_03000", publishedMs: live.clock.now() - 3000 * minuteMs };
    const restoring = live.feed.restore({ topmost });
    const page = await show(live, { state: { version: 1, query: lastWeek, topmost } });
    await restoring;
    await loadedView(page);
    await scrollTo(page, 0);
    const before = (await loadedView(page)).rows.find(({ id }) => id === "old_03000") ?? assert.fail();
    const { rowCount } = live.feed.rows.info;
    await page.locator(".row.gap button").click();
    await gridWhen(page, (view) => view.rowCount > rowCount);
    const after = (await loadedView(page)).rows.find(({ id }) => id === "old_03000") ?? assert.fail();
    assert.equal(after.y, before.y);
  });

  /** Loads a whole feed, scrolls to its middle, adds 25 events, refreshes, and checks the position. */
  async function refreshInTheMiddle(live: LivePage): Promise<Page> {
    await live.feed.start();
    await live.feed.loadWindow();
    const page = await show(live);
    await gridWhen(page, ({ rowCount }) => rowCount === live.feed.rows.info.rowCount);
    await scrollTo(page, 3000 * 22 + 7);
    await loadedView(page);
    await page.locator(".row[data-event-id]").nth(12).click();
    const before = topEvent(await loadedView(page));
    const selected = await page.locator(".row[aria-selected=true]").getAttribute("data-event-id");
    assert.ok(Number(before.id?.slice(4)) > 2900, before.id);
    live.clock.advance(minuteMs);
    putNew(live, 25);
    const shown = new Promise((resolve) => onDidChangeRows(live.feed, () => resolve(undefined)));
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await shown;
    await becomes(() => live.feed.state.activity, undefined);
    await gridWhen(page, ({ rowCount }) => rowCount === live.feed.rows.info.rowCount);
    const after = topEvent(await loadedView(page));
    assert.deepEqual([after.id, after.y], [before.id, before.y]);
    assert.equal(await page.locator(".row[aria-selected=true]").getAttribute("data-event-id"), selected);
    return page;
  }

  it("doesn't move on a refresh that reloads all events", async () => {
    const live = feedOf(6000);
    const page = await refreshInTheMiddle(live);
    await page.getByRole("status").filter({ hasText: "6,025 loaded · complete" }).waitFor();
    assert.equal(live.feed.rows.info.eventCount, 6025);
  });

  it("doesn't move on a refresh that leaves a gap above", async () => {
    const live = feedOf(6000);
    live.service.maxPageSize = 20;
    const page = await refreshInTheMiddle(live);
    assert.ok(live.feed.rows.info.eventCount < 5000);
    await scrollBy(page, -200);
    await page.locator(".row.gap button").waitFor();
  });

  it("is restored after a reload, to the pixel", async () => {
    const live = feedOf(6000);
    const topmost = { id: "old_03000", publishedMs: live.clock.now() - 3000 * minuteMs, top: 31 };
    const restoring = live.feed.restore({ topmost });
    const page = await show(live, { state: { version: 1, query: lastWeek, topmost } });
    await restoring;
    const row = (await loadedView(page)).rows.find(({ id }) => id === "old_03000") ?? assert.fail();
    assert.equal(row.y, 31);
  });

  for (const size of [
    { width: 1200, height: 700 },
    { width: 900, height: 400 },
  ]) {
    it(`is restored near the end, beside details, at ${size.width} × ${size.height}`, async () => {
      const live = feedOf(60, 200);
      await live.feed.start();
      const page = await show(live, { size });
      await page.locator(".row.event").first().click();
      await page.locator("details-pane h2").waitFor();
      await scrollTo(page, 100_000);
      await boxesSettle(page);
      const before = topEvent(await loadedView(page));
      await page.reload();
      await gridWhen(page, hasRows);
      await boxesSettle(page);
      const after = topEvent(await loadedView(page));
      assert.deepEqual([after.id, after.y], [before.id, before.y]);
    });
  }

  it("is restored to the selected event if the list is sorted", async () => {
    const live = feedOf(300);
    const selected = { id: "old_00200", publishedMs: live.clock.now() - 200 * minuteMs };
    const view = { text: "", sort: { by: "company", descending: true } } as const;
    const state = { version: 1, query: lastWeek, view, selected } as const;
    const page = await show(live, { state }, () => true);
    await live.feed.restore(state);
    await gridWhen(page, ({ rows }) => rows.some(({ id }) => id === "old_00200"));
  });

  it("jumps to an unloaded event when Show in feed is pressed in its details", async () => {
    const live = feedOf(6000);
    const topmost = { id: "old_03000", publishedMs: live.clock.now() - 3000 * minuteMs };
    const selected = { id: "old_01000", publishedMs: live.clock.now() - 1000 * minuteMs };
    const view = { text: "old_03" };
    const state = { version: 1 as const, query: lastWeek, view, topmost, selected, detailsOpen: true };
    const page = await show(live, { state }, () => true);
    const details = page.getByRole("region", { name: "Event details" });
    assert.equal(await details.locator(".note").count(), 0, "before the first page nothing is known");
    await live.feed.restore(state);
    await details.getByText("Not loaded.").waitFor();
    await details.getByRole("button", { name: "Show in feed" }).click();
    await details.locator("h2", { hasText: "Title of old_01000" }).waitFor();
    await gridWhen(page, (view) => view.rows.some(({ id }) => id === "old_01000"));
    await details.locator(".note").waitFor({ state: "detached" });
    await live.feed.loadWindow();
    live.service.events.delete("old_01000");
    put(live, "new_00000", live.clock.now());
    await live.feed.refresh();
    await live.feed.loadWindow();
    await details.getByText("No longer in the feed.").waitFor();
  });

  it("is restored without ever showing more matches than loaded events", async () => {
    const live = feedOf(300);
    const view = { text: "old_0000" };
    const page = await show(live, { state: { version: 1, query: lastWeek, view } }, () => true);
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      const note = () => said.push(document.querySelector(".search-count")?.textContent ?? "");
      new MutationObserver(note).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    await live.feed.restore({ view });
    await page.getByText("9 of 40").waitFor();
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
    for (const [text, some, all] of said.flatMap((text) => [...text.matchAll(/(\d+) of (\d+)/g)])) {
      assert.ok(Number(some) <= Number(all), text);
    }
  });
});
