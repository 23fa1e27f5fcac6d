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
import { errorStack } from "../util/errors";
import type { Log } from "../util/log";

/** The messages of a webview. */
export interface WebviewPort {
  postMessage(message: HostMessage): unknown;
  onDidReceiveMessage(listener: (message: unknown) => void): IDisposable;
}

/** The panel's part of the protocol, besides the feed. */
export interface BridgeHost {
  readonly clock: Clock;
  readonly log: Log;
  readonly panelInfo: Pick<PanelState, "connection" | "defaultQuery" | "savedFeed">;
  readonly workbenchHandlers: WorkbenchHandlers;
  /** @returns the number of events on the clipboard */
  copy(params: CopyParams): Promise<number>;
  /** Logs and shows an error in a command of the page. */
  reportError(command: PageCommand["type"], error: unknown): void;
  readonly savedFeed: { markRead(): Promise<void>; undoMarkRead(): Promise<void> };
}

/** Rows for a page that has not requested any yet; more than a tall screen shows. */
const firstRows: RowsParams = { start: 0, end: 100 };

/**
 * Connects a feed to its page (src/shared/protocol.ts). VS Code may reload the page, so each `ready` gets a
 * snapshot, which includes changes made while the page was hidden.
 */
export class WebviewBridge extends Disposable {
  selectedIds: readonly string[] = [];
  private pageIsReady = false;
  private focusPending: "focus" | "find" | undefined;
  /** The page was told to show this event, and has not confirmed it with `detailsEvent` yet. */
  private eventToShow: Extract<HostMessage, { readonly type: "showEvent" }> | undefined;
  /** The rows around those on screen, which the page gets with each change. */
  private shownRows = firstRows;
  private sentRevision = -1;
  /** Number of the page's last query change. */
  private queryChange = 0;
  private readonly pendingUpdate = this.register(new MutableDisposable<IDisposable>());
  private readonly handlers: CommandHandlers;

  constructor(
    private readonly feed: Feed,
    private readonly port: WebviewPort,
    private readonly host: BridgeHost,
  ) {
    super();
    this.handlers = { ...host.workbenchHandlers, ...this.feedHandlers };
    this.register(port.onDidReceiveMessage((message) => this.receive(message)));
    this.register(feed.onDidChange(() => this.scheduleUpdate()));
  }

  // ---- To the page ----

  /** Call when the page is hidden: sends nothing until it is ready again. */
  pause(): void {
    this.pageIsReady = false;
    this.focusPending = undefined;
    this.pendingUpdate.value = undefined;
  }

  /** Call after the feed switched services: sends a new snapshot. */
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

  /** Shows the details of an event once the page is ready. An event without a date is found by its ID. */
  showEvent(event: EventRef, preserveFocus = false): void {
    this.eventToShow = { type: "showEvent", event, ...(preserveFocus && { preserveFocus }) };
    if (this.pageIsReady) {
      this.port.postMessage(this.eventToShow);
    }
    this.feed.details.open(event);
  }

  runEventAction(action: EventAction): void {
    this.port.postMessage({ type: "eventAction", action });
  }

  /** Copies events, and sends the result to the page. */
  async copy({ ids, format }: CopyParams): Promise<void> {
    const count = await this.host.copy({ ids, format });
    const requested = ids === "unread" ? count : ids.length;
    this.port.postMessage({ type: "copied", count, requested, format });
  }

  /** Posts one update for all changes in the current turn of the event loop. */
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
    return { ...this.feed.state, ...this.host.panelInfo, queryChange: this.queryChange };
  }

  /** The rows on screen, moved with their anchor; the page moves them, too. */
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
      this.port.postMessage(this.eventToShow);
    }
  }

  // ---- From the page ----

  private receive(value: unknown): void {
    const { log } = this.host;
    const message = decodePageMessage(value);
    if (!message) {
      log.warn("Ignored an invalid message from the feed.");
      // The page shows its own query until one is confirmed.
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
    // TypeScript doesn't know that the handler belongs to the command's type.
    await (this.handlers[command.type] as (given: PageCommand) => void | Promise<void>)(command);
  }

  private async answer({ id, name, params }: PageRequest): Promise<void> {
    const handler = this.requests[name] as (
      given: typeof params,
    ) => RequestResults[RequestName] | Promise<RequestResults[RequestName]>;
    try {
      const result = handler(params);
      // Don't await a synchronous result: an update would be posted before the reply.
      this.port.postMessage({ type: "reply", id, result: result instanceof Promise ? await result : result });
    } catch (error) {
      this.host.log.error(`The request "${name}" of the feed failed: ${errorStack(error)}`);
      this.port.postMessage({ type: "failed", id });
    }
  }

  private readonly feedHandlers: Omit<CommandHandlers, keyof WorkbenchHandlers> = {
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
      }
      return result;
    },
    details: (event) => {
      const position = this.feed.events.positionOf(event.id);
      return { ...this.feed.details.get(event), ...(position && { position }) };
    },
    stillLoaded: ({ ids }) => this.feed.events.stillLoaded(ids),
    chart: () => this.feed.events.chart(),
  };

  /** Ignores messages sent before the page got `showEvent`. */
  private showDetailsOf(event: EventRef | undefined): void {
    if (!this.eventToShow || this.eventToShow.event.id === event?.id) {
      this.eventToShow = undefined;
      this.feed.details.show(event);
    }
  }

  /** Always confirms, even if nothing changed, because the page waits for it. */
  private confirmQuery(change: number): void {
    this.queryChange = change;
    this.scheduleUpdate();
  }
}
