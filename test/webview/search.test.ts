import { strict as assert } from "node:assert";
import { eventRow, manyRows, noRows, panelState, rowsOf } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { gridWhen } from "../support/page/gridView";
import { becomes } from "../support/page/waiting";

describe("Searching loaded events", () => {
  const pages = FeedPages.use();

  async function open() {
    const opened = await pages.open({
      prepare: (host) => {
        host.rows = manyRows(300);
        host.panel = panelState();
      },
    });
    return { ...opened, box: opened.page.getByLabel("Search loaded events") };
  }

  it("counts and highlights matches while the user types", async () => {
    const { page, host, box } = await open();
    await box.fill("novaGRID");
    const { view } = await host.heard("setView");
    assert.deepEqual(view, { text: "novaGRID" });
    await host.setPanel({ view: { ...view, matches: 300, searching: false } });
    await page.getByText("300 of 300").waitFor();
    assert.equal(await page.locator("[data-event-id=evt_299] .title mark").first().innerText(), "NovaGrid");
    assert.equal(await page.locator("[data-event-id=evt_299] .company mark").innerText(), "NovaGrid");
    await page.getByRole("button", { name: "Clear search" }).click();
    await host.heard("setView", () => host.messages("setView").at(-1)?.view.text === "");
    assert.equal(await box.inputValue(), "");
  });

  it("ends on Escape, which moves the focus to the list", async () => {
    const { page, host, box } = await open();
    await box.fill("nova");
    await host.heard("setView");
    await box.press("Escape");
    await page.locator("[role=grid]:focus").waitFor();
    assert.equal(await box.inputValue(), "");
    await host.heard("setView", () => host.messages("setView").at(-1)?.view.text === "");
    await host.setPanel({ view: { text: "", searching: false } });
    await box.focus();
    await box.press("Escape");
    await page.locator("[role=grid]:focus").waitFor();
    // Another control, such as "Events of this company", may set the text.
    await host.setPanel({ view: { text: "acme", matches: 3, searching: false } });
    await becomes(() => box.inputValue(), "acme");
  });

  it("leaves the event that was chosen in sight when it ends", async () => {
    const { page, host, box } = await open();
    await box.fill("event 40");
    const { view } = await host.heard("setView");
    await host.setRows(rowsOf([eventRow(40)]));
    await host.setPanel({ view: { ...view, matches: 1, searching: false } });
    await box.press("Enter");
    await page.locator("[role=grid]:focus").waitFor();
    await page.keyboard.press("Enter");
    await box.focus();
    await box.press("Escape");
    await host.setRows(manyRows(300));
    await host.setPanel({ view: { text: "", searching: false } });
    await gridWhen(page, ({ activeId, hasFocus }) => hasFocus && activeId === "evt_40");
  });

  it("says that nothing matches, and offers to end the search", async () => {
    const { page, host, box } = await open();
    await box.fill("zzz");
    const { view } = await host.heard("setView");
    host.loadedCount = 300;
    await host.setRows(noRows);
    await host.setPanel({ inView: 0, view: { ...view, matches: 0, searching: false } });
    await page.getByText("0 of 300", { exact: true }).waitFor();
    await page.getByText('Nothing loaded matches "zzz".').waitFor();
    await page.getByRole("status").getByText("300 loaded").waitFor();
    await page.getByRole("link", { name: "Clear search" }).click();
    await host.heard("setView", () => host.messages("setView").at(-1)?.view.text === "");
  });

  it("only says what isn't searched while there is a search", async () => {
    const { page, host } = await open();
    host.loadedCount = 300;
    const links = page.locator(".message-actions").getByRole("link");
    const span = { sinceMs: 0, untilMs: 1 };
    await host.setRows(noRows);
    const empty = { inView: 0, notLoadedMs: 5 * 86_400_000 };
    await host.setPanel({ ...empty, view: { text: "zzz", matches: 0, searching: false } });
    await page.getByText('Nothing loaded matches "zzz". 5 d not searched.').waitFor();
    assert.deepEqual(await links.allInnerTexts(), ["Load all", "Clear search"]);
    await host.setPanel({ ...empty, view: { text: "", searching: false, span } });
    await page.getByText("Nothing is loaded in the zoomed time range.", { exact: true }).waitFor();
    assert.deepEqual(await links.allInnerTexts(), ["Load all", "Show all"]);
  });
});
