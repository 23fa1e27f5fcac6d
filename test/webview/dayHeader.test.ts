import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { Row } from "../../src/shared/feedState";
import { baseMs, eventRow, type FakeRows, rowsOf } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { gridWhen, scrollTo } from "../support/page/gridView";
import { becomes, boxesSettle } from "../support/page/waiting";

const rowHeight = 22;

/** Text of the sticky header, empty if hidden, and how far the next day has pushed it out. */
const header = (page: Page) =>
  page.locator(".sticky-day").evaluate((element) => ({
    text: element.checkVisibility() ? (element as HTMLElement).innerText : "",
    y: Math.round(
      element.getBoundingClientRect().top -
        (document.querySelector(".row.head")?.getBoundingClientRect().bottom ?? 0),
    ),
  }));

const textOf = async (page: Page) => (await header(page)).text;

describe("The sticky day header", () => {
  const pages = FeedPages.use();

  async function open(rows: FakeRows, zone: "local" | "utc" = "utc") {
    return pages.open({
      size: { width: 1000, height: 400 },
      state: { version: 1, zone },
      prepare: (host) => (host.rows = rows),
    });
  }

  /** Two days of 50 events each, and events without a date. */
  const days: Row[] = [
    { kind: "day", day: "2026-11-14" },
    ...Array.from({ length: 50 }, (_, i) => ({ ...eventRow(100 - i), publishedMs: baseMs - i * 60_000 })),
    { kind: "day", day: "2026-11-13" },
    ...Array.from({ length: 50 }, (_, i) => ({
      ...eventRow(50 - i),
      publishedMs: baseMs - (1440 + i) * 60_000,
    })),
    { kind: "day" },
    ...Array.from({ length: 30 }, (_, i) => ({
      kind: "event" as const,
      id: `evt_u${i}`,
      title: `Undated ${i}`,
    })),
  ];

  const gap: Row = { kind: "gap", sinceMs: baseMs, untilMs: baseMs + 60_000, filling: false };

  it("stays above the rows of its day until the next day's header pushes it out", async () => {
    const { page } = await open(rowsOf(days));
    await becomes(() => textOf(page), "", "the row itself is at the top");
    await scrollTo(page, 5 * rowHeight);
    await becomes(() => header(page), { text: "Saturday, Nov 14, 2026", y: 0 });
    await scrollTo(page, 50 * rowHeight + 10);
    await becomes(() => header(page), { text: "Saturday, Nov 14, 2026", y: -10 });
    await scrollTo(page, 51 * rowHeight);
    await becomes(() => textOf(page), "");
    await scrollTo(page, 51 * rowHeight + 10);
    await becomes(() => header(page), { text: "Friday, Nov 13, 2026", y: 0 });
    await scrollTo(page, 110 * rowHeight);
    await becomes(() => header(page), { text: "No readable date", y: 0 });
  });

  it("replaces a two-line day row once that row's text reaches the top, where the list begins", async () => {
    const { page, host } = await open(rowsOf(days));
    const top = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => Math.round(element.getBoundingClientRect().top));
    for (const width of [380, 1000, 380]) {
      await page.setViewportSize({ width, height: 400 });
      await boxesSettle(page);
      assert.equal(await top(".row.day .cell"), await top(".sticky-day"), `at ${width} px`);
      await becomes(() => textOf(page), "");
    }
    await scrollTo(page, 2);
    await becomes(() => textOf(page), "Saturday, Nov 14, 2026");
    await scrollTo(page, 0);
    await host.setRows(rowsOf([gap, ...days]));
    await page.locator(".row.gap").waitFor();
    await becomes(() => top(".row.gap"), await top(".grid-scroller"), "only a day loses its first line");
  });

  it("never covers the row that the keyboard moves to", async () => {
    const { page } = await open(rowsOf(days));
    await scrollTo(page, 30 * rowHeight);
    await page.locator("[data-event-id=evt_62]").click();
    for (let press = 0; press < 25; press++) {
      await page.keyboard.press("ArrowUp");
    }
    const { rows, activeId } = await gridWhen(page, (view) => view.activeId === "evt_87");
    assert.ok((rows.find(({ id }) => id === activeId)?.y ?? 0) >= rowHeight);
    await page.keyboard.press("PageUp");
    await page.keyboard.press("PageUp");
    await page.keyboard.press("PageUp");
    await gridWhen(page, (view) => view.activeId === "evt_100" && view.rows[0]?.index === 0);
  });

  it("is hidden above the first day and in a sorted list", async () => {
    const { page, host } = await open(rowsOf([gap, ...days]));
    await becomes(() => textOf(page), "");
    await host.setPanel({
      view: { text: "", searching: false, sort: { by: "company", descending: false } },
    });
    await host.setRows(rowsOf(Array.from({ length: 100 }, (_, n) => ({ ...eventRow(n), id: `evt_s${n}` }))));
    await page.locator("[data-event-id=evt_s0]").waitFor();
    await scrollTo(page, 30 * rowHeight);
    await gridWhen(page, (view) => view.rows[0]?.id === "evt_s30");
    await becomes(() => textOf(page), "");
  });
});
