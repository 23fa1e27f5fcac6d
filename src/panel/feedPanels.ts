import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Connections } from "../connections/connections";
import type { ConnectionClient } from "../connections/connectionClient";
import { feedPanelType } from "../ids";
import { type FeedQuery, queryFor, sameQuery } from "../shared/feedQuery";
import { decodePageState, type PageState } from "../shared/pageState";
import { Emitter, type Event } from "../shared/event";
import type { EventRef } from "../shared/viewQueries";
import { Disposable } from "../util/disposable";
import { logRejection } from "../util/log";
import { FeedPanel, type FeedPanelOptions, type ShownFeed } from "./feedPanel";

/** What to show in a panel. */
interface FeedToOpen {
  /** Without it, that of the saved feed or the default one, and any panel on the connection will do that shows this saved feed or none. */
  readonly query?: FeedQuery | undefined;
  /** Without a query: events by default. */
  readonly source?: FeedQuery["source"];
  /** ID of a saved feed. */
  readonly savedFeed?: string | undefined;
  /** Whose details to show. Its ID may also be its `event_id`. */
  readonly event?: EventRef | undefined;
}

/** The open feed panels. Feed commands act on the one that was focused last, as long as it is open. */
export class FeedPanels extends Disposable {
  /** In the order in which they were in the active editor, in which one opens also without the focus: the last one is at the end. */
  private panels: readonly FeedPanel[] = [];
  /** The panel that was opened last without the focus, and the query that it showed then. */
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
    return this.panels.find(({ panel }) => panel.active);
  }

  /** The panel with this ID. @throws {Error} if it was closed */
  get(id: string): FeedPanel {
    const panel = this.panels.find((open) => open.id === id);
    if (!panel) {
      throw new Error(l10n.t("This event feed was closed."));
    }
    return panel;
  }

  /**
   * Reveals the panel that was focused last of those that show this on this connection, or opens one. Does not wait for the service.
   * @param preserveFocus for a user who has not asked for it in VS Code and may be typing elsewhere. The panel that was opened last in this
   *   way is used again, unless the user has changed its filters or saved it
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
      (isPreview ? this.usePreviewAgain(client, initial) : undefined) ??
      this.openNew({ client, query: initial, savedFeed }, preserveFocus);
    if (isPreview && !shown) {
      this.preview = { panel, query: initial };
    }
    panel.reveal(preserveFocus);
    if (event) {
      panel.bridge.showEvent(event);
    }
  }

  private usePreviewAgain(client: ConnectionClient, query: FeedQuery): FeedPanel | undefined {
    const { preview } = this;
    const panel = this.panels.find((open) => open === preview?.panel && open.client === client);
    if (
      !preview ||
      !panel ||
      panel.savedFeed.id !== undefined ||
      !sameQuery(panel.feed.query, preview.query)
    ) {
      return undefined;
    }
    logRejection(panel.feed.setQuery(query), this.options.log);
    return panel;
  }

  /** Opens another panel on the same connection with the same query. */
  duplicate({ client, feed, savedFeed }: FeedPanel): void {
    this.openNew({ client, query: feed.query, savedFeed: savedFeed.id }).reveal();
  }

  /** Fills a panel that VS Code restored after a reload. @param saved may be invalid */
  restore(webviewPanel: vscode.WebviewPanel, saved: unknown): void {
    const state = decodePageState(saved);
    const { connection, query = this.options.defaultQuery(), savedFeed } = state;
    // Without a name, the active one.
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
    // While the caller waited, the client may have been replaced. The panel is told only of later changes.
    const client = this.connections.clientFor(feed.client.connection.name) ?? feed.client;
    const panel = new FeedPanel(webviewPanel, { ...feed, client }, this.options);
    const others = () => this.panels.filter((open) => open !== panel);
    // These end with the webview panel.
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
    // One that VS Code restores need not be the active one.
    this.panels = this.panels.toSpliced(webviewPanel.active ? this.panels.length : -1, 0, panel);
    this.changed.fire();
    logRejection(panel.load(restored), this.options.log);
    return panel;
  }
}
