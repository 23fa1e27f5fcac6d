import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { FeedQuery } from "../../src/shared/feedQuery";
import { FeedPages } from "../support/page/feedPage";
import { gridWhen } from "../support/page/gridView";
import { LivePage } from "../support/page/livePage";
import { checkForUpdates } from "../support/feeds";
import { event } from "../support/services/listSource";

const lastWeek: FeedQuery = { window: { kind: "last", days: 7 }, types: [] };
const hourMs = 3_600_000;

describe("Events that tell the same story", () => {
  const pages = FeedPages.use();
  let live: LivePage;

  /** Of NovaGrid, `hours` ago. */
  function put(id: string, hours: number, title: string): void {
    const company = { name: "NovaGrid", entity_id: "ent_1" };
    live.service.put(event(id, live.clock.now() - hours * hourMs, { title, company }));
  }

  async function open(): Promise<Page> {
    live = new LivePage(lastWeek, 200);
    put("newest", 1, "NovaGrid secures $42 million for solar storage");
    put("other", 2, "NovaGrid hires for its third factory");
    put("second", 3, "NovaGrid lands $42M to expand solar storage");
    put("third", 30, "NovaGrid raises 42.0 million dollars for solar storage");
    put("last", 50, "NovaGrid opens an office");
    await live.feed.start();
    const page = await pages.load({ size: { width: 1200, height: 600 } }, (fresh) => live.attach(fresh));
    await shows(page, ["newest", "other", "last"]);
    return page;
  }

  async function shows(page: Page, ids: readonly string[]): Promise<void> {
    await gridWhen(page, ({ rows }) => rows.flatMap(({ id }) => id ?? []).join() === ids.join());
  }

  afterEach(() => live.dispose());

  it("have one row, whose button shows the others below it and hides them again", async () => {
    const page = await open();
    const button = page.getByRole("button", { name: "2 more like this" });
    assert.equal(await button.getAttribute("aria-expanded"), "false");
    assert.equal(await button.getAttribute("title"), "2 more like this");
    assert.equal(await button.innerText(), "+2", "short, because the title needs the space");
    await button.click();
    await shows(page, ["newest", "second", "third", "other", "last"]);
    assert.equal(await button.getAttribute("aria-expanded"), "true");
    assert.equal(await page.locator(".row.selected").count(), 0, "the button selects nothing");
    assert.match(await page.locator("[data-event-id=third]").innerText(), /^Same story, *\n?.*\d/);
    await page.locator("[data-event-id=third]").click();
    await gridWhen(page, ({ activeId }) => activeId === "third");
    await button.click();
    await shows(page, ["newest", "other", "last"]);
    await gridWhen(page, ({ activeId }) => activeId === "newest");
  });

  it("are shown and hidden by the arrow keys, as in trees", async () => {
    const page = await open();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await shows(page, ["newest", "second", "third", "other", "last"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await gridWhen(page, ({ activeId }) => activeId === "third");
    await page.keyboard.press("ArrowLeft");
    await gridWhen(page, ({ activeId }) => activeId === "newest");
    await page.keyboard.press("ArrowLeft");
    await shows(page, ["newest", "other", "last"]);
    await gridWhen(page, ({ activeId, hasFocus }) => activeId === "newest" && hasFocus);
  });

  it("are all selected by Select All, also if they have no row", async () => {
    const page = await open();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+a");
    await page.getByText("5 selected").waitFor();
  });

  it("have a row each if that is chosen, which is remembered", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "One row for each story" }).click();
    await shows(page, ["newest", "other", "second", "third", "last"]);
    await page.keyboard.press("Escape");
    assert.equal(live.feed.state.view.unfolded, true);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "One row for each story" }).click();
    await shows(page, ["newest", "other", "last"]);
  });

  it("do not take the row of the active event when another one arrives", async () => {
    const page = await open();
    await page.locator("[data-event-id=newest] .title").click();
    await gridWhen(page, ({ activeId }) => activeId === "newest");
    put("arrived", 0.1, "NovaGrid gets $42M for solar storage");
    await checkForUpdates(live.feed);
    await shows(page, ["arrived", "newest", "second", "third", "other", "last"]);
    await gridWhen(page, ({ activeId }) => activeId === "newest");
  });
});
