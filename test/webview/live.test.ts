import type { LiveState, Problem } from "../../src/shared/feedState";
import type { PanelState } from "../../src/shared/protocol";
import { strict as assert } from "node:assert";
import { manyRows, panelState } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { type GridView, gridView, gridWhen, scrollTo } from "../support/page/gridView";

/** Later than the end of any test. */
const waiting = { kind: "waiting", nextInMs: 3_600_000, checkedAgoMs: 0 } as const satisfies LiveState;

const busy: Problem = {
  kind: "unavailable",
  action: "live",
  message: "The service is busy.",
};

describe("Live updates", () => {
  const pages = FeedPages.use();

  async function open(panel: Partial<PanelState> = {}) {
    const opened = await pages.open({
      prepare: (host) => {
        host.rows = manyRows(500);
        host.panel = panelState({ live: waiting, ...panel });
      },
    });
    await opened.page.locator("[data-event-id=evt_499]").waitFor();
    return opened;
  }

  it("are paused and resumed by a button, and shown in the status line", async () => {
    const { page, host } = await open();
    const status = page.getByRole("status");
    await status.getByText("Live").waitFor();
    assert.match(await status.innerText(), /checked .+ ago/);
    await page.getByRole("button", { name: "Pause live" }).click();
    await host.heard("pauseLive");
    await host.setPanel({ live: { kind: "paused" } });
    await status.getByText("Live updates paused").waitFor();
    await page.getByRole("button", { name: "Resume live" }).click();
    await host.heard("resumeLive");
  });

  it("show why a check failed and when the next one is, and check at once on Retry", async () => {
    const { page, host } = await open({ live: { ...waiting, failing: true }, problem: busy });
    await page.getByRole("status").getByText("Not live").waitFor();
    assert.match(
      await page.locator(".failure-line").innerText(),
      /^The service is busy\. Retrying in \d+ min\./,
    );
    await page.getByRole("button", { name: "Retry Now" }).click();
    await host.heard("retry");
  });

  it("announce nothing to screen readers when a check starts or ends", async () => {
    const { page, host } = await open();
    await page.getByRole("status").getByText("Live").waitFor();
    await page.evaluate(watchStatus);
    const alternate: readonly LiveState[] = [
      { kind: "checking", checkedAgoMs: 0 },
      { kind: "waiting", nextInMs: 37_000, checkedAgoMs: 0 },
      { kind: "checking", checkedAgoMs: 0 },
    ];
    for (const live of alternate) {
      await host.setPanel({ live });
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await page
      .getByRole("status")
      .filter({ hasText: /checking…/ })
      .waitFor();
    assert.deepEqual(await page.evaluate(() => window.announcedChanges), []);
    await host.setPanel({ live: { kind: "paused" } });
    await page.getByRole("status").getByText("Live updates paused").waitFor();
    assert.notDeepEqual(
      await page.evaluate(() => window.announcedChanges),
      [],
      "a change of meaning is announced",
    );
  });

  it("are shown as stopped, with the remedy, when no check is scheduled", async () => {
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
      await buttons.last().click();
      await host.heard(message);
    }
  });

  it("are added at the top and announced", async () => {
    const { page, host } = await open();
    await host.setRows(manyRows(503, 502));
    await host.setPanel({ newEventCount: 3 });
    await page.locator("[aria-live=polite]", { hasText: "3 new events" }).waitFor({ state: "attached" });
    await gridWhen(page, (view) => view.rows[1]?.id === "evt_502");
    assert.equal(await page.getByRole("button", { name: /new$/ }).count(), 0);
  });

  it("are announced once for all pages of a check, and again for the same number", async () => {
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
    await said.filter({ hasText: "3 new events" }).waitFor({ state: "attached" });
    await poll(3, 6);
    await said.filter({ hasText: "3 new events" }).waitFor({ state: "attached" });
  });

  it("show no count of new events while the view is filtered", async () => {
    const { page, host } = await open();
    await scrollTo(page, 2000);
    await host.setPanel({ newEventCount: 12 });
    const button = page.getByRole("button", { name: "12 new" });
    await button.waitFor();
    await host.setPanel({ view: { text: "nova", searching: false } });
    await button.waitFor({ state: "detached" });
  });

  it("do not move the visible rows: a button scrolls to new events", async () => {
    const { page, host } = await open();
    await scrollTo(page, 2000);
    const read = (view: GridView) => view.rows.find(({ id }) => id === "evt_400")?.y;
    const before = await gridWhen(page, (view) => read(view) !== undefined);
    await host.setRows(manyRows(512, 511));
    await host.setPanel({ newEventCount: 12 });
    const button = page.getByRole("button", { name: "12 new" });
    await button.waitFor();
    const after = await gridWhen(page, (view) => view.rowCount === 513);
    assert.equal(read(after), read(before));
    await button.click();
    await gridWhen(page, (view) => view.rows[1]?.id === "evt_511");
    assert.equal(await button.count(), 0);
    assert.ok((await gridView(page)).hasFocus);
  });

  it("show that the limit is reached, and offer to export or change it", async () => {
    const { page, host } = await open({ completeness: { kind: "limit", maxEvents: 1000 } });
    await scrollTo(page, 1e6);
    await page.getByText("Limit of 1,000 events across all feeds reached.").waitFor();
    await page.getByRole("button", { name: "Export all" }).click();
    assert.deepEqual(await host.heard("export"), { type: "export" });
    await page.getByRole("button", { name: "Change limit" }).click();
    await host.heard("changeLimit");
  });
});

declare global {
  interface Window {
    announcedChanges: string[];
  }
}

/** Runs in the page: records the changes of the status line that screen readers announce. */
function watchStatus(): void {
  window.announcedChanges = [];
  const isAnnounced = (node: Node): boolean =>
    (node instanceof Element ? node : node.parentElement)?.closest("[aria-hidden=true]") === null;
  const status = document.querySelector("[role=status]");
  if (!status) {
    throw new Error("There is no status.");
  }
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      // Lit marks empty parts of a template with comments.
      const nodes = type === "childList" ? [...addedNodes] : [target];
      const announced = nodes.filter((node) => !(node instanceof Comment) && isAnnounced(node));
      window.announcedChanges.push(...announced.map((node) => `${type}: ${node.textContent ?? ""}`));
    }
  }).observe(status, { subtree: true, childList: true, characterData: true });
}
