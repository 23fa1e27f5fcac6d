import type { Feed } from "../feed/feed";
import {
  type CommandHandlers,
  type CopyParams,
  decodePageMessage,
  type EventAction,
  type HostMessage,
  type PageCommand,
  type PageRequest,
  type PanelState,
  type RequestHandlers,
  type RequestName,
  type RequestResults,
  type WorkbenchHandlers,
} from "../shared/protocol";
import type { RowsResult } from "../shared/feedState";
import { isRecord } from "../shared/schemas";
import { eventRef, type EventRef, movedRows, type RowsParams } from "../shared/viewQueries";
import type { Clock } from "../util/clock";
import { Disposable, type IDisposable, MutableDisposable } from "../util/disposable";
import type { Log } from "../util/log";

/** The part of a webview that carries messages. */
export interface WebviewPort {
  postMessage(message: HostMessage): unknown;
  onDidReceiveMessage(listener: (message: unknown) => void): IDisposable;
}

/** What the panel does for the page besides the feed. */
export interface BridgeHost {
  readonly clock: Clock;
  readonly log: Log;
  readonly info: Pick<PanelState, "connection" | "defaultQuery" | "savedFeed">;
  readonly commands: WorkbenchHandlers;
  /** @returns how many events were copied to the clipboard; undefined if it could not be written */
  copy(params: CopyParams): Promise<number | undefined>;
  /** Logs and shows why a command of the page failed. */
  reportError(command: PageCommand["type"], error: unknown): void;
  readonly savedFeed: { markRead(): Promise<void>; undoMarkRead(): Promise<void> };
}

/** Enough for a tall screen, and some more: what a page gets that has not asked for rows yet. */
const firstRows: RowsParams = { start: 0, end: 100 };

/**
 * Connects a feed to its page (src/shared/protocol.ts). VS Code may reload the page: each `ready` gets a snapshot, which
 * includes what changed while the page was hidden.
 */
export class WebviewBridge extends Disposable {
  /** Of the selected events. */
  selectedIds: readonly string[] = [];
  private pageIsReady = false;
  private focusPending: "focus" | "find" | undefined;
  /** Until the page shows it. */
  private eventToShow: EventRef | undefined;
  private detailsEvent: EventRef | undefined;
  /** The rows around those on the page's screen, which it gets with each change. */
  private shownRows = firstRows;
  private sentRevision = -1;
  /** The last change of the query by the page. */
  private queryChange = 0;
  private readonly pendingUpdate = this.register(new MutableDisposable<IDisposable>());
  private readonly handlers: CommandHandlers;

  constructor(
    private readonly feed: Feed,
    private readonly port: WebviewPort,
    private readonly host: BridgeHost,
  ) {
    super();
    this.handlers = { ...host.commands, ...this.commands };
    this.register(port.onDidReceiveMessage((message) => this.receive(message)));
    this.register(feed.onDidChange(() => this.scheduleUpdate()));
  }

  // ---- To the page ----

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

  /** Focuses the page, or its search, as soon as it is ready. */
  focus(target: "focus" | "find" = "focus"): void {
    this.focusPending = this.pageIsReady ? undefined : target;
    if (this.pageIsReady) {
      this.port.postMessage({ type: target });
    }
  }

  /** Has the page show the details of an event, now or as soon as it is ready. Without its date, it is found by its ID. */
  showEvent(event: EventRef): void {
    this.eventToShow = event;
    if (this.pageIsReady) {
      this.port.postMessage({ type: "showEvent", event });
    }
    this.feed.details.open(event);
  }

  runEventAction(action: EventAction, inDetails: boolean): void {
    this.port.postMessage({ type: "eventAction", action, inDetails });
  }

  /** Copies events, and has the page say so. */
  async copy({ ids, format }: CopyParams): Promise<void> {
    const count = await this.host.copy({ ids, format });
    const requested = ids === "unread" ? (count ?? 0) : ids.length;
    this.port.postMessage({ type: "copied", ...(count !== undefined && { count }), requested, format });
  }

  /** What a command of a context menu is about. @param inDetails the menu of the details, else that of the list */
  menuIds(inDetails: boolean): readonly string[] {
    return inDetails ? (this.detailsEvent ? [this.detailsEvent.id] : []) : this.selectedIds;
  }

  /** Changes come in bursts: the page gets one update per turn of the event loop. */
  scheduleUpdate(): void {
    if (this.pageIsReady && !this.pendingUpdate.value) {
      this.pendingUpdate.value = this.host.clock.after(0, () => {
        this.pendingUpdate.value = undefined;
        const rowsChanged = this.feed.rows.info.revision !== this.sentRevision;
        const rows = rowsChanged && { rows: this.rowsUpdate() };
        this.port.postMessage({ type: "update", panel: this.panelState, ...rows });
      });
    }
  }

  private get panelState(): PanelState {
    return { ...this.feed.state, ...this.host.info, queryChange: this.queryChange };
  }

