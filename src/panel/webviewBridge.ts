import type { Feed } from "../feed/feed";
import {
  type CopyParams,
  decodePageMessage,
  type HostMessage,
  type PageMessage,
  type PageRequest,
  type PanelState,
  type RequestName,
  type RequestResults,
  type RowsUpdate,
} from "../shared/protocol";
import type { Clock } from "../util/clock";
import { type IDisposable, Disposable, MutableDisposable } from "../util/disposable";
import { type Log, logRejection } from "../util/log";

/** The page's end of the line, as a webview offers it. */
export interface WebviewPort {
  post(message: HostMessage): void;
  onMessage(listener: (message: unknown) => void): IDisposable;
}

/** What the link does not know itself. */
export interface BridgeDependencies {
  readonly clock: Clock;
  readonly log: Log;
  /** Everything of the panel's state that is not the feed's. */
  readonly describe: () => Pick<PanelState, "connection" | "defaultQuery">;
  /** Does what reaches beyond the panel. */
  readonly perform: (action: PageAction) => Promise<unknown>;
  /** Puts events of the feed on the clipboard. @returns how many */
  readonly copy: (params: CopyParams) => Promise<number>;
}

type Result = RequestResults[RequestName];

/** Of the first rows sent to a page: what a tall screen shows, and some beyond. */
const topRows = 100;

/** What the page asks for that is VS Code's to do. */
export type PageAction = Extract<
  PageMessage,
  {
    readonly type:
      | "showLog"
      | "connect"
      | "setApiKey"
      | "editConnection"
      | "changeLimit"
      | "export"
      | "openJson"
      | "openDomain";
  }
>;

/**
 * Speaks the protocol with a page (src/shared/protocol.ts) on behalf of a feed. The page may come and go: each `ready` gets
 * a snapshot, and what changes while nobody listens is part of the next one.
 */
export class WebviewBridge extends Disposable {
  private listening = false;
  private focusWanted = false;
  private stateIsNew = false;
  private rowsAreNew = false;
  private pageHasRows = false;
  private readonly flush = this.register(new MutableDisposable<IDisposable>());

  constructor(
    private readonly feed: Feed,
    private readonly port: WebviewPort,
    private readonly surroundings: BridgeDependencies,
  ) {
    super();
    this.register(port.onMessage((message) => this.receive(message)));
    this.register(feed.onDidChangeState(() => this.stateChanged()));
    this.register(
      feed.onDidChangeRows(() => {
        this.rowsAreNew = true;
        this.schedule();
      }),
    );
  }

  /** The page is there but not seen: it gets nothing until it says that it is ready again. */
  pause(): void {
    this.listening = this.focusWanted = false;
    this.flush.value = undefined;
  }

  /** The panel's state changed in what `describe` tells. */
  stateChanged(): void {
    this.stateIsNew = true;
    this.schedule();
  }

  /** Gives the page the keyboard; one that does not listen yet gets it once it is ready. */
  focus(): void {
    this.focusWanted = !this.listening;
    if (this.listening) {
      this.port.post({ type: "focus" });
    }
  }

  /** Asks the page to begin an export of what is selected there. @returns whether it is there to hear it */
  askForSelection(): boolean {
    if (this.listening) {
      this.port.post({ type: "export" });
    }
    return this.listening;
  }

  private get panelState(): PanelState {
    return { ...this.feed.state, ...this.surroundings.describe() };
  }

  private get rowsNews(): RowsUpdate {
    const { rowsInfo } = this.feed;
    const lacksRows = !this.pageHasRows && rowsInfo.rowCount > 0;
    this.pageHasRows = rowsInfo.rowCount > 0;
    return lacksRows ? { ...rowsInfo, firstRows: this.feed.rows({ start: 0, end: topRows }).rows } : rowsInfo;
  }

  /** Changes come in bursts; the page hears of them once per turn. */
  private schedule(): void {
    if (this.listening && !this.flush.value) {
      this.flush.value = this.surroundings.clock.after(0, () => this.send());
    }
  }

  private send(): void {
    this.flush.value = undefined;
    if (this.rowsAreNew) {
      this.port.post({ type: "rows", rows: this.rowsNews });
    }
    if (this.stateIsNew) {
      this.port.post({ type: "panel", panel: this.panelState });
    }
    this.stateIsNew = this.rowsAreNew = false;
  }

  private receive(value: unknown): void {
    const message = decodePageMessage(value);
    if (message) {
      this.handle(message);
    } else {
      this.surroundings.log.warn("Ignored an invalid message from the feed.");
    }
  }

  private handle(message: PageMessage): void {
    const { feed } = this;
    switch (message.type) {
      case "ready":
        feed.setTimeZone(message.timeZone);
        this.listening = true;
        this.stateIsNew = this.rowsAreNew = this.pageHasRows = false;
        this.flush.value = undefined;
        this.port.post({ type: "snapshot", panel: this.panelState, rows: this.rowsNews });
        if (this.focusWanted) {
          this.focus();
        }
        break;
      case "setTimeZone":
        feed.setTimeZone(message.timeZone);
        break;
      case "setQuery":
        this.run(feed.setQuery(message.query));
        break;
      case "loadOlder":
        this.run(feed.loadOlder());
        break;
      case "loadWindow":
        this.run(feed.loadWindow());
        break;
      case "cancelWindow":
        feed.cancelWindow();
        break;
      case "setView":
        this.run(feed.setView(message.view));
        break;
      case "pauseLive":
        feed.pauseLive();
        break;
      case "resumeLive":
        feed.resumeLive();
        break;
      case "refresh":
        this.run(feed.refresh());
        break;
      case "visibleEvents":
        feed.visibleEventsAre(message);
        break;
      case "retry":
        this.run(feed.retry());
        break;
      case "showAround":
        this.run(feed.showAround(message));
        break;
      case "fillGap":
        this.run(feed.fillGap(message.sinceMs));
        break;
      case "showLog":
      case "connect":
      case "setApiKey":
      case "editConnection":
      case "changeLimit":
      case "export":
      case "openJson":
      case "openDomain":
        this.run(this.surroundings.perform(message));
        break;
      case "request":
        this.answer(message);
        break;
    }
  }

  private answer(request: PageRequest): void {
    const { id } = request;
    const reply = (result: Result): void => this.port.post({ type: "reply", id, result });
    const fail = (error: unknown): void => {
      this.surroundings.log.error(`Request ${request.name} of the feed panel's page: ${String(error)}`);
      this.port.post({ type: "failed", id, message: "Something went wrong in the extension; see the log." });
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

  private resultOf(request: PageRequest): Result | Promise<Result> {
    switch (request.name) {
      case "rows":
        return this.feed.rows(request.params);
      case "details": {
        const item = this.feed.event(request.params.id);
        return item ? { event: item.value, json: item.json } : { missing: this.feed.missing(request.params) };
      }
      case "loaded":
        return this.feed.loaded(request.params.ids);
      case "copy":
        return this.surroundings.copy(request.params);
      case "company":
        return this.feed.companyEvents(request.params.id).then((events) => events ?? null);
      case "match":
        return this.feed.match(request.params);
      case "chart":
        return this.feed.chart(request.params);
    }
  }

  private run(step: Promise<unknown>): void {
    logRejection(step, this.surroundings.log);
  }
}
