import { strict as assert } from "node:assert";
import { baseMs, manyRows, panelState } from "../support/fakePanelHost";
import { FeedPages, stateWhen } from "../support/feedPage";
import type { Chart } from "../../src/shared/protocol";

const hour = 3_600_000;

/** Ten parts of an hour each; the oldest two are not loaded. */
const chart: Chart = {
  sinceMs: baseMs - 10 * hour,
  untilMs: baseMs,
  types: [
    { type: "funding", counts: [0, 0, 4, 0, 0, 1, 0, 0, 0, 7] },
    { type: "ipo", counts: [0, 0, 1, 0, 0, 0, 0, 0, 0, 2] },
  ],
  missing: [{ sinceMs: baseMs - 10 * hour, untilMs: baseMs - 8 * hour }],
};

describe("Events over time", () => {
  const pages = FeedPages.use();

  async function open() {
    const opened = await pages.open({
      timeZone: "UTC",
      prepare: (host) => {
        host.rows = manyRows(300);
        host.panel = panelState();
        host.chart = () => chart;
      },
    });
    const region = opened.page.getByRole("region", { name: "Events over time" });
    await region.waitFor();
    return { ...opened, region, canvas: region.getByRole("slider") };
  }

  it("stand in a table, too, with what is not loaded", async () => {
    const { region } = await open();
    const table = region.getByRole("table");
    assert.match(await table.locator("caption").innerText(), /not loaded: 00:00 – 02:00/);
    const cells = await table.getByRole("row").nth(3).locator("td").allInnerTexts();
    assert.deepEqual(cells, ["4", "1"]);
  });

  it("are drawn: columns where events are, hatched where nothing is loaded", async () => {
    const { region } = await open();
    const painted = await region.locator("canvas").evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const context = canvas.getContext("2d");
      const pixels =
        context?.getImageData(0, 8, canvas.width, canvas.height / 2).data ?? new Uint8ClampedArray();
      const part = (index: number): number =>
        pixels.filter((value, at) => {
          const x = (at >> 2) % canvas.width;
          return at % 4 === 3 && value > 0 && Math.floor((10 * x) / canvas.width) === index;
        }).length;
      return { missing: part(0), empty: part(3), many: part(9) };
    });
    assert.ok(painted.missing > 0 && painted.many > painted.missing, JSON.stringify(painted));
    assert.equal(painted.empty, 0);
  });

  it("are zoomed by dragging, and the zoom is taken over as From and To", async () => {
    const { page, host, region, canvas } = await open();
    const box = await canvas.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width * 0.5, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.8, box.y + 20, { steps: 4 });
    await page.mouse.up();
    const { view } = await host.heard("setView");
    assert.ok(view.span);
    assert.ok(Math.abs(view.span.sinceMs - (baseMs - 5 * hour)) < hour / 4);
    assert.ok(Math.abs(view.span.untilMs - (baseMs - 2 * hour)) < hour / 4);
    await host.setPanel({ view: { ...view, searching: false } });
    await region.getByRole("button", { name: "Use as From and To" }).click();
    const { query } = await host.heard("setQuery");
    assert.deepEqual(query.window, {
      kind: "fixed",
      since: new Date(view.span.sinceMs).toISOString(),
      until: new Date(view.span.untilMs).toISOString(),
    });
  });

  it("are hidden and shown again, with the zoom given up; and a reload keeps them hidden", async () => {
    const opened = await open();
    const { page, host, region, canvas } = opened;
    await canvas.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const { view } = await host.heard("setView");
    await host.setPanel({ view: { ...view, searching: false } });
    await page.getByRole("button", { name: "Hide events over time" }).click();
    await region.waitFor({ state: "hidden" });
    await host.heard("setView", ({ view }) => view.span === undefined);
    await host.setPanel({ view: { text: "", only: true, searching: false } });
    await stateWhen(opened, ({ chartHidden }) => chartHidden === true);
    await page.reload();
    await page.locator("[data-event-id]").first().waitFor();
    assert.equal(await region.isVisible(), false);
    await page.getByRole("button", { name: "Show events over time" }).click();
    await region.waitFor();
  });

  it("are zoomed by keyboard, and shown whole again", async () => {
    const { page, host, canvas } = await open();
    await canvas.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Shift+ArrowLeft");
    assert.match((await canvas.getAttribute("aria-valuetext")) ?? "", /08:00 – 10:00.*9 events/);
    await page.keyboard.press("Enter");
    const { view } = await host.heard("setView");
    assert.deepEqual(view.span, { sinceMs: baseMs - 2 * hour, untilMs: baseMs });
    await host.setPanel({ view: { ...view, searching: false } });
    await page.keyboard.press("Escape");
    await host.heard("setView", ({ view }) => view.span === undefined);
  });
});
