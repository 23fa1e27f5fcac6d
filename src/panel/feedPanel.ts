import { randomBytes } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Item, TypesFormat } from "../service/types";
import { reportError } from "../commands";
import type { Connection } from "../connections/connection";
import { connectionLabel, eventCountText } from "../shared/text";
import type { ConnectionClient } from "../connections/connectionClient";
import { Feed, type FeedOptions } from "../feed/feed";
import type { LiveCheck } from "../feed/live/updateReader";
import { commands, schemes, settings } from "../ids";
import type { JsonDocuments } from "../jsonDocuments/jsonDocuments";
import { type FeedQuery, queryDifferences, queryFor } from "../shared/feedQuery";
import { type CompanyEvent, websiteOf } from "../shared/companyEvent";
import { displayLanguage } from "../shared/locale";
import type { PageState } from "../shared/pageState";
import {
  type CopyParams,
  type PageCommand,
  type PanelState,
  reloadWindowCommand,
  type WorkbenchHandlers,
} from "../shared/protocol";
import { Disposable, type IDisposable, MutableDisposable } from "../util/disposable";
import { errorStack } from "../util/errors";
import { type Log, logRejection } from "../util/log";
import { oneLine } from "../util/strings";
import { showInformation } from "../window";
import { copyText, eventsJson } from "./copyText";
import { formatEventLink } from "./links";
import { pageHtml } from "./pageHtml";
import { SavedFeedController, type SavedFeedProvider } from "./savedFeedController";
import { requestCode, type RequestLanguage } from "./requestCode";
import { type BridgeHost, WebviewBridge } from "./webviewBridge";

/** Options of all panels. */
export interface FeedPanelOptions extends Omit<FeedOptions, "client"> {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  readonly documents: JsonDocuments;
  readonly typesFormat: () => TypesFormat;
  readonly defaultQuery: () => FeedQuery;
  /** Called after each check of a panel's live updates. */
  readonly onDidCheck: (client: ConnectionClient, check: LiveCheck) => void;
  /** Called with the first panel that shows a saved feed. */
  readonly loadSavedFeeds: () => Promise<SavedFeedProvider>;
}

/** The feed that a panel shows first. */
export interface ShownFeed {
  readonly client: ConnectionClient;
  readonly query: FeedQuery;
  /** ID of a saved feed. */
  readonly savedFeed?: string | undefined;
}

/** An open feed panel: a feed on one connection, and the page that shows it. */
export class FeedPanel extends Disposable implements BridgeHost {
  /** Identifies the panel in commands that its page runs. */
  readonly id = randomBytes(8).toString("hex");
  readonly feed: Feed;
  readonly bridge: WebviewBridge;
  readonly savedFeed: SavedFeedController;
  readonly clock;
  readonly log: Log;
  private readonly connectionListener = this.register(new MutableDisposable<IDisposable>());
  /** Current client of the connection. */
  client: ConnectionClient;

  constructor(
    readonly webviewPanel: vscode.WebviewPanel,
    { client, query, savedFeed }: ShownFeed,
    private readonly options: FeedPanelOptions,
  ) {
    super();
    this.clock = options.clock;
    this.log = options.log;
    this.client = client;
    this.register(webviewPanel);
    // The sample service is on this machine: let new users see the chart of an entire week.
    const preloadEvents = () => options.preloadEvents() * (client.connection.sample ? 10 : 1);
    this.feed = this.register(new Feed(query, { ...options, client, preloadEvents }));
    this.savedFeed = this.register(new SavedFeedController(savedFeed, this, options.loadSavedFeeds));
    this.bridge = this.register(new WebviewBridge(this.feed, webviewPanel.webview, this));
    this.register(webviewPanel.onDidChangeViewState(() => this.updateVisibility()));
    this.register(this.feed.onDidChange(() => this.updateTitle()));
    this.register(this.feed.onDidCheck((check) => options.onDidCheck(this.client, check)));
    this.followConnection();
    this.showPage();
  }

  /**
   * Loads the first page, after the companies of the saved feed.
   * @param restored state of the page before a window reload
   */
  async load(restored?: PageState): Promise<void> {
    await this.savedFeed.show(this.savedFeed.id).catch((error: unknown) => {
      this.log.error(`Couldn't load the saved feed: ${errorStack(error)}`);
    });
    if (!this.disposed) {
      await (restored ? this.feed.restore(restored) : this.feed.start());
    }
  }

  get connection(): Connection {
    return this.client.connection;
  }

  /** Code that requests the first page. Includes the key only for the sample service. */
  async requestAs(language: RequestLanguage): Promise<string> {
    const target = { ...this.connection, ...(await this.client.resolveAddress()) };
    return requestCode(language, target, this.feed.firstRequest, this.options.typesFormat());
  }

  // ---- BridgeHost ----

  get panelInfo(): Pick<PanelState, "connection" | "defaultQuery" | "savedFeed"> {
    const { name, sample } = this.connection;
    const { id } = this.savedFeed;
    const saved = this.savedFeed.current?.feed;
    return {
      connection: { name, sample },
      defaultQuery: this.defaultQuery,
      ...(id !== undefined && { savedFeed: { id, ...(saved && { name: saved.name }) } }),
    };
  }

  reportError(command: PageCommand["type"], error: unknown): void {
    reportError(`Feed: ${command}`, error, this.log);
  }

