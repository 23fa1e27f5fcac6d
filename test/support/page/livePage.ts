import type { Page } from "playwright-core";
import type { Feed } from "../../../src/feed/feed";
import { WebviewBridge } from "../../../src/panel/webviewBridge";
import { Emitter } from "../../../src/shared/emitter";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import type { HostMessage, WorkbenchHandlers } from "../../../src/shared/protocol";
import { systemClock } from "../../../src/util/clock";
import { FakeClock } from "../fakes/fakeClock";
import { createFeed } from "../feeds";
import { LiveService } from "../services/liveService";
import { exposeVsCodeApi } from "./fakePanelHost";

/** Connects a feed to a page with the real bridge. Call it before the page is loaded. */
export async function connectPage(page: Page, feed: Feed, query: FeedQuery): Promise<WebviewBridge> {
  const messages = new Emitter<unknown>();
  await exposeVsCodeApi(page, (message) => messages.fire(message));
  // `page.evaluate` is slow for thousands of rows. Ignore errors: the page may be closed meanwhile.
  const session = await page.context().newCDPSession(page);
  const postMessage = (message: HostMessage): void => {
    const expression = `window.dispatchEvent(new MessageEvent("message", { data: ${JSON.stringify(message)} }))`;
    session.send("Runtime.evaluate", { expression }).catch(() => undefined);
  };
  const ignore = (): void => undefined;
  const connection = { name: "Acme production", sample: false };
  return new WebviewBridge(
    feed,
    { postMessage, onDidReceiveMessage: messages.event },
    {
      clock: systemClock,
      log: { info: ignore, warn: ignore, error: ignore },
      panelInfo: { connection, defaultQuery: query },
      reportError: (command, error) => console.error(command, error),
      workbenchHandlers: {} as WorkbenchHandlers,
      copy: ({ ids }) => Promise.resolve(ids === "unread" ? 0 : feed.events.getAll(ids).length),
      savedFeed: { markRead: () => Promise.resolve(), undoMarkRead: () => Promise.resolve() },
    },
  );
}

/**
 * The extension's side of a feed panel without VS Code, with a service that the test fills.
 * The feed's clock is stopped; it checks for updates when the test requests it.
 */
export class LivePage {
  readonly clock = new FakeClock();
  readonly service = new LiveService(this.clock);
  readonly feed: Feed;
  private bridge: WebviewBridge | undefined;

  constructor(
    readonly query: FeedQuery,
    pageSize = 40,
  ) {
    this.service.immediate = true;
    this.feed = createFeed(this.service, this.clock, { query, pageSize: () => pageSize });
  }

  /** Call it before the page is loaded. */
  async attach(page: Page): Promise<void> {
    this.bridge = await connectPage(page, this.feed, this.query);
  }

  dispose(): void {
    this.bridge?.dispose();
    this.feed.dispose();
  }
}
