import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import type { PanelState } from "../../src/shared/protocol";
import { manyRows, panelState } from "../support/page/fakePanelHost";
import { FeedPages } from "../support/page/feedPage";
import { becomes, boxesSettle, layoutSettles } from "../support/page/waiting";

const nowMs = Date.UTC(2026, 10, 14, 12);

/** States of live updates and of loading a window, each with a part of its text. */
const statusStates: readonly (readonly [Partial<PanelState>, string])[] = [
  [{ live: { kind: "waiting", checkedAt: nowMs - 12_000, nextAt: nowMs + 18_000 } }, "checked 12 s ago"],
  [{ live: { kind: "checking", checkedAt: nowMs - 30_000 } }, "checking…"],
  [
    {
      live: {
        kind: "waiting",
        checkedAt: nowMs - 60_000,
        nextAt: nowMs + 8000,
        failing: true,
      },
      problem: {
        kind: "offline",
        action: "live",
        reason: "Not reachable",
        message: "Couldn't reach api.example.com: the host name could not be resolved.",
      },
    },
    "Retrying in 8 s",
  ],
  [{ live: { kind: "paused" } }, "Live updates paused"],
  [
    {
      live: { kind: "stopped" },
      problem: {
        kind: "key",
        action: "everything",
        reason: "Not reachable",
        message: "api.example.com rejected the API key (401): it was revoked on 14 Nov by an administrator.",
      },
    },
    "Live updates stopped",
  ],
  [
    {
      live: { kind: "stopped" },
      problem: {
        kind: "connection",
        action: "refresh",
        reason: "Not reachable",
        message: "The service gave an answer that nobody could make sense of. ".repeat(8).trim(),
      },
    },
    "nobody could make sense",
  ],
  [
    {
      live: { kind: "waiting", checkedAt: nowMs - 12_000, nextAt: nowMs + 18_000 },
      activity: {
        kind: "window",
        pages: 3,
        events: 440,
        progress: { startedAt: nowMs - 2000, days: 1.9, ofDays: 7 },
      },
    },
    "440 events · 27 %",
  ],
];

