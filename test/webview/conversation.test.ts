import { strict as assert } from "node:assert";
import { baseMs, manyRows, noRows, panelState } from "../support/page/fakePanelHost";
import { FeedPages, stateWhen } from "../support/page/feedPage";
import { allLoaded, gridView, gridWhen, scrollTo } from "../support/page/gridView";
import { becomes, boxesSettle } from "../support/page/waiting";

describe("The page", () => {
  const pages = FeedPages.use();

  it("reports its time zone when ready, and ignores replies to unknown requests", async () => {
    const opened = await pages.open({ prepare: (host) => (host.rows = manyRows(50)) });
    const { page, host } = opened;
    assert.equal((await host.heard("ready")).timeZone, "Europe/Berlin");
    await host.post({ type: "fireworks" });
    await host.post({ type: "reply", id: 99, result: null });
    await page.locator("[data-event-id=evt_49]").waitFor();
    assert.equal((await page.locator("[data-event-id]").count()) > 20, true);
  });

  it("restores its state after a reload", async () => {
    const opened = await pages.open({
      prepare: (host) => {
        host.rows = manyRows(5000);
        host.panel = panelState({ savedFeed: { id: "1", name: "Fintech" } });
      },
    });
    const { page, host } = opened;
    await page.locator("[data-event-id=evt_4999]").waitFor();
    await page.getByLabel("Time range").click();
    await page.getByLabel("Time zone").selectOption("UTC");
    await page.locator("[data-event-id=evt_4998]").click();
    await page.getByRole("separator", { name: "Width of the details" }).press("ArrowLeft");
    await scrollTo(page, 22_000);
    const before = await gridWhen(page, (view) => view.rows[0]?.id === "evt_4000");
    const saved = await stateWhen(opened, ({ topmost }) => topmost?.id === "evt_4000");
    assert.deepEqual(saved, {
      version: 1,
      connection: "Acme production",
      savedFeed: "1",
      query: { window: { kind: "last", days: 7 }, types: [] },
      view: { text: "" },
      zone: "utc",
      seenEventCount: 0,
      selected: { id: "evt_4998", publishedMs: baseMs + 4998 * 60_000 },
      detailsOpen: true,
      topmost: { id: "evt_4000", publishedMs: baseMs + 4000 * 60_000, top: 0 },
      detailsWidth: 404,
    });

    // After the reload, the host has no rows at first, and then more than before.
    host.rows = noRows;
    host.panel = panelState({ content: "none", activity: { kind: "first", pages: 0, events: 0 } });
    host.received.length = 0;
    await page.reload();
    assert.equal((await host.heard("ready")).timeZone, "UTC");
    await page.getByRole("status").getByText("Loading…").waitFor();
    await host.setPanel({ content: "current" });
    await host.setRows(manyRows(5012));
    const after = await gridWhen(page, (view) => view.rows[0]?.id === "evt_4000");
    assert.equal(after.rows[0]?.index, (before.rows[0]?.index ?? 0) + 12);
    await page
      .getByRole("region", { name: "Event details" })
      .locator("h2", { hasText: "Event 4998:" })
      .waitFor();
    await page.getByLabel("Time range").click();
    assert.equal(await page.getByLabel("Time zone").inputValue(), "utc");
    await page.locator("[title='Width of the details'][aria-valuenow='404']").waitFor();
    // Keyboard navigation continues from the selected event.
    await host.caughtUp();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await gridWhen(page, (view) => view.activeId === "evt_4997");
  });

  for (const nonsense of [
    '{"version":1,"zone":7,"selected":{"id":{}},"topmost":"x","detailsWidth":-4,"query":{"types":null}}',
    '{"version":1,"selected":{"id":"evt_gone"},"detailsOpen":true,"topmost":{"id":"evt_gone"},"detailsWidth":99999}',
  ]) {
    it(`ignores an invalid saved state: ${nonsense}`, async () => {
      const opened = await pages.open({
        state: nonsense,
        prepare: (host) => {
          host.rows = manyRows(500);
          host.details = () => ({ kind: "unknown", missing: "gone" });
        },
      });
      await gridWhen(opened.page, (view) => view.rows.some(({ id }) => id === "evt_499"));
    });
  }

  it("tells the extension which button was pressed", async () => {
    const { page, host } = await pages.open({
      prepare: (it) => {
        it.rows = manyRows(5);
        it.panel = panelState({
          problem: { kind: "offline", message: "Off.", action: "older" },
        });
      },
    });
    await page.getByRole("button", { name: "Load older" }).click();
    await page.getByRole("button", { name: "Refresh", exact: true }).press("Enter");
    await page.getByRole("button", { name: "Retry" }).click();
    await host.heard("retry");
    assert.deepEqual(
      host.received.map(({ type }) => type).filter((type) => type !== "request" && type !== "visibleEvents"),
      ["ready", "loadOlder", "refresh", "retry"],
    );
  });

  it("reports the visible events after a pause and before a refresh", async () => {
    const { page, host } = await pages.open({ prepare: (it) => (it.rows = manyRows(5000)) });
    // Wait until the list has taken the place of the missing chart.
    await boxesSettle(page);
    /** True for the last event on screen, or for the next one, which may be just below the edge. */
    const isLastOnScreen = ({ publishedMs = 0 } = {}) =>
      gridView(page).then(({ rows }) => {
        const last = Number(rows.findLast(({ id }) => id !== undefined)?.id?.replace("evt_", ""));
        return [0, 1].includes(last - (publishedMs - baseMs) / 60_000);
      });
    await becomes(() => isLastOnScreen(host.messages("visibleEvents").at(-1)?.last), true);
    await scrollTo(page, 22_000);
    await gridWhen(page, (view) => view.rows[0]?.id === "evt_4000" && allLoaded(view));
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await host.heard("refresh");
    const beforeRefresh = host.received.slice(
      0,
      host.received.findIndex(({ type }) => type === "refresh"),
    );
    const reported = beforeRefresh.findLast((message) => message.type === "visibleEvents");
    assert.ok(await isLastOnScreen(reported?.last));
  });

  it("keeps the previous rows until the filtered ones have loaded, then scrolls to the top", async () => {
    const { page, host } = await pages.open({ prepare: (it) => (it.rows = manyRows(5000)) });
    await boxesSettle(page);
    await scrollTo(page, 22_000);
    const before = await gridWhen(page, (view) => view.rows[0]?.id === "evt_4000" && allLoaded(view));
    const grid = page.getByRole("grid");
    const query = { window: { kind: "last", days: 7 }, types: ["ipo"] } as const;
    await host.setPanel({ query, content: "previous" });
    await page.getByRole("status").getByText("Showing previous results").waitFor();
    host.holding = true;
    await host.setRows(manyRows(300));
    await host.setPanel({ content: "current" });
    await host.setPanel({ malformed: 3 });
    await page.getByText("3 events skipped").waitFor();
    assert.equal(await grid.getAttribute("aria-busy"), "true");
    assert.match((await grid.getAttribute("class")) ?? "", /\bprevious-query\b/);
    await page.getByRole("status").getByText("Showing previous results").waitFor();
    assert.deepEqual((await gridView(page)).rows, before.rows);
    await host.release();
    const after = await gridWhen(page, (view) => view.rowCount === 301);
    assert.deepEqual([after.rows[0]?.index, after.rows[1]?.id], [0, "evt_299"]);
    assert.equal(await grid.getAttribute("aria-busy"), "false");
    assert.doesNotMatch((await grid.getAttribute("class")) ?? "", /\bprevious-query\b/);
  });

  it("shows filtered rows from the top if they loaded while the panel was hidden", async () => {
    const opened = await pages.open({ prepare: (it) => (it.rows = manyRows(5000)) });
    const { page, host } = opened;
    await scrollTo(page, 22_000);
    await stateWhen(opened, ({ topmost }) => topmost?.id === "evt_4000");
    const query = { window: { kind: "last", days: 7 }, types: ["ipo"] } as const;
    await host.setPanel({ query, content: "previous" });
    await stateWhen(opened, ({ query: saved }) => saved?.types.length === 1);
    host.panel = { ...host.panel, content: "current" };
    await page.reload();
    await gridWhen(page, (view) => allLoaded(view) && view.rows[0]?.index === 0);
  });

  it("takes the focus when a command reveals the panel", async () => {
    const { page, host } = await pages.open({ prepare: (it) => (it.rows = manyRows(50)) });
    await page.locator("[data-event-id=evt_49]").waitFor();
    await host.post({ type: "focus" });
    await gridWhen(page, (view) => view.hasFocus);
  });

  it("offers to reload the window while the extension isn't responding", async () => {
    const { page, host } = await pages.open({
      prepare: (it) => {
        it.rows = manyRows(50);
        it.panel = panelState({ live: { kind: "waiting", nextInMs: 30_000, checkedAgoMs: 0 } });
      },
    });
    await page.clock.install();
    await page.reload();
    await page.locator("[data-event-id=evt_49]").waitFor();
    await host.caughtUp();
    host.holding = true;
    // The page polls the extension without any user action.
    await page.clock.runFor(30_500);
    assert.equal(await page.locator(".failure-line").count(), 0);
    await page.clock.runFor(10_000);
    await page.getByRole("alert").getByText("The extension isn't responding.").waitFor();
    await page.getByRole("status").getByText("Live updates stopped").waitFor();
    assert.equal(
      await page.getByRole("link", { name: "Reload Window" }).getAttribute("href"),
      "command:workbench.action.reloadWindow",
    );
    await host.post({ type: "update", panel: host.panel });
    await page.locator(".failure-line").waitFor({ state: "detached" });
    await page.getByRole("status").getByText("checked").waitFor();
  });
});
