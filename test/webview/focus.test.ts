import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { PanelState } from "../../src/shared/protocol";
import { manyRows, noRows, panelState } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { gridWhen } from "../support/page/gridView";

/** As when VS Code focuses the panel and no control in it kept the focus. */
const refocusWindow = (page: Page) =>
  page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    window.dispatchEvent(new Event("focus"));
  });

const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

const problem = { kind: "offline", action: "first", message: "Couldn't reach it." } as const;

describe("The keyboard focus", () => {
  const pages = FeedPages.use();

  async function open(panel: Partial<PanelState> = {}, rows = manyRows(500), width = 1200) {
    const opened = await pages.open({
      size: { width, height: 700 },
      prepare: (host) => {
        host.rows = rows;
        host.panel = panelState(panel);
      },
    });
    const { page } = opened;
    const inList = () => gridWhen(page, ({ hasFocus }) => hasFocus);
    return { ...opened, inList };
  }

  it("is in the list of a panel that was just opened", async () => {
    const { page, inList } = await open();
    await page.locator("[data-event-id=evt_499]").waitFor();
    await inList();
    await page.keyboard.press("ArrowDown");
    await gridWhen(page, ({ activeId }) => activeId === "evt_499");
  });

  it("is shown on the first row once rows are loaded, and starts there", async () => {
    for (const [key, opens] of [
      ["ArrowDown", false],
      ["Enter", true],
    ] as const) {
      const { page, host, inList } = await open({}, noRows);
      await inList();
      await host.setRows(manyRows(500));
      await gridWhen(page, ({ activeId }) => activeId === "evt_499");
      const ring = (row: string) =>
        page.locator(row).evaluate((element) => getComputedStyle(element).outlineStyle);
      assert.deepEqual([await ring(".row.head"), await ring(".row.active")], ["none", "solid"]);
      assert.equal(await page.locator("[aria-selected=true]").count(), 0, "that does not select it");
      await page.keyboard.press(key);
      await page.locator("[data-event-id=evt_499][aria-selected=true]").waitFor();
      assert.equal(await page.getByRole("region", { name: "Event details" }).count(), opens ? 1 : 0);
      await page.getByRole("grid").press("ArrowDown");
      await gridWhen(page, ({ activeId }) => activeId === "evt_498");
    }
  });

  it("returns to the list, or to the control that had it, with the window", async () => {
    const { page, inList } = await open();
    await refocusWindow(page);
    await inList();
    await page.getByLabel("Sector", { exact: true }).focus();
    await refocusWindow(page);
    assert.equal(await focusedId(page), "sector");
    await page.getByRole("button", { name: "Refresh", exact: true }).focus();
    await refocusWindow(page);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("label")), "Refresh");
  });

  it("returns to the list if that control is gone", async () => {
    const { page, host, inList } = await open({ problem });
    await page.getByRole("button", { name: "Retry" }).focus();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await host.setPanel({ problem: undefined as never });
    await page.getByRole("button", { name: "Retry" }).waitFor({ state: "detached" });
    await refocusWindow(page);
    await inList();
  });

  for (const [where, rows] of [
    ["in the status line", manyRows(500)],
    ["in the message", noRows],
  ] as const) {
    it(`moves to the list when Retry ${where} disappears`, async () => {
      const { page, host, inList } = await open({ problem, content: "current" }, rows);
      await page.getByRole("button", { name: "Retry" }).press("Enter");
      await host.heard("retry");
      await host.setPanel({
        problem: undefined as never,
        activity: { kind: "first", pages: 0, events: 0 },
      });
      await page.getByRole("button", { name: "Retry" }).waitFor({ state: "detached" });
      await inList();
    });
  }

  it("moves to the list when a button of the details disappears, and to the details if they cover the list", async () => {
    for (const width of [1200, 600]) {
      const { page, host } = await open({}, manyRows(500), width);
      await page.locator("[data-event-id=evt_496]").click();
      await page.getByRole("button", { name: "Only this type" }).press("Enter");
      await host.heard("setQuery");
      await page.getByRole("button", { name: "Only this type" }).waitFor({ state: "detached" });
      await page.waitForFunction(
        (name) => document.activeElement?.getAttribute("aria-label") === name,
        width === 1200 ? "Company events" : "Event details",
      );
    }
  });

  it("moves to the list when a button of the toolbar is disabled", async () => {
    const { page, host, inList } = await open();
    await page.getByRole("button", { name: "Load entire window" }).press("Enter");
    await host.heard("loadWindow");
    await host.setPanel({ completeness: { kind: "complete" } });
    await inList();
  });

  it("goes on with Tab from the list to the details, and to the end of the list only when that is visible", async () => {
    const { page, host } = await open();
    await page.locator("[data-event-id=evt_497]").click();
    await page.getByRole("region", { name: "Event details" }).waitFor();
    await page.getByRole("grid").focus();
    const tabStop = async () => {
      await page.keyboard.press("Tab");
      return page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        return focused.getAttribute("aria-label") ?? (focused.title || focused.textContent.trim());
      });
    };
    assert.deepEqual([await tabStop(), await tabStop()], ["Width of the details", "Previous event"]);
    const scrollTop = () => page.locator(".grid-scroller").evaluate((element) => element.scrollTop);
    assert.equal(await scrollTop(), 0);
    assert.equal(host.messages("loadOlder").length, 0);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await gridWhen(page, ({ activeId }) => activeId === "evt_0");
    assert.equal(await tabStop(), "Load older");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Home");
    await gridWhen(page, ({ activeId }) => activeId === "evt_499");
    assert.equal(await tabStop(), "Width of the details");
    assert.equal(await scrollTop(), 0);
  });
});
