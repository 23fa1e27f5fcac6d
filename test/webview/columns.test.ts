import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { decodePageState } from "../../src/shared/pageState";
import { eventRow, manyRows, rowsOf } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";

describe("Columns", () => {
  const pages = FeedPages.use();

  async function open(width = 1200, columnWidths?: unknown) {
    const opened = await pages.open({
      size: { width, height: 500 },
      prepare: (host) => (host.rows = manyRows(50)),
      ...(columnWidths !== undefined && { state: { version: 1, columnWidths } }),
    });
    const { page } = opened;
    await page.locator("[data-event-id=evt_49]").waitFor();
    const border = (name: string) => page.getByRole("separator", { name: `Width of ${name}`, exact: true });
    return { ...opened, border };
  }

  /** Widths of the visible cells of a row, by column. */
  const cells = (page: Page, row: string): Promise<Partial<Record<string, number>>> =>
    page
      .locator(row)
      .evaluate((element) =>
        Object.fromEntries<number>(
          [...element.children]
            .map((cell) => [cell.classList[1] ?? "", Math.round(cell.getBoundingClientRect().width)] as const)
            .filter(([, width]) => width > 0),
        ),
      );

  it("are resized by dragging their borders, at the expense of the title, in headers and rows alike", async () => {
    const { page, border } = await open();
    const drag = async (name: string, by: number) => {
      const box = (await border(name).boundingBox()) ?? assert.fail();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by, y, { steps: 4 });
      await page.mouse.up();
    };
    const before = await cells(page, ".row.head");
    await drag("Type", 60);
    await drag("Company", -40);
    const after = await cells(page, ".row.head");
    assert.equal(after["type"], (before["type"] ?? 0) + 60);
    assert.equal(after["amount"], before["amount"]);
    assert.ok((after["company"] ?? 0) > (before["company"] ?? 0));
    assert.deepEqual(await cells(page, "[data-event-id=evt_49]"), after);
    assert.equal(await border("Type").getAttribute("aria-valuenow"), String(after["type"]));
  });

  it("are resized by keyboard from one tab stop, and reset", async () => {
    const { page, border } = await open();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Shift+Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("title")), "Width of Time");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal((await cells(page, ".row.head"))["type"], 148 + 48);
    await page.keyboard.press("ArrowDown");
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute("title")),
      "Width of Company",
    );
    await page.keyboard.press("Home");
    assert.equal((await cells(page, ".row.head"))["company"], 28);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    assert.equal((await cells(page, ".row.head"))["type"], 148);
    assert.ok(await border("Type").evaluate((element) => element === document.activeElement));
  });

  it("leave the title its minimum width", async () => {
    const { page, border } = await open();
    for (const name of ["Type", "Company", "Sector"]) {
      await border(name).focus();
      await page.keyboard.press("End");
    }
    const { title = 0 } = await cells(page, ".row.head");
    assert.ok(title >= 79, `${title}`);
    const clipped = await page.locator(".row.head").evaluate((head) => head.scrollWidth - head.clientWidth);
    assert.ok(clipped <= 0);
  });

  it("keep their widths after a reload", async () => {
    const { page, border } = await open();
    await border("Type").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => (sessionStorage.getItem("state") ?? "").includes("columnWidths"));
    const saved = decodePageState(
      JSON.parse(await page.evaluate(() => sessionStorage.getItem("state") ?? "")) as unknown,
    );
    assert.deepEqual(saved.columnWidths, { Type: 172 });
    await page.reload();
    await page.locator("[data-event-id=evt_49]").waitFor();
    assert.equal((await cells(page, "[data-event-id=evt_49]"))["type"], 172);
  });

  it("take at most a third of a list that is narrower than the one they were resized in", async () => {
    const { page } = await open(600, { Type: 700, Company: 900, Nonsense: 3, Sector: "wide" });
    const { type = 0, company = 0 } = await cells(page, ".row.head");
    assert.ok(type <= 192 && company <= 192, `${type} ${company}`);
  });

  it("say which amount it is, unless it is that of the filter", async () => {
    const rows = [
      { ...eventRow(3), amount: 42e6 },
      { ...eventRow(2), amount: 25e6, amountField: "deal_value" },
      { ...eventRow(1), amount: 7, amountField: "<b>price</b>\u202e" },
    ];
    const { page } = await pages.open({ prepare: (host) => (host.rows = rowsOf(rows)) });
    const amounts = page.locator(".row.event .cell.amount");
    await amounts.nth(2).waitFor();
    assert.deepEqual(
      await amounts.evaluateAll((all) => all.map((cell) => [cell.textContent, cell.getAttribute("title")])),
      [
        ["$42M", "$42,000,000"],
        ["Deal value $25M", "Deal value: $25,000,000"],
        ["<b>price</b>\\u202e $7", "<b>price</b>\\u202e: $7"],
      ],
    );
    assert.equal(
      await amounts
        .nth(1)
        .locator(".sr-only")
        .evaluate((label) => label.clientWidth),
      1,
    );
  });

  it("are left out one after the other as the list gets narrower", async () => {
    const { page } = await open();
    const shown = async (width: number) => {
      await page.setViewportSize({ width, height: 500 });
      return Object.keys(await cells(page, "[data-event-id=evt_49]")).join(" ");
    };
    assert.equal(await shown(1200), "time type title company sector amount confidence");
    assert.equal(await shown(800), "time type title company amount confidence");
    assert.equal(await shown(700), "time type title company amount");
    assert.equal(await shown(360), "time type title amount");
    assert.equal(await page.getByRole("separator").count(), 0, "no borders in a narrow list");
  });
});
