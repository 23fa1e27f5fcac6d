import { feedDefaults } from "../feeds";
import type { Page } from "playwright-core";
import { Feed } from "../../../src/feed/feed";
import { WebviewBridge } from "../../../src/panel/webviewBridge";
import type { FeedQuery } from "../../../src/shared/feedQuery";
import type { PageState } from "../../../src/shared/pageState";
import type { HostMessage } from "../../../src/shared/protocol";
import { Emitter } from "../../../src/shared/event";
import { systemClock } from "../../../src/util/clock";
import { exposeVsCodeApi } from "./fakePanelHost";
import { FakeClock } from "../fakes/fakeClock";
import { LiveService } from "../services/liveService";

/**
 * The extension's side of a feed panel without VS Code: the real feed and its real bridge to the page, with a service that the
 * test fills. The feed's clock is stopped; it checks for updates on the test's request.
 */
export class LivePage {
  readonly clock = new FakeClock();
  readonly service = new LiveService(this.clock);
  readonly feed: Feed;
  private readonly messages = new Emitter<unknown>();
  private bridge: WebviewBridge | undefined;

  constructor(
    readonly query: FeedQuery,
    pageSize = 40,
  ) {
    this.service.immediate = true;
    const { service, clock } = this;
    this.feed = new Feed(query, { client: service, clock, pageSize: () => pageSize, ...feedDefaults });
  }

  /** Call it before the page is loaded. */
  async attach(page: Page): Promise<void> {
    await exposeVsCodeApi(page, (message) => this.messages.fire(message));
    const postMessage = (message: HostMessage): void => {
      const dispatch = (data: HostMessage): boolean =>
        window.dispatchEvent(new MessageEvent("message", { data }));
      // The page may be closed at the end of a test.
      page.evaluate(dispatch, message).catch(() => undefined);
    };
    const log = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
    };
    const connection = { name: "Acme production", origin: "https://api.example.com", sample: false };
    this.bridge = new WebviewBridge(
      this.feed,
      { postMessage, onDidReceiveMessage: this.messages.event },
      {
        clock: systemClock,
        log,
        info: { connection, defaultQuery: this.query },
        run: () => Promise.resolve(),
        copy: ({ ids }) => Promise.resolve(ids === "unread" ? 0 : this.feed.events.getAll(ids).length),
        savedFeed: { markRead: () => Promise.resolve(), undoMarkRead: () => Promise.resolve() },
      },
    );
  }

  /** As after a reload of the window. */
  restore(state: PageState): Promise<void> {
    return this.feed.restore(state);
  }

  dispose(): void {
    this.bridge?.dispose();
    this.feed.dispose();
  }
}