describe("The status line", () => {
  const pages = FeedPages.use();

  async function open(width: number) {
    const opened = await pages.open({
      size: { width, height: 700 },
      prepare: (host) => {
        host.rows = manyRows(1498);
        host.panel = panelState();
      },
    });
    await opened.page.clock.setFixedTime(nowMs);
    await opened.page.locator("[data-event-id=evt_1497]").waitFor();
    await layoutSettles(opened.page);
    return opened;
  }

  const gridTop = (page: Page) =>
    page.getByRole("grid").evaluate((element) => element.getBoundingClientRect().top);

  for (const width of [320, 394, 560, 800, 1000, 1280, 1600]) {
    it(`does not move the list, regardless of its text, at ${width} px`, async () => {
      const { page, host } = await open(width);
      const top = await gridTop(page);
      for (const [patch, text] of statusStates) {
        await host.setPanel({ activity: undefined as never, problem: undefined as never, ...patch });
        await page.locator(".status-text").getByText(text).waitFor();
        assert.equal(await gridTop(page), top, text);
      }
      if (width >= 560) {
        await host.setPanel({ view: { text: "", searching: false } });
        await page.getByLabel("Search loaded events").fill("nova");
        const { view } = await host.heard("setView");
        await host.setPanel({ view: { ...view, matches: 1498, searching: false } });
        await page.getByText("1,498 matches").waitFor();
        assert.equal(await gridTop(page), top, "during a search");
      }
    });
  }

  it("has room for the progress of loading the entire window", async () => {
    for (const width of [800, 1280]) {
      const { page, host } = await open(width);
      const [loading] = statusStates.at(-1) ?? assert.fail();
      await host.setPanel(loading);
      const status = page.getByRole("status");
      await status.getByText("440 events").waitFor();
      assert.equal(
        await status.innerText(),
        "Live · Loading entire window: 440 events · 27 % · 220 events/s\n1,498 loaded",
      );
      const cut = await status.evaluate((element) => element.scrollHeight - element.clientHeight);
      assert.ok(cut <= 0, `${cut} px are cut at ${width} px`);
    }
  });

  it("cuts the progress off rather than leave it out in a small panel", async () => {
    const { page, host } = await open(380);
    await page.setViewportSize({ width: 380, height: 400 });
    const [loading] = statusStates.at(-1) ?? assert.fail();
    await host.setPanel(loading);
    const progress = page.getByRole("status").getByText("Loading entire window: 440 events");
    await progress.first().waitFor();
    await boxesSettle(page);
    const line = await page.locator(".status-line").boundingBox();
    const box = await progress.first().boundingBox();
    assert.ok(line && box && box.y < line.y + line.height / 2, JSON.stringify([line, box]));
  });

  it("has the color of a warning while it retries, and of an error that needs the user", async () => {
    const { page, host } = await open(1000);
    const color = () => page.locator(".problem-text").evaluate((text) => getComputedStyle(text).color);
    const message = "api.example.com is unavailable (503).";
    await host.setPanel({
      problem: { kind: "unavailable", action: "live", reason: "Not reachable", message },
    });
    await page.getByRole("button", { name: "Retry", exact: true }).waitFor();
    assert.equal(await color(), "rgb(204, 167, 0)");
    await host.setPanel({ problem: { kind: "key", action: "everything", reason: "Not reachable", message } });
    await page.getByRole("button", { name: "Set API Key…" }).waitFor();
    assert.equal(await color(), "rgb(248, 128, 112)");
    await host.setPanel({ problem: undefined as never });
    await page.locator(".problem-text").waitFor({ state: "detached" });
  });

  for (const width of [394, 560, 700, 922, 1280]) {
    it(`cuts a problem off rather than what is loaded, at ${width} px`, async () => {
      const { page, host } = await open(width);
      for (const id of ["evt_1497", "evt_1495", "evt_1494"]) {
        await page.locator(`[data-event-id=${id}]`).click({ modifiers: ["Control"] });
      }
      const loaded = page.locator(".status-loaded > .part");
      const message =
        "Couldn't reach api.example.com: the name doesn't resolve, also not after several attempts.";
      const [failing] = statusStates[2] ?? assert.fail();
      for (const patch of [
        {
          problem: { kind: "key", action: "everything", reason: "Not reachable", message },
          live: { kind: "stopped" },
        },
        { ...failing, problem: { kind: "offline", action: "live", reason: "Not reachable", message } },
      ] satisfies Partial<PanelState>[]) {
        await host.setPanel(patch);
        await page.locator(".status-text").getByText(message).waitFor();
        await boxesSettle(page);
        assert.equal(await loaded.count(), 3, "selected, loaded, more available");
        const status = (await page.getByRole("status").boundingBox()) ?? assert.fail();
        for (const part of await loaded.all()) {
          const box = (await part.boundingBox()) ?? assert.fail();
          const cut = await part.evaluate((element) => element.scrollWidth - element.clientWidth);
          const text = `${(await part.textContent()) ?? ""}: ${JSON.stringify([cut, box, status])}`;
          assert.ok(width < 440 || cut <= 0, text);
          assert.ok(box.x >= status.x && box.x + box.width <= status.x + status.width + 0.1, text);
          assert.ok(box.y >= status.y && box.y + box.height <= status.y + status.height + 1, text);
        }
        assert.ok((await page.getByRole("status").getAttribute("title"))?.includes(message));
      }
    });
  }

  for (const width of [560, 700, 900]) {
    it(`cuts a long problem off rather than the countdown to the next attempt, at ${width} px`, async () => {
      const { page, host } = await open(width);
      const [failing] = statusStates[2] ?? assert.fail();
      const message = "Couldn't reach api.example.com: the name doesn't resolve. ".repeat(4).trim();
      await host.setPanel({
        ...failing,
        problem: { kind: "offline", action: "live", reason: "Not reachable", message },
      });
      await page.locator(".problem-text").waitFor();
      const status = (await page.getByRole("status").boundingBox()) ?? assert.fail();
      for (const part of [page.locator(".countdown"), page.locator(".problem-text")]) {
        const { x, y, height } = (await part.boundingBox()) ?? assert.fail();
        assert.ok(y >= status.y && y + height <= status.y + status.height, "on the line");
        assert.ok(x < status.x + status.width - 100);
      }
      const { x, width: countdown } = (await page.locator(".countdown").boundingBox()) ?? assert.fail();
      assert.ok(x + countdown < ((await page.locator(".problem-text").boundingBox())?.x ?? 0));
    });
  }

  it("shows the progress of loading the entire window as a bar and as a number", async () => {
    const { page, host } = await open(1000);
    const bar = page.getByRole("progressbar", { name: "Loading" });
    await host.setPanel({ activity: { kind: "older", pages: 1, events: 40 } });
    await bar.waitFor({ state: "attached" });
    await becomes(() => bar.getAttribute("aria-valuenow"), null);
    const [loading] = statusStates.at(-1) ?? assert.fail();
    await host.setPanel(loading);
    await page.getByRole("status").getByText("27 %").waitFor();
    await becomes(() => bar.getAttribute("aria-valuenow"), "27");
    await host.setPanel({ activity: undefined as never });
    await bar.waitFor({ state: "detached" });
  });

  // Of 127.0.0.1:45635 "accepted the API key but denied access", a narrow line showed "127.0.0.1:45635 accepted t…".
  for (const width of [320, 394, 560, 700, 1000, 1400]) {
    it(`begins a problem with its reason, whatever is cut off, at ${width} px`, async () => {
      const { page, host } = await open(width);
      const message =
        "127.0.0.1:45635 accepted the API key but denied access (403): the key is not valid for this organization.";
      const [failing] = statusStates[2] ?? assert.fail();
      for (const patch of [
        { problem: { kind: "connection", action: "everything", reason: "No access", message } },
        { problem: { kind: "connection", action: "everything", reason: "Zugriff verweigert", message } },
        { ...failing, problem: { kind: "offline", action: "live", reason: "Not reachable", message } },
      ] satisfies Partial<PanelState>[]) {
        await host.setPanel({ live: { kind: "stopped" }, ...patch });
        const reason = page.locator(".problem-reason", { hasText: patch.problem.reason });
        await reason.waitFor();
        await boxesSettle(page);
        // Not covered by the ellipsis, either: in each of its corners it is on top.
        const hidden = await reason.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const y = (top + bottom) / 2;
          const clip = element.closest(".status-text")?.getBoundingClientRect();
          const isInside = clip && left >= clip.left && right <= clip.right && bottom <= clip.bottom + 1;
          return isInside && [left + 1, right - 1].every((x) => document.elementFromPoint(x, y) === element)
            ? undefined
            : JSON.stringify([left, right, top, bottom, clip]);
        });
        assert.equal(hidden, undefined, patch.problem.reason);
        const status = page.getByRole("status");
        assert.ok((await status.getAttribute("title"))?.includes(message));
        assert.equal(await reason.getAttribute("aria-hidden"), "true", "screen readers read the sentence");
        assert.equal(await status.locator(".problem-text").textContent(), message);
        // What stands behind the sentence is cut off only where there is no room for both.
        const others = await status
          .locator(".part:not(:has(.problem-text))")
          .evaluateAll((parts) =>
            parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
          );
        assert.deepEqual(width < 1000 ? [] : others, []);
      }
    });
  }

  it("has all of its text in its tooltip", async () => {
    const { page, host } = await open(394);
    const [waiting] = statusStates[2] ?? assert.fail();
    await host.setPanel(waiting);
    const status = page.getByRole("status");
    await status.getByText("Retrying in 8 s").waitFor();
    const title = await status.getAttribute("title");
    assert.match(
      title ?? "",
      /^Not live · Retrying in 8 s · Couldn't reach .* could not be resolved\. · 1,498 loaded · more available$/,
    );
    const message = "The service gave an answer that nobody could make sense of. ".repeat(4).trim();
    await host.setPanel({ problem: { kind: "service", action: "older", reason: "Not reachable", message } });
    await status.getByText(message).waitFor();
    assert.ok((await status.getAttribute("title"))?.includes(message));
    const button = await page.getByRole("button", { name: "Retry", exact: true }).boundingBox();
    assert.ok(button && button.x + button.width <= 394, "the remedy is visible");
  });
});
