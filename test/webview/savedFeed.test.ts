import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { Row, UnreadRow } from "../../src/shared/feedState";
import { eventRow, type FakePanelHost, type FakeRows, rowsOf } from "../support/page/fakePanelHost";
import { FeedPages, type OpenOptions } from "../support/page/feedPage";
import { gridWhen } from "../support/page/gridView";

const savedFeed = { id: '["user","Fintech"]', name: "Fintech" };

/** 100 events: the newest ones are unread. */
function rows(unread: number, line: Partial<UnreadRow> = {}): FakeRows {
  const events = Array.from({ length: 100 }, (_, index): Row => ({
    ...eventRow(100 - index),
    ...(index < unread && { isUnread: true }),
  }));
  const lineAt = Math.max(unread, 3);
  return rowsOf([
    { kind: "day", day: "2026-11-14" },
    ...events.slice(0, lineAt),
    { kind: "unread", count: unread, ...line },
    ...events.slice(lineAt),
  ]);
}

describe("The panel of a saved feed", () => {
  const pages = FeedPages.use();

  async function open(
    shown: FakeRows,
    options: OpenOptions = {},
  ): Promise<{ readonly page: Page; readonly host: FakePanelHost }> {
    const opened = await pages.open({
      ...options,
      prepare: (host) => {
        host.rows = shown;
        host.panel = { ...host.panel, savedFeed };
      },
    });
    await opened.page.clock.install();
    await opened.page.reload();
    await gridWhen(
      opened.page,
      (view) => view.rows.length > 10 && view.rows.some(({ id }) => id === "evt_99"),
    );
    return opened;
  }

  const marks = (host: FakePanelHost): (readonly string[] | undefined)[] =>
    host.messages("markRead").map(({ ids }) => ids);

  it("tells unread events apart, also to screen readers", async () => {
    const { page } = await open(rows(3));
    const unread = page.getByRole("row", { name: /^Unread, / });
    assert.equal(await unread.count(), 3);
    assert.equal(await page.locator(".row.event.unread").count(), 3);
    await page.getByRole("row", { name: "3 unread events · Mark as Read" }).waitFor();
  });

  it("marks nothing by being opened, by a click beside the button or on an event, or by short visits", async () => {
    const { page, host } = await open(rows(3));
    await page.clock.runFor(60_000);
    await page.getByText("3 unread events").click();
    await page.locator("[data-event-id=evt_97]").click();
    await page.clock.runFor(60_000);
    await host.caughtUp();
    assert.deepEqual(marks(host), []);
    assert.equal(
      (await host.heard("detailsEvent")).event?.id,
      "evt_97",
      "the host marks what is shown in details",
    );
  });

  it("marks all events as read with the button, and offers to undo that in its place", async () => {
    const { page, host } = await open(rows(3));
    await page.getByRole("button", { name: "Mark as Read" }).click();
    await host.heard("markRead");
    assert.deepEqual(marks(host), [undefined]);
    await host.setRows(rows(0, { canUndo: true }));
    const line = page.getByRole("row", { name: "Marked as read · Undo" });
    await line.getByRole("button", { name: "Undo" }).click();
    await host.heard("undoMarkRead");
    await host.setRows(rows(0));
    await page.getByRole("row", { name: "All read" }).waitFor();
  });

  it("marks all events as read with the keyboard", async () => {
    const { page, host } = await open(rows(3));
    await page.getByRole("grid").focus();
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press("ArrowDown");
    }
    await page.locator(".row.unread-line.active").waitFor();
    await page.keyboard.press("Enter");
    await host.heard("markRead", ({ ids }) => ids === undefined);
    await host.setRows(rows(0, { canUndo: true }));
    await page.locator(".row.unread-line.active").getByText("Marked as read").waitFor();
    await page.keyboard.press("Enter");
    await host.heard("undoMarkRead");
    await page.keyboard.press("ArrowDown");
    await gridWhen(page, (view) => view.activeId === "evt_97");
  });

  it("marks events as read that were scrolled past", async () => {
    const { page, host } = await open(rows(10));
    await page.clock.runFor(600);
    await page.locator(".grid-scroller").hover();
    await page.mouse.wheel(0, 22 * 4);
    await gridWhen(page, (view) => (view.rows[0]?.index ?? 0) >= 4);
    await host.heard("markRead", ({ ids }) => ids?.includes("evt_97") === true);
    assert.deepEqual(marks(host).flat(), ["evt_100", "evt_99", "evt_98", "evt_97"]);
  });

  it("marks events as read that the keyboard moved on from, and none that it has not reached", async () => {
    const { page, host } = await open(rows(10));
    await page.clock.runFor(600);
    await page.getByRole("grid").focus();
    for (let step = 0; step < 3; step++) {
      await page.keyboard.press("ArrowDown");
    }
    await host.heard("markRead", ({ ids }) => ids?.join() === "evt_99");
    assert.deepEqual(marks(host), [["evt_100"], ["evt_99"]]);
  });

  it("says that companies are matched here, and shows all and the muted ones on request", async () => {
    const { page, host } = await open(rows(0));
    await host.setPanel({ localFilter: { companies: 42, muted: 3 }, inView: 90 });
    await page.getByText("42 companies · matched here, not by the service").waitFor();
    await page.getByText("90 of 101 loaded").waitFor();
    await page.locator(".list-end").getByRole("button", { name: "Load entire window" }).waitFor();
    await page.getByRole("button", { name: "Show all companies" }).click();
    const first = await host.heard("setView");
    assert.deepEqual(first.view, { text: "", allCompanies: true });
    await host.setPanel({ view: { ...first.view, searching: false } });
    await page.getByText("Events of all companies").waitFor();
    await page.getByRole("button", { name: "Show", exact: true }).click();
    const both = await host.heard("setView", ({ view }) => view.muted === true);
    assert.deepEqual(both.view, { text: "", allCompanies: true, muted: true });
    await host.setPanel({ view: { ...both.view, searching: false } });
    await page.getByText("3 muted events shown").waitFor();
    await page.getByText("101 loaded").waitFor();
    await page.getByRole("button", { name: "Hide" }).click();
    await page.getByRole("button", { name: "Show only the 42 companies of this feed" }).click();
    await host.heard("setView", ({ view }) => !view.allCompanies && !view.muted);
  });

  it("says when it leaves out all loaded events, and what to do then", async () => {
    const { page, host } = await open(rows(0));
    host.loadedCount = 40;
    await host.setPanel({ localFilter: { companies: 42, muted: 0 }, inView: 0 });
    await host.setRows(rowsOf([]));
    await page.getByText("No loaded event is about one of the 42 companies of this feed.").waitFor();
    await page.getByRole("link", { name: "Load entire window" }).click();
    await host.heard("loadWindow");
    await page.getByRole("link", { name: "Show all loaded events" }).click();
    const { view } = await host.heard("setView");
    assert.deepEqual(view, { text: "", allCompanies: true, muted: true });
  });

  it("offers to save filters that are not saved yet", async () => {
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

  it("follows the company of the details and of the active event", async () => {
    const { page, host } = await open(rows(0));
    await page.locator("[data-event-id=evt_97]").click();
    await page.getByRole("button", { name: "Follow this company…" }).click();
    await host.heard("followCompany", ({ id }) => id === "evt_97");
    await page.locator("[data-event-id=evt_95]").click();
    await host.post({ type: "followCompany" });
    await host.heard("followCompany", ({ id }) => id === "evt_95");
  });

  it("remembers which saved feed it shows", async () => {
    const { page } = await open(rows(3));
    await page.clock.runFor(1000);
    await page.waitForFunction(
      (id) =>
        (JSON.parse(sessionStorage.getItem("state") ?? "{}") as { savedFeed?: string }).savedFeed === id,
      savedFeed.id,
    );
  });
});
