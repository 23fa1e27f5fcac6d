import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";
import { decodePageState } from "../../src/shared/pageState";
import { eventRow, manyRows, rowsOf } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { becomes, boxesSettle, layoutSettles, readWhen } from "../support/page/waiting";

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
    await layoutSettles(page);
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

  const widthOf = async (page: Page, column: string) => (await cells(page, ".row.head"))[column];

  const isFocused = (element: Locator) => element.evaluate((it) => it === document.activeElement);

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
    await becomes(() => widthOf(page, "type"), (before["type"] ?? 0) + 60);
    await boxesSettle(page);
    await drag("Company", -40);
    await readWhen(
      () => widthOf(page, "company"),
      (width = 0) => width > (before["company"] ?? 0),
    );
    await boxesSettle(page);
    const after = await cells(page, ".row.head");
    assert.equal(after["type"], (before["type"] ?? 0) + 60);
    assert.equal(after["amount"], before["amount"]);
    await becomes(() => cells(page, "[data-event-id=evt_49]"), after);
    await becomes(() => border("Type").getAttribute("aria-valuenow"), String(after["type"]));
  });

  it("are resized by keyboard from one tab stop, and reset", async () => {
    const { page, border } = await open();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Shift+Tab");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("title"));
    await becomes(focused, "Width of Time");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await becomes(() => widthOf(page, "type"), 140 + 48);
    await page.keyboard.press("ArrowDown");
    await becomes(focused, "Width of Company");
    await page.keyboard.press("Home");
    await becomes(() => widthOf(page, "company"), 28);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await becomes(() => widthOf(page, "type"), 140);
    await becomes(() => isFocused(border("Type")), true);
  });

  describe("can be chosen", () => {
    const headers = (page: Page) =>
      page
        .getByRole("columnheader")
        .evaluateAll((all) => all.map((header) => header.textContent.trim()).join(" "));

    const headersAre = (page: Page, names: string) => becomes(() => headers(page), names);

    async function openChooser(width?: number) {
      const opened = await open(width);
      await opened.page.getByRole("button", { name: "Columns" }).press("Enter");
      const chooser = opened.page.getByRole("dialog", { name: "Columns" });
      await chooser.waitFor();
      return { ...opened, chooser };
    }

    it("and say so if the panel is too narrow for them", async () => {
      const { page, chooser } = await openChooser(800);
      const confidence = chooser.getByRole("checkbox", { name: "Confidence" });
      const hint = () =>
        confidence.evaluate(
          (it) => document.getElementById(it.getAttribute("aria-describedby") ?? "")?.textContent,
        );
      await becomes(hint, "Hidden: the panel is too narrow");
      assert.equal(await chooser.getByText("Hidden: the panel is too narrow").count(), 1);
      await confidence.uncheck();
      await becomes(hint, undefined);
      await confidence.check();
      await page.setViewportSize({ width: 1200, height: 500 });
      await boxesSettle(page);
      await page.getByRole("grid").focus();
      await chooser.waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Columns" }).press("Enter");
      await becomes(hint, undefined);
    });

    it("by a button that covers no header", async () => {
      for (const width of [1200, 800, 600]) {
        const { page } = await open(width);
        const left = (await page.locator(".columns-button").boundingBox())?.x ?? 0;
        const ends = await page
          .getByRole("columnheader")
          .evaluateAll((all) => all.map((header) => header.getBoundingClientRect().right));
        assert.ok(Math.max(...ends) <= left, `${Math.max(...ends)} ${left}`);
      }
    });

    it("with the keyboard: hidden and shown, in headers, rows and borders alike", async () => {
      const { page, chooser, border } = await openChooser();
      await becomes(() => isFocused(chooser.getByLabel("Time", { exact: true })), true);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await headersAre(page, "Time Title Company Sector Amount Confidence");
      await becomes(
        async () => Object.keys(await cells(page, "[data-event-id=evt_49]")),
        ["time", "title", "company", "sector", "amount", "confidence"],
      );
      await becomes(() => border("Type").count(), 0);
      await becomes(() => page.getByRole("grid").getAttribute("aria-colcount"), "6");
      await boxesSettle(page);
      assert.deepEqual(await cells(page, ".row.head"), await cells(page, "[data-event-id=evt_49]"));
      await page.keyboard.press("Space");
      await headersAre(page, "Time Type Title Company Sector Amount Confidence");
      await page.keyboard.press("Escape");
      await chooser.waitFor({ state: "hidden" });
    });

    it("but the title cannot be hidden, and Escape closes the popup only", async () => {
      const { page, host, chooser } = await openChooser();
      assert.ok(await chooser.getByLabel("Title", { exact: true }).isDisabled());
      await page.keyboard.press("Escape");
      await chooser.waitFor({ state: "hidden" });
      await becomes(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Columns");
      await page.locator("[data-event-id=evt_49]").click();
      await page.getByRole("region", { name: "Event details" }).waitFor();
      await page.getByRole("columnheader").first().click({ button: "right" });
      await chooser.waitFor();
      await page.keyboard.press("Escape");
      await chooser.waitFor({ state: "hidden" });
      await host.caughtUp();
      await boxesSettle(page);
      assert.equal(await page.getByRole("region", { name: "Event details" }).count(), 1);
      await page.getByRole("columnheader").first().click({ button: "right" });
      await chooser.waitFor();
      await page.locator("[data-event-id=evt_47]").click();
      await chooser.waitFor({ state: "hidden" });
    });

    it("and are remembered, without what does not exist", async () => {
      const { page, chooser } = await openChooser();
      await chooser.getByLabel("Sector", { exact: true }).uncheck();
      await page.waitForFunction(() =>
        (sessionStorage.getItem("state") ?? "").includes('"hidden":["Sector"]'),
      );
      await page.reload();
      await page.locator("[data-event-id=evt_49]").waitFor();
      await headersAre(page, "Time Type Title Company Amount Confidence");
      const other = await pages.open({
        prepare: (host) => (host.rows = manyRows(50)),
        state: {
          version: 1,
          columns: { order: ["Amount", "Nonsense", "Amount"], hidden: ["Title", "Time", "x"] },
        },
      });
      await other.page.locator("[data-event-id=evt_49]").waitFor();
      await headersAre(other.page, "Type Title Company Sector Amount Confidence");
      const broken = await pages.open({
        prepare: (host) => (host.rows = manyRows(50)),
        state: { version: 1, columns: { order: "all", hidden: [7] } },
      });
      await broken.page.locator("[data-event-id=evt_49]").waitFor();
      await headersAre(broken.page, "Time Type Title Company Sector Amount Confidence");
    });
  });

  it("leave the title its minimum width", async () => {
    const { page, border } = await open();
    for (const name of ["Type", "Company", "Sector"]) {
      await border(name).focus();
      await page.keyboard.press("End");
      await boxesSettle(page);
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
    assert.deepEqual(saved.columnWidths, { Type: 164 });
    await page.reload();
    await page.locator("[data-event-id=evt_49]").waitFor();
    await becomes(async () => (await cells(page, "[data-event-id=evt_49]"))["type"], 164);
  });

  it("take at most a third of a list that is narrower than the one they were resized in", async () => {
    const { page } = await open(600, { Type: 700, Company: 900, Nonsense: 3, Sector: "wide" });
    const { type = 0, company = 0 } = await cells(page, ".row.head");
    assert.ok(type <= 192 && company <= 192, `${type} ${company}`);
  });

  it("show amounts in short, and all their digits in the tooltip", async () => {
    const rows = [
      { ...eventRow(2), amount: 42e6 },
      { ...eventRow(1), amount: 7 },
    ];
    const { page } = await pages.open({ prepare: (host) => (host.rows = rowsOf(rows)) });
    const amounts = page.locator(".row.event .cell.amount");
    await amounts.nth(1).waitFor();
    assert.deepEqual(
      await amounts.evaluateAll((all) => all.map((cell) => [cell.textContent, cell.getAttribute("title")])),
      [
        ["$42M", "$42,000,000"],
        ["$7", "$7"],
      ],
    );
  });

  it("are left out one after the other as the list gets narrower", async () => {
    const { page } = await open();
    const shows = async (width: number, columns: string) => {
      await page.setViewportSize({ width, height: 500 });
      await becomes(
        async () => Object.keys(await cells(page, "[data-event-id=evt_49]")).join(" "),
        columns,
        `${width} px`,
      );
    };
    await shows(1200, "time type title company sector amount confidence");
    await shows(900, "time type title company sector amount");
    await shows(700, "time type title company amount");
    await shows(360, "time type title amount");
    await becomes(() => page.getByRole("separator").count(), 0, "no borders in a narrow list");
  });
});
