import type { Feed } from "../feed/feed";
import type { WalkthroughStep } from "../ids";
import {
  type CopyParams,
  decodePageMessage,
  type WorkbenchCommand,
  type HostMessage,
  type PageCommand,
  type PageRequest,
  type PanelState,
  type RequestName,
  type RequestResults,
  type RowsUpdate,
  type SelectionCommand,
} from "../shared/protocol";
import { isRecord } from "../shared/typeGuards";
import { eventRef, type EventRef } from "../shared/viewQueries";
import type { Clock } from "../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";

/** The part of a webview that carries messages. */
export interface WebviewPort {
  postMessage(message: HostMessage): unknown;
  onDidReceiveMessage(listener: (message: unknown) => void): IDisposable;
}

/** What the panel does for the page besides the feed. */
export interface BridgeHost {
  readonly clock: Clock;
  readonly log: Log;
  panelInfo(): Pick<PanelState, "connection" | "defaultQuery" | "savedFeed">;
  run(command: WorkbenchCommand): Promise<void>;
  /** @returns how many events were copied to the clipboard */
  copy(params: CopyParams): Promise<number>;
  completeStep(step: WalkthroughStep): void;
  /** @param ids of events that have been read */
  markRead(ids: readonly string[]): void;
  markAllRead(): Promise<void>;
  undoMarkRead(): Promise<void>;
}

type Result = RequestResults[RequestName];

/** Enough rows for a tall screen, and some more. */
const maxFirstRows = 100;

/**
 * Connects a feed to its page (src/shared/protocol.ts). VS Code may reload the page: each `ready` gets a snapshot, which
 * includes what changed while the page was hidden.
 */
export class WebviewBridge extends Disposable {
  private pageIsReady = false;
  private focusPending: "focus" | "find" | undefined;
  /** Until the page shows it. */
  private eventToShow: EventRef | undefined;
  /** The rows that were last announced to the page. */
  private sentRows = { revision: -1, rowCount: 0 };
  /** The last change of the query by the page. */
  private queryChange = 0;
  private readonly pendingUpdate = this.register(new MutableDisposable<IDisposable>());

  constructor(
    private readonly feed: Feed,
    private readonly port: WebviewPort,
    private readonly host: BridgeHost,
  ) {
    super();
    this.register(port.onDidReceiveMessage((message) => this.receive(message)));
    this.register(feed.onDidChange(() => this.scheduleUpdate()));
  }

  /** The page is hidden: nothing is sent until it is ready again. */
  pause(): void {
    this.pageIsReady = false;
    this.focusPending = undefined;
    this.pendingUpdate.value = undefined;
  }

  /** The feed shows another service: it has lost what the page sent, and the page shows what the feed has lost. */
  reset(): void {
    if (this.pageIsReady) {
      this.sendSnapshot();
    }
  }

  /** Focuses the page as soon as it is ready. */
  focus(): void {
    this.requestFocus("focus");
  }

  /** Focuses the page's search as soon as it is ready. */
  find(): void {
    this.requestFocus("find");
  }

  /** Has the page show the details of an event, now or as soon as it is ready. Without its date, it is found by its ID. */
  showEvent(event: EventRef): void {
    this.eventToShow = event;
    if (this.pageIsReady) {
      this.port.postMessage({ type: "showEvent", event });
    }
    this.feed.details.open(event);
  }

  /** What the page showed before it was told to show an event is out of date. */
  private showDetailsOf(event: EventRef | undefined): void {
    if (!this.eventToShow || this.eventToShow.id === event?.id) {
      this.eventToShow = undefined;
      this.feed.details.show(event);
    }
  }

  private requestFocus(type: "focus" | "find"): void {
    this.focusPending = this.pageIsReady ? undefined : type;
    if (this.pageIsReady) {
      this.port.postMessage({ type });
    }
  }

  /** Has the page run a command on its selected events. @returns false if the page is not ready */
  runOnSelection(command: SelectionCommand): boolean {
    if (this.pageIsReady) {
      this.port.postMessage(command);
    }
    return this.pageIsReady;
  }

  /** Changes come in bursts: the page gets one update per turn of the event loop. */
  scheduleUpdate(): void {
    if (this.pageIsReady && !this.pendingUpdate.value) {
      this.pendingUpdate.value = this.host.clock.after(0, () => {
        this.pendingUpdate.value = undefined;
        const rowsChanged = this.feed.rows.info.revision !== this.sentRows.revision;
        const rows = rowsChanged && { rows: this.rowsUpdate() };
        this.port.postMessage({ type: "update", panel: this.panelState, ...rows });
      });
    }
  }

  private get panelState(): PanelState {
    return { ...this.feed.state, ...this.host.panelInfo(), queryChange: this.queryChange };
  }

