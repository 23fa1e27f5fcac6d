import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { GapRow } from "../../src/shared/feedState";
import type { EventAction } from "../../src/shared/protocol";
import { baseMs, eventRow, type FakeRows, manyRows, rowsOf } from "../support/page/fakePanelHost";
import { FeedPages, setTheme } from "../support/page/feedPage";
import { gridWhen, scrollTo } from "../support/page/gridView";
import { becomes } from "../support/page/waiting";

const row = (page: Page, n: number) => page.locator(`[data-event-id=evt_${n}]`);

/** Waits until these are the visible selected events, from top to bottom. */
const selects = (page: Page, ids: readonly string[], message?: string) =>
  becomes(() => selected(page), [...ids], message);

const selected = (page: Page): Promise<(string | undefined)[]> =>
  page
    .locator("[role=row][aria-selected=true]")
    .evaluateAll((rows) => rows.map((element) => (element as HTMLElement).dataset["eventId"]));

describe("The selection of events", () => {
  const pages = FeedPages.use();

  async function open(rows: FakeRows = manyRows(5000)) {
    const opened = await pages.open({ prepare: (host) => (host.rows = rows) });
    const status = (text: string) => opened.page.getByRole("status").getByText(text).waitFor();
    return { ...opened, status };
  }

  it("is changed by Ctrl+click and Shift+click without opening details", async () => {
    const { page, status } = await open();
    await row(page, 4998).click({ modifiers: ["Control"] });
    await row(page, 4995).click({ modifiers: ["Control"] });
    await selects(page, ["evt_4998", "evt_4995"]);
    await status("2 selected");
    await row(page, 4995).click({ modifiers: ["Control"] });
    await selects(page, ["evt_4998"]);
    await row(page, 4990).click();
    await page.getByRole("region", { name: "Event details" }).waitFor();
    await page.keyboard.press("Escape");
    await row(page, 4986).click({ modifiers: ["Shift"] });
    await selects(page, ["evt_4990", "evt_4989", "evt_4988", "evt_4987", "evt_4986"]);
    await row(page, 4992).click({ modifiers: ["Shift"] });
    await selects(page, ["evt_4992", "evt_4991", "evt_4990"], "from the same start");
    assert.equal(await page.getByRole("region", { name: "Event details" }).count(), 0);
  });

  it("is solid in high contrast only while the list has the focus", async () => {
    const { page } = await open();
    await setTheme(page, "highContrast");
    const outline = () =>
      page.locator("[aria-selected=true]").evaluate((element) => getComputedStyle(element).outlineStyle);
    await row(page, 4990).click();
    await becomes(outline, "solid");
    await page.getByLabel("Search loaded events").focus();
    await becomes(outline, "dotted");
  });

  it("is extended and reduced by Shift with the arrow keys", async () => {
    const { page, status } = await open();
    await row(page, 4990).click();
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await selects(page, ["evt_4990", "evt_4989", "evt_4988"]);
    await page.keyboard.press("Shift+ArrowUp");
    await page.keyboard.press("Shift+ArrowUp");
    await page.keyboard.press("Shift+ArrowUp");
    await selects(page, ["evt_4991", "evt_4990"]);
    await status("2 selected");
    await page.keyboard.press("ArrowDown");
    await selects(page, ["evt_4990"]);
  });

  it("is extended by Shift+End across rows that were never loaded", async () => {
    const { page, host, status } = await open();
    await row(page, 4990).click();
    await page.keyboard.press("Shift+End");
    await status("4,991 selected");
    const batches = host.requests("rows").filter(({ start, end }) => end - start > 900);
    assert.deepEqual(
      batches.map(({ start, end }) => [start, end]),
      [
        [10, 1010],
        [1010, 2010],
        [2010, 3010],
        [3010, 4010],
        [4010, 5001],
      ],
    );
    await page.keyboard.press("Control+c");
    const { ids } = await host.heard("copy");
    assert.equal(ids.length, 4991);
    assert.deepEqual([ids[0], ids.at(-1)], ["evt_4990", "evt_0"]);
  });

  it("contains all events after Ctrl+A, unless there are too many, as the status line says", async () => {
    const { page, status } = await open(manyRows(500));
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+a");
    await status("500 selected");
    const many = await open(manyRows(20_000));
    await row(many.page, 19_990).click();
    await many.page.keyboard.press("Control+a");
    await many.status("At most 10,000 can be selected");
    await selects(many.page, ["evt_19990"]);
  });

  it("doesn't exceed its limit by Ctrl+click either", async () => {
    const { page, host, status } = await open(manyRows(10_000));
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+a");
    await status("10,000 selected");
    await host.setRows(manyRows(10_001));
    await row(page, 10_000).click({ modifiers: ["Control"] });
    await status("At most 10,000 can be selected");
    await page.keyboard.press("Control+c");
    assert.equal((await host.heard("copy")).ids.length, 10_000);
  });

  it("is cleared by Escape before a second Escape closes the details", async () => {
    const { page } = await open();
    const details = page.getByRole("region", { name: "Event details" });
    await row(page, 4998).click();
    await details.waitFor();
    await page.keyboard.press("Shift+ArrowDown");
    await selects(page, ["evt_4998", "evt_4997"]);
    await page.keyboard.press("Escape");
    await selects(page, ["evt_4997"]);
    await details.waitFor();
    await page.keyboard.press("Shift+ArrowDown");
    await selects(page, ["evt_4997", "evt_4996"], "the next range starts there");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });
  });

  it("stays the same while rows are added above, and after a reload", async () => {
    const { page, host } = await open();
    await row(page, 4995).click({ modifiers: ["Control"] });
    await row(page, 4998).click({ modifiers: ["Control"] });
    await host.setRows(manyRows(5003));
    await row(page, 5002).waitFor();
    await selects(page, ["evt_4998", "evt_4995"]);
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+c");
    assert.deepEqual(await host.heard("copy"), {
      type: "copy",
      ids: ["evt_4995", "evt_4998"],
      format: "tsv",
    });
    await page.reload();
    await selects(page, ["evt_4998", "evt_4995"]);
    await row(page, 4995).click({ modifiers: ["Control"] });
    await row(page, 4998).click({ modifiers: ["Control"] });
    await page.keyboard.press("Control+c");
    assert.deepEqual((await host.heardNth("copy", 2)).ids, ["evt_4998"], "the outlined one");
  });

  it("drops events that a refresh or other filters remove, including the active one", async () => {
    const { page, host, status } = await open();
    await row(page, 4998).click({ modifiers: ["Control"] });
    await row(page, 4995).click({ modifiers: ["Control"] });
    await row(page, 4990).click({ modifiers: ["Control"] });
    await status("3 selected");
    await host.setRows(manyRows(4996, 4995));
    await status("2 selected");
    await host.setPanel({
      query: { window: { kind: "last", days: 7 }, types: ["ipo"] },
      content: "previous",
    });
    host.panel = { ...host.panel, content: "current" };
    await host.setRows(manyRows(100));
    await host.heard("select", () => host.messages("select").at(-1)?.ids.length === 0);
    await page.locator("[data-event-id=evt_99]").waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+c");
    await page.keyboard.press("Home");
    await page.keyboard.press("Control+c");
    assert.deepEqual(await host.heard("copy"), { type: "copy", ids: ["evt_99"], format: "tsv" });
  });

  it("limits Export to its events unless it is empty", async () => {
    const { page, host } = await open();
    const button = page.getByRole("button", { name: "Export", exact: true });
    await button.click();
    await host.heard("export");
    assert.deepEqual(host.messages("select").at(-1)?.ids ?? [], []);
    await row(page, 4998).click({ modifiers: ["Control"] });
    await row(page, 4996).click({ modifiers: ["Control"] });
    await button.click();
    await host.heardNth("export", 2);
    assert.deepEqual(host.messages("select").at(-1)?.ids, ["evt_4998", "evt_4996"]);
  });

  describe("when copied", () => {
    it("is reported with the number of events once the host has copied it", async () => {
      const { page, host, status } = await open();
      let done: (copied: number) => void = () => assert.fail();
      host.copy = () => new Promise((resolve) => (done = resolve));
      await row(page, 4998).click({ modifiers: ["Control"] });
      await row(page, 4995).click({ modifiers: ["Control"] });
      await page.keyboard.press("Control+c");
      await host.heard("copy");
      assert.equal(await page.getByText("Copied").count(), 0);
      done(1);
      await status("Copied 1 event (TSV); 1 no longer in the feed");
    });
  });

  // VS Code opens the menu itself, for `contextmenu` events that reach the window (see test/e2e/panel.test.ts).
  describe("has a context menu", () => {
    const openedMenus = (page: Page) =>
      page.evaluate(() => window.contextMenus.filter(({ isPrevented }) => !isPrevented));

    /** The menu that was opened last, once there are `count` of them. */
    const openedMenu = async (page: Page, count = 1) => {
      await becomes(async () => (await openedMenus(page)).length, count);
      return (await openedMenus(page)).at(-1) ?? assert.fail();
    };

    async function openWithMenu() {
      const opened = await open();
      await opened.page.evaluate(() => {
        window.contextMenus = [];
        window.addEventListener("contextmenu", (event) => {
          const element =
            event.target instanceof Element ? event.target.closest("[data-vscode-context]") : null;
          window.contextMenus.push({
            isPrevented: event.defaultPrevented,
            context: JSON.parse(element?.getAttribute("data-vscode-context") ?? "{}"),
            x: event.clientX,
            y: event.clientY,
          });
          event.preventDefault();
        });
      });
      return opened;
    }

    const several = {
      webviewSection: "event",
      preventDefaultContextMenuItems: true,
      isSingleEvent: false,
      canFilterByType: false,
      canFilterBySector: false,
      hasCompany: false,
      isPublication: false,
    };
    const single = {
      ...several,
      isSingleEvent: true,
      canFilterByType: true,
      canFilterBySector: true,
      hasCompany: true,
    };

    it("on a right click, with commands for all selected events", async () => {
      const { page, host } = await openWithMenu();
      await row(page, 4998).click({ modifiers: ["Control"] });
      await row(page, 4995).click({ modifiers: ["Control"] });
      await row(page, 4995).click({ button: "right" });
      const menu = await openedMenu(page);
      assert.deepEqual(menu.context, several);
      const box = (await row(page, 4995).boundingBox()) ?? assert.fail();
      assert.ok(menu.y > box.y && menu.y < box.y + box.height);
      await host.heard("select", ({ ids }) => ids.join() === "evt_4998,evt_4995");
      await row(page, 4990).click({ button: "right" });
      assert.deepEqual((await openedMenu(page, 2)).context, single, "it selects the event under the pointer");
      await host.heard("select", ({ ids }) => ids.join() === "evt_4990");
      await host.post({ type: "copied", count: 2, requested: 2, format: "markdown" });
      await gridWhen(page, (view) => view.hasFocus);
      await page.getByRole("status").getByText("Copied 2 events (Markdown)").waitFor();
    });

    it("for the outlined event and below it when opened by keyboard", async () => {
      const { page } = await openWithMenu();
      await page.getByRole("grid").focus();
      await page.keyboard.press("Shift+F10");
      assert.deepEqual((await openedMenu(page)).context, single, "even before any was selected");
      await row(page, 4990).click();
      await page.keyboard.press("Shift+F10");
      const menu = await openedMenu(page, 2);
      assert.deepEqual(menu.context, single);
      const box = (await row(page, 4990).boundingBox()) ?? assert.fail();
      assert.ok(Math.abs(menu.y - (box.y + box.height)) <= 1, `${menu.y} below ${box.y}`);
      await scrollTo(page, 60_000);
      await gridWhen(page, (view) => view.rows.length > 5 && view.rows.every(({ id }) => id));
      await page.keyboard.press("Shift+F10");
      assert.deepEqual((await openedMenu(page, 3)).context, single, "the event is still selected");
    });

    it("with commands for one event, such as filtering by its type or company", async () => {
      const { page, host } = await openWithMenu();
      await host.setRows(rowsOf([eventRow(7), { kind: "event", id: "evt_8" }]));
      await row(page, 7).click({ button: "right" });
      const run = (action: EventAction) => host.post({ type: "eventAction", action });
      await run("showDetails");
      await page.getByRole("region", { name: "Event details" }).waitFor();
      await run("onlyThisType");
      await host.heard("setQuery", ({ query }) => query.types.length === 1);
      await run("showCompanyEvents");
      const { view } = await host.heard("setView");
      assert.deepEqual(view, { text: eventRow(7).company });
      await row(page, 8).click({ button: "right" });
      await openedMenu(page, 2);
      assert.deepEqual(
        (await openedMenus(page)).map(({ context }) => context),
        [single, { ...several, isSingleEvent: true }],
      );
    });
  });

  describe("A gap", () => {
    const gap: GapRow = {
      kind: "gap",
      sinceMs: baseMs - 192 * 60_000,
      untilMs: baseMs,
      filling: false,
    };
    const withGap = (filling = false) =>
      rowsOf([
        { kind: "day", day: "2026-11-14" },
        eventRow(2),
        eventRow(1),
        { ...gap, filling },
        eventRow(-200),
        eventRow(-201),
      ]);

    it("shows the time that isn't loaded, and loads it on a click anywhere in the row", async () => {
      const { page, host } = await open(withGap());
      const gapRow = page.locator(".row.gap");
      assert.equal(
        await gapRow.innerText(),
        "07:48 – 11:00\u20033\u00a0h 12\u00a0min not loaded\u00a0· Load",
      );
      await gapRow.click({ position: { x: 20, y: 10 } });
      assert.deepEqual(await host.heard("fillGap"), { type: "fillGap", sinceMs: gap.sinceMs });
      await gridWhen(page, (view) => view.hasFocus);
    });

    it("loads on Enter, is busy meanwhile, and leaves a nearby row active", async () => {
      const { page, host } = await open(withGap());
      await row(page, 1).click();
      await page.keyboard.press("ArrowDown");
      const gapRow = page.locator(".row.gap");
      await becomes(() => page.getByRole("grid").getAttribute("aria-activedescendant"), "row-3");
      await selects(page, ["evt_1"], "the selection stays");
      await page.keyboard.press("Enter");
      await host.heard("fillGap");
      await host.setRows(withGap(true));
      await gapRow.getByText("Loading…").waitFor();
      assert.equal(await gapRow.getAttribute("aria-busy"), "true");
      await host.setRows(rowsOf([eventRow(2), eventRow(1), eventRow(-5), eventRow(-200)]));
      await row(page, -5).waitFor();
      await page.keyboard.press("ArrowUp");
      await gridWhen(page, (view) => view.hasFocus && view.activeId === "evt_-5");
    });
  });
});

declare global {
  interface Window {
    /** `contextmenu` events that reached the window. */
    contextMenus: {
      readonly isPrevented: boolean;
      readonly context: unknown;
      readonly x: number;
      readonly y: number;
    }[];
  }
}
