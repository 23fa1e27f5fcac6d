import type { Feed } from "../../../src/feed/feed";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import { systemClock } from "../../../src/util/clock";
import { createFeed } from "../../support/feeds";
import { FeedPages } from "../../support/page/feedPage";
import { connectPage } from "../../support/page/livePage";
import { clientOf } from "../product";
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
  const feed = createFeed(clientOf({ baseUrl }), systemClock, { query, pageSize: () => 500 });
  return {
    browser,
    shape: {
      list: [".grid-scroller"],
      row: ".row[data-event-id]",
      loaded: { selector: ".status-line", text: events.toLocaleString("en") },
    },
    open: (prepare) =>
      pages.load({ size: viewport }, async (page) => {
        await connectPage(page, feed, query);
        await prepare(page);
        void feed.start().then(() => feed.loadWindow());
      }),
    idle: () => quiet(feed),
    search: (text) => {
      const input = document.querySelector("search-box input") as HTMLInputElement;
      input.value = text;
      input.dispatchEvent(new Event("input"));
    },
    stop: async () => {
      feed.dispose();
      await pages.stop();
    },
  };
}

async function quiet(feed: Feed): Promise<void> {
  let changedAt = performance.now();
  const listener = feed.onDidChange(() => (changedAt = performance.now()));
  while (performance.now() - changedAt < quietMs) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  listener.dispose();
}
