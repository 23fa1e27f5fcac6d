import type * as vscode from "vscode";
import type { Connections } from "../connections/connections";
import type { ConnectionClient } from "../connections/connectionClient";
import type { FeedQuery } from "../shared/feedQuery";
import { decodePageState, type PageState } from "../shared/pageState";
import { DisposableStore, Disposable } from "../util/disposable";
import { logRejection } from "../util/log";
import { createWebviewPanel, FeedPanel, type PanelEnvironment, prepareWebviewPanel } from "./feedPanel";

export { EventBudget } from "../feed/session/eventBudget";
export { LastVisits } from "./lastVisits";

/** The open feed panels. Feed commands act on the one that was focused last, as long as it is open. */
export class FeedPanels extends Disposable {
  /** Focused last comes last. */
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
          logRejection(panel.follow(connections.clientFor(panel.connection.name)), log);
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

  /** The open panel with this id. */
  find(id: string): FeedPanel | undefined {
    return this.open.find((panel) => panel.id === id);
  }

  /** Reveals the panel that was focused last on this connection, or opens one. */
  async show(access: ConnectionClient): Promise<void> {
    const there = this.open.findLast((panel) => panel.connection === access.connection);
    if (there) {
      there.reveal();
    } else {
      await this.create(access, this.environment.defaultQuery()).start();
    }
  }

  /** Opens another panel with a query of its own. */
  async openQuery(access: ConnectionClient, query: FeedQuery): Promise<void> {
    await this.create(access, query).start();
  }

  /** Opens another panel on the same connection with the same query. */
  async duplicate(panel: FeedPanel): Promise<void> {
    await this.openQuery(panel.service, panel.query);
  }

  /** Fills a panel that VS Code brought back after a reload; what it kept may be nonsense. */
  restore(webviewPanel: vscode.WebviewPanel, kept: unknown): void {
    const { extensionUri, defaultQuery } = this.environment;
    const state = decodePageState(kept);
    const access = this.accessFor(state);
    if (!access) {
      webviewPanel.dispose();
      return;
    }
    const query = state.query ?? defaultQuery();
    const panel = this.add(prepareWebviewPanel(webviewPanel, extensionUri), access, query);
    if (!this.connections.clientFor(access.connection.name)) {
      panel.lose();
    }
    logRejection(panel.restore(state), this.environment.log);
  }

  /** The connection the panel was on; where it is not known, the active one. */
  private accessFor({ connection }: PageState): ConnectionClient | undefined {
    return connection === undefined
      ? this.connections.active
      : (this.connections.clientFor(connection) ?? this.connections.removedConnectionClient(connection));
  }

  private create(access: ConnectionClient, query: FeedQuery): FeedPanel {
    const panel = this.add(createWebviewPanel(this.environment.extensionUri), access, query);
    panel.focus();
    return panel;
  }

  private add(webviewPanel: vscode.WebviewPanel, access: ConnectionClient, query: FeedQuery): FeedPanel {
    const panel = new FeedPanel(webviewPanel, access, query, this.environment);
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
