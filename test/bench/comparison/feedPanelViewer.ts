import type { Page } from "playwright-core";
import { Feed } from "../../../src/feed/feed";
import { WebviewBridge } from "../../../src/panel/webviewBridge";
import { Emitter } from "../../../src/shared/event";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import type { HostMessage } from "../../../src/shared/protocol";
import { systemClock } from "../../../src/util/clock";
import { feedDefaults } from "../../support/feeds";
import { exposeVsCodeApi } from "../../support/page/fakePanelHost";
import { FeedPages } from "../../support/page/feedPage";
import { clientOf } from "../client";
import { launchOptions, type Viewer, viewport } from "./viewer";

/** All events of the corpus; it has an end, so that there are no live updates. */
const query: FeedQuery = {
  window: { kind: "fixed", since: "2025-01-01T00:00:00.000Z", until: "2026-01-02T00:00:00.000Z" },
  types: [],
};

const quietMs = 1_000;

/** The feed panel's page, with its feed in this process: as in VS Code, not in that of the page. */
export async function openFeedPanel(baseUrl: string, events: number): Promise<Viewer> {
  const pages = new FeedPages();
  const browser = await pages.start(launchOptions);
  const client = clientOf({ baseUrl });
  const feed = new Feed(query, { client, clock: systemClock, pageSize: () => 500, ...feedDefaults });
  return {
    browser,
    shape: {
      list: [".grid-scroller"],
      row: ".row[data-event-id]",
      loaded: { selector: "status-line", text: events.toLocaleString("en") },
    },
    open: (prepare) =>
      pages.load({ size: viewport }, async (page) => {
        await connect(page, feed, baseUrl);
        await prepare(page);
        void feed.start().then(() => feed.loadWindow());
      }),
    idle: () => quiet(feed),
    search: (text) => {
      const input = document.querySelector<HTMLInputElement>("search-box input");
      if (!input) {
        throw new Error("There is no search.");
      }
      input.value = text;
      input.dispatchEvent(new Event("input"));
    },
    stop: async () => {
      feed.dispose();
      await pages.stop();
    },
  };
}

async function connect(page: Page, feed: Feed, origin: string): Promise<void> {
  const messages = new Emitter<unknown>();
  await exposeVsCodeApi(page, (message) => messages.fire(message));
  const ignore = (): void => undefined;
  // Not by page.evaluate, which takes long for the thousands of rows.
  const session = await page.context().newCDPSession(page);
  const postMessage = (message: HostMessage): void => {
    const expression = `window.dispatchEvent(new MessageEvent("message", { data: ${JSON.stringify(message)} }))`;
    void session.send("Runtime.evaluate", { expression }).catch(ignore);
  };
  new WebviewBridge(
    feed,
    { postMessage, onDidReceiveMessage: messages.event },
    {
      clock: systemClock,
      log: { debug: ignore, info: ignore, warn: console.error, error: console.error },
      info: { connection: { name: "Bench", origin, sample: false }, defaultQuery: query },
      run: () => Promise.resolve(),
      copy: () => Promise.resolve(0),
      savedFeed: { markRead: () => Promise.resolve(), undoMarkRead: () => Promise.resolve() },
    },
  );
}

async function quiet(feed: Feed): Promise<void> {
  let changedAt = performance.now();
  const listener = feed.onDidChange(() => (changedAt = performance.now()));
  while (performance.now() - changedAt < quietMs) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  listener.dispose();
}