  private rowsUpdate(): RowsUpdate {
    const { rows } = this.feed;
    const { info } = rows;
    const isFirst = this.sentRows.rowCount === 0 && info.rowCount > 0;
    this.sentRows = info;
    return isFirst ? { ...info, firstRows: rows.get({ start: 0, end: maxFirstRows }).rows } : info;
  }

  private receive(value: unknown): void {
    const message = decodePageMessage(value);
    if (!message) {
      this.host.log.warn("Ignored an invalid message from the feed.");
      this.refuseQuery(value);
    } else if (message.type === "request") {
      this.answer(message);
    } else {
      logRejection(this.run(message), this.host.log);
    }
  }

  private async run(command: PageCommand): Promise<void> {
    const { feed } = this;
    switch (command.type) {
      case "ready":
        this.queryChange = 0;
        feed.setTimeZone(command.timeZone);
        this.sendSnapshot();
        break;
      case "setTimeZone":
        feed.setTimeZone(command.timeZone);
        break;
      case "setQuery":
        this.host.completeStep("filter");
        this.confirmQuery(command.change);
        await feed.setQuery(command.query);
        break;
      case "setView":
        if (command.view.text !== "") {
          this.host.completeStep("search");
        }
        await feed.setView(command.view);
        break;
      case "visibleEvents":
        feed.setVisibleEvents(command);
        break;
      case "loadOlder":
        await feed.loadOlder();
        break;
      case "loadWindow":
        this.host.completeStep("search");
        await feed.loadWindow();
        break;
      case "cancelWindow":
        feed.cancelWindow();
        break;
      case "fillGap":
        await feed.fillGap(command.sinceMs);
        break;
      case "showAround":
        await feed.showAround(eventRef(command), command.query);
        break;
      case "detailsEvent":
        this.showDetailsOf(command.event);
        if (command.event && feed.rows.isUnread(command.event.id)) {
          this.host.markRead([command.event.id]);
        }
        break;
      case "markRead":
        if (command.ids) {
          this.host.markRead(command.ids);
        } else {
          await this.host.markAllRead();
        }
        break;
      case "undoMarkRead":
        await this.host.undoMarkRead();
        break;
      case "keepRow":
        feed.keepRow(command.id);
        break;
      case "setStoryExpanded":
        feed.setStoryExpanded(command.id, command.expanded);
        break;
      case "readEvent":
        await feed.details.read(command.id);
        break;
      case "refresh":
        await feed.refresh();
        break;
      case "retry":
        await feed.retry();
        break;
      case "pauseLive":
        feed.live.pause();
        break;
      case "resumeLive":
        feed.live.resume();
        break;
      case "showLog":
      case "connect":
      case "setApiKey":
      case "editConnection":
      case "testConnection":
      case "changeLimit":
      case "export":
      case "openJson":
      case "openDomain":
      case "followCompany":
      case "saveFeed":
        await this.host.run(command);
        break;
    }
  }

  /** The page goes on showing a change until then. The query may be the same as before, and the feed have nothing to announce. */
  private confirmQuery(change: number): void {
    this.queryChange = change;
    this.scheduleUpdate();
  }

  /** Confirms an invalid query, too, so that the page shows the one that counts again. */
  private refuseQuery(message: unknown): void {
    if (isRecord(message) && message["type"] === "setQuery" && typeof message["change"] === "number") {
      this.confirmQuery(message["change"]);
    }
  }

  private sendSnapshot(): void {
    this.pageIsReady = true;
    this.pendingUpdate.value = undefined;
    this.sentRows = { revision: -1, rowCount: 0 };
    this.port.postMessage({ type: "snapshot", panel: this.panelState, rows: this.rowsUpdate() });
    this.feed.setPageReady();
    if (this.focusPending) {
      this.requestFocus(this.focusPending);
    }
    if (this.eventToShow) {
      this.port.postMessage({ type: "showEvent", event: this.eventToShow });
    }
  }

  private answer(request: PageRequest): void {
    const { id, name } = request;
    const reply = (result: Result): void => void this.port.postMessage({ type: "reply", id, result });
    const fail = (error: unknown): void => {
      this.host.log.error(`The request "${name}" of the feed failed: ${String(error)}`);
      this.port.postMessage({ type: "failed", id });
    };
    try {
      const result = this.resultOf(request);
      if (result instanceof Promise) {
        result.then(reply, fail);
      } else {
        reply(result);
      }
    } catch (error) {
      fail(error);
    }
  }

  private resultOf({ name, params }: PageRequest): Result | Promise<Result> {
    const { details, events, rows } = this.feed;
    switch (name) {
      case "rows":
        return rows.get(params);
      case "details": {
        const position = events.positionOf(params.id);
        return { ...details.get(params), ...(position && { position }) };
      }
      case "stillLoaded":
        return events.stillLoaded(params.ids);
      case "copy":
        return this.host.copy(params);
      case "company":
        return events.ofCompany(params.id);
      case "match":
        return events.match(params);
      case "chart":
        return events.chart(params);
    }
  }
}
