import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Connections } from "../connections/connections";
import type { ConnectionClient } from "../connections/connectionClient";
import { panels } from "../ids";
import { type FeedQuery, sameQuery } from "../shared/feedQuery";
import { decodePageState, type PageState } from "../shared/pageState";
import { Emitter, type Event } from "../shared/event";
import { reloadWindowCommand } from "../shared/protocol";
import type { EventRef } from "../shared/viewQueries";
import { DisposableStore, Disposable } from "../util/disposable";
import { logRejection } from "../util/log";
import { FeedPanel, type FeedPanelOptions, type ShownFeed, webviewRoot } from "./feedPanel";

export { EventBudget } from "../feed/session/eventBudget";

/** What is shown to a user who has not asked for it in VS Code. */
interface FeedPreview {
  readonly query: FeedQuery;
  /** ID of a saved feed, whose query is used instead. */
  readonly savedFeed?: string | undefined;
  /** Whose details to show. */
  readonly event?: EventRef | undefined;
}

/** The open feed panels. Feed commands act on the one that was focused last, as long as it is open. */
export class FeedPanels extends Disposable {
  /** In the order of focus: the one focused last is at the end. */
  private readonly open: FeedPanel[] = [];
  /** The panel that `preview` opened last, and the query that it showed then. */
  private previewed: { readonly panel: FeedPanel; readonly query: FeedQuery } | undefined;
  private readonly changed = this.register(new Emitter<void>());

  /** A panel was opened or closed. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    private readonly options: FeedPanelOptions,
    private readonly connections: Connections,
  ) {
    super();
    this.register(
      connections.onDidChangeList(() => {
        for (const panel of this.open) {
          logRejection(panel.setClient(connections.clientFor(panel.connection.name)), options.log);
        }
      }),
    );
    this.register({
      dispose: () => {
        for (const panel of [...this.open]) {
          panel.dispose();
        }
      },
    });
  }

  get focusedLast(): FeedPanel | undefined {
    return this.open.at(-1);
  }

  /** The panel in the active editor. */
  get active(): FeedPanel | undefined {
    return this.open.find(({ panel }) => panel.active);
  }

  /** In the order of focus. */
  get all(): readonly FeedPanel[] {
    return this.open;
  }

  /** The panel with this ID. @throws {Error} if it was closed */
  get(id: string): FeedPanel {
    const panel = this.open.find((open) => open.id === id);
    if (!panel) {
      throw new Error(l10n.t("This event feed was closed."));
    }
    return panel;
  }

  /** Reveals the panel that was focused last on this connection and shows no saved feed, or opens one. */
  async show(client: ConnectionClient): Promise<void> {
    const panel = this.findLast(client);
    if (panel) {
      panel.reveal();
    } else {
      await this.openQuery(client, this.options.defaultQuery());
    }
  }

  /** The same, with the details of an event. @param id its `id` or `event_id` */
  async showEvent(client: ConnectionClient, id: string): Promise<void> {
    await this.reveal(this.findLast(client), { client, query: this.options.defaultQuery() }, { id });
  }

  /**
   * Reveals the panel that shows a saved feed on this connection, or opens one.
   * @param id of the saved feed
   * @throws {Error} if it does not exist
   */
  async openSaved(client: ConnectionClient, id: string): Promise<void> {
    const query = await this.savedQuery(id);
    await this.reveal(this.findLast(client, id), { client, query, savedFeed: id });
  }

  /** Opens another panel. */
  async openQuery(client: ConnectionClient, query: FeedQuery): Promise<void> {
    await this.reveal(undefined, { client, query });
  }

  /** Opens another panel on the same connection with the same query. */
  async duplicate({ client, feed, savedFeed }: FeedPanel): Promise<void> {
    await this.reveal(undefined, { client, query: feed.query, savedFeed: savedFeed.id });
  }

  private async reveal(shown: FeedPanel | undefined, feed: ShownFeed, event?: EventRef): Promise<void> {
    const panel = shown ?? this.addNew(feed);
    panel.reveal();
    if (event) {
      panel.bridge.showEvent(event);
    }
    if (!shown) {
      await panel.load();
    }
  }

  /**
   * Shows a feed to a user who may be typing elsewhere, so the focus stays where it is. If a panel shows the feed already, that
   * one is revealed. If not, the panel that this method opened last is used again, unless the user has changed its filters or
   * saved it. Otherwise, a new panel is opened. Does not wait for the service.
   * @throws {Error} if the saved feed does not exist
   */
  async preview(client: ConnectionClient, { query, savedFeed, event }: FeedPreview): Promise<void> {
    const asked = savedFeed === undefined ? query : await this.savedQuery(savedFeed);
    const shown = this.findLast(client, savedFeed, savedFeed === undefined ? query : undefined);
    const panel = shown ?? this.openPreview({ client, query: asked, savedFeed });
    panel.panel.reveal(undefined, true);
    if (event) {
      panel.bridge.showEvent(event);
    }
  }

