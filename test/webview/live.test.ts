import type { LiveState, Problem } from "../../src/shared/feedState";
import type { PanelState } from "../../src/shared/protocol";
import { strict as assert } from "node:assert";
import { manyRows, panelState } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { type GridView, gridView, gridWhen, scrollTo } from "../support/page/gridView";
import { boxesSettle } from "../support/page/waiting";

/** Later than the end of any test. */
const waiting = { kind: "waiting", nextInMs: 3_600_000, checkedAgoMs: 0 } as const satisfies LiveState;

describe("Live updates", () => {
  const pages = FeedPages.use();

  async function open(panel: Partial<PanelState> = {}) {
    return pages.open({
      prepare: (host) => {
        host.rows = manyRows(500);
        host.panel = panelState({ live: waiting, ...panel });
      },
    });
  }

  it("are paused and resumed by a button, and shown in the status line", async () => {
    const { page, host } = await open();
    const status = page.getByRole("status");
    await status.getByText("Live").waitFor();
    assert.match(await status.innerText(), /checked .+ ago/);
    await page.getByRole("button", { name: "Pause live" }).click();
    await host.heard("pauseLive");
    await host.setPanel({ live: { kind: "paused", checkedAgoMs: 0 } });
    await status.getByText("Live updates paused").waitFor();
    await page.getByRole("button", { name: "Resume live" }).click();
    await host.heard("resumeLive");
  });

  it("announce nothing to screen readers when a check starts or ends", async () => {
    const { page, host } = await open();
    const status = page.getByRole("status");
    const announced = () =>
      status.evaluate((element) => {
        const copy = element.cloneNode(true) as Element;
        copy.querySelectorAll("[aria-hidden=true]").forEach((part) => part.remove());
        return copy.textContent;
      });
    const before = await announced();
    for (const kind of ["checking", "waiting", "checking"] as const) {
      await host.setPanel({ live: kind === "waiting" ? waiting : { kind } });
      await status.filter({ hasText: kind === "checking" ? "checking…" : "checked" }).waitFor();
      assert.equal(await announced(), before);
    }
    await host.setPanel({ live: { kind: "paused", checkedAgoMs: 0 } });
    await status.getByText("Live updates paused").waitFor();
    assert.notEqual(await announced(), before, "a change of meaning is announced");
  });

  it("appear as stopped, with buttons to fix the problem, if no check is scheduled", async () => {
    const ways = [
      ["key", ["Set API Key…"], "setApiKey"],
      ["connection", ["Edit Connection…", "Test Connection"], "testConnection"],
      ["removed", ["Connect…"], "connect"],
    ] as const;
    const { page, host } = await open();
    for (const [kind, labels, message] of ways) {
      const problem: Problem = {
        kind,
        action: "everything",
        message: `What is wrong with the ${kind}.`,
      };
      await host.setPanel({ live: { kind: "stopped" }, problem });
      await page.getByRole("alert").getByText(problem.message).waitFor();
      await page.getByRole("status").getByText("Live updates stopped").waitFor();
      const buttons = page.locator(".failure-actions").getByRole("button");
      assert.deepEqual(await buttons.allInnerTexts(), labels);
      assert.equal(await page.getByRole("button", { name: /^Load/ }).count(), 0, "nothing else works");
      await buttons.last().click();
      await host.heard(message);
    }
  });

  it("are added at the top and announced", async () => {
    const { page, host } = await open();
    await host.setRows(manyRows(503, 502));
    await host.setPanel({ newEventCount: 3 });
    await page.locator("[aria-live=polite]", { hasText: "New: 3 events" }).waitFor({ state: "attached" });
    await gridWhen(page, (view) => view.rows[1]?.id === "evt_502");
    assert.equal(await page.getByRole("button", { name: /new$/ }).count(), 0);
  });

  it("are announced once per check, and again if the next check adds as many", async () => {
    const { page, host } = await open();
    const said = page.locator("main > [aria-live=polite]");
    const poll = async (...arrived: number[]) => {
      for (const count of arrived) {
        await host.setPanel({ newEventCount: count, live: { kind: "checking" } });
        await page.evaluate(() => new Promise(requestAnimationFrame));
        assert.equal(await said.textContent(), "", "not while the poll goes on");
      }
      await host.setPanel({ live: { kind: "waiting", nextInMs: 0 } });
    };
    await poll(1, 2, 3);
    await said.filter({ hasText: "New: 3 events" }).waitFor({ state: "attached" });
    await poll(3, 6);
    await said.filter({ hasText: "New: 3 events" }).waitFor({ state: "attached" });
  });

  it("hide the number of new events while the list is filtered", async () => {
    const { page, host } = await open();
    await scrollTo(page, 2000);
    await host.setPanel({ newEventCount: 12 });
    const button = page.getByRole("button", { name: "12 new" });
    await button.waitFor();
    await host.setPanel({ view: { text: "nova", searching: false } });
    await button.waitFor({ state: "detached" });
  });

  it("don't move the visible rows; a button scrolls to new events", async () => {
    const { page, host } = await open();
    await scrollTo(page, 2000);
    const read = (view: GridView) => view.rows.find(({ id }) => id === "evt_400")?.y;
    const before = await gridWhen(page, (view) => read(view) !== undefined);
    await host.setRows(manyRows(512, 511));
    await host.setPanel({ newEventCount: 12 });
    const button = page.getByRole("button", { name: "12 new" });
    await button.waitFor();
    // As when VS Code hides the panel and shows it again.
    await page.reload();
    await button.waitFor();
    const after = await gridWhen(page, (view) => view.rowCount === 513);
    assert.equal(read(after), read(before));
    for (const width of [380, 1200]) {
      await page.setViewportSize({ width, height: 700 });
      await boxesSettle(page);
      const day = (await page.locator(".sticky-day").boundingBox()) ?? assert.fail();
      const { y, height } = (await button.boundingBox()) ?? assert.fail();
      assert.ok(y >= day.y && y + height <= day.y + day.height, "it covers no event");
    }
    await button.click();
    await gridWhen(page, (view) => view.rows[1]?.id === "evt_511");
    assert.equal(await button.count(), 0);
    assert.ok((await gridView(page)).hasFocus);
  });

  it("say that the limit is reached, and offer to export events or change it", async () => {
    const { page, host } = await open({ completeness: { kind: "limit", maxEvents: 1000 } });
    await scrollTo(page, 1e6);
    await page
      .locator(".end-text", { hasText: /^Limit of 1,000 events across all feeds reached$/ })
      .waitFor();
    host.loadedCount = 1000;
    await host.setRows(manyRows(500));
    await page.locator(".end-text", { hasText: /^Limit of 1,000 events reached$/ }).waitFor();
    await page.getByRole("button", { name: "Export all" }).click();
    assert.deepEqual(await host.heard("export"), { type: "export" });
    await page.getByRole("button", { name: "Change limit" }).click();
    await host.heard("changeLimit");
  });
});
