import type { ApiError } from "../service/errors";
import type { FeedRequest, ServiceClient } from "../service/types";
import { type FeedQuery, sameQuery, sameWindow } from "../shared/feedQuery";
import type { FeedState, OperationKind } from "../shared/feedState";
import { datedRef, type EventRef, type View, viewOf, type VisibleEvents } from "../shared/viewQueries";
import { Disposable } from "../util/disposable";
import { Emitter, type Event } from "../shared/event";
import { DetailsLoader } from "./detailsLoader";
import type { EventReader } from "./eventReader";
import { FailureRecovery } from "./failureRecovery";
import type { LiveEnvironment } from "./live/livePoller";
import { LiveUpdates } from "./live/liveUpdates";
import { requestFor, type Window, windowOf } from "./feedRequest";
import type { FeedSession } from "./session/feedSession";
import { problemOf } from "./session/problem";
import { type SessionDependencies, SessionSwitcher } from "./sessionSwitcher";
import { type PreloadEnvironment, Preloader } from "./preloader";
import { FeedRows } from "./view/feedRows";
import { type EventFilter, FeedView } from "./view/feedView";
import { FilterSuggestions } from "./view/filterSuggestions";
import { LoadedEvents } from "./view/loadedEvents";
import type { UnreadEvents } from "./view/unreadLine";

export interface FeedDependencies extends SessionDependencies, PreloadEnvironment {
  readonly client: ServiceClient;
  readonly eventReader: EventReader;
  readonly live: Omit<LiveEnvironment, "clock">;
}

/** The query and window that the shown events were loaded with. */
export interface ShownQuery {
  readonly query: FeedQuery;
  readonly window: Window;
}

/** What a feed needs to return to where it was. */
export interface SavedPosition {
  readonly topmost?: EventRef;
  readonly selected?: EventRef & { readonly unlisted?: boolean };
  readonly view?: View;
}

/** What one panel shows: the events of a query, loaded further on request and kept up to date. */
export class Feed extends Disposable {
  private readonly changed = this.register(new Emitter<void>());
  private readonly view: FeedView;
  private readonly sessions: SessionSwitcher;
  private readonly preloader: Preloader;
  private readonly recovery: FailureRecovery;
  private readonly suggestions = new FilterSuggestions();
  private pageReady = false;
  private lastGapMs = 0;
  private visibleEvents: VisibleEvents | undefined;

  /** Live updates of what is shown. */
  readonly live: LiveUpdates;
  readonly rows: FeedRows;
  readonly events: LoadedEvents;
  readonly details: DetailsLoader;

