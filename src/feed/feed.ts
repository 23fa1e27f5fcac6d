import { advisedDelayMs, type ApiError, dependsOnKey, isOutage } from "../service/errors";
import type { ServiceClient } from "../service/client";
import type { FeedRequest, RequestOptions } from "../service/types";
import { Emitter, type Event } from "../shared/emitter";
import { type FeedQuery, sameQuery, sameWindow } from "../shared/feedQuery";
import type { Activity, FeedState, LiveState } from "../shared/feedState";
import { datedRef, type EventRef, type View, viewOf, type VisibleEvents } from "../shared/viewQueries";
import type { Clock } from "../util/clock";
import { Disposable } from "../util/disposable";
import { DetailsLoader } from "./detailsLoader";
import { requestFor, windowOf } from "./feedRequest";
import { type LiveOptions, LiveUpdates } from "./live/liveUpdates";
import type { LiveCheck } from "./live/updateReader";
import { type FeedSession, noTotals } from "./session/feedSession";
import { problemOf, Sessions } from "./session/sessions";
import type { EventBudget } from "./store/eventBudget";
import { FeedRows } from "./view/feedRows";
import { FeedView } from "./view/feedView";
import { FilterSuggestions } from "./view/filterSuggestions";
import { LoadedEvents } from "./view/loadedEvents";

export interface FeedOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** 1 to 500; read whenever a session starts. */
  readonly pageSize: () => number;
  readonly budget: EventBudget;
  /** How many events are loaded without anyone asking for them. */
  readonly preloadEvents: () => number;
  readonly live: LiveOptions;
}

interface SavedPosition {
  readonly topmost?: EventRef;
  readonly selected?: EventRef & { readonly unlisted?: boolean };
  readonly view?: View;
}