  /** The rows on the page's screen, where their anchor has moved them: the page moves what it shows likewise. */
  private rowsUpdate(): RowsResult {
    const result = this.feed.rows.get(this.shownRows);
    this.shownRows = movedRows(this.shownRows, result.shift);
    this.sentRevision = result.revision;
    return result;
  }

  private sendSnapshot(): void {
    this.pageIsReady = true;
    this.pendingUpdate.value = undefined;
    this.shownRows = firstRows;
    this.selectedIds = [];
    this.port.postMessage({ type: "snapshot", panel: this.panelState, rows: this.rowsUpdate() });
    this.feed.setPageReady();
    if (this.focusPending) {
      this.focus(this.focusPending);
    }
    if (this.eventToShow) {
      this.port.postMessage({ type: "showEvent", event: this.eventToShow });
    }
  }

  // ---- From the page ----

  private receive(value: unknown): void {
    const { log } = this.host;
    const message = decodePageMessage(value);
    if (!message) {
      log.warn("Ignored an invalid message from the feed.");
      // The page shows a query until it is confirmed, and then the one that counts.
      if (isRecord(value) && value["type"] === "setQuery" && typeof value["change"] === "number") {
        this.confirmQuery(value["change"]);
      }
    } else if (message.type === "request") {
      void this.answer(message);
    } else {
      this.run(message).catch((error: unknown) => this.host.reportError(message.type, error));
    }
  }

  private async run(command: PageCommand): Promise<void> {
    // TypeScript does not see that the handler is that of the command's own type.
    await (this.handlers[command.type] as (given: PageCommand) => void | Promise<void>)(command);
  }

  private async answer({ id, name, params }: PageRequest): Promise<void> {
    const handler = this.requests[name] as (
      given: typeof params,
    ) => RequestResults[RequestName] | Promise<RequestResults[RequestName]>;
    try {
      const result = handler(params);
      // Not after an `await` if the answer is there already: updates that follow must not overtake it.
      this.port.postMessage({ type: "reply", id, result: result instanceof Promise ? await result : result });
    } catch (error) {
      this.host.log.error(`The request "${name}" of the feed failed: ${String(error)}`);
      this.port.postMessage({ type: "failed", id });
    }
  }

  private readonly commands: Omit<CommandHandlers, keyof WorkbenchHandlers> = {
    ready: ({ timeZone }) => {
      this.queryChange = 0;
      this.feed.rows.setTimeZone(timeZone);
      this.sendSnapshot();
    },
    setTimeZone: ({ timeZone }) => {
      this.feed.rows.setTimeZone(timeZone);
      this.scheduleUpdate();
    },
    setQuery: ({ query, change }) => {
      this.confirmQuery(change);
      return this.feed.setQuery(query);
    },
    setView: ({ view }) => this.feed.view.setView(view),
    visibleEvents: (visible) => this.feed.setVisibleEvents(visible),
    select: ({ ids }) => {
      this.selectedIds = ids;
    },
    copy: (params) => this.copy(params),
    loadOlder: () => this.feed.loadOlder(),
    loadWindow: () => this.feed.loadWindow(),
    cancelWindow: () => this.feed.cancelWindow(),
    fillGap: ({ sinceMs }) => this.feed.fillGap(sinceMs),
    showAround: (command) => this.feed.showAround(eventRef(command), command.query),
    detailsEvent: ({ event }) => this.showDetailsOf(event),
    markRead: () => this.host.savedFeed.markRead(),
    undoMarkRead: () => this.host.savedFeed.undoMarkRead(),
    readEvent: ({ id }) => this.feed.details.read(id),
    refresh: () => this.feed.refresh(),
    retry: () => this.feed.retry(),
    pauseLive: () => this.feed.live.pause(),
    resumeLive: () => this.feed.live.resume(),
  };

  private readonly requests: RequestHandlers = {
    rows: (params) => {
      const result = this.feed.rows.get(params);
      if (params.isShown) {
        this.shownRows = movedRows(params, result.shift);
        this.sentRevision = result.revision;
      }
      return result;
    },
    details: (event) => {
      const position = this.feed.events.positionOf(event.id);
      return { ...this.feed.details.get(event), ...(position && { position }) };
    },
    stillLoaded: ({ ids }) => this.feed.events.stillLoaded(ids),
    company: ({ id }) => this.feed.events.ofCompany(id),
    chart: () => this.feed.events.chart(),
  };

  /** What the page showed before it was told to show an event is out of date. */
  private showDetailsOf(event: EventRef | undefined): void {
    if (!this.eventToShow || this.eventToShow.id === event?.id) {
      this.eventToShow = undefined;
      this.detailsEvent = event;
      this.feed.details.show(event);
    }
  }

  /** The page waits for it, also if the query is the same as before, and the feed has nothing to announce. */
  private confirmQuery(change: number): void {
    this.queryChange = change;
    this.scheduleUpdate();
  }
}