  /** The state changed, or the rows (see the revision in `rows.info`). */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    private currentQuery: FeedQuery,
    private readonly dependencies: FeedDependencies,
  ) {
    super();
    const { client, clock, live, eventReader } = dependencies;
    this.view = this.register(new FeedView());
    this.sessions = this.register(new SessionSwitcher(client, this.view, dependencies));
    this.live = this.register(new LiveUpdates({ clock, ...live }));
    this.preloader = this.register(
      new Preloader(
        dependencies,
        () => this.idleSession,
        () => this.live.state.kind === "checking",
      ),
    );
    this.rows = new FeedRows(this.sessions, this.view);
    this.events = this.register(
      new LoadedEvents(this.sessions, this.view, clock, {
        requestedWindow: () => this.requestedWindow,
        timeZone: () => this.rows.timeZone,
        detailsItem: (id) => this.details.item(id),
      }),
    );
    this.recovery = this.register(
      new FailureRecovery(this.sessions, this.live, (action) => this.repeat(action)),
    );
    this.details = this.register(
      new DetailsLoader(this.sessions, eventReader, clock, () => this.recovery.blockingError !== undefined),
    );
    const parts = [this.view, this.sessions, this.live, this.details];
    for (const { onDidChange: event } of parts) {
      this.register(
        event(() => {
          this.preloader.update();
          this.changed.fire();
        }),
      );
    }
    this.register(this.sessions.onWillShow((session) => this.prepareFor(session)));
    this.register(this.sessions.onDidShow((session) => this.live.follow(session)));
  }

  /** As requested; the shown events may still be those of the previous query. */
  get query(): FeedQuery {
    return this.currentQuery;
  }

  get shownQuery(): ShownQuery | undefined {
    const { shown } = this.sessions;
    return shown && { query: shown.query, window: shown.window };
  }

  get state(): FeedState {
    const { shown, latest, failure } = this.sessions;
    const { activity } = latest ?? {};
    const { localFilter } = this.view;
    const notLoadedMs = shown?.unloaded.reduce((ms, { sinceMs, untilMs }) => ms + untilMs - sinceMs, 0);
    const problem = problemOf({
      blockingError: this.recovery.blockingError,
      activity,
      operation: failure,
      // Without anything shown, that is why the operation failed.
      live: shown && this.live.failure,
    });
    return {
      query: this.query,
      ...(latest && { window: { ...latest.window, ...(latest.extended && { extended: true }) } }),
      content: this.content,
      completeness: shown?.completeness ?? { kind: "more" },
      ...(notLoadedMs && { notLoadedMs }),
      ...(activity && { activity }),
      ...(shown?.isPreloading && { preloading: true }),
      ...(problem && { problem }),
      inView: this.events.countInView,
      ...(localFilter && { localFilter }),
      malformed: shown?.malformed ?? 0,
      ...(shown?.readAt !== undefined && { readAt: shown.readAt }),
      facets: this.suggestions.facets(shown?.store),
      view: {
        ...this.view.view,
        ...(this.view.matches && { matches: this.view.matches.size }),
        searching: this.view.searching,
      },
      live: this.live.state,
      newEventCount: shown?.newEventCount ?? 0,
      ...(this.details.eventRead && { eventRead: this.details.eventRead }),
    };
  }

  /** The request for the first page of the current query. */
  get firstRequest(): FeedRequest {
    return requestFor(
      this.query,
      this.sessions.latest?.window ?? this.requestedWindow,
      this.dependencies.pageSize(),
    );
  }

  private get requestedWindow(): Window {
    return windowOf(this.query, this.dependencies.clock.now());
  }

  private get content(): FeedState["content"] {
    const { shown } = this.sessions;
    return !shown ? "none" : sameQuery(shown.query, this.query) ? "current" : "previous";
  }

  /** The shown session, if its page is on screen and no other operation runs or failed. */
  private get idleSession(): FeedSession | undefined {
    const { shown, next, failure } = this.sessions;
    const isIdle = !next && !failure && !this.recovery.blockingError;
    return this.pageReady && this.content === "current" && isIdle && !this.live.failure ? shown : undefined;
  }

  // ---- Opening sessions ----

  start(): Promise<void> {
    return this.open((session) => session.start());
  }

  /**
   * Restores the position after a window reload: loads one page from the topmost event, and leaves a gap above it; at the top
   * of the list, loads from there to the selected event.
   */
  restore({ topmost, selected, view }: SavedPosition): Promise<void> {
    if (view) {
      void this.view.setView(view);
    }
    const last = selected?.unlisted ? undefined : datedRef(selected);
    return !datedRef(topmost) && last
      ? this.open((session) => session.loadVisible({ last }))
      : this.startAt(topmost);
  }

  /**
   * Loads the events around one that is not loaded, and leaves a gap above. Without a date it may be anywhere in the window.
   * @param query replaces the current one, which does not contain the event.
   */
  async showAround(event: EventRef, query = this.currentQuery): Promise<void> {
    if (datedRef(event)) {
      this.currentQuery = query;
      await this.startAt(event);
    } else {
      await this.loadWindow();
    }
  }

  /** Switches to another service, and discards everything of the old one. */
  reconnect(client: ServiceClient): Promise<void> {
    this.recovery.reset();
    this.live.follow(undefined);
    this.details.reset();
    this.sessions.reset(client);
    this.suggestions.clear();
    this.visibleEvents = undefined;
    return this.start();
  }

  /** Opens a session for another query, or returns to the shown session if the query is its own. */
  async setQuery(query: FeedQuery): Promise<void> {
    const { shown, nextFailure } = this.sessions;
    if (sameQuery(query, this.query) && !nextFailure) {
      return;
    }
    if (!shown && !sameWindow(query.window, this.query.window)) {
      // There are no events, so the zoom would stay until those of the other window have loaded.
      void this.view.setView(viewOf(this.view.view, { span: undefined }));
    }
    this.currentQuery = query;
    if (shown && sameQuery(query, shown.query)) {
      this.sessions.discardNext();
      this.recovery.update();
      this.changed.fire();
    } else {
      await this.start();
    }
  }

  /** Requests the query again from the top: first down to what is on screen, then as far as it was loaded. */
  async refresh(): Promise<void> {
    const { visibleEvents } = this;
    const { shown } = this.sessions;
    if (!shown) {
      await this.sessions.reopen(this.query);
    } else if (this.content === "current") {
      await this.sessions.open(this.query, (session) => session.loadVisible(visibleEvents), {
        extent: shown.extent,
      });
    } else {
      await this.start();
    }
  }

  private startAt(event: EventRef | undefined): Promise<void> {
    return this.sessions.open(this.query, (session) => session.start(), { startAt: datedRef(event) });
  }

  private open(load: (session: FeedSession) => Promise<void>): Promise<void> {
    return this.sessions.open(this.query, load);
  }

  private prepareFor(session: FeedSession): void {
    const { shown } = this.sessions;
    this.suggestions.remember(shown?.store);
    if (!shown || !sameQuery(shown.query, session.query)) {
      this.visibleEvents = undefined;
    }
  }

  // ---- Loading more ----

  loadOlder(): Promise<void> {
    return this.loadMore((session) => session.loadOlder());
  }

  /** Loads everything in the window. */
  loadWindow(): Promise<void> {
    return this.loadMore((session) => session.loadWindow());
  }

  cancelWindow(): void {
    this.sessions.shown?.cancelWindow();
  }

  /** Loads the gap that starts at `sinceMs`. */
  async fillGap(sinceMs: number): Promise<void> {
    this.lastGapMs = sinceMs;
    const { shown } = this.sessions;
    await shown?.fillGap(sinceMs);
    this.recovery.operationEnded(shown);
  }

  /** Waits until the next session is shown, if one is loading. */
  private async loadMore(load: (session: FeedSession) => Promise<void>): Promise<void> {
    const { client } = this.sessions;
    while (this.sessions.isLoading) {
      await this.sessions.opened;
    }
    // Not from another service, and not for the rows of another query.
    const { shown } = this.sessions;
    if (this.sessions.client === client && shown && this.content === "current") {
      this.sessions.clearFailure();
      await load(shown);
      this.recovery.operationEnded(shown);
    }
  }

  // ---- Failures ----

  /** Retries the last operation that failed. */
  async retry(): Promise<void> {
    await this.recovery.retry();
  }

  private async repeat(action: OperationKind): Promise<void> {
    switch (action) {
      case "gap":
        return this.fillGap(this.lastGapMs);
      case "first":
        // Where it was to start.
        return this.sessions.reopen(this.query);
      case "refresh":
        return this.refresh();
      case "older":
        return this.loadOlder();
      case "window":
        return this.loadWindow();
    }
  }

  /**
   * @param error why every request fails until the user acts: nothing is requested automatically until then. Without one,
   * operations that failed because of the key or a permission are repeated.
   */
  async setBlockingError(error: ApiError | undefined): Promise<void> {
    const recovered = this.recovery.setBlockingError(error);
    this.preloader.update();
    await recovered;
    if (!error) {
      await this.details.retryWithKey();
    }
    this.changed.fire();
  }

  // ---- What the user sees ----

  setView(view: View): Promise<void> {
    const applied = this.view.setView(view);
    this.changed.fire();
    return applied;
  }

  /** @param name IANA name of the zone in which days are counted. */
  setTimeZone(name: string): void {
    this.rows.setTimeZone(name);
    this.changed.fire();
  }

  /** Leaves out other events than those of a saved feed, unless the view has them. */
  setFilter(filter: EventFilter): Promise<void> {
    const applied = this.view.setFilter(filter);
    this.changed.fire();
    return applied;
  }

  /** @param unread of the saved feed that is shown; undefined: none is, or it is not followed */
  setUnread(unread: UnreadEvents | undefined): void {
    this.rows.setUnread(unread);
    this.changed.fire();
  }

  /** Those that a refresh returns to. */
  setVisibleEvents(visible: VisibleEvents): void {
    this.visibleEvents = visible;
  }

  /** Whether the panel is visible. */
  setVisible(visible: boolean): void {
    if (!visible) {
      this.sessions.shown?.clearArrivals();
      this.rows.resetUnreadLine();
      this.pageReady = false;
      this.preloader.update();
    }
    this.live.setVisible(visible);
  }

  /** The page has the first rows, and shows the feed until the panel is hidden. */
  setPageReady(): void {
    this.pageReady = true;
    this.preloader.update();
  }
}
