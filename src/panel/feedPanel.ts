import { randomBytes } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { TypesFormat } from "../service/types";
import type { Connection } from "../connections/connection";
import { connectionLabel } from "../shared/connectionLabel";
import type { ConnectionClient } from "../connections/connectionClient";
import { Feed, type FeedDependencies } from "../feed/feed";
import type { LiveCheck } from "../feed/live/liveUpdates";
import { panels } from "../ids";
import type { JsonDocuments } from "../jsonDocuments/jsonDocuments";
import { type FeedQuery, queryDifferences } from "../shared/feedQuery";
import { displayLanguage } from "../shared/locale";
import type { WorkbenchCommand } from "../shared/protocol";
import { Disposable, type IDisposable, MutableDisposable } from "../util/disposable";
import { errorStack } from "../util/errors";
import { type Log, logRejection } from "../util/log";
import { oneLine } from "../util/strings";
import { requestCode, type RequestLanguage } from "./requestCode";
import {
  copyEvents,
  openEventsAsJson,
  runWorkbenchCommand,
  type WorkbenchCommandContext,
} from "./workbenchCommands";
import { PanelSavedFeed, type LoadedSavedFeeds } from "./panelSavedFeed";
import { pageHtml } from "./pageHtml";
import { WebviewBridge } from "./webviewBridge";

/** What every feed panel needs from outside. */
export interface PanelEnvironment extends Omit<FeedDependencies, "client"> {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  readonly documents: JsonDocuments;
  readonly typesFormat: () => TypesFormat;
  readonly defaultQuery: () => FeedQuery;
  /** Called when a panel has read events because of its live updates. */
  readonly onDidRead: (client: ConnectionClient, check: LiveCheck) => void;
  /** Called with the first panel that shows a saved feed. */
  readonly loadSavedFeeds: () => Promise<LoadedSavedFeeds>;
}

/** One open feed panel: a feed on one connection, and the page that shows it. */
export class FeedPanel extends Disposable {
  /** Identifies the panel in commands that its page runs. */
  readonly id = randomBytes(8).toString("hex");
  readonly feed: Feed;
  readonly bridge: WebviewBridge;
  readonly savedFeed: PanelSavedFeed;
  private readonly prepared: Promise<void>;
  private readonly connectionListener = this.register(new MutableDisposable<IDisposable>());
  private connectionRemoved = false;

  constructor(
    readonly panel: vscode.WebviewPanel,
    private connectionClient: ConnectionClient,
    query: FeedQuery,
    private readonly environment: PanelEnvironment,
    savedFeedId?: string,
  ) {
    super();
    const { clock, log } = environment;
    this.register(panel);
    this.feed = this.register(new Feed(query, { ...environment, client: connectionClient }));
    this.savedFeed = this.register(
      new PanelSavedFeed(
        savedFeedId,
        this.feed,
        environment.loadSavedFeeds,
        () => this.connection,
        () => {
          this.updateTitle();
          this.bridge.scheduleUpdate();
        },
        log,
      ),
    );
    this.bridge = this.register(
      new WebviewBridge(this.feed, panel.webview, {
        clock,
        log,
        panelInfo: () => {
          const { name, origin, sample } = this.connection;
          const { id } = this.savedFeed;
          const saved = this.savedFeed.current?.feed;
          return {
            connection: { name, origin, sample },
            defaultQuery: this.defaultQuery,
            ...(id !== undefined && { savedFeed: { id, ...(saved && { name: saved.name }) } }),
          };
        },
        run: (command) => this.run(command),
        copy: ({ ids, format }) =>
          copyEvents(ids === "unread" ? this.savedFeed.unreadIds : ids, format, this.feed.events),
        markRead: () => this.savedFeed.markRead(),
        undoMarkRead: () => this.savedFeed.undoMarkRead(),
      }),
    );
    this.register(panel.onDidChangeViewState(() => this.updateVisibility()));
    this.register(this.feed.onDidChange(() => this.updateTitle()));
    this.register(this.feed.live.onDidRead((check) => environment.onDidRead(this.client, check)));
    this.followConnection();
    this.loadPage();
    this.prepared = this.savedFeed.start().catch((error: unknown) => {
      log.error(`Couldn't load the saved feed: ${errorStack(error)}`);
    });
  }

  /** Loads the first page, once the feed knows what the saved feed leaves out. */
  async load(loadFirst: (feed: Feed) => Promise<void> = (feed) => feed.start()): Promise<void> {
    await this.prepared;
    if (!this.disposed) {
      await loadFirst(this.feed);
    }
  }

  get client(): ConnectionClient {
    return this.connectionClient;
  }

  get connection(): Connection {
    return this.connectionClient.connection;
  }

