import { strict as assert } from "node:assert";
import { baseMs, manyRows, panelState } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { gridWhen, scrollTo } from "../support/page/gridView";
import type { PanelState } from "../../src/shared/protocol";

const windowBefore: PanelState["completeness"] = {
  kind: "complete",
  before: { sinceMs: baseMs - 21 * 86_400_000, untilMs: baseMs - 7 * 86_400_000 },
};

describe("Older events", () => {
  const pages = FeedPages.use();

  async function open(count: number, panel: Partial<PanelState> = {}) {
    const opened = await pages.open({
      prepare: (host) => {
        host.rows = manyRows(count);
        host.panel = panelState(panel);
      },
    });
    const { page, host } = opened;
    await page.locator(`[data-event-id=evt_${count - 1}]`).waitFor();
    /** How often older events were asked for, up to a message that comes after all that were under way. */
    const asked = async () => {
      const refreshes = host.messages("refresh").length;
      await page.getByRole("button", { name: "Refresh" }).click();
      await host.heard("refresh", () => host.messages("refresh").length > refreshes);
      return host.messages("loadOlder").length;
    };
    /** What the host does when older events have come: they stand below those that were there. */
    const arrive = async (total: number, patch: Partial<PanelState> = {}) => {
      await host.setPanel({ completeness: { kind: "more" }, ...patch });
      await host.setRows(manyRows(total, count - 1));
      await gridWhen(page, (view) => view.rowCount === total + 1);
    };
    return { page, host, asked, arrive };
  }

  it("are asked for once when the end is scrolled to, and again at the next end", async () => {
    const { page, host, asked, arrive } = await open(500);
    assert.equal(await asked(), 0);
    await scrollTo(page, 1e6);
    await host.heard("loadOlder");
    assert.equal(await asked(), 1);
    await arrive(1000);
    assert.equal(await asked(), 1, "not again for rows that came in below");
    await scrollTo(page, 1e6);
    await host.heard("loadOlder", () => host.messages("loadOlder").length === 2);
  });

  it("are asked for by End and by going on at the last row", async () => {
    const { page, host, arrive, asked } = await open(500);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await host.heard("loadOlder");
    await arrive(600);
    await page.keyboard.press("ArrowDown");
    assert.equal(await asked(), 1);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await host.heard("loadOlder", () => host.messages("loadOlder").length === 2);
  });

  for (const [what, panel] of Object.entries({
    "while a page is under way": { activity: { kind: "older", pages: 1, events: 0 } },
    "after a problem": { problem: { kind: "offline", action: "older", message: "Off." } },
    "when the window is drained: the window before takes a press of the button": {
      completeness: windowBefore,
    },
    "for rows of the filters before": { content: "stale" },
    "where only matches are shown": { view: { text: "nova", only: true, searching: false, matches: 500 } },
    "where a stretch is zoomed to": {
      view: { text: "", only: true, searching: false, span: { sinceMs: 0, untilMs: baseMs } },
    },
    "when there is no way on": { completeness: { kind: "stopped", message: "No way on." } },
  } satisfies Record<string, Partial<PanelState>>)) {
    it(`are not asked for ${what}`, async () => {
      const { page, asked } = await open(500, panel);
      assert.equal(await asked(), 0, "and all is in its place");
      await scrollTo(page, 1e6);
      await gridWhen(page, (view) => view.rows.some(({ id }) => id === "evt_0"));
      assert.equal(await asked(), 0);
    });
  }

  it("fill a screen that the first page leaves half empty, but only so far", async () => {
    const { host, asked, arrive } = await open(3);
    await host.heard("loadOlder");
    for (let pages = 1; pages < 5; pages++) {
      await arrive(3 + pages);
      await host.heard("loadOlder", () => host.messages("loadOlder").length === pages + 1);
    }
    await arrive(8);
    assert.equal(await asked(), 5);
    await host.setPanel({ content: "stale" });
    await host.setPanel({ content: "current" });
    await arrive(9);
    await host.heard("loadOlder", () => host.messages("loadOlder").length === 6);
  });

  it("do not fill a screen of matches", async () => {
    const { asked, arrive } = await open(3, {
      view: { text: "nova", only: true, searching: false, matches: 3 },
    });
    await arrive(4);
    assert.equal(await asked(), 0);
  });

  it("stop filling once the screen is full", async () => {
    const { host, asked, arrive } = await open(3);
    await host.heard("loadOlder");
    await arrive(100);
    assert.equal(await asked(), 1);
  });
});
