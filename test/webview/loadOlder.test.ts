import { strict as assert } from "node:assert";
import { baseMs, manyRows, panelState } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { gridWhen, scrollTo } from "../support/page/gridView";
import { becomes } from "../support/page/waiting";
import type { PanelState } from "../../src/shared/protocol";

const windowBefore: PanelState["completeness"] = {
  kind: "complete",
  before: { sinceMs: baseMs - 21 * 86_400_000, untilMs: baseMs - 7 * 86_400_000 },
};

describe("Older events", () => {
  const pages = FeedPages.use();

  async function open(count: number) {
    const opened = await pages.open({
      prepare: (host) => (host.rows = manyRows(count)),
    });
    const { page, host } = opened;
    /** Number of requests for older events, counted after a later message was received. */
    const requestCount = async () => {
      const refreshes = host.messages("refresh").length;
      await page.getByRole("button", { name: "Refresh", exact: true }).click();
      await host.heard("refresh", () => host.messages("refresh").length > refreshes);
      return host.messages("loadOlder").length;
    };
    /** Adds older events below the others. */
    const addOlder = async (total: number, patch: Partial<PanelState> = {}) => {
      await host.setPanel({ completeness: { kind: "more" }, ...patch });
      await host.setRows(manyRows(total, count - 1));
      await gridWhen(page, (view) => view.rowCount === total + 1);
    };
    return { page, host, requestCount, addOlder };
  }

  it("are requested each time the list is scrolled to its end", async () => {
    const { page, host, requestCount, addOlder } = await open(500);
    assert.equal(await requestCount(), 0);
    await scrollTo(page, 1e6);
    await host.heard("loadOlder");
    assert.equal(await requestCount(), 1);
    await addOlder(1000);
    assert.equal(await requestCount(), 1, "not again for rows that were added below");
    await scrollTo(page, 1e6);
    await host.heard("loadOlder", () => host.messages("loadOlder").length === 2);
  });

  it("are requested by End, and not by Down before the last row", async () => {
    const { page, host, addOlder, requestCount } = await open(500);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await host.heard("loadOlder");
    await addOlder(600);
    await page.keyboard.press("ArrowDown");
    assert.equal(await requestCount(), 1);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await host.heard("loadOlder", () => host.messages("loadOlder").length === 2);
  });

  it("are named below the last row, with what loads them", async () => {
    const { page, host } = await open(500);
    await page.clock.setFixedTime(baseMs);
    const end = page.locator(".list-end");
    const reads = (text: string) =>
      becomes(async () => (await end.innerText()).replace(/\s+/g, " ").trim(), text);
    const older = { sinceMs: baseMs - 7 * 86_400_000, untilMs: baseMs };
    await host.setPanel({ completeness: { kind: "more", older } });
    await reads("Nov 7, 11:00 – Nov 14, 11:00 7 d not loaded · Load older · Load all");
    await end.getByRole("button", { name: "Load all" }).click();
    await host.heard("loadWindow");
    await host.setPanel({ completeness: windowBefore });
    await reads("Complete since Nov 7, 11:00 Europe/Berlin · Load older");
    await host.setPanel({ completeness: { kind: "stopped", message: "Paging stopped." } });
    await reads("Paging stopped · Load older · Load all");
  });

  it("aren't requested while loading, after a problem, in a filtered list, or once complete", async () => {
    const { page, host, requestCount } = await open(500);
    for (const [what, panel] of Object.entries({
      "while a page is loading": { activity: { kind: "older", pages: 1, events: 0 } },
      "after a problem": { problem: { kind: "offline", action: "older", message: "Off." } },
      "when the window is complete: the one before takes a click": { completeness: windowBefore },
      "for results of the previous filters": { content: "previous" },
      "when only matches are shown": { view: { text: "nova", searching: false, matches: 500 } },
      "when the chart is zoomed": {
        view: { text: "", searching: false, span: { sinceMs: 0, untilMs: baseMs } },
      },
      "when sorted": { view: { text: "", searching: false, sort: { by: "amount", descending: true } } },
      "when paging stopped": { completeness: { kind: "stopped", message: "Paging stopped." } },
    } satisfies Record<string, Partial<PanelState>>)) {
      await scrollTo(page, 0);
      await host.reset(manyRows(500), panelState(panel));
      await gridWhen(page, (view) => view.rows.some(({ id }) => id === "evt_499"));
      await scrollTo(page, 1e6);
      await gridWhen(page, (view) => view.rows.some(({ id }) => id === "evt_0"));
      assert.equal(await requestCount(), 0, what);
    }
  });
});
