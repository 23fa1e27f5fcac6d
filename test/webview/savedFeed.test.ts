import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { Row } from "../../src/shared/feedState";
import { eventRow, type FakePanelHost, type FakeRows, rowsOf } from "../support/page/fakePanelHost";
import { FeedPages, type OpenOptions } from "../support/page/feedPage";

const savedFeed = { id: '["user","Fintech"]', name: "Fintech" };

/** 100 events, of which the newest `unread` are unread; at least 3 are, in view or not. */
function rows(unread: number, stateIfRead: "markedRead" | "allRead" = "allRead"): FakeRows {
  const events = Array.from({ length: 100 }, (_, index): Row => ({
    ...eventRow(100 - index),
    ...(index < unread && { isUnread: true }),
  }));
  const lineAt = Math.max(unread, 3);
  return rowsOf([
    { kind: "day", day: "2026-11-14" },
    ...events.slice(0, lineAt),
    unread > 0
      ? { kind: "unread", state: "unread", inView: unread, count: Math.max(unread, 3), atLeast: false }
      : { kind: "unread", state: stateIfRead },
    ...events.slice(lineAt),
  ]);
}

describe("The panel of a saved feed", () => {
  const pages = FeedPages.use();

  async function open(
    shown: FakeRows,
    options: OpenOptions = {},
  ): Promise<{ readonly page: Page; readonly host: FakePanelHost }> {
    return pages.open({
      ...options,
      prepare: (host) => {
        host.rows = shown;
        host.panel = { ...host.panel, savedFeed };
      },
    });
  }

  it("distinguishes unread events, also for screen readers", async () => {
    const { page, host } = await open(rows(3));
    const unread = page.getByRole("row", { name: /^Unread, / });
    assert.equal(await unread.count(), 3);
    assert.equal(await page.locator(".row.event.unread").count(), 3);
    await page.getByRole("row", { name: "3 unread Mark as Read Copy" }).waitFor();
    await host.setRows(rows(1));
    await page.getByRole("row", { name: "1 of 3 unread" }).waitFor();
  });

  it("marks nothing as read on opening, clicking an event, or scrolling", async () => {
    const { page, host } = await open(rows(3));
    await page.clock.install();
    await page.getByText("3 unread").click();
    await page.locator("[data-event-id=evt_97]").click();
    await page.locator(".grid-scroller").hover();
    await page.mouse.wheel(0, 22 * 20);
    await page.clock.runFor(60_000);
    await host.caughtUp();
    assert.deepEqual(host.messages("markRead"), []);
  });

  it("copies unread events, marks the feed as read, and then offers Undo in the same row", async () => {
    const { page, host } = await open(rows(3));
    const copied: unknown[] = [];
    host.copy = (params) => {
      copied.push(params);
      return 3;
    };
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("Copied 3 events (Markdown)").first().waitFor();
    assert.deepEqual(copied, [{ ids: "unread", format: "markdown" }]);
    await page.getByRole("button", { name: "Mark as Read" }).click();
    await host.heard("markRead");
    await host.setRows(rows(0, "markedRead"));
    const line = page.getByRole("row", { name: "Marked as read Undo" });
    await line.getByRole("button", { name: "Undo" }).click();
    await host.heard("undoMarkRead");
    await host.setRows(rows(0));
    await page.getByRole("row", { name: "All read" }).waitFor();
  });

  it("says that companies are matched locally, and can show all of them", async () => {
    const { page, host } = await open(rows(0));
    await host.setPanel({ companyCount: 42, inView: 90 });
    await page.getByText("Only 42 companies (filtered in VS Code)").waitFor();
    await page.getByText("90 of 101 loaded").waitFor();
    await page.locator(".list-end").getByRole("button", { name: "Load all" }).waitFor();
    await page.getByRole("button", { name: "Show all companies" }).click();
    const first = await host.heard("setView");
    assert.deepEqual(first.view, { text: "", allCompanies: true });
    await host.setPanel({ view: { ...first.view, searching: false } });
    await page.getByText("Events of all companies").waitFor();
    await page.getByText("101 loaded").waitFor();
    await page.getByRole("button", { name: "Show only the companies of this feed" }).click();
    await host.heard("setView", ({ view }) => !view.allCompanies);
  });

  it("explains an empty list if no loaded event matches the companies", async () => {
    const { page, host } = await open(rows(0));
    host.loadedCount = 40;
    await host.setPanel({ companyCount: 42, inView: 0 });
    await host.setRows(rowsOf([]));
    await page.getByText("No loaded event is about a company of this feed.").waitFor();
    await page.getByRole("link", { name: "Load all" }).click();
    await host.heard("loadWindow");
    await page.getByRole("link", { name: "Show all" }).click();
    const { view } = await host.heard("setView");
    assert.deepEqual(view, { text: "", allCompanies: true });
  });

  it("offers to save filters that aren't saved yet", async () => {
    const { page, host } = await open(rows(0));
    const save = page.getByRole("button", { name: "Save this feed…" });
    await page.getByRole("button", { name: "Refresh", exact: true }).waitFor();
    assert.equal(await save.count(), 0);
    await host.setPanel({ query: { ...host.panel.query, sector: "Fintech" } });
    await save.click();
    await host.heard("saveFeed");
    await host.setPanel({ query: host.panel.defaultQuery, savedFeed: { id: savedFeed.id } });
    await save.waitFor();
  });
});
