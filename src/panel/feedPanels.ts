import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Connections } from "../connections/connections";
import type { ConnectionClient } from "../connections/connectionClient";
import { feedPanelType } from "../ids";
import { type FeedQuery, queryFor, sameQuery } from "../shared/feedQuery";
import { decodePageState, type PageState } from "../shared/pageState";
import { Emitter, type Event } from "../shared/emitter";
import type { EventRef } from "../shared/viewQueries";
import { Disposable } from "../util/disposable";
import { logRejection } from "../util/log";
import { FeedPanel, type FeedPanelOptions, type ShownFeed } from "./feedPanel";

/** The feed or event to show in a panel. */
interface FeedToOpen {
  /** If absent: the saved feed's or default query; any open panel of this saved feed is then reused. */
  readonly query?: FeedQuery | undefined;
  /** Used if there is no query; if absent: events. */
  readonly source?: FeedQuery["source"];
  /** ID of a saved feed. */
  readonly savedFeed?: string | undefined;
  /** The event whose details to show. Its ID may also be its `event_id`. */
  readonly event?: EventRef | undefined;
}

/** The open feed panels. Feed commands act on the one that was focused last. */
export class FeedPanels extends Disposable {
  /** Least to most recently active. A panel also becomes active if it opens without focus. */
  private panels: readonly FeedPanel[] = [];
  /** The last panel that was opened without focus, and the query that it showed. */
  private preview: { readonly panel: FeedPanel; readonly query: FeedQuery } | undefined;
  private readonly changed = this.register(new Emitter<void>());

  /** A panel was opened, focused or closed. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    private readonly options: FeedPanelOptions,
    private readonly connections: Connections,
  ) {
    super();
    this.register(
      connections.onDidChangeList(() => {
        for (const panel of this.panels) {
          const client = connections.clientFor(panel.connection.name) ?? panel.client;
          logRejection(panel.setClient(client), options.log);
        }
      }),
    );
    this.register({ dispose: () => this.panels.forEach((panel) => panel.dispose()) });
  }

  get focusedLast(): FeedPanel | undefined {
    return this.panels.at(-1);
  }

  /** The panel in the active editor. */
  get active(): FeedPanel | undefined {
    return this.panels.find(({ webviewPanel }) => webviewPanel.active);
  }

  /** True if a visible panel says why the requests of a connection fail. */
  isShown(client: ConnectionClient): boolean {
    return this.panels.some((panel) => panel.client === client && panel.webviewPanel.visible);
  }

  /** @throws {Error} if the panel was closed */
  get(id: string): FeedPanel {
    const panel = this.panels.find((open) => open.id === id);
    if (!panel) {
      throw new Error(l10n.t("This event feed was closed."));
    }
    return panel;
  }

  /**
   * Reveals the most recently active panel that shows this, or opens one. Does not wait for the service.
   * @param preserveFocus for agents, as the user may be typing elsewhere. Reuses the last panel opened this
   *   way, unless the user has changed its filters or saved it
   * @throws {Error} if the saved feed does not exist
   */
  async open(
    client: ConnectionClient,
    { query, source, savedFeed, event }: FeedToOpen,
    preserveFocus = false,
  ): Promise<void> {
    const initial = query ?? (await this.initialQuery(savedFeed, source));
    const shown = this.panels.findLast(
      (panel) =>
        panel.connection === client.connection &&
        panel.savedFeed.id === savedFeed &&
        panel.feed.query.source === initial.source &&
        (query === undefined || sameQuery(panel.feed.query, query)),
    );
    const isPreview = preserveFocus && savedFeed === undefined;
    const panel =
      shown ??
      (isPreview ? this.reusePreview(client, initial) : undefined) ??
      this.openNew({ client, query: initial, savedFeed }, preserveFocus);
    if (isPreview && !shown) {
      this.preview = { panel, query: initial };
    }
    panel.reveal(preserveFocus);
    if (event) {
      panel.bridge.showEvent(event, preserveFocus);
    }
  }

  private reusePreview(client: ConnectionClient, query: FeedQuery): FeedPanel | undefined {
    const { preview } = this;
    const panel = this.panels.find(
      (open) =>
        open === preview?.panel &&
        open.client === client &&
        open.savedFeed.id === undefined &&
        sameQuery(open.feed.query, preview.query),
    );
    if (panel) {
      logRejection(panel.feed.setQuery(query), this.options.log);
    }
    return panel;
  }

  /** Opens another panel with the same connection and query. */
  duplicate({ client, feed, savedFeed }: FeedPanel): void {
    this.openNew({ client, query: feed.query, savedFeed: savedFeed.id }).reveal();
  }

  /** Fills a panel that VS Code restored after a reload. @param saved a `PageState`, or invalid */
  restore(webviewPanel: vscode.WebviewPanel, saved: unknown): void {
    const state = decodePageState(saved);
    const { connection, query = this.options.defaultQuery(), savedFeed } = state;
    // Without a name, the active connection is used.
    const client =
      connection === undefined
        ? this.connections.active
        : (this.connections.clientFor(connection) ?? this.connections.removedConnectionClient(connection));
    if (client) {
      this.add(webviewPanel, { client, query, savedFeed }, state);
    } else {
      webviewPanel.dispose();
    }
  }

  private async initialQuery(savedFeed: string | undefined, source: FeedQuery["source"]): Promise<FeedQuery> {
    if (savedFeed === undefined) {
      return queryFor(source, this.options.defaultQuery());
    }
    const saved = (await this.options.loadSavedFeeds()).find(savedFeed);
    if (!saved) {
      throw new Error(l10n.t("This saved feed no longer exists."));
    }
    return saved.feed.query;
  }

  private openNew(feed: ShownFeed, preserveFocus = false): FeedPanel {
    const column = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
    return this.add(vscode.window.createWebviewPanel(feedPanelType, l10n.t("Event Feed"), column), feed);
  }

  private add(webviewPanel: vscode.WebviewPanel, feed: ShownFeed, restored?: PageState): FeedPanel {
    // The client may have been replaced while the caller waited; the panel gets only later changes.
    const client = this.connections.clientFor(feed.client.connection.name) ?? feed.client;
    const panel = new FeedPanel(webviewPanel, { ...feed, client }, this.options);
    const others = () => this.panels.filter((open) => open !== panel);
    // VS Code removes these listeners with the webview panel.
    webviewPanel.onDidChangeViewState(() => {
      if (webviewPanel.active) {
        this.panels = [...others(), panel];
        this.changed.fire();
      }
    });
    webviewPanel.onDidDispose(() => {
      this.panels = others();
      panel.dispose();
      this.changed.fire();
    });
    // A panel that VS Code restores may be inactive.
    this.panels = this.panels.toSpliced(webviewPanel.active ? this.panels.length : -1, 0, panel);
    this.changed.fire();
    logRejection(panel.load(restored), this.options.log);
    return panel;
  }
}
