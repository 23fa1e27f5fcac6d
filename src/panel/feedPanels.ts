import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { Connections } from "../connections/connections";
import type { ConnectionClient } from "../connections/connectionClient";
import type { FeedQuery } from "../shared/feedQuery";
import { decodePageState, type PageState } from "../shared/pageState";
import { DisposableStore, Disposable } from "../util/disposable";
import { logRejection } from "../util/log";
import { createWebviewPanel, FeedPanel, type PanelEnvironment, prepareWebviewPanel } from "./feedPanel";

export { EventReader } from "../feed/eventReader";
export { EventBudget } from "../feed/session/eventBudget";
export { LastVisits } from "./lastVisits";

/** The open feed panels. Feed commands act on the one that was focused last, as long as it is open. */
export class FeedPanels extends Disposable {
  /** In the order of focus: the one focused last is at the end. */
  private readonly open: FeedPanel[] = [];

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

  /** The panel with this ID. @throws {Error} if it was closed */
  get(id: string): FeedPanel {
    const panel = this.open.find((open) => open.id === id);
    if (!panel) {
      throw new Error(l10n.t("This event feed was closed."));
    }
    return panel;
  }

  /** Reveals the panel that was focused last on this connection, or opens one. */
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
      await panel.feed.start();
    }
  }

  private findLast(client: ConnectionClient): FeedPanel | undefined {
    return this.open.findLast(({ connection }) => connection === client.connection);
  }

  /** Opens another panel. */
  async openQuery(client: ConnectionClient, query: FeedQuery): Promise<void> {
    const panel = this.addNew(client, query);
    panel.bridge.focus();
    await panel.feed.start();
  }

  /** Opens another panel on the same connection with the same query. */
  async duplicate(panel: FeedPanel): Promise<void> {
    await this.openQuery(panel.client, panel.feed.query);
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
    const panel = this.add(prepareWebviewPanel(webviewPanel, extensionUri), client, query);
    if (!this.connections.clientFor(client.connection.name)) {
      panel.showConnectionRemoved();
    }
    logRejection(panel.feed.restore(state), this.environment.log);
  }

  /** The panel's connection or, if it is unknown, the active one. */
  private clientFor({ connection }: PageState): ConnectionClient | undefined {
    return connection === undefined
      ? this.connections.active
      : (this.connections.clientFor(connection) ?? this.connections.removedConnectionClient(connection));
  }

  private addNew(client: ConnectionClient, query: FeedQuery): FeedPanel {
    return this.add(createWebviewPanel(this.environment.extensionUri), client, query);
  }

  private add(webviewPanel: vscode.WebviewPanel, client: ConnectionClient, query: FeedQuery): FeedPanel {
    const panel = new FeedPanel(webviewPanel, client, query, this.environment);
    const listeners = new DisposableStore();
    listeners.add(webviewPanel.onDidChangeViewState(() => webviewPanel.active && this.moveToEnd(panel)));
    listeners.add(
      webviewPanel.onDidDispose(() => {
        listeners.dispose();
        this.open.splice(this.open.indexOf(panel), 1);
        panel.dispose();
      }),
    );
    this.open.push(panel);
    return panel;
  }

  private moveToEnd(panel: FeedPanel): void {
    this.open.splice(this.open.indexOf(panel), 1);
    this.open.push(panel);
  }
}
