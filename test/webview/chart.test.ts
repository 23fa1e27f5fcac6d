import { strict as assert } from "node:assert";
import type { Locator } from "playwright-core";
import { baseMs, chartSpan, manyRows, panelState } from "../support/page/fakePanelHost";
import { type FeedPage, FeedPages, type OpenOptions, stateWhen } from "../support/page/feedPage";
import { becomes, boxesSettle, readWhen } from "../support/page/waiting";
import type { Chart } from "../../src/shared/feedState";

const hour = 3_600_000;

/** Ten buckets of an hour each; the oldest two are not loaded. */
const chart: Chart = {
  ...chartSpan(baseMs - 10 * hour, baseMs, 10),
  types: [
    { type: "funding", counts: [0, 0, 4, 0, 0, 1, 0, 0, 0, 7] },
    { type: "ipo", counts: [0, 0, 1, 0, 0, 0, 0, 0, 0, 2] },
  ],
  missing: [{ sinceMs: baseMs - 10 * hour, untilMs: baseMs - 8 * hour }],
};

type Opened = Pick<FeedPage, "page" | "host"> & { readonly canvas: Locator };

/** Moves the mouse to a position on the chart from 0 (left edge) to 1 (right edge). */
async function moveTo({ page, canvas }: Pick<Opened, "page" | "canvas">, place: number): Promise<void> {
  const box = await canvas.locator("svg").boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width * place, box.y + 20);
}

/** Zooms to the last bucket with the keyboard. */
async function zoomToLast({ page, host, canvas }: Opened): Promise<void> {
  await canvas.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const { view } = await host.heard("setView", ({ view }) => view.span !== undefined);
  await host.setPanel({ view: { ...view, searching: false } });
  await page.getByText("Zoomed to").waitFor();
}

/** Position of the highlighted span, CSS pixels from the left; 0 and 0: none. */
async function marked({ canvas }: Pick<Opened, "canvas">): Promise<readonly [left: number, width: number]> {
  return canvas.locator("svg").evaluate((plot) => {
    const box = plot.querySelector(".selected")?.getBoundingClientRect();
    return box ? ([box.left - plot.getBoundingClientRect().left, box.width] as const) : ([0, 0] as const);
  });
}

/** What is selected, in words, once it matches. */
const valueIs = (canvas: Locator, words: RegExp) =>
  readWhen(
    async () => (await canvas.getAttribute("aria-valuetext")) ?? "",
    (text) => words.test(text),
  );

/** The line below the chart. */
const readout = async (region: Locator) =>
  (await region.locator(".chart-readout").innerText()).replace(/\s+/g, " ").replace(" 2026", "").trim();