  /** Opens events as a JSON document. */
  openAsJson(ids: readonly string[]): Promise<void> {
    return openEventsAsJson(ids, this.workbenchContext);
  }

  /** Runs what the page can ask of VS Code. */
  run(command: WorkbenchCommand): Promise<void> {
    return runWorkbenchCommand(command, this.workbenchContext);
  }

  private get workbenchContext(): WorkbenchCommandContext {
    const { id, connection, feed } = this;
    return { panelId: id, connection, events: feed.events, documents: this.environment.documents };
  }

  /** Code that requests the first page. Includes a key only for the sample service. */
  async requestAs(language: RequestLanguage): Promise<string> {
    const { dataset, organizationId, sample } = this.connection;
    const { baseUrl, key } = await this.client.resolveTarget();
    return requestCode(
      language,
      {
        baseUrl,
        dataset,
        ...(organizationId !== undefined && { organizationId }),
        ...(sample && key.kind === "found" && { key: key.key }),
      },
      this.feed.firstRequest,
      this.environment.typesFormat(),
    );
  }

  /**
   * @param client of the connection as it is now. It is another one if the connection was edited or has another key, and
   * undefined if the connection was removed.
   */
  async setClient(client: ConnectionClient | undefined): Promise<void> {
    if (client === this.connectionClient) {
      return;
    }
    if (!client) {
      this.showConnectionRemoved();
      return;
    }
    this.connectionRemoved = false;
    this.connectionClient = client;
    const connected = this.reconnect();
    this.followConnection();
    await connected;
  }

  /** Loaded events stay. */
  showConnectionRemoved(): void {
    this.connectionRemoved = true;
    this.updateTitle();
    this.bridge.scheduleUpdate();
  }

  reveal(): void {
    this.panel.reveal();
    this.bridge.focus();
  }

  private followConnection(): void {
    const client = this.connectionClient;
    this.connectionListener.value = client.onDidChange(() => this.updateBlockingError(client));
    if (client.blockingError) {
      this.updateBlockingError(client);
    }
  }

  private updateBlockingError(client: ConnectionClient): void {
    if (client === this.connectionClient) {
      logRejection(this.feed.setBlockingError(client.blockingError), this.environment.log);
    }
  }

  /** Loads everything again. */
  private async reconnect(): Promise<void> {
    const loaded = this.feed.reconnect(this.connectionClient);
    this.bridge.reset();
    await loaded;
    if (!this.disposed) {
      this.savedFeed.update();
    }
  }

  private updateVisibility(): void {
    const { visible } = this.panel;
    if (!visible) {
      this.bridge.pause();
    }
    this.feed.setVisible(visible);
  }

  private loadPage(): void {
    const { webview } = this.panel;
    const root = webviewRoot(this.environment.extensionUri);
    const uri = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString();
    this.updateTitle();
    webview.html = pageHtml({
      cspSource: webview.cspSource,
      scriptUri: uri("feed.js"),
      styleUri: uri("feed.css"),
      nonce: randomBytes(16).toString("base64url"),
      title: l10n.t("Event Feed"),
      panelId: this.id,
      displayLanguage: displayLanguage(),
    });
  }

  /** What the filters are compared with, and reset to. */
  private get defaultQuery(): FeedQuery {
    return this.savedFeed.current?.feed.query ?? this.environment.defaultQuery();
  }

  private updateTitle(): void {
    const label = connectionLabel(this.connection);
    const connection = this.connectionRemoved ? l10n.t("{0} (removed)", label) : label;
    const saved = this.savedFeed.current?.feed;
    const details = [
      ...(saved ? [saved.name] : []),
      connection,
      ...queryDifferences(this.feed.query, this.defaultQuery),
    ];
    const title = l10n.t("Event Feed: {0}", oneLine(details.join(" · "), 80));
    if (this.panel.title !== title) {
      this.panel.title = title;
    }
  }
}

/** Creates an empty webview panel for a feed. */
export function createWebviewPanel(
  extensionUri: vscode.Uri,
  { preserveFocus = false } = {},
): vscode.WebviewPanel {
  const column = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
  return prepareWebviewPanel(
    vscode.window.createWebviewPanel(panels.feed, l10n.t("Event Feed"), column),
    extensionUri,
  );
}

/** Allows a panel, new or restored by VS Code, to run the page and nothing else. */
export function prepareWebviewPanel(
  panel: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
): vscode.WebviewPanel {
  panel.webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(extensionUri)] };
  const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, "media", `feed-${theme}.svg`);
  panel.iconPath = { light: icon("light"), dark: icon("dark") };
  return panel;
}

function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, "dist", "webview");
}