  private openPreview(feed: ShownFeed): FeedPanel {
    const { client, query, savedFeed } = feed;
    const { log } = this.options;
    const { panel: last, query: lastQuery } = this.previewed ?? {};
    const isUnchanged =
      last?.client === client &&
      this.open.includes(last) &&
      last.savedFeed.id === undefined &&
      lastQuery !== undefined &&
      sameQuery(last.feed.query, lastQuery);
    const panel = savedFeed === undefined && isUnchanged ? last : this.addNew(feed, true);
    logRejection(panel === last ? panel.feed.setQuery(query) : panel.load(), log);
    if (savedFeed === undefined) {
      this.previewed = { panel, query };
    }
    return panel;
  }

  /** The panel that was focused last on a connection, of those that show this saved feed, or none, and this query. */
  private findLast(client: ConnectionClient, savedFeed?: string, query?: FeedQuery): FeedPanel | undefined {
    return this.open.findLast(
      (panel) =>
        panel.connection === client.connection &&
        panel.savedFeed.id === savedFeed &&
        (query === undefined || sameQuery(panel.feed.query, query)),
    );
  }

  private async savedQuery(id: string): Promise<FeedQuery> {
    const saved = (await this.options.loadSavedFeeds()).savedFeeds.find(id);
    if (!saved) {
      throw new Error(l10n.t("This saved feed no longer exists."));
    }
    return saved.feed.query;
  }

  /** Fills a panel that VS Code restored after a reload. @param saved may be invalid */
  restore(webviewPanel: vscode.WebviewPanel, saved: unknown): void {
    const { extensionUri, defaultQuery } = this.options;
    const state = decodePageState(saved);
    const client = this.clientFor(state);
    if (!client) {
      webviewPanel.dispose();
      return;
    }
    const query = state.query ?? defaultQuery();
    const restored = prepareWebviewPanel(webviewPanel, extensionUri);
    const panel = this.add(restored, { client, query, savedFeed: state.savedFeed });
    logRejection(
      panel.load((feed) => feed.restore(state)),
      this.options.log,
    );
  }

  /** The panel's connection or, if it is unknown, the active one. */
  private clientFor({ connection }: PageState): ConnectionClient | undefined {
    return connection === undefined
      ? this.connections.active
      : (this.connections.clientFor(connection) ?? this.connections.removedConnectionClient(connection));
  }

  private addNew(feed: ShownFeed, preserveFocus = false): FeedPanel {
    return this.add(createWebviewPanel(this.options.extensionUri, preserveFocus), feed);
  }

  private add(webviewPanel: vscode.WebviewPanel, feed: ShownFeed): FeedPanel {
    // While the caller waited, the client may have been replaced or its connection removed. The panel is told only of later
    // changes.
    const client = this.connections.clientFor(feed.client.connection.name);
    const panel = new FeedPanel(webviewPanel, { ...feed, client: client ?? feed.client }, this.options);
    if (!client) {
      panel.showConnectionRemoved();
    }
    const listeners = new DisposableStore();
    listeners.add(webviewPanel.onDidChangeViewState(() => webviewPanel.active && this.moveToEnd(panel)));
    listeners.add(
      webviewPanel.onDidDispose(() => {
        listeners.dispose();
        this.open.splice(this.open.indexOf(panel), 1);
        panel.dispose();
        this.changed.fire();
      }),
    );
    this.open.push(panel);
    this.changed.fire();
    return panel;
  }

  private moveToEnd(panel: FeedPanel): void {
    this.open.splice(this.open.indexOf(panel), 1);
    this.open.push(panel);
  }
}

/** Creates an empty webview panel for a feed. */
function createWebviewPanel(extensionUri: vscode.Uri, preserveFocus: boolean): vscode.WebviewPanel {
  const column = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
  return prepareWebviewPanel(
    vscode.window.createWebviewPanel(panels.feed, l10n.t("Event Feed"), column),
    extensionUri,
  );
}

/** Allows a panel, new or restored by VS Code, to run the page and nothing else. */
function prepareWebviewPanel(panel: vscode.WebviewPanel, extensionUri: vscode.Uri): vscode.WebviewPanel {
  panel.webview.options = {
    enableScripts: true,
    // For a page whose extension host was ended: VS Code carries out this command without it.
    enableCommandUris: [reloadWindowCommand],
    localResourceRoots: [webviewRoot(extensionUri)],
  };
  const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, "media", `feed-${theme}.svg`);
  panel.iconPath = { light: icon("light"), dark: icon("dark") };
  return panel;
}
