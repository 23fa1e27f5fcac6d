import { strict as assert } from "node:assert";
import { manyRows, noRows, panelState } from "../support/fakePanelHost";
import { FeedPages } from "../support/feedPage";
import { gridWhen } from "../support/gridView";

describe("Searching loaded events", () => {
  const pages = FeedPages.use();

  async function open() {
    const opened = await pages.open({
      prepare: (host) => {
        host.rows = manyRows(300);
        host.panel = panelState();
      },
    });
    await opened.page.locator("[data-event-id=evt_299]").waitFor();
    return { ...opened, box: opened.page.getByLabel("Search loaded events") };
  }

  it("asks for what is typed, shows how many match, and marks them", async () => {
    const { page, host, box } = await open();
    await box.fill("novaGRID");
    const { view } = await host.heard("setView");
    assert.deepEqual(view, { text: "novaGRID", only: true });
    await host.setPanel({ view: { ...view, matches: 300, searching: false } });
    await page.getByText("300 matches").waitFor();
    assert.equal(await page.locator("[data-event-id=evt_299] .title mark").first().innerText(), "NovaGrid");
    assert.equal(await page.locator("[data-event-id=evt_299] .company mark").innerText(), "NovaGrid");
    await page.getByRole("button", { name: "Clear search" }).click();
    await host.heard("setView", () => host.messages("setView").at(-1)?.view.text === "");
    assert.equal(await box.inputValue(), "");
  });

  it("says that nothing matches, and shows all again", async () => {
    const { page, host, box } = await open();
    await box.fill("zzz");
    const { view } = await host.heard("setView");
    await host.setPanel({ view: { ...view, matches: 0, searching: false } });
    await host.setRows(noRows);
    await page.getByText("No matches").waitFor();
    await page.getByRole("link", { name: "Show all loaded events" }).click();
    await host.heard("setView", () => host.messages("setView").at(-1)?.view.text === "");
  });

  it("goes from match to match among all events", async () => {
    const { page, host, box } = await open();
    host.match = ({ from, older }) => ({
      id: from === undefined ? "evt_290" : older ? "evt_200" : "evt_290",
      place: from?.id === "evt_290" && older ? 2 : 1,
      count: 7,
    });
    await page.getByRole("switch", { name: "Show matches only" }).click();
    await host.heard("setView");
    await host.setPanel({ view: { text: "", only: false, searching: false } });
    await box.fill("event");
    await host.heard("setView", () => host.messages("setView").at(-1)?.view.text === "event");
    await host.setPanel({ view: { text: "event", only: false, matches: 7, searching: false } });
    await page.getByText("7 matches").waitFor();
    await box.press("Enter");
    await page.getByText("1 of 7").waitFor();
    await gridWhen(page, (view) => view.activeId === "evt_290");
    await page.getByRole("button", { name: "Next match" }).click();
    await page.getByText("2 of 7").waitFor();
    await gridWhen(page, (view) => view.activeId === "evt_200");
    await page.getByRole("button", { name: "Previous match" }).click();
    await page.getByText("1 of 7").waitFor();
  });

  it("filters by a type or sector that is clicked, without selecting its row", async () => {
    const { page, host } = await open();
    await page.locator("[data-event-id=evt_296] .sector .value").click();
    assert.equal((await host.heard("setQuery")).query.sector, "Fintech");
    await page.locator("[data-event-id=evt_296] .type .value").click();
    const { query } = await host.heard("setQuery", ({ query }) => query.types.length > 0);
    assert.deepEqual([query.types, query.sector], [["funding"], "Fintech"]);
    assert.equal(await page.locator("[aria-selected=true]").count(), 0);
  });
});
