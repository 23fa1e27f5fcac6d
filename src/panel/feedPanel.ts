import type { CompanyEvent } from "../shared/companyEvent";
import { type FeedQuery, peculiarities } from "../shared/feedQuery";
import type { Completeness } from "../shared/feedState";
import type { PageState } from "../shared/pageState";
import type { PanelState } from "../shared/protocol";
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Item, TypesFormat } from "../api/types";
import type { Connection } from "../connections/connection";
import type { ConnectionClient } from "../connections/connectionClient";
import type { EventBudget } from "../feed/session/eventBudget";
import { Feed, type ShownQuery } from "../feed/feed";
import type { LiveEnvironment } from "../feed/live/livePoller";
import { panels } from "../ids";
import type { JsonDocuments } from "../jsonDocuments/jsonDocuments";
import type { Clock } from "../util/clock";
import { type IDisposable, Disposable, MutableDisposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";
import { oneLine } from "../util/strings";
import { showStatusBarMessage } from "../window";
import { curlCommand } from "./curl";
import type { LastVisits } from "./lastVisits";
import { copyEvents, performAction } from "./pageActions";
import { pageHtml } from "./pageHtml";
import { WebviewBridge } from "./webviewBridge";
import { ViewTimer } from "./viewTimer";

/** What every feed panel needs from outside. */
export interface PanelEnvironment {
  readonly extensionUri: vscode.Uri;
  readonly clock: Clock;
  readonly log: Log;
  readonly pageSize: () => number;
  readonly budget: EventBudget;
  readonly live: Omit<LiveEnvironment, "clock">;
  readonly visits: LastVisits;
  readonly documents: JsonDocuments;
  readonly typesFormat: () => TypesFormat;
  readonly defaultQuery: () => FeedQuery;
}

/** One open feed panel: a feed on one connection, and the page that shows it. */
export class FeedPanel extends Disposable {
  /** Tells panels apart for commands that a page asks for. */
  readonly id = randomBytes(8).toString("hex");
  private readonly feed: Feed;
  private readonly link: WebviewBridge;
  private readonly following = this.register(new MutableDisposable<IDisposable>());
  private readonly viewTimer: ViewTimer;
  private removed = false;

  constructor(
    readonly panel: vscode.WebviewPanel,
    private access: ConnectionClient,
    query: FeedQuery,
    private readonly environment: PanelEnvironment,
  ) {
    super();
    const { clock, log, pageSize, budget, live, visits } = environment;
    this.register(panel);
    const lastVisit = (wanted: FeedQuery): number | undefined =>
      visits.of(this.connection, wanted, clock.now());
    this.feed = this.register(new Feed(query, { client: access, clock, pageSize, budget, live, lastVisit }));
    const { webview } = panel;
    this.link = this.register(
      new WebviewBridge(
        this.feed,
        {
          post: (message) => void webview.postMessage(message),
          onMessage: (listener) => webview.onDidReceiveMessage(listener),
        },
        {
          clock,
          log,
          describe: () => this.describe(),
          perform: (action) =>
            performAction(action, this.feed, this.connection, this.id, environment.documents),
          copy: (params) => copyEvents(params, this.feed),
        },
      ),
    );
    this.viewTimer = this.register(new ViewTimer(clock, () => this.noteInView()));
    this.viewTimer.setVisible(panel.visible);
    this.register(panel.onDidChangeViewState(() => this.visibilityChanged()));
    this.register(this.feed.onDidChangeState(() => this.retitle()));
    this.register(this.feed.onDidCheck((seen) => this.noteVisit(seen)));
    this.followAccess();
    this.load();
  }

  get connection(): Connection {
    return this.access.connection;
  }

  get service(): ConnectionClient {
    return this.access;
  }

  get query(): FeedQuery {
    return this.feed.query;
  }

  start(): Promise<void> {
    return this.feed.start();
  }

  /** Comes back to where the panel was before the window was reloaded. */
  restore({ topmost, selected, view }: PageState): Promise<void> {
    if (view) {
      void this.feed.setView(view);
    }
    return this.feed.restore({ ...(topmost && { topmost }), ...(selected && { selected }) });
  }

  setQuery(query: FeedQuery): Promise<void> {
    return this.feed.setQuery(query);
  }

  /** The request for the first page as a shell command; without the key, but for that of the sample service, which is no secret. */
  async curl(): Promise<string> {
    const { dataset, organizationId, sample } = this.connection;
    const { baseUrl, key } = await this.access.resolveTarget();
    return curlCommand(
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

  /** Stays with its connection when that was edited; without one its rows stay, and the title says so. */
  async follow(access: ConnectionClient | undefined): Promise<void> {
    if (access === this.access) {
      return;
    }
    if (!access) {
      this.lose();
      return;
    }
    this.removed = false;
    this.access = access;
    const connected = this.feed.reconnect(access);
    this.followAccess();
    await connected;
    if (!this.disposed) {
      this.retitle();
      this.link.stateChanged();
    }
  }

  /** The connection was removed: the title says so, and what is loaded stays. */
  lose(): void {
    this.removed = true;
    this.retitle();
    this.link.stateChanged();
  }

  private followAccess(): void {
    const { access, environment } = this;
    this.following.value = access.onDidChange(() =>
      logRejection(this.feed.setObstacle(access.blockingError), environment.log),
    );
    if (access.blockingError) {
      logRejection(this.feed.setObstacle(access.blockingError), environment.log);
    }
  }

  reveal(): void {
    this.panel.reveal();
    this.focus();
  }

  focus(): void {
    this.link.focus();
  }

  /** Has the page come back with the export command and what is selected. @returns whether it is there to do so */
  askForSelection(): boolean {
    return this.link.askForSelection();
  }

  /** What the events that are shown were asked for; while another query is coming, still the old one. */
  get shownQuery(): ShownQuery | undefined {
    return this.feed.shownQuery;
  }

  /** Of the events that are shown, as `shownQuery`. */
  get completeness(): Completeness {
    return this.feed.state.completeness;
  }

  get countLoaded(): number {
    return this.feed.rowsInfo.eventCount;
  }

  get countInView(): number {
    return this.feed.countInView;
  }

  /** Those of the events that are loaded, in the order asked. */
  events(ids: readonly string[]): Item<CompanyEvent>[] {
    return this.feed.events(ids);
  }

  /** The loaded events that are in view, newest first. */
  eventsInView(): Iterable<Item<CompanyEvent>> {
    return this.feed.eventsInView();
  }

  refresh(): Promise<void> {
    return this.feed.refresh();
  }

  loadOlder(): Promise<void> {
    return this.feed.loadOlder();
  }

  loadWindow(): Promise<void> {
    return this.feed.loadWindow();
  }

  toggleLive(): void {
    switch (this.feed.state.live.kind) {
      case "off":
        showStatusBarMessage("No live updates: this time range has an end.");
        break;
      case "paused":
        this.feed.resumeLive();
        break;
      case "stopped":
        this.feed.pollNow();
        break;
      case "checking":
      case "waiting":
        this.feed.pauseLive();
    }
  }

  private visibilityChanged(): void {
    const { visible } = this.panel;
    if (!visible) {
      this.link.pause();
    }
    this.feed.setVisible(visible);
    this.viewTimer.setVisible(visible);
  }

  /** A visit lasts until the feed was seen up to date for the last time: its end is not told where the window is closed. */
  private noteVisit(query: FeedQuery): void {
    if (this.panel.visible) {
      const { clock, visits } = this.environment;
      this.warnOnFailure(visits.note(this.connection, query, clock.now()));
    }
  }

  /** Someone who has the feed in view has not left, whether or not it can be checked for new events. */
  private noteInView(): void {
    const { query } = this.feed.shownQuery ?? {};
    if (query) {
      const { clock, visits } = this.environment;
      this.warnOnFailure(visits.noteInView(this.connection, query, clock.now()));
    }
  }

  private warnOnFailure(noting: Promise<void>): void {
    noting.then(undefined, (error: unknown) => {
      this.environment.log.warn(`The visit of this feed could not be noted: ${String(error)}`);
    });
  }

  private describe(): Pick<PanelState, "connection" | "defaultQuery"> {
    const { name, origin, sample } = this.connection;
    return { connection: { name, origin, sample }, defaultQuery: this.environment.defaultQuery() };
  }

  private load(): void {
    const { webview } = this.panel;
    const root = webviewRoot(this.environment.extensionUri);
    const uri = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString();
    this.retitle();
    webview.html = pageHtml({
      cspSource: webview.cspSource,
      scriptUri: uri("feed.js"),
      styleUri: uri("feed.css"),
      nonce: randomBytes(16).toString("base64url"),
      title: "Event Feed",
    });
  }

  private retitle(): void {
    const title = titleOf(
      this.connection,
      this.removed,
      peculiarities(this.feed.query, this.environment.defaultQuery()),
    );
    if (this.panel.title !== title) {
      this.panel.title = title;
    }
  }
}

/** "Event Feed", then the connection and the filters that are active. */
function titleOf(connection: Connection, removed: boolean, filters: readonly string[]): string {
  const name = connection.sample ? "sample" : `${connection.name}${removed ? " (removed)" : ""}`;
  const details = [name, ...filters];
  return `Event Feed: ${oneLine(details.join(" · "), 80)}`;
}

/** Opens an empty webview panel for a feed. */
export function createWebviewPanel(extensionUri: vscode.Uri): vscode.WebviewPanel {
  return prepareWebviewPanel(
    vscode.window.createWebviewPanel(panels.feed, "Event Feed", vscode.ViewColumn.Active),
    extensionUri,
  );
}

/** Lets a panel, new or brought back by VS Code, run the page and nothing else. */
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
