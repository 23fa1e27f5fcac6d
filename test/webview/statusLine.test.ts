import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { PanelState } from "../../src/shared/protocol";
import { manyRows, panelState } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { becomes, boxesSettle } from "../support/page/waiting";

const nowMs = Date.UTC(2026, 10, 14, 12);

const loadingWindow: Partial<PanelState> = {
  live: { kind: "waiting", checkedAgoMs: 12_000, nextInMs: 18_000 },
  activity: { kind: "window", pages: 3, events: 440, percentage: 27 },
};

/** States of live updates and of loading a window, each with a part of its text. */
const statusStates: readonly (readonly [Partial<PanelState>, string])[] = [
  [{ live: { kind: "waiting", checkedAgoMs: 12_000, nextInMs: 18_000 } }, "checked 12 s ago"],
  [{ live: { kind: "checking" } }, "checking…"],
  [{ live: { kind: "checking", checkedAgoMs: 120_000, failing: true } }, "checked 2 min ago"],
  [{ live: { kind: "paused", checkedAgoMs: 3_600_000 } }, "checked 1 h ago"],
  [loadingWindow, "440 so far · 27%"],
];

const message = "127.0.0.1:45635 accepted the API key but denied access to this organization (403).";
const retried: Partial<PanelState> = {
  live: { kind: "waiting", checkedAgoMs: 60_000, nextInMs: 8000, failing: true },
  problem: { kind: "offline", action: "live", message },
};

describe("Above the list", () => {
  const pages = FeedPages.use();

  async function open(width: number, patch: Partial<PanelState> = {}) {
    const opened = await pages.open({
      size: { width, height: 700 },
      prepare: (host) => {
        host.rows = manyRows(1498);
        host.panel = panelState({ notLoadedMs: 3 * 86_400_000, ...patch });
      },
    });
    await opened.page.clock.setFixedTime(nowMs);
    return { ...opened, failure: opened.page.locator(".failure-line") };
  }

  const gridTop = (page: Page) =>
    page.getByRole("grid").evaluate((element) => element.getBoundingClientRect().top);

  it("a double click loads all, and doesn't stop that at once", async () => {
    const { page, host } = await open(1280);
    await page.getByRole("button", { name: "Load all", exact: true }).first().click();
    await host.setPanel(loadingWindow);
    const stop = page.getByRole("button", { name: "Stop loading" });
    await stop.hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await stop.click();
    await host.heard("cancelWindow");
    await host.caughtUp();
    assert.equal(host.messages("cancelWindow").length, 1);
  });

  it("the status fits at any width, and doesn't move the list", async () => {
    const { page, host } = await open(1280);
    for (const width of [1280, 800, 560, 380]) {
      await page.setViewportSize({ width, height: 700 });
      await boxesSettle(page);
      const top = await gridTop(page);
      for (const [patch, text] of statusStates) {
        await host.setPanel({ activity: undefined as never, ...patch });
        const status = page.getByRole("status");
        await status.getByText(text).first().waitFor();
        assert.equal(await gridTop(page), top, text);
        assert.ok(await status.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), text);
      }
    }
  });

  it("the status says how much isn't loaded, and offers to load it", async () => {
    const { page, host } = await open(1000, statusStates[0]?.[0]);
    const status = page.getByRole("status");
    await becomes(
      async () => (await status.innerText()).replace(/\s+/g, " "),
      "Live · checked 12 s ago 1,498 loaded · 3 d not loaded · Load all",
    );
    assert.match(await status.ariaSnapshot(), / 1,498 loaded 3 d not loaded/);
    await status.getByRole("button", { name: "Load all" }).click();
    await host.heard("loadWindow");
    await host.setPanel({ completeness: { kind: "complete" } });
    await status.getByText("complete").waitFor();
    assert.equal(await page.getByRole("button", { name: "Load all" }).count(), 0);
  });

  it("no line begins with a separator", async () => {
    const { page } = await open(1000);
    const button = page.getByRole("status").getByRole("button", { name: "Load all" });
    const separator = button.locator("xpath=preceding-sibling::*[1]");
    for (let width = 1000; width > 160; width -= 20) {
      await page.setViewportSize({ width, height: 700 });
      await boxesSettle(page);
      const line = await button.locator("..").boundingBox();
      const { x } = (await separator.boundingBox()) ?? assert.fail();
      assert.ok(line && x > line.x + 10, `at ${width} px`);
    }
  });

  it("a bar and a number show the progress of loading the entire window", async () => {
    const { page, host } = await open(1000);
    const bar = page.getByRole("progressbar", { name: "Loading" });
    await host.setPanel({ activity: { kind: "older", pages: 1, events: 40 } });
    await bar.waitFor({ state: "attached" });
    await becomes(() => bar.getAttribute("aria-valuenow"), null);
    await host.setPanel(loadingWindow);
    await page.getByRole("status").getByText("27%").waitFor();
    await becomes(() => bar.getAttribute("aria-valuenow"), "27");
    await host.setPanel({ activity: undefined as never });
    await bar.waitFor({ state: "detached" });
  });

  it("a failure is one complete sentence with buttons for what can be done, at any width", async () => {
    const { page, host, failure } = await open(1000);
    await host.setPanel(retried);
    await failure.waitFor();
    for (const width of [1000, 560, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await boxesSettle(page);
      assert.equal(
        (await failure.innerText()).replace(/\s+/g, " ").trim(),
        `${message} Retrying in 8 s. Retry Now Test Connection Edit Connection…`,
      );
      assert.equal(await page.getByText("denied access").count(), 1);
      const parts = failure.locator("button, bdi");
      for (const box of await Promise.all((await parts.all()).map((part) => part.boundingBox()))) {
        assert.ok(box && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
      }
    }
    await failure.getByText(message).click({ clickCount: 3 });
    await host.setPanel(loadingWindow);
    await page.getByRole("status").getByText("27%").waitFor();
    await page.keyboard.press("Control+c");
    await host.caughtUp();
    assert.deepEqual(host.messages("copy"), [], "its text is copied, not an event");
  });

  it("a failure can be retried while a refresh waits, and disappears when the refresh continues", async () => {
    const { page, host, failure } = await open(1000);
    const problem = { kind: "offline", message: "Couldn't reach it.", action: "refresh" } as const;
    const live = { kind: "waiting", checkedAgoMs: 0 } as const;
    await host.setPanel({
      live,
      activity: { kind: "refresh", pages: 0, events: 0, waitMs: 14_000 },
      problem,
    });
    await failure.getByText("Retrying in 14 s.").waitFor();
    await failure.getByRole("button", { name: "Test Connection" }).waitFor();
    await page.getByText(/^Not live/).waitFor();
    await page.getByRole("button", { name: "Retry Now" }).click();
    await host.heard("retry");
    await host.setPanel({ problem: { ...problem, kind: "key" } });
    await failure.getByText("Retrying").waitFor({ state: "detached" });
    await host.setPanel({ activity: { kind: "refresh", pages: 1, events: 40 }, problem: undefined as never });
    await failure.waitFor({ state: "detached" });
  });
});
