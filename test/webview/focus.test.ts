import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { PanelState } from "../../src/shared/protocol";
import { manyRows, noRows, panelState } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { gridWhen } from "../support/page/gridView";
import { SampleFeed } from "./sampleFeed";

/** Simulates VS Code focusing the panel while no control in it has the focus. */
const refocusWindow = (page: Page) =>
  page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    window.dispatchEvent(new Event("focus"));
  });

/** Records keys that the page leaves to VS Code, which listens on the window. */
async function keysOfVsCode(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    window.addEventListener("keydown", ({ key, shiftKey, ctrlKey }) => {
      if (key === "Shift" || key === "Control") {
        return;
      }
      const text = `${shiftKey ? "Shift+" : ""}${ctrlKey ? "Control+" : ""}${key}`;
      document.body.dataset["keys"] = `${document.body.dataset["keys"] ?? ""} ${text}`;
    });
  });
  return () => page.evaluate(() => (document.body.dataset["keys"] ?? "").trim().split(" "));
}

const focusedName = (page: Page) =>
  page.evaluate(() => {
    const host = document.activeElement as HTMLElement;
    const focused = (host.shadowRoot?.activeElement ?? host) as HTMLElement;
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined;
    return focused.getAttribute("aria-label") ?? label ?? focused.textContent.trim();
  });

/** Presses a key repeatedly. @returns the names of the controls that get the focus */
async function steps(page: Page, key: string, count: number): Promise<string[]> {
  const names: string[] = [];
  for (let i = 0; i < count; i++) {
    await page.keyboard.press(key);
    names.push(await focusedName(page));
  }
  return names;
}

/** Waits for the details: keys that move the focus in them have no effect before they are loaded. */
const detailsOf = (page: Page, title: string) =>
  page.getByRole("region", { name: "Event details" }).locator("h2", { hasText: title }).waitFor();

const problem = {
  kind: "offline",
  action: "first",
  message: "Couldn't reach it.",
} as const;

