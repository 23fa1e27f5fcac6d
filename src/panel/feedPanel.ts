import { randomBytes } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Item, TypesFormat } from "../service/types";
import type { Connection } from "../connections/connection";
import { connectionLabel } from "../shared/connectionLabel";
import type { ConnectionClient } from "../connections/connectionClient";
import { Feed, type FeedOptions } from "../feed/feed";
import type { LiveCheck } from "../feed/live/updateReader";
import { commands, schemes, settings } from "../ids";
import type { JsonDocuments } from "../jsonDocuments/jsonDocuments";
import { type FeedQuery, queryDifferences, queryFor } from "../shared/feedQuery";
import type { CompanyEvent } from "../shared/companyEvent";
import { displayLanguage } from "../shared/locale";
import type { PageState } from "../shared/pageState";
import {
  type CopyParams,
  type PanelState,
  reloadWindowCommand,
  type WorkbenchCommand,
} from "../shared/protocol";
import { websiteOf } from "../shared/companyEvent";
import { Disposable, type IDisposable, MutableDisposable } from "../util/disposable";
import { errorStack } from "../util/errors";
import { type Log, logRejection } from "../util/log";
import { oneLine } from "../util/strings";
import { showInformation } from "../window";
import { copyText, eventsJson } from "./copyText";
import { formatEventLink } from "./links";
import { pageHtml } from "./pageHtml";
import { PanelSavedFeed, type LoadedSavedFeeds } from "./panelSavedFeed";
import { requestCode, type RequestLanguage } from "./requestCode";
import { type BridgeHost, WebviewBridge } from "./webviewBridge";

/** What all panels are made with. */
export interface FeedPanelOptions extends Omit<FeedOptions, "client"> {
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

/** What a panel shows at first. */
export interface ShownFeed {
  readonly client: ConnectionClient;
  readonly query: FeedQuery;
  /** ID of a saved feed. */
  readonly savedFeed?: string | undefined;
}

/** One open feed panel: a feed on one connection, and the page that shows it. */
export class FeedPanel extends Disposable implements BridgeHost {
  /** Identifies the panel in commands that its page runs. */
  readonly id = randomBytes(8).toString("hex");
  readonly feed: Feed;
  readonly bridge: WebviewBridge;
  readonly savedFeed: PanelSavedFeed;
  readonly clock;
  readonly log: Log;
  private readonly connectionListener = this.register(new MutableDisposable<IDisposable>());
  private connectionClient: ConnectionClient;

  constructor(
    readonly panel: vscode.WebviewPanel,
    { client, query, savedFeed }: ShownFeed,
    private readonly options: FeedPanelOptions,
  ) {
    super();
    this.clock = options.clock;
    this.log = options.log;
    this.connectionClient = client;
    this.register(panel);
    this.feed = this.register(new Feed(query, { ...options, client }));
    this.savedFeed = this.register(new PanelSavedFeed(savedFeed, this, options.loadSavedFeeds));
    this.bridge = this.register(new WebviewBridge(this.feed, panel.webview, this));
    this.register(panel.onDidChangeViewState(() => this.updateVisibility()));
    this.register(this.feed.onDidChange(() => this.updateTitle()));
    this.register(this.feed.onDidRead((check) => options.onDidRead(this.client, check)));
    this.followConnection();
    this.showPage();
  }

  /**
   * Loads the first page, once the feed knows what the saved feed leaves out.
   * @param restored what the page showed before a window reload
   */
  async load(restored?: PageState): Promise<void> {
    await this.savedFeed.start().catch((error: unknown) => {
      this.log.error(`Couldn't load the saved feed: ${errorStack(error)}`);
    });
    if (!this.disposed) {
      await (restored ? this.feed.restore(restored) : this.feed.start());
    }
  }

  get client(): ConnectionClient {
    return this.connectionClient;
  }

  get connection(): Connection {
    return this.connectionClient.connection;
  }

  /** Code that requests the first page. Includes a key only for the sample service. */
  async requestAs(language: RequestLanguage): Promise<string> {
    const { baseUrl, key } = await this.client.resolveTarget();
    const isPublic = this.connection.sample && key.kind === "found";
    const target = { ...this.connection, baseUrl, ...(isPublic && { key: key.key }) };
    return requestCode(language, target, this.feed.firstRequest, this.options.typesFormat());
  }

  // ---- What the page asks for besides the feed ----

  get info(): Pick<PanelState, "connection" | "defaultQuery" | "savedFeed"> {
    const { name, origin, sample } = this.connection;
    const { id } = this.savedFeed;
    const saved = this.savedFeed.current?.feed;
    return {
      connection: { name, origin, sample },
      defaultQuery: this.defaultQuery,
      ...(id !== undefined && { savedFeed: { id, ...(saved && { name: saved.name }) } }),
    };
  }

  async run(command: WorkbenchCommand): Promise<void> {
    const { executeCommand } = vscode.commands;
    switch (command.type) {
      case "showLog":
      case "connect":
        await executeCommand(commands[command.type]);
        break;
      case "setApiKey":
      case "editConnection":
      case "testConnection":
        await executeCommand(commands[command.type], this.connection.name);
        break;
      // The page's own panel: another one may be active by the time that the command runs.
      case "saveFeed":
        await executeCommand(commands.saveFeed, { panelId: this.id });
        break;
      case "export":
        await executeCommand(commands.exportEvents, { panel: this.id });
        break;
      case "changeLimit": {
        const { section, feedMaxEvents } = settings;
        await executeCommand("workbench.action.openSettings", `@id:${section}.${feedMaxEvents}`);
        break;
      }
      case "openJson":
        await this.openAsJson([command.id]);
        break;
      case "openDomain": {
        const url = websiteOf(this.feed.events.get(command.id)?.value.company?.domain);
        if (url !== undefined) {
          await vscode.env.openExternal(vscode.Uri.parse(url, true));
        }
      }
    }
  }

