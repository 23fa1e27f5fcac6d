import { setTimeout as delay } from "node:timers/promises";
import type { Frame, Locator } from "playwright-core";
import { gridView, gridWhen } from "../../support/page/gridView";
import { type Activity, arriveIn, closeEditors, openFeed } from "../day";

/** How often a feed is read, and panels are opened and closed. */
const readings = 3;
const panels = 20;

/** How long the end of a feed may take to be reached. */
const endMs = 60_000;

/** Two panels with live updates; one of them is filtered, sorted, searched and scrolled. */
export const liveFeeds: Activity = {
  name: "two live feeds",
  async run(day) {
    const { workbench, host } = day;
    await openFeed(day);
    await host.command("companyFeed.duplicateFeed");
    await workbench.page.locator(".tab").nth(1).waitFor();
    await host.command("workbench.action.moveEditorToRightGroup");
    await workbench.page.locator(".editor-group-container").nth(1).locator(".tab").waitFor();
    // The first one was hidden meanwhile.
    const [left, right] = [await workbench.feedFrame(0), await workbench.feedFrame(1)];
    await arriveIn(day, left, right);
    await read(left);
    day.panelNodes[0] = await nodeCount(left);
    for (let n = 1; n < readings; n++) {
      await read(left);
      await arriveIn(day, left, right);
    }
    day.panelNodes[1] = await nodeCount(left);
    await closeEditors(day);
  },
};

/** Opened and closed, often before they have shown anything. */
export const manyPanels: Activity = {
  name: "panels opened and closed",
  async run(day) {
    for (let n = 0; n < panels; n++) {
      if (n % 4 === 0) {
        await openFeed(day);
      } else {
        await day.host.command("companyFeed.openFeed");
      }
      await day.host.command("workbench.action.closeAllEditors");
    }
    await closeEditors(day);
  },
};

/** Leaves the feed without filters, search and order. */
async function read(frame: Frame): Promise<void> {
  const grid = frame.getByRole("grid", { name: "Company events" });
  const settled = () => frame.locator("[role=grid][aria-busy=false]").waitFor();
  const search = frame.getByLabel("Search loaded events");
  await search.fill("a");
  await frame.locator("mark").first().waitFor();
  await search.fill("");
  await frame.locator("mark").first().waitFor({ state: "detached" });
  const amount = grid.getByRole("columnheader", { name: "Amount" }).getByText("Amount");
  await amount.click();
  await frame.getByText("Sorted by amount").waitFor();
  await frame.getByRole("button", { name: "Back to newest first" }).click();
  await frame.getByText("Sorted by").waitFor({ state: "detached" });
  await frame.getByLabel("Types").fill("funding");
  await frame.getByLabel("Types").press("Enter");
  await frame.locator(".chip").first().waitFor();
  await settled();
  const row = frame.locator("[data-event-id]").first();
  await row.click();
  await frame.getByRole("region", { name: "Event details" }).waitFor();
  await row.press("Escape");
  await frame.getByRole("button", { name: "Reset filters" }).first().click();
  await frame.locator(".chip").first().waitFor({ state: "detached" });
  await settled();
  await frame.getByRole("region", { name: "Events over time" }).locator("canvas").waitFor();
  await grid.focus();
  for (let n = 0; n < 3; n++) {
    await toEnd(frame, grid);
  }
  await grid.press("Home");
  await gridWhen(frame, ({ rows }) => rows[0]?.index === 0);
}

/** Again while rows are added below. */
async function toEnd(frame: Frame, grid: Locator): Promise<void> {
  const end = Date.now() + endMs;
  for (;;) {
    await grid.press("End");
    const { rows, rowCount } = await gridView(frame);
    if (rows.some(({ index }) => index > rowCount - 30)) {
      return;
    }
    if (Date.now() > end) {
      throw new Error(`The end of ${rowCount} rows is not shown.`);
    }
    await delay(100);
  }
}

function nodeCount(frame: Frame): Promise<number> {
  return frame.evaluate(() => document.getElementsByTagName("*").length);
}