describe("The keyboard focus", () => {
  const pages = FeedPages.use();

  async function open(panel: Partial<PanelState> = {}, rows = manyRows(500), width = 1200) {
    const opened = await pages.open({
      size: { width, height: 700 },
      prepare: (host) => {
        host.rows = rows;
        host.panel = panelState(panel);
      },
    });
    const inList = () => gridWhen(opened.page, ({ hasFocus }) => hasFocus);
    return { ...opened, inList };
  }

  it("starts on the first row as soon as rows are loaded", async () => {
    for (const [key, chosen, next, opens] of [
      ["ArrowDown", "evt_498", "evt_497", false],
      ["Enter", "evt_499", "evt_498", true],
      ["Space", "evt_499", "evt_498", true],
    ] as const) {
      const { page, host, inList } = await open({ content: "none" }, noRows);
      await inList();
      const ring = (row: string) =>
        page.locator(row).evaluate((element) => getComputedStyle(element).outlineStyle);
      assert.equal(await ring(".row.head"), "none", "while loading");
      await host.setPanel({ content: "current" });
      await page.locator(".message").waitFor();
      assert.deepEqual([await ring(".row.head"), await ring(".message")], ["none", "solid"]);
      await host.setRows(manyRows(500));
      await gridWhen(page, ({ activeId }) => activeId === "evt_499");
      assert.deepEqual([await ring(".row.head"), await ring(".row.active")], ["none", "solid"]);
      assert.equal(await page.locator("[aria-selected=true]").count(), 0, "that does not select it");
      await page.keyboard.press(key);
      await page.locator(`[data-event-id=${chosen}][aria-selected=true]`).waitFor();
      assert.equal(await page.getByRole("region", { name: "Event details" }).count(), opens ? 1 : 0);
      await page.getByRole("grid").press("ArrowDown");
      await gridWhen(page, ({ activeId }) => activeId === next);
    }
  });

  it("moves to what can be done if the first events couldn't be loaded, and back to the list", async () => {
    const { page, host, inList } = await open({ content: "none" }, noRows);
    await inList();
    await host.setPanel({ problem });
    await page.locator("button:focus", { hasText: "Retry" }).waitFor();
    assert.equal(await page.locator("events-chart, .row.head:visible").count(), 0, "nothing else is shown");
    await page.keyboard.press("F6");
    assert.equal(await focusedName(page), "Time range");
    await page.keyboard.press("F6");
    assert.equal(await focusedName(page), "Time range", "there is no list to go to");
    await page.getByRole("button", { name: "Retry" }).focus();
    await host.setPanel({ problem: undefined as never });
    await inList();
  });

  it("returns to the list if its control disappears while the window is inactive", async () => {
    const { page, host, inList } = await open({ problem });
    await page.getByRole("button", { name: "Retry" }).focus();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await host.setPanel({ problem: undefined as never });
    await page.getByRole("button", { name: "Retry" }).waitFor({ state: "detached" });
    await refocusWindow(page);
    await inList();
  });

  it("moves to the list when a narrower panel has no room for the focused control", async () => {
    const { page } = await pages.open({ prepare: (host) => (host.rows = manyRows(20)) });
    await page.getByRole("columnheader", { name: "Company" }).getByRole("button").focus();
    await page.setViewportSize({ width: 850, height: 700 });
    await page.locator("[role=grid]:focus").waitFor();
  });

  it("moves to the list, or to details that cover it, when a focused button disappears", async () => {
    for (const width of [1200, 600]) {
      const { page, host } = await open({}, manyRows(500), width);
      await page.locator("[data-event-id=evt_496]").click();
      await page.getByRole("button", { name: "Only this type" }).press("Enter");
      await host.setPanel({ query: (await host.heard("setQuery")).query });
      await page.getByRole("button", { name: "Only this type" }).waitFor({ state: "detached" });
      await page.waitForFunction(
        (name) => document.activeElement?.getAttribute("aria-label") === name,
        width === 1200 ? "Company events" : "Event details",
      );
    }
  });

  it("moves from the list to the details on Tab, or to Load older first if that is visible", async () => {
    const { page, host } = await open();
    await page.locator("[data-event-id=evt_497]").click();
    await detailsOf(page, "Event 497:");
    await page.getByRole("grid").focus();
    const tabStop = async () => {
      await page.keyboard.press("Tab");
      return page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        return focused.getAttribute("aria-label") ?? (focused.title || focused.textContent.trim());
      });
    };
    const afterHeaders = async () => {
      assert.equal(await tabStop(), "Width of Time");
      assert.equal(await tabStop(), "Amount", "beside details, there is no company");
      return tabStop();
    };
    assert.deepEqual([await afterHeaders(), await tabStop()], ["Width of the details", "Previous"]);
    const scrollTop = () => page.locator(".grid-scroller").evaluate((element) => element.scrollTop);
    assert.equal(await scrollTop(), 0);
    assert.equal(host.messages("loadOlder").length, 0);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await gridWhen(page, ({ activeId }) => activeId === "evt_0");
    assert.equal(await afterHeaders(), "Load older");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Home");
    await gridWhen(page, ({ activeId }) => activeId === "evt_499");
    assert.equal(await afterHeaders(), "Width of the details");
    assert.equal(await scrollTop(), 0);
  });

  // VS Code would react to F6 if the page let it through (see src/webview/ui/focus.ts).
  it("cycles through filters, chart, list and details with F6 and Shift+F6", async () => {
    const feed = new SampleFeed();
    const { page } = await pages.open({
      size: { width: 1400, height: 800 },
      prepare: (host) => feed.show(host),
    });
    await page.getByRole("slider", { name: /^Time span/ }).waitFor();
    await page.getByRole("grid").focus();
    const keys = await keysOfVsCode(page);
    assert.deepEqual(await steps(page, "Shift+F6", 3), [
      "Time span; press Enter to zoom",
      "Time range",
      "Company events",
    ]);
    assert.deepEqual(await steps(page, "F6", 3), [
      "Time range",
      "Time span; press Enter to zoom",
      "Company events",
    ]);
    await page.getByRole("button", { name: "Refresh", exact: true }).focus();
    assert.deepEqual(await steps(page, "F6", 1), ["Time span; press Enter to zoom"]);
    const chart = page.getByRole("region", { name: "Events over time" });
    await chart.getByRole("button", { name: "Amount", exact: true }).focus();
    assert.deepEqual(await steps(page, "Shift+F6", 1), ["Time range"]);
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Event details" }).waitFor();
    assert.deepEqual(await steps(page, "F6", 2), ["Event details", "Time range"]);
    assert.deepEqual(await steps(page, "Shift+F6", 1), ["Event details"]);
    assert.deepEqual(
      (await keys()).filter((key) => key.includes("F6")),
      [],
    );
    await page.getByRole("button", { name: "Close details" }).focus();
    assert.deepEqual(await steps(page, "Shift+F6", 1), ["Company events"]);
  });

  it("stays in the list on Ctrl+A and Ctrl+Z, which VS Code would apply to a previous field", async () => {
    const { page } = await open();
    await page.locator("[data-event-id=evt_499]").waitFor();
    const keys = await keysOfVsCode(page);
    await page.getByLabel("Time range").focus();
    await page.getByRole("grid").focus();
    for (const key of ["ArrowDown", "Control+a", "Control+z", "Control+c"]) {
      await page.keyboard.press(key);
    }
    assert.deepEqual(await keys(), ["ArrowDown"]);
    assert.equal(await focusedName(page), "Company events");
  });

  it("reaches filters, search, chart, list and details without a mouse", async () => {
    const feed = new SampleFeed();
    const { page, host } = await pages.open({
      size: { width: 1400, height: 800 },
      prepare: (fresh) => feed.show(fresh),
    });
    const press = async (...keys: string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key);
      }
    };
    await page.getByRole("slider", { name: /^Time span/ }).waitFor();
    await gridWhen(page, ({ hasFocus, rows }) => hasFocus && rows.length > 0);
    await press("Shift+F6", "Shift+F6");
    assert.equal(await focusedName(page), "Time range");
    await press("Enter", "ArrowDown", "ArrowDown", "ArrowDown", "Enter");
    let fields = 1;
    await host.setPanel({ query: (await host.heardNth("setQuery", fields)).query });
    await press("Tab");
    for (const [field, text] of [
      ["Types", "fund"],
      ["Sector", "Fintech"],
      ["Minimum amount (USD)", "50M"],
    ] as const) {
      assert.equal(await focusedName(page), field);
      await page.keyboard.type(text);
      await press("Enter");
      // The extension confirms the change; otherwise the page would discard it.
      await host.setPanel({ query: (await host.heardNth("setQuery", ++fields)).query });
      await press("Tab");
    }
    const { query } = await host.heardNth("setQuery", fields);
    assert.deepEqual(query, {
      window: { kind: "last", days: 30 },
      types: ["funding"],
      sector: "Fintech",
      minAmount: 50_000_000,
    });
    await host.post({ type: "find" });
    assert.equal(await focusedName(page), "Search loaded events");
    await page.keyboard.type("raises");
    await press("ArrowDown");
    assert.equal(await focusedName(page), "Company events");
    await press("Shift+F6", "End", "Shift+ArrowLeft", "Shift+ArrowLeft", "Enter", "F6", "Home", "Enter");
    await host.heard("setView", ({ view }) => view.text === "raises" && view.span !== undefined);
    await page.getByRole("region", { name: "Event details" }).waitFor();
    const { activeId } = await gridWhen(page, (grid) => grid.activeId !== undefined);
    assert.deepEqual(await steps(page, "F6", 1), ["Event details"]);
    await press("Alt+ArrowDown");
    await gridWhen(page, (grid) => grid.activeId !== activeId);
    assert.equal(await focusedName(page), "Event details");
    await press("Escape");
    assert.equal(await focusedName(page), "Company events");
    await press("Shift+ArrowDown", "Control+c");
    await page.getByText("Copied 2 events").first().waitFor();
  });
});