  async copy({ ids, format }: CopyParams): Promise<number> {
    if (format === "link") {
      this.requireEvents();
    }
    const events = this.feed.events.getAll(ids === "unread" ? this.savedFeed.unreadIds : ids);
    // If none is loaded, the clipboard keeps its content.
    if (events.length > 0) {
      const links = (): string =>
        events.map(({ value: { id } }) => formatEventLink(id, vscode.env.uriScheme)).join("\n");
      await vscode.env.clipboard.writeText(format === "link" ? links() : copyText(events, format));
      if (format === "link") {
        sayWhereLinksOpen();
      }
    }
    return events.length;
  }

  /** Opens events as a JSON document. */
  async openAsJson(ids: readonly string[]): Promise<void> {
    const events = this.feed.events.getAll(ids);
    if (events.length > 0) {
      const uri = await openEventDocument(this.options.documents, this.connection, events);
      await vscode.window.showTextDocument(uri, { preview: true });
    }
  }

  /** @throws {Error} publications are shown: they can neither be saved as a feed nor linked to */
  requireEvents(): void {
    if (this.feed.query.source) {
      throw new Error(l10n.t("Publications can't be saved as a feed or linked to."));
    }
  }

  // ---- The connection ----

  /** @param client of the connection as it is now: another one if it was edited or has another key */
  async setClient(client: ConnectionClient): Promise<void> {
    if (client !== this.connectionClient) {
      const isSameService = client.connection.origin === this.connection.origin;
      this.connectionClient = client;
      const loaded = this.feed.reconnect(client, isSameService);
      if (!isSameService) {
        this.bridge.reset();
      }
      this.followConnection();
      await loaded;
      this.savedFeed.update();
    }
  }

  private followConnection(): void {
    const client = this.connectionClient;
    const update = (): void => {
      logRejection(this.feed.setBlockingError(client.blockingError), this.log);
      this.updateTitle();
    };
    this.connectionListener.value = client.onDidChange(update);
    if (client.blockingError) {
      update();
    }
  }

  // ---- What VS Code shows ----

  reveal(preserveFocus = false): void {
    this.panel.reveal(undefined, preserveFocus);
    if (!preserveFocus) {
      this.bridge.focus();
    }
  }

  /** What the panel shows of its saved feed may be another name or query. */
  savedFeedChanged(): void {
    this.updateTitle();
    this.bridge.scheduleUpdate();
  }

  private updateVisibility(): void {
    const { visible } = this.panel;
    if (!visible) {
      this.bridge.pause();
    }
    this.feed.setVisible(visible);
  }

  /** The page may run its own script and reload the window, and nothing else. */
  private showPage(): void {
    const { webview } = this.panel;
    const { extensionUri } = this.options;
    const root = vscode.Uri.joinPath(extensionUri, "dist", "webview");
    const uri = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString();
    const icon = (theme: string): vscode.Uri =>
      vscode.Uri.joinPath(extensionUri, "media", `feed-${theme}.svg`);
    this.panel.iconPath = { light: icon("light"), dark: icon("dark") };
    this.updateTitle();
    webview.options = {
      enableScripts: true,
      // For a page whose extension host was ended: VS Code carries out this command without it.
      enableCommandUris: [reloadWindowCommand],
      localResourceRoots: [root],
    };
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
    const query = this.savedFeed.current?.feed.query ?? this.options.defaultQuery();
    return queryFor(this.feed.query.source, query);
  }

  private updateTitle(): void {
    const label = connectionLabel(this.connection);
    const saved = this.savedFeed.current?.feed;
    const ended = this.client.blockingError?.failure;
    const isRemoved = ended?.kind === "connectionChanged" && ended.removed;
    const details = [
      ...(saved ? [saved.name] : []),
      isRemoved ? l10n.t("{0} (removed)", label) : label,
      ...queryDifferences(this.feed.query, this.defaultQuery),
    ];
    const text = oneLine(details.join(" · "), 80);
    const title = this.feed.query.source
      ? l10n.t("Publications: {0}", text)
      : l10n.t("Event Feed: {0}", text);
    if (this.panel.title !== title) {
      this.panel.title = title;
    }
  }
}

/** VS Code in a browser opens no links of its scheme, and those that it can make for itself open once, in the same browser. */
export function sayWhereLinksOpen(): void {
  if (vscode.env.uiKind === vscode.UIKind.Web) {
    void showInformation(l10n.t("Copied links open in VS Code on the desktop, not in the browser."));
  }
}

/** One event opens as its item, several as an array, as the service sent them. */
export function openEventDocument(
  documents: JsonDocuments,
  connection: Connection,
  events: readonly Item<CompanyEvent>[],
): Promise<vscode.Uri> {
  const [first, ...others] = events;
  const title =
    first && others.length === 0 ? first.value.title || first.value.id : `${events.length} events`;
  const id = JSON.stringify(events.map(({ value }) => value.id));
  return documents.open({ ...connection, scheme: schemes.events }, { id, title, json: eventsJson(events) });
}
