import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { PanelState } from "../../src/shared/protocol";
import { baseMs, chartSpan, exposeVsCodeApi, manyRows, panelState } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { boxesSettle } from "../support/page/waiting";

const day = 86_400_000;

const fitsChart = (width: number, height: number): boolean => width >= 520 && height >= 460;

describe("The page's layout", () => {
  const pages = FeedPages.use();

  /** A feed with a chart. */
  async function open(width: number, height: number, panel: Partial<PanelState> = {}) {
    const opened = await pages.open({
      size: { width, height },
      prepare: (host) => {
        host.rows = manyRows(500);
        host.panel = panelState({ live: { kind: "checking" }, ...panel });
        host.chart = () => ({
          ...chartSpan(baseMs - 7 * day, baseMs, 120),
          types: [{ type: "funding", counts: Array.from({ length: 120 }, () => 1) }],
          missing: [],
        });
      },
    });
    if (fitsChart(width, height)) {
      await opened.host.heard("request", ({ name }) => name === "chart");
    }
    await boxesSettle(opened.page);
    return opened;
  }

  /** Rows of events that are visible in full. */
  const visibleRows = (page: Page) =>
    page.locator(".grid-scroller").evaluate((scroller) => {
      const box = scroller.getBoundingClientRect();
      return [...scroller.querySelectorAll("[data-event-id]")].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= box.top && bottom <= Math.min(box.bottom, window.innerHeight);
      }).length;
    });

  /** How far the document and the page in it are scrolled, or could be. */
  const overflow = (page: Page) =>
    page.evaluate(() => {
      window.scrollTo(0, 1000);
      const parts = [document.documentElement, document.body, ...document.querySelectorAll("main")];
      return parts.flatMap((part) => [
        part.scrollHeight - part.clientHeight,
        part.scrollWidth - part.clientWidth,
        part.scrollTop,
      ]);
    });

  it("has the list in its place before there is anything to show", async () => {
    const { page } = await open(1200, 700);
    const waiting = await pages.load({}, (fresh) => exposeVsCodeApi(fresh, () => undefined));
    const top = async (of: Page) => (await of.getByRole("grid").boundingBox())?.y ?? Number.NaN;
    const moved = (await top(page)) - (await top(waiting));
    assert.ok(Math.abs(moved) < 2, `${moved} px`);
  });

  it("leaves room for the list at every size, and scrolls only the list", async () => {
    const { page } = await open(1400, 800);
    // The last two are others at a zoom of 200 %.
    for (const [width, height, atLeast] of [
      [380, 400, 5],
      [1400, 400, 11],
      [380, 800, 14],
      [560, 800, 20],
      [1400, 800, 24],
      [190, 200, 1],
      [700, 200, 3],
    ] as const) {
      const size = `${width} × ${height} px`;
      await page.setViewportSize({ width, height });
      await page
        .getByRole("region", { name: "Events over time" })
        .waitFor({ state: fitsChart(width, height) ? "visible" : "hidden" });
      await page.getByRole("grid").press("Home");
      await boxesSettle(page);
      const visible = await visibleRows(page);
      assert.ok(visible >= atLeast, `${visible} rows in ${size}`);
      assert.deepEqual([...new Set(await overflow(page))], [0], size);
      await page.keyboard.press("End");
      await page.locator("[data-event-id=evt_0]").waitFor();
      await boxesSettle(page);
      assert.deepEqual([...new Set(await overflow(page))], [0], size);
    }
  });

  it("shows rows and every filter at 380 × 240 px, regardless of the length of the error message", async () => {
    const message =
      "The service rejected the request because of a reason that it explains at great length. ".repeat(8);
    const { page } = await open(380, 240, {
      problem: { kind: "service", message, action: "older" },
    });
    assert.ok((await visibleRows(page)) >= 1);
    assert.deepEqual([...new Set(await overflow(page))], [0]);
    await page.getByRole("button", { name: "Filters" }).click();
    for (const name of ["Types", "Sector", "Minimum amount (USD)"]) {
      assert.ok(await page.getByLabel(name, { exact: true }).isVisible(), name);
    }
    await page.getByLabel("Time range", { exact: true }).click();
    const zone = page.getByLabel("Time zone", { exact: true });
    await zone.focus();
    await boxesSettle(page);
    const { y, height } = (await zone.boundingBox()) ?? assert.fail();
    assert.ok(y >= 0 && y + height <= 240, `${y} to ${y + height}`);
  });

  it("shows lists, errors and the menu in full wherever their controls are", async () => {
    const value = "Industrial biotechnology and environmental services";
    const facets = { types: [], sectors: [{ value, count: 3 }] };
    const query = { ...panelState().query, types: ["funding", "product_launch"] };
    const { page } = await open(760, 500, { facets, query });
    const box = async (name: string) => (await page.locator(name).boundingBox()) ?? assert.fail(name);
    await page.getByLabel("Minimum amount (USD)").fill("soon");
    await page.keyboard.press("Enter");
    for (const width of [760, 620, 520]) {
      await page.setViewportSize({ width, height: 500 });
      const error = await box("#min-amount-error");
      assert.ok(
        error.x >= 0 && error.x + error.width <= width,
        `error: ${error.x} to ${error.x + error.width}`,
      );
    }
    await page.getByLabel("Sector", { exact: true }).press("ArrowDown");
    for (const width of [520, 620, 700]) {
      await page.setViewportSize({ width, height: 500 });
      const list = await box("#sector-list");
      assert.ok(list.x >= 0 && list.x + list.width <= width, `list: ${list.x} to ${list.x + list.width}`);
    }
    await page.setViewportSize({ width: 400, height: 220 });
    await page.getByRole("button", { name: "More actions" }).click();
    const menu = await box(".more-actions");
    assert.ok(menu.y >= 0 && menu.y + menu.height <= 220, `menu: ${menu.y} to ${menu.y + menu.height}`);
  });
});
