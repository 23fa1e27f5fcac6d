import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { Connections } from "../connections/connections";
import type { ConnectionClient } from "../connections/connectionClient";
import { type FeedQuery, sameQuery } from "../shared/feedQuery";
import { decodePageState, type PageState } from "../shared/pageState";
import { Emitter, type Event } from "../shared/event";
import type { EventRef } from "../shared/viewQueries";
import { DisposableStore, Disposable } from "../util/disposable";
import { logRejection } from "../util/log";
import { type PreviewedPanel, replaceablePanel } from "./previewedPanel";
import { createWebviewPanel, FeedPanel, type PanelEnvironment, prepareWebviewPanel } from "./feedPanel";

export { EventReader } from "../feed/eventReader";
export { EventBudget } from "../feed/session/eventBudget";

/** What is shown to a user who has not asked for it in VS Code. */
export interface FeedPreview {
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
  private previewed: PreviewedPanel<FeedPanel> | undefined;
  private readonly changed = this.register(new Emitter<void>());

  /** A panel was opened or closed. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    private readonly environment: PanelEnvironment,
    private readonly connections: Connections,
  ) {
    super();
    const { log } = environment;
    this.register(
      connections.onDidChangeList(() => {
        for (const panel of this.open) {
          logRejection(panel.setClient(connections.clientFor(panel.connection.name)), log);
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
      await this.openQuery(client, this.environment.defaultQuery());
    }
  }

  /** The same, with the details of an event. @param id its `id` or `event_id` */
  async showEvent(client: ConnectionClient, id: string): Promise<void> {
    const shown = this.findLast(client);
    const panel = shown ?? this.addNew(client, this.environment.defaultQuery());
    panel.reveal();
    panel.bridge.showEvent({ id });
    if (!shown) {
      await panel.load();
    }
  }

  /**
   * Reveals the panel that shows a saved feed on this connection, or opens one.
   * @param id of the saved feed
   * @throws {Error} if it does not exist
   */
  async openSaved(client: ConnectionClient, id: string): Promise<void> {
    const query = await this.savedQuery(id);
    const shown = this.findSaved(client, id);
    const panel = shown ?? this.addNew(client, query, id);
    panel.reveal();
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
    const shown =
      savedFeed === undefined
        ? this.open.findLast(
            (panel) =>
              panel.connection === client.connection &&
              panel.savedFeed.id === undefined &&
              sameQuery(panel.feed.query, query),
          )
        : this.findSaved(client, savedFeed);
    const panel = shown ?? this.openPreview(client, asked, savedFeed);
    panel.panel.reveal(undefined, true);
    if (event) {
      panel.bridge.showEvent(event);
    }
  }

  private openPreview(client: ConnectionClient, query: FeedQuery, savedFeed: string | undefined): FeedPanel {
    const { log } = this.environment;
    const replaced =
      savedFeed === undefined ? replaceablePanel(this.previewed, client, this.open) : undefined;
    if (replaced) {
      this.previewed = { panel: replaced, query };
      logRejection(replaced.feed.setQuery(query), log);
      return replaced;
    }
    const panel = this.addNew(client, query, savedFeed, { preserveFocus: true });
    if (savedFeed === undefined) {
      this.previewed = { panel, query };
    }
    logRejection(panel.load(), log);
    return panel;
  }

  private findLast(client: ConnectionClient): FeedPanel | undefined {
    return this.open.findLast(
      ({ connection, savedFeed }) => connection === client.connection && savedFeed.id === undefined,
    );
  }

  private findSaved(client: ConnectionClient, id: string): FeedPanel | undefined {
    return this.open.findLast(
      ({ connection, savedFeed }) => savedFeed.id === id && connection === client.connection,
    );
  }

  private async savedQuery(id: string): Promise<FeedQuery> {
    const saved = (await this.environment.loadSavedFeeds()).savedFeeds.find(id);
    if (!saved) {
      throw new Error(l10n.t("This saved feed no longer exists."));
    }
    return saved.feed.query;
  }

  /** Opens another panel. */
  async openQuery(client: ConnectionClient, query: FeedQuery): Promise<void> {
    const panel = this.addNew(client, query);
    panel.bridge.focus();
    await panel.load();
  }

  /** Opens another panel on the same connection with the same query. */
  async duplicate(panel: FeedPanel): Promise<void> {
    const duplicate = this.addNew(panel.client, panel.feed.query, panel.savedFeed.id);
    duplicate.bridge.focus();
    await duplicate.load();
  }

  /** Fills a panel that VS Code restored after a reload. @param saved may be invalid */
  restore(webviewPanel: vscode.WebviewPanel, saved: unknown): void {
    const { extensionUri, defaultQuery } = this.environment;
    const state = decodePageState(saved);
    const client = this.clientFor(state);
    if (!client) {
      webviewPanel.dispose();
      return;
    }
    const query = state.query ?? defaultQuery();
    const panel = this.add(prepareWebviewPanel(webviewPanel, extensionUri), client, query, state.savedFeed);
    logRejection(
      panel.load((feed) => feed.restore(state)),
      this.environment.log,
    );
  }

  /** The panel's connection or, if it is unknown, the active one. */
  private clientFor({ connection }: PageState): ConnectionClient | undefined {
    return connection === undefined
      ? this.connections.active
      : (this.connections.clientFor(connection) ?? this.connections.removedConnectionClient(connection));
  }

  private addNew(
    client: ConnectionClient,
    query: FeedQuery,
    savedFeed?: string,
    options?: { readonly preserveFocus: boolean },
  ): FeedPanel {
    const webviewPanel = createWebviewPanel(this.environment.extensionUri, options);
    return this.add(webviewPanel, client, query, savedFeed);
  }

  private add(
    webviewPanel: vscode.WebviewPanel,
    client: ConnectionClient,
    query: FeedQuery,
    savedFeed: string | undefined,
  ): FeedPanel {
    // While the caller waited, the client may have been replaced or its connection removed. The panel is told only of later
    // changes.
    const now = this.connections.clientFor(client.connection.name);
    const panel = new FeedPanel(webviewPanel, now ?? client, query, this.environment, savedFeed);
    if (!now) {
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