describe("The chart", () => {
  const pages = FeedPages.use();

  /** @param shown the chart for any zoom */
  async function open(shown: Chart = chart, options: OpenOptions = {}) {
    const opened = await pages.open({
      timeZone: "UTC",
      ...options,
      prepare: (host) => {
        host.rows = manyRows(300);
        host.panel = panelState();
        host.chart = () => shown;
      },
    });
    const region = opened.page.getByRole("region", { name: "Events over time" });
    await region.locator("svg rect").first().waitFor();
    await boxesSettle(opened.page);
    return { ...opened, region, canvas: region.getByRole("slider") };
  }

  it("shows events as bars and as a table, and hatches times that aren't loaded", async () => {
    const { region } = await open();
    /** Heights of the bars of a type, in percent of the highest stack. */
    const heights = (type: string) =>
      region
        .locator(`rect.type-${type}`)
        .evaluateAll((all) => all.map((bar) => Math.round(parseFloat(bar.getAttribute("height") ?? ""))));
    assert.deepEqual(await heights("funding"), [44, 11, 78]);
    assert.deepEqual(await heights("ipo"), [11, 22]);
    const [plot, hatched] = await Promise.all(
      ["svg", ".not-loaded"].map((part) => region.locator(part).boundingBox()),
    );
    assert.ok(plot && hatched);
    assert.deepEqual(
      [hatched.x - plot.x, (10 * hatched.width) / plot.width].map(Math.round),
      [0, 2],
      "two of ten buckets",
    );
    const table = region.getByRole("table");
    assert.match(await table.locator("caption").innerText(), /not loaded: Nov 14(, 2026)?, 00:00 – 02:00/);
    const cells = await table.getByRole("row").nth(1).locator("td").allInnerTexts();
    assert.deepEqual(cells, ["4", "1"]);
  });

  it("labels round times", async () => {
    const shown = (hours: number, buckets: number): Chart => ({
      ...chart,
      ...chartSpan(baseMs - (hours - 3) * hour, baseMs + 3 * hour, buckets),
    });
    const { host, region } = await open(shown(12, 72));
    const labels = () => region.locator("svg text[text-anchor=middle]").allTextContents();
    assert.deepEqual(await labels(), ["02:00", "04:00", "06:00", "08:00", "10:00", "12:00"]);
    host.chart = () => shown(48, 96);
    await host.setRows(manyRows(301));
    await becomes(
      async () => (await labels()).map((label) => label.replace(", 2026", "")),
      ["Nov 13", "12:00", "Nov 14", "12:00"],
    );
  });

  it("zooms by dragging or by a click", async () => {
    const { page, host, canvas } = await open();
    await moveTo({ page, canvas }, 0.55);
    await page.mouse.down();
    await moveTo({ page, canvas }, 0.65);
    await moveTo({ page, canvas }, 0.75);
    await page.mouse.up();
    const { view } = await host.heard("setView");
    assert.ok(view.span);
    assert.ok(Math.abs(view.span.sinceMs - (baseMs - 5 * hour)) < hour / 4);
    assert.ok(Math.abs(view.span.untilMs - (baseMs - 2 * hour)) < hour / 4);
    await moveTo({ page, canvas }, 0.95);
    await page.mouse.down();
    await page.mouse.up();
    const clicked = await host.heardNth("setView", 2);
    assert.deepEqual(clicked.view.span, { sinceMs: baseMs - hour, untilMs: baseMs });
  });

  it("can be hidden, which clears the zoom and survives a reload", async () => {
    const opened = await open();
    const { page, host, region } = opened;
    await zoomToLast(opened);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: "Hide chart" }).click();
    await region.waitFor({ state: "hidden" });
    await host.heard("setView", ({ view }) => view.span === undefined);
    await host.setPanel({ view: { text: "", searching: false } });
    await stateWhen(opened, ({ chartHidden }) => chartHidden === true);
    await page.reload();
    await page.locator("[data-event-id]").first().waitFor();
    await boxesSettle(page);
    await host.caughtUp();
    assert.equal(await region.isVisible(), false);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: "Show chart" }).click();
    await region.waitFor();
  });

  it("zooms with the keyboard; Escape clears the selection, then the zoom", async () => {
    const opened = await open();
    const { page, host, canvas } = opened;
    await canvas.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Shift+ArrowLeft");
    await valueIs(canvas, /08:00 – 10:00.*9 events/);
    await page.keyboard.press("Enter");
    const { view } = await host.heard("setView");
    assert.deepEqual(view.span, { sinceMs: baseMs - 2 * hour, untilMs: baseMs });
    await host.setPanel({ view: { ...view, searching: false } });
    await page.keyboard.press("Home");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Show all" }).waitFor();
    await canvas.press("Home");
    await valueIs(canvas, /00:00 – 01:00/);
    await page.keyboard.press("Escape");
    await valueIs(canvas, /^Nothing selected$/);
    await becomes(() => marked(opened), [0, 0]);
    await host.caughtUp();
    assert.equal(host.messages("setView").length, 1, "zoomed as before");
    await page.keyboard.press("Escape");
    await host.heard("setView", ({ view }) => view.span === undefined);
  });

  it("names the types, or shows only their icons where the names don't fit", async () => {
    const names = ["Funding", "Acquisition", "IPO", "Layoffs", "Partnership", "Shutdown", "Product launch"];
    const types = names.map((name, i) => ({
      type: name.toLowerCase().replace(" ", "_"),
      counts: [10, 0, 0, 0, 0, 0, 0, 0, 0, i + 1],
    }));
    const { page, region, canvas } = await open({ ...chart, types: types.toReversed() });
    await page.setViewportSize({ width: 1600, height: 700 });
    await becomes(() => readout(region), names.toReversed().join(" "));
    await page.setViewportSize({ width: 560, height: 700 });
    await becomes(() => readout(region), "");
    for (const name of names) {
      assert.ok(await region.getByTitle(name, { exact: true }).locator(".codicon").isVisible(), name);
    }
    await canvas.press("End");
    await becomes(() => readout(region), "Nov 14, 09:00 – 10:00 · 28 events 7 6 5 4 3 2 1");
    await valueIs(canvas, /28 events · Product launch 7 · Shutdown 6/);
  });

  it("explains zooming if there is no legend, or while the chart has the keyboard focus", async () => {
    const { page, host, region, canvas } = await open();
    const keys = region.getByText("Drag to zoom, or use arrow keys, Shift and Enter");
    assert.equal(await keys.isVisible(), false);
    await canvas.focus();
    await keys.waitFor();
    await canvas.press("End");
    await keys.waitFor({ state: "hidden" });
    await canvas.press("Escape");
    await keys.waitFor();
    await page.getByRole("grid").focus();
    await keys.waitFor({ state: "hidden" });
    host.chart = () => ({ ...chart, types: [{ type: "", counts: [0, 0, 4, 0, 0, 1, 0, 0, 0, 7] }] });
    await host.setRows(manyRows(301));
    await keys.waitFor();
  });

  it("has a visible zoom in a narrow panel, too, where Reset filters clears it", async () => {
    const opened = await open();
    const { page, host, region } = opened;
    await host.setPanel({ query: { ...panelState().query, types: ["ipo"] } });
    await zoomToLast(opened);
    await page.setViewportSize({ width: 394, height: 700 });
    await region.waitFor({ state: "detached" });
    await page.getByText(/Zoomed to Nov 14(, 2026)?, 09:00 – 10:00/).waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    const { view } = await host.heard("setView", ({ view }) => view.span === undefined);
    await page.getByText("Zoomed to").waitFor({ state: "hidden" });
    await host.setPanel({ view: { ...view, searching: false } });
    const span = { sinceMs: baseMs - hour, untilMs: baseMs };
    await host.setPanel({ view: { ...view, text: "nova", span, searching: false } });
    await page.getByRole("button", { name: "Filters (1)" }).click();
    await page.getByRole("button", { name: "Reset filters" }).click();
    assert.deepEqual((await host.heardNth("setView", 3)).view, { text: "nova" });
  });

  it("stays zoomed until the new time range is shown, and then loads its data", async () => {
    const opened = await open({ ...chart, ...chartSpan(chart.sinceMs + 12_345, baseMs, 10) });
    const { page, host } = opened;
    await zoomToLast(opened);
    await page.getByRole("button", { name: "Set as time range" }).click();
    const { query } = await host.heard("setQuery");
    const { sinceMs, untilMs } = host.messages("setView")[0]?.view.span ?? assert.fail();
    assert.deepEqual(query.window, {
      kind: "fixed",
      since: new Date(sinceMs).toISOString(),
      until: new Date(untilMs).toISOString(),
    });
    await host.setPanel({ query, content: "previous" });
    await boxesSettle(page);
    await host.caughtUp();
    assert.ok(await page.getByText("Zoomed to").isVisible());
    assert.equal(host.messages("setView").length, 1, "the host drops the zoom with the rows");
    const requestsBefore = host.requests("chart").length;
    await host.setPanel({ content: "current", view: { text: "", searching: false } });
    await page.getByText("Zoomed to").waitFor({ state: "hidden" });
    await host.setRows(manyRows(200));
    await host.heard("request", () => host.requests("chart").length > requestsBefore);
  });

  it("can show amounts raised instead of events, also after a reload", async () => {
    const none = Array<number>(8).fill(0);
    const raised = { amounts: [...none, 1_500_000, 42_000_000], counts: [...none, 1, 3] };
    const missing = [{ sinceMs: chart.sinceMs, untilMs: baseMs - 8.5 * hour }];
    const opened = await open({ ...chart, raised, missing });
    const { page, host, region, canvas } = opened;
    const amount = region.getByRole("button", { name: "Amount", exact: true });
    assert.equal(await amount.getAttribute("aria-pressed"), "false");
    await amount.focus();
    await page.keyboard.press("Enter");
    const reads = (words: string) => becomes(() => readout(region), words);
    await reads("$43.5M in 4 rounds");
    await canvas.focus();
    await page.keyboard.press("Home");
    await reads("Nov 14, 00:00 – 01:00 · not loaded");
    await page.keyboard.press("ArrowRight");
    await reads("Nov 14, 01:00 – 02:00 · No funding amounts in these events · partly not loaded");
    await page.keyboard.press("Shift+End");
    await reads("Nov 14, 01:00 – 10:00 · $43.5M in 4 rounds · partly not loaded");
    await page.keyboard.press("End");
    await reads("Nov 14, 09:00 – 10:00 · $42M in 3 rounds");
    await valueIs(canvas, /\$42M in 3 rounds/);
    const cells = await region.getByRole("table").getByRole("row").last().locator("td").allInnerTexts();
    assert.deepEqual(cells, ["7", "2", "$42,000,000"]);
    await stateWhen(opened, ({ chartMode }) => chartMode === "amount");
    await page.reload();
    await amount.and(page.locator("[aria-pressed=true]")).waitFor();
    host.chart = () => chart;
    await host.setRows(manyRows(301));
    await reads("No funding amounts in these events");
    const signs = [...none, 2_000_000, -1_000_000];
    host.chart = () => ({ ...chart, raised: { amounts: signs, counts: signs.map(() => 1) } });
    await host.setRows(manyRows(302));
    await canvas.locator(".type-funding").waitFor({ state: "attached" });
    assert.equal(await canvas.locator(".type-funding").count(), 1, "a negative sum has no bar");
    host.chart = () => chart;
    await host.setRows(manyRows(303));
    await region.getByRole("button", { name: "Events", exact: true }).click();
    await reads("Funding IPO");
    await becomes(() => region.getByRole("group").count(), 0, "nothing to choose");
  });
});
