import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";
import { manyRows } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { shownTexts } from "./shownText";
import { becomes, boxesSettle, readWhen } from "../support/page/waiting";

describe("Columns", () => {
  const pages = FeedPages.use();

  async function open(width = 1200, columnWidths?: unknown, hidden?: string[]) {
    const opened = await pages.open({
      size: { width, height: 500 },
      prepare: (host) => (host.rows = manyRows(50)),
      state: { version: 1, columnWidths, ...(hidden && { columns: { hidden } }) },
    });
    const { page } = opened;
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

  it("are resized by dragging, in headers and rows alike, at the expense of the title", async () => {
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

  it("are resized and reset by keyboard from a single tab stop", async () => {
    const { page, border } = await open();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Tab");
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
        .getByRole("grid")
        .getByRole("columnheader")
        .evaluateAll((all) => all.map((header) => header.textContent.trim()).join(" "));

    const headersAre = (page: Page, names: string) => becomes(() => headers(page), names);

    async function openChooser() {
      const opened = await open();
      await opened.page.getByRole("button", { name: "More actions" }).press("Enter");
      const chooser = opened.page.getByRole("group", { name: "Columns" });
      const column = (name: string) => chooser.getByRole("button", { name, exact: true });
      return { ...opened, chooser, column };
    }

    it("with the keyboard, which changes headers, rows and borders", async () => {
      const { page, chooser, column, border } = await openChooser();
      await column("Type").focus();
      await page.keyboard.press("Space");
      await headersAre(page, "Time Title Company Amount");
      await becomes(() => column("Type").getAttribute("aria-pressed"), "false");
      await becomes(
        async () => Object.keys(await cells(page, "[data-event-id=evt_49]")),
        ["time", "title", "company", "amount"],
      );
      await becomes(() => border("Type").count(), 0);
      await becomes(() => page.getByRole("grid").getAttribute("aria-colcount"), "4");
      await boxesSettle(page);
      assert.deepEqual(await cells(page, ".row.head"), await cells(page, "[data-event-id=evt_49]"));
      await page.keyboard.press("Space");
      await headersAre(page, "Time Type Title Company Amount");
      assert.equal(await column("Title").count(), 0, "the title is always shown");
      await page.keyboard.press("Escape");
      await chooser.waitFor({ state: "hidden" });
    });

    it("without hiding what the search has found in a title", async () => {
      const { page, host } = await open(1000);
      const title = `${"word ".repeat(14)}needle`;
      const rows = manyRows(50);
      await host.setRows({ ...rows, at: (index) => ({ ...rows.at(index), ...(index > 0 && { title }) }) });
      await host.setPanel({ view: { text: "needle", matches: 50, searching: false } });
      const shown = () => page.locator(".row.event .title bdi").first().innerText();
      await becomes(shown, title);
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("button", { name: "Sector", exact: true }).click();
      await becomes(shown, "…d word word needle");
    });

    it("for publications, which show fewer by default", async () => {
      const { page } = await pages.open({
        prepare: (host) => {
          host.rows = manyRows(50);
          host.panel = { ...host.panel, query: { ...host.panel.query, source: "publications" } };
        },
      });
      await headersAre(page, "Time Title");
      await page.getByRole("button", { name: "More actions" }).press("Enter");
      // These accessible names are used for every feed.
      const names = ["Search loaded events", "Events over time", "Company events"];
      const words = (await shownTexts(page)).map(({ text }) => text).filter((text) => !names.includes(text));
      assert.deepEqual(
        words.filter((text) => /event/i.test(text) && !/^Event \d/.test(text)),
        [],
      );
      const type = page.getByRole("group", { name: "Columns" }).getByRole("button", { name: "Type" });
      assert.equal(await type.getAttribute("aria-pressed"), "false");
      await page.keyboard.press("ArrowUp");
      await page.getByRole("button", { name: "Confidence" }).and(page.locator(":focus")).waitFor();
      await type.click();
      await headersAre(page, "Time Type Title");
    });

    it("and stay chosen after a reload", async () => {
      const { page, column } = await openChooser();
      await column("Sector").click();
      await page.waitForFunction(() =>
        (sessionStorage.getItem("state") ?? "").includes('"hidden":["Confidence"]'),
      );
      await page.reload();
      await page.locator("[data-event-id=evt_49]").waitFor();
      await headersAre(page, "Time Type Title Company Sector Amount");
    });
  });

  it("disappear one after another as the list gets narrower, until each row has two lines", async () => {
    const { page } = await open(1200, undefined, []);
    const shows = async (width: number, columns: string) => {
      await page.setViewportSize({ width, height: 500 });
      await becomes(
        async () => Object.keys(await cells(page, "[data-event-id=evt_48]")).join(" "),
        columns,
        `${width} px`,
      );
    };
    await shows(1200, "time type title company sector amount confidence");
    await shows(860, "time type title sector amount");
    await shows(700, "time type title amount");
    await shows(500, "time type title company amount");
    await becomes(() => page.getByRole("separator").count(), 0, "no borders in a narrow list");
    const row = await page.locator("[data-event-id=evt_48]").boundingBox();
    const title = await page.locator("[data-event-id=evt_48] .title").boundingBox();
    assert.equal(row?.height, 40);
    assert.ok((title?.width ?? 0) > 460);
  });
});