/** The feed of one panel: the events of a query. It loads more of them on request, and keeps them up to date. */
export class Feed extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly checked = this.register(new Emitter<LiveCheck>());
  private readonly sessions: Sessions;
  private suggestions = new FilterSuggestions();
  private isPageReady = false;
  private visibleEvents: VisibleEvents | undefined;
  /** Why every request fails until the user acts. */
  private blockingError: ApiError | undefined;
  /** A failed operation is not repeated automatically before this time, as the service advised to wait. */
  private repeatAtMs = 0;
  /** Repeats the operation that was started last. */
  private repeatLast = (): Promise<void> => this.start();

  readonly live: LiveUpdates;
  readonly view: FeedView;
  readonly rows: FeedRows;
  readonly events: LoadedEvents;
  readonly details: DetailsLoader;

  readonly onDidChange: Event<void> = this.changed.event;

  /** Fired with what each check of live updates has read. */
  readonly onDidCheck: Event<LiveCheck> = this.checked.event;

  constructor(
    /** The query that was requested; the shown events may still be those of the previous one. */
    public query: FeedQuery,
    private readonly options: FeedOptions,
  ) {
    super();
    const { client, clock, live } = options;
    this.view = this.register(new FeedView());
    this.sessions = this.register(
      new Sessions(client, this.view, options, (session) => this.prepareFor(session)),
    );
    this.live = this.register(new LiveUpdates((request) => this.check(request), clock, live));
    this.rows = new FeedRows(this.sessions, this.view);
    this.details = this.register(
      new DetailsLoader(this.sessions, clock, () => this.blockingError !== undefined),
    );
    this.events = this.register(new LoadedEvents(this.sessions, this.view, this.rows, this.details));
    for (const { onDidChange: event } of [this.view, this.sessions, this.live, this.details]) {
      this.register(event(() => this.update()));
    }
  }

  /** The query of the shown rows. */
  get shownQuery(): FeedQuery | undefined {
    return this.sessions.shown?.query;
  }

  get state(): FeedState {
    const { shown, latest } = this.sessions;
    const { activity } = this;
    const { companyCount } = this.view;
    const notLoadedMs = shown?.coverage.unloadedMs;
    const problem = problemOf(this.sessions, this.blockingError, this.live.error);
    return {
      query: this.query,
      ...(latest && {
        window: { ...latest.coverage.window, ...(latest.coverage.isExtended && { extended: true }) },
      }),
      content: this.content,
      completeness: shown?.completeness ?? { kind: "more" },
      ...(notLoadedMs && { notLoadedMs }),
      ...(activity && { activity }),
      ...(shown?.operations.isPreloading && { preloading: true }),
      ...(problem && { problem }),
      inView: this.events.countInView,
      ...(companyCount !== undefined && { companyCount }),
      ...(shown?.totals ?? noTotals),
      facets: this.suggestions.facets(shown?.store),
      view: {
        ...this.view.view,
        ...(this.view.results?.isSearch && { matches: this.events.countInView }),
        searching: this.view.searching,
      },
      live: this.liveState,
      ...(this.details.eventRead && { eventRead: this.details.eventRead }),
    };
  }

  private get activity(): Activity | undefined {
    const running = this.sessions.latest?.operations.activity;
    if (!running) {
      return undefined;
    }
    const { waiting, ...activity } = running;
    return {
      ...activity,
      ...(waiting && { waitMs: Math.max(0, waiting.untilMs - this.options.clock.now()) }),
    };
  }

  /** Live updates also count as failing after another operation failed because the service does not respond. */
  private get liveState(): LiveState {
    const { state } = this.live;
    if (this.outage && state.kind === "waiting") {
      const waitMs = this.repeatAtMs - this.options.clock.now();
      return { ...state, failing: true, nextInMs: Math.max(state.nextInMs ?? 0, waitMs) };
    }
    return this.outage && state.kind === "checking" ? { ...state, failing: true } : state;
  }

  get firstRequest(): FeedRequest {
    const window = this.sessions.latest?.coverage.window ?? windowOf(this.query, this.options.clock.now());
    return requestFor(this.query, window, this.options.pageSize());
  }

  private get content(): FeedState["content"] {
    const { shown } = this.sessions;
    return !shown ? "none" : sameQuery(shown.query, this.query) ? "current" : "previous";
  }

  private update(): void {
    this.updatePreloading();
    this.changed.fire();
  }

  private updatePreloading(): void {
    const { shown, next, failure } = this.sessions;
    const isIdle = !next && !failure && !this.blockingError && !this.live.error;
    if (this.isPageReady && isIdle && this.content === "current") {
      void shown?.preload(this.options.preloadEvents());
    } else {
      shown?.operations.cancel("preload");
    }
  }

  // ---- Opening sessions ----

  /** @param event where to start; by default at the top */
  start(event?: EventRef): Promise<void> {
    const startAt = datedRef(event);
    return this.run(() => this.sessions.open(this.query, (session) => session.start(), { startAt }));
  }

  /**
   * Restores the position after a window reload: loads one page from the topmost event, and leaves a gap above it. If the list
   * was at its top, loads from there to the selected event.
   */
  restore({ topmost, selected, view }: SavedPosition): Promise<void> {
    if (view) {
      void this.view.setView(view);
    }
    const last = selected?.unlisted ? undefined : datedRef(selected);
    return !datedRef(topmost) && last
      ? this.run(() => this.sessions.open(this.query, (session) => session.loadVisible({ last })))
      : this.start(topmost);
  }

  /**
   * Loads the events around one that is not loaded, and leaves a gap above them. If it has no date, loads the whole window.
   * @param query a query that contains the event, if the current one does not
   */
  async showAround(event: EventRef, query = this.query): Promise<void> {
    if (datedRef(event)) {
      this.query = query;
      await this.start(event);
    } else {
      await this.loadWindow();
    }
  }

  /** @param isSameService only the key or other settings have changed: the feed is refreshed in place. Otherwise it starts empty. */
  async reconnect(client: ServiceClient, isSameService: boolean): Promise<void> {
    this.blockingError = undefined;
    this.live.end();
    this.sessions.client = client;
    if (isSameService) {
      await this.refresh();
      return;
    }
    this.details.reset();
    this.sessions.clear();
    this.suggestions = new FilterSuggestions();
    this.visibleEvents = undefined;
    await this.start();
  }

  /** Opens a session for another query, or returns to the shown session if the query is its own. */
  async setQuery(query: FeedQuery): Promise<void> {
    const { shown, latest, openingFailure } = this.sessions;
    const isRepeated = sameQuery(query, this.query);
    // Older events were loaded, from before its window: requesting it again removes them.
    const isReset = isRepeated && latest?.coverage.isExtended === true;
    if (isRepeated && !isReset && !openingFailure) {
      return;
    }
    if (!shown && !sameWindow(query.window, this.query.window)) {
      // With nothing shown, the zoom would otherwise stay until events of the new window are loaded.
      void this.view.setView(viewOf(this.view.view, { span: undefined }));
    }
    this.query = query;
    const { current } = this.sessions;
    if (current && !isReset && sameQuery(query, current.query)) {
      this.sessions.discardNext();
      this.repeatLast = () => this.refresh();
      this.operationEnded();
      this.update();
    } else {
      await this.start();
    }
  }

  /** Requests the query again from the top: first down to what is on screen, then as far as it was loaded. */
  async refresh(): Promise<void> {
    const { shown } = this.sessions;
    if (!shown) {
      // This starts where the feed was to start, such as at a restored position.
      await this.repeatLast();
    } else if (this.content === "current") {
      const load = (session: FeedSession): Promise<void> => session.loadVisible(this.visibleEvents);
      await this.run(() => this.sessions.open(this.query, load, { extent: this.sessions.shown?.extent }));
    } else {
      await this.start();
    }
  }

  private prepareFor(session: FeedSession): void {
    const { shown } = this.sessions;
    this.suggestions.remember(shown?.store);
    if (!shown || !sameQuery(shown.query, session.query)) {
      this.visibleEvents = undefined;
    }
    if (session.coverage.isOpen) {
      this.live.start();
    } else {
      this.live.end();
    }
  }

  // ---- Loading more ----

  loadOlder(): Promise<void> {
    return this.loadMore((session) => session.loadOlder());
  }

  loadWindow(): Promise<void> {
    return this.loadMore((session) => session.loadWindow());
  }

  cancelWindow(): void {
    this.sessions.shown?.operations.cancel("window");
  }

  fillGap(sinceMs: number): Promise<void> {
    return this.loadMore((session) => session.fillGap(sinceMs));
  }

  /** Waits until the next session is shown, if one is loading. */
  private async loadMore(load: (session: FeedSession) => Promise<void>): Promise<void> {
    const { client } = this.sessions;
    if (this.sessions.next) {
      await this.sessions.settled();
    }
    const { current } = this.sessions;
    // While this waited, the client may have been replaced, or the rows may have become those of another query.
    if (current?.client === client && this.content === "current") {
      this.sessions.openingFailure = undefined;
      await this.run(() => load(current));
    }
  }

  // ---- Live updates and failures ----

  /** Reads what is new, and repeats what failed because the service did not respond. @throws {ApiError} */
  private async check(request: RequestOptions): Promise<void> {
    const { current } = this.sessions;
    if (current) {
      const checked = await current.readUpdates(this.options.live.overlapMs(), request);
      if (current.coverage.isOpen) {
        this.checked.fire({ query: current.query, ...checked });
      } else {
        this.live.end();
      }
    }
    if (this.outage && this.options.clock.now() >= this.repeatAtMs) {
      const repeated = this.repeatFailed();
      if (!current) {
        await repeated;
      }
    }
    if (!current && this.sessions.failure) {
      throw this.sessions.failure.error;
    }
  }

  private async run(operation: () => Promise<void>): Promise<void> {
    this.repeatLast = () => this.run(operation);
    await operation();
    this.operationEnded();
  }

  private async repeatFailed(): Promise<void> {
    if (this.sessions.failure) {
      await this.repeatLast();
    }
    await this.sessions.settled();
  }

  /** Why the last operation failed, if the service could not be reached or could not answer: the next check repeats it. */
  private get outage(): ApiError | undefined {
    const { failure, next } = this.sessions;
    return failure && !next && isOutage(failure.error) ? failure.error : undefined;
  }

  private operationEnded(): void {
    const { failure, current, next } = this.sessions;
    if (next || this.blockingError || this.disposed) {
      return;
    }
    this.repeatAtMs = this.options.clock.now() + (failure ? advisedDelayMs(failure.error) : 0);
    // After a failure other than an outage, a check shows whether live updates still work.
    if (failure ? current && !isOutage(failure.error) : this.live.error) {
      this.live.pollNow();
    }
    if (failure && !current) {
      if (!isOutage(failure.error)) {
        this.live.end();
      } else if (this.live.state.kind === "off") {
        this.live.start();
      }
    }
  }

  /** Repeats at once what waits for its next attempt, or else what failed last: an operation, a check or both. */
  async retry(): Promise<void> {
    const operations = this.sessions.latest?.operations;
    const { kind, waiting } = operations?.activity ?? {};
    if (operations && kind && waiting) {
      operations.cancel(kind);
      await this.repeatLast();
      return;
    }
    if (this.live.error) {
      this.live.pollNow();
    }
    await this.repeatFailed();
  }

  /**
   * @param error why every request fails until the user acts: nothing is requested automatically until then. Without one,
   * operations that failed because of the key or a permission are repeated.
   */
  async setBlockingError(error: ApiError | undefined): Promise<void> {
    this.blockingError = error;
    if (error) {
      this.live.stop(error);
      this.update();
      return;
    }
    this.operationEnded();
    this.live.pollNow();
    const { failure, next } = this.sessions;
    if (failure && dependsOnKey(failure.error) && !next) {
      await this.retry();
    }
    await this.details.retryFailed();
    this.update();
  }

  // ---- What the user sees ----

  setVisibleEvents(visible: VisibleEvents): void {
    this.visibleEvents = visible;
  }

  setVisible(visible: boolean): void {
    if (!visible) {
      this.rows.resetUnreadLine();
      this.isPageReady = false;
      this.updatePreloading();
    }
    this.live.setVisible(visible);
  }

  /** Call when the page shows its first rows: it is ready until the panel is hidden. */
  setPageReady(): void {
    this.isPageReady = true;
    this.updatePreloading();
  }
}