  readonly workbenchHandlers: WorkbenchHandlers = {
    showLog: () => execute(commands.showLog),
    connect: () => execute(commands.connect),
    setApiKey: () => execute(commands.setApiKey, this.connection.name),
    editConnection: () => execute(commands.editConnection, this.connection.name),
    testConnection: () => execute(commands.testConnection, this.connection.name),
    // Another panel may be active when the command runs.
    saveFeed: () => execute(commands.saveFeed, { panelId: this.id }),
    export: () => execute(commands.exportEvents, { panelId: this.id }),
    changeLimit: () => {
      const { section, feedMaxEvents } = settings;
      return execute("workbench.action.openSettings", `@id:${section}.${feedMaxEvents}`);
    },
    openJson: ({ id }) => this.openAsJson([id]),
    openDomain: async ({ id }) => {
      const url = websiteOf(this.feed.events.get(id)?.value.company?.domain);
      if (url !== undefined) {
        await vscode.env.openExternal(vscode.Uri.parse(url, true));
      }
    },
  };

  async copy({ ids, format }: CopyParams): Promise<number> {
    if (format === "link") {
      this.requireEvents();
    }
    const events = this.feed.events.getAll(ids === "unread" ? this.savedFeed.unreadIds : ids);
    // If none is loaded, leave the clipboard alone.
    if (events.length > 0) {
      const links = (): string =>
        events.map(({ value: { id } }) => formatEventLink(id, vscode.env.uriScheme)).join("\n");
      const text = format === "link" ? links() : copyText(events, format);
      await vscode.env.clipboard.writeText(text);
      if (format === "link") {
        showLinkHint();
      }
    }
    return events.length;
  }

  /** Opens events as a JSON document. */
  async openAsJson(ids: readonly string[]): Promise<void> {
    const events = this.feed.events.getAll(ids);
    if (events.length > 0) {
      const { documents } = this.options;
      const uri = await openEventDocument(documents, this.connection, events, this.feed.query.source);
      await vscode.window.showTextDocument(uri, { preview: true });
    }
  }

  /** @throws {Error} if the panel shows publications, which can't be saved as a feed or linked to */
  requireEvents(): void {
    if (this.feed.query.source) {
      throw new Error(l10n.t("Publications can't be saved as a feed or linked to."));
    }
  }

  // ---- The connection ----

  /** @param client current client of the connection; another one if it was edited or has another key */
  async setClient(client: ConnectionClient): Promise<void> {
    if (client !== this.client) {
      const isSameService = client.connection.origin === this.connection.origin;
      this.client = client;
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
    const { client } = this;
    const update = (): void => {
      logRejection(this.feed.setBlockingError(client.blockingError), this.log);
      this.updateTitle();
    };
    this.connectionListener.value = client.onDidChange(update);
    if (client.blockingError) {
      update();
    }
  }

  // ---- The webview panel ----

  reveal(preserveFocus = false): void {
    this.webviewPanel.reveal(undefined, preserveFocus);
    if (!preserveFocus) {
      this.bridge.focus();
    }
  }

  /** Call after the saved feed's name, query or unread events may have changed. */
  savedFeedChanged(): void {
    this.updateTitle();
    this.bridge.scheduleUpdate();
  }

  private updateVisibility(): void {
    const { visible } = this.webviewPanel;
    if (!visible) {
      this.bridge.pause();
    }
    this.feed.setVisible(visible);
  }

  /** Lets the page run its own script and reload the window, and nothing else. */
  private showPage(): void {
    const { webview } = this.webviewPanel;
    const { extensionUri } = this.options;
    const root = vscode.Uri.joinPath(extensionUri, "dist", "webview");
    const uri = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString();
    const icon = (theme: string): vscode.Uri =>
      vscode.Uri.joinPath(extensionUri, "media", `feed-${theme}.svg`);
    this.webviewPanel.iconPath = { light: icon("light"), dark: icon("dark") };
    this.updateTitle();
    webview.options = {
      enableScripts: true,
      // Lets the page reload the window after the extension host died.
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

  /** The query that filters are compared with and reset to. */
  private get defaultQuery(): FeedQuery {
    const query = this.savedFeed.current?.feed.query ?? this.options.defaultQuery();
    return queryFor(this.feed.query.source, query);
  }

  private updateTitle(): void {
    const label = connectionLabel(this.connection);
    const saved = this.savedFeed.current?.feed;
    const ended = this.client.blockingError?.failure;
    const isRemoved = ended?.kind === "connectionChanged" && ended.change === "removed";
    const details = [
      ...(saved ? [saved.name] : []),
      isRemoved ? l10n.t("{0} (removed)", label) : label,
      ...queryDifferences(this.feed.query, this.defaultQuery),
    ];
    const text = oneLine(details.join(" · "), 80);
    this.webviewPanel.title = this.feed.query.source
      ? l10n.t("Publications: {0}", text)
      : l10n.t("Event Feed: {0}", text);
  }
}

async function execute(command: string, ...args: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(command, ...args);
}

/** VS Code for the Web can't open these links. */
export function showLinkHint(): void {
  if (vscode.env.uiKind === vscode.UIKind.Web) {
    void showInformation(l10n.t("Copied links open in VS Code on the desktop, not in the browser."));
  }
}

/** Opens the JSON that the service sent: the item of one event, or an array of several. */
export function openEventDocument(
  documents: JsonDocuments,
  connection: Connection,
  events: readonly Item<CompanyEvent>[],
  source?: FeedQuery["source"],
): Promise<vscode.Uri> {
  const [first, ...others] = events;
  const title =
    first && others.length === 0
      ? first.value.title || first.value.id
      : eventCountText(events.length, source);
  const id = JSON.stringify(events.map(({ value }) => value.id));
  return documents.open({ ...connection, scheme: schemes.events }, { id, title, json: eventsJson(events) });
}
