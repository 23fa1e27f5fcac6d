import type { ApiError } from "../../service/errors";
import type { RequestOptions } from "../../service/types";
import type { FeedQuery } from "../../shared/feedQuery";
import type { LiveState } from "../../shared/feedState";
import { Disposable, MutableDisposable } from "../../util/disposable";
import { Emitter, type Event } from "../../shared/event";
import type { FeedSession } from "../session/feedSession";
import type { CheckedEvents } from "./newestPages";
import { type LiveEnvironment, LivePoller } from "./livePoller";

/** A check of live updates: of a query's filters, it read what any other check of them would. */
export interface LiveCheck {
  readonly query: FeedQuery;
  readonly checked: CheckedEvents;
}

/** Keeps the shown session up to date. Whether it is paused and visible carries over to the next session. */
export class LiveUpdates extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly checked = this.register(new Emitter<FeedQuery>());
  private readonly readEvents = this.register(new Emitter<LiveCheck>());
  private readonly responded = this.register(new Emitter<void>());
  private readonly poller = this.register(new MutableDisposable<LivePoller>());
  private paused = false;
  private visible = true;

  readonly onDidChange: Event<void> = this.changed.event;

  /** The loaded events of this query are up to date, and no newer ones were skipped. */
  readonly onDidCheck: Event<FeedQuery> = this.checked.event;

  /** What a check has read of the service, whether or not there are gaps. */
  readonly onDidRead: Event<LiveCheck> = this.readEvents.event;

  /** A check succeeded. */
  readonly onDidRespond: Event<void> = this.responded.event;

  constructor(private readonly environment: LiveEnvironment) {
    super();
  }

  get state(): LiveState {
    return this.poller.value?.state ?? { kind: "off" };
  }

  /** Why checks fail, until one succeeds. */
  get failure(): ApiError | undefined {
    return this.poller.value?.failure;
  }

  /** @param session the shown one, which was just loaded; undefined if nothing is shown, and nothing is to be repeated. */
  follow(session: FeedSession | undefined): void {
    this.poller.value = session?.isOpen ? this.pollerOf(session) : undefined;
    if (session) {
      this.fireChecked(session);
    }
  }

  pause(): void {
    this.paused = true;
    this.poller.value?.pause();
  }

  resume(): void {
    this.paused = false;
    this.poller.value?.resume();
  }

  /**
   * Nothing is shown, because the service could not be reached or could not answer: what failed is repeated as a failed check is.
   * @param load rejects with the ApiError if it fails again
   */
  repeatLoad(error: ApiError, load: () => Promise<void>): void {
    this.poller.value ??= this.start(new LivePoller(load, this.environment));
    this.poller.value.reportOutage(error);
  }

  /** No checks until `pollNow`, because every request would fail. */
  stop(error: ApiError): void {
    this.poller.value?.stop(error);
  }

  /** Another request failed because the service could not be reached or could not answer. */
  reportOutage(error: ApiError): void {
    this.poller.value?.reportOutage(error);
  }

  /** The other request was repeated with success, or dismissed. */
  withdrawOutage(error: ApiError): void {
    this.poller.value?.withdrawOutage(error);
  }

  /** Checks now instead of when the interval is over. */
  pollNow(): void {
    this.poller.value?.pollNow();
  }

  /** Checks are less frequent while the panel is hidden. */
  setVisible(visible: boolean): void {
    this.visible = visible;
    this.poller.value?.setVisible(visible);
  }

  private fireChecked({ gaps, query }: FeedSession): void {
    if (gaps.length === 0) {
      this.checked.fire(query);
    }
  }

  private pollerOf(session: FeedSession): LivePoller {
    const check = async (options: RequestOptions): Promise<void> => {
      const checked = await session.readUpdates(this.environment.overlapMs(), options);
      this.readEvents.fire({ query: session.query, checked });
      this.fireChecked(session);
      this.responded.fire();
    };
    return this.start(new LivePoller(check, this.environment));
  }

  private start(poller: LivePoller): LivePoller {
    poller.onDidChange(() => this.changed.fire());
    poller.setVisible(this.visible);
    if (!this.paused) {
      poller.resume();
    }
    return poller;
  }
}
