import type { CompanyEvent } from "../shared/companyEvent";
import { type FeedQuery, sameQuery, sameWindow } from "../shared/feedQuery";
import type {
  Chart,
  CompanyEvents,
  Facet,
  Facets,
  Match,
  MissingEvent,
  RowsInfo,
  RowsResult,
  FeedState,
} from "../shared/feedState";
import { maxFilterLength } from "../shared/limits";
import {
  type ChartParams,
  datedRef,
  type EventRef,
  type MatchParams,
  type RowsParams,
  type View,
  type VisibleEvents,
} from "../shared/viewQueries";
import { type ApiError, dependsOnKey } from "../api/errors";
import type { FeedRequest, Item, ServiceClient } from "../api/types";
import type { Clock } from "../util/clock";
import { Disposable, MutableDisposable } from "../util/disposable";
import { Emitter, type Event } from "../util/event";
import { runInTimeSlices } from "../util/timeSlices";
import { chartOf, emptyChart } from "./view/chart";
import { companyEvents } from "./view/companyEvents";
import type { EventBudget } from "./session/eventBudget";
import { FeedRows } from "./view/feedRows";
import { FeedView } from "./view/feedView";
import type { LiveEnvironment } from "./live/livePoller";
import { LiveUpdates } from "./live/liveUpdates";
import { nextMatch } from "./view/match";
import { FilterSuggestions } from "./view/filterSuggestions";
import { problemOf } from "./session/problem";
import { requestFor, type Window, windowOf } from "./query";
import { FeedSession, type SessionOptions } from "./session/feedSession";
import type { OperationFailure } from "./session/operationQueue";

/** What a feed needs from outside. */
export interface FeedDependencies {
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** 1 to 500; asked whenever a session starts. */
  readonly pageSize: () => number;
  readonly budget: EventBudget;
  readonly live: Omit<LiveEnvironment, "clock">;
  /** When the visit of a query before the one that goes on now ended, milliseconds since 1970 UTC; undefined for the first one. */
  readonly lastVisit: (query: FeedQuery) => number | undefined;
}

/** What the events that are shown were asked for. */
export interface ShownQuery {
  readonly query: FeedQuery;
  readonly window: Window;
}

/**
 * What one panel shows: a session and its rows, and while the query changes or is asked again, the session that will take
 * its place. The old rows stay until the new session has something to show, or for good when it fails.
 */
export class Feed extends Disposable {
  private readonly stateChanged = this.register(new Emitter<void>());
  private readonly rowsChanged = this.register(new Emitter<void>());
  private readonly shown = this.register(new MutableDisposable<FeedSession>());
  private readonly coming = this.register(new MutableDisposable<FeedSession>());
  private readonly view = this.register(
    new FeedView(() => {
      this.rowsAreNew();
      this.stateChanged.fire();
    }),
  );
  private charting: AbortController | undefined;
  private companySearch: AbortController | undefined;
  private readonly live: LiveUpdates;
  private readonly feedRows = new FeedRows(this.view);
  private readonly met = new FilterSuggestions();
  /** When the last visit of the query that is shown ended. */
  private lastVisitMs: number | undefined;
  private client: ServiceClient;
  /** Why every request fails until the person does something. */
  private obstacle: ApiError | undefined;
  /** How the session that came last began. */
  private begun:
    { readonly begin: (session: FeedSession) => Promise<void>; readonly start: SessionOptions } | undefined;
  /** Ends once the session that came last is shown, or will not be. */
  private following = Promise.resolve();
  private lastGap = 0;
  private visibleEvents: VisibleEvents | undefined;

  readonly onDidChangeState: Event<void> = this.stateChanged.event;
  /** Rows that the page holds may be out of date. */
  readonly onDidChangeRows: Event<void> = this.rowsChanged.event;

  /** What is shown of this query is as new as the service has it, and has no gap. */
  readonly onDidCheck: Event<FeedQuery>;

  constructor(
    private wanted: FeedQuery,
    private readonly environment: FeedDependencies,
  ) {
    super();
    this.client = environment.client;
    this.live = this.register(new LiveUpdates({ clock: environment.clock, ...environment.live }));
    this.live.onDidChange(() => this.stateChanged.fire());
    this.live.onDidCheck(() => this.askLastVisit());
    this.onDidCheck = this.live.onDidCheck;
    this.register({
      dispose: () => {
        this.charting?.abort();
        this.companySearch?.abort();
      },
    });
  }

  get query(): FeedQuery {
    return this.wanted;
  }

  /** What is shown now: while another query is coming, still that of the old rows. */
  get shownQuery(): ShownQuery | undefined {
    const { value: shown } = this.shown;
    return shown && { query: shown.query, window: shown.window };
  }

  get state(): FeedState {
    const shown = this.shown.value;
    // One that failed has nothing to tell but why: window and progress are those of what is shown.
    const latest = this.coming.value?.failure && shown ? shown : (this.coming.value ?? shown);
    const { activity } = latest ?? {};
    const problem = problemOf({
      obstacle: this.obstacle,
      activity,
      operation: this.failedStep,
      live: this.live.failure,
    });
    return {
      query: this.wanted,
      ...(latest === undefined
        ? {}
        : { window: { ...latest.window, ...(latest.extended && { extended: true }) } }),
      content: !shown ? "none" : sameQuery(shown.query, this.wanted) ? "current" : "stale",
      completeness: shown?.completeness ?? { kind: "more" },
      ...(activity && { activity }),
      ...(problem && { problem }),
      inView: this.countInView,
      malformed: shown?.malformed ?? 0,
      ...(shown?.readAt === undefined ? {} : { readAt: shown.readAt }),
      facets: this.met.suggestions(facetsOf(shown)),
      view: {
        ...this.view.view,
        ...(this.view.matches === undefined ? {} : { matches: this.view.matches.size }),
        searching: this.view.searching,
      },
      live: this.live.state,
      arrived: shown?.newEventCount ?? 0,
    };
  }

  get rowsInfo(): RowsInfo {
    return this.feedRows.info;
  }

  // ---- What is asked ----

  /** Asks the first page of the query given to the constructor. */
  start(): Promise<void> {
    return this.follow((session) => session.start());
  }

  /**
   * Comes back to a place after a window reload: one page is read from the topmost event, where one is given, and what is
   * newer is a gap; else it is read from the top until the selected event is covered.
   */
  restore({
    topmost,
    selected,
  }: {
    readonly topmost?: EventRef;
    readonly selected?: EventRef;
  }): Promise<void> {
    const place = datedRef(topmost);
    const last = datedRef(selected);
    return !place && last
      ? this.follow((session) => session.loadVisible({ last }))
      : this.follow((session) => session.start(), { startAt: place });
  }

  /** Begins anew at an event that is not loaded; what is newer is a gap. Without a date it may be anywhere in the window. */
  async showAround(event: EventRef): Promise<void> {
    const place = datedRef(event);
    await (place ? this.follow((session) => session.start(), { startAt: place }) : this.loadWindow());
  }

  /** Another service stands behind the panel now: nothing of the old one stays. */
  reconnect(client: ServiceClient): Promise<void> {
    this.client = client;
    this.obstacle = undefined;
    this.live.follow(undefined);
    this.shown.value = undefined;
    this.view.clear();
    this.met.clear();
    this.visibleEvents = undefined;
    this.rowsAreNew();
    return this.start();
  }

  /** Starts a session for another query. The same query again: back to what is shown. */
  async setQuery(query: FeedQuery): Promise<void> {
    if (sameQuery(query, this.wanted) && !this.coming.value?.failure) {
      return;
    }
    if (!this.shown.value && !sameWindow(query, this.wanted)) {
      // Nothing is there to stay zoomed until the other window's events are.
      const { text, only } = this.view.view;
      void this.view.setView({ text, only });
    }
    this.wanted = query;
    if (this.shown.value && sameQuery(query, this.shown.value.query)) {
      this.giveUpComing();
      this.stateChanged.fire();
      return;
    }
    await this.follow((session) => session.start());
  }

  /** Asks the query again from the top: first back to what is on screen, then as far as it was read before. */
  async refresh(): Promise<void> {
    const { visibleEvents, begun } = this;
    const { value: shown } = this.shown;
    if (!shown && begun) {
      // What was to be there at first still is.
      return this.follow(begun.begin, begun.start);
    }
    if (!shown || this.state.content !== "current") {
      return this.follow((session) => session.start());
    }
    await this.follow((session) => session.loadVisible(visibleEvents), { extent: shown.extent });
  }

  /** Why the last step ended early. */
  private get failedStep(): OperationFailure | undefined {
    return this.coming.value?.failure ?? this.shown.value?.failure;
  }

  /** Does again what failed last. */
  async retry(): Promise<void> {
    if (this.live.failure) {
      this.live.pollNow();
    }
    switch (this.failedStep?.action) {
      case "gap":
        return this.fillGap(this.lastGap);
      case "first":
      case "refresh":
        return this.refresh();
      case "older":
        return this.loadOlder();
      case "window":
        return this.loadWindow();
      case undefined:
        return;
    }
  }

  /**
   * @param obstacle why every request fails until the person does something: nothing is asked by itself any more. Without
   * one, what failed for want of a key or of a permission is asked again.
   */
  async setObstacle(obstacle: ApiError | undefined): Promise<void> {
    this.obstacle = obstacle;
    if (obstacle) {
      this.live.stop(obstacle);
    } else {
      this.live.pollNow();
      const failed = this.failedStep;
      const isBegun = this.coming.value !== undefined && !this.coming.value.failure;
      if (failed && dependsOnKey(failed.error) && !isBegun) {
        await this.retry();
      }
    }
    this.stateChanged.fire();
  }

  // ---- Reading on ----

  loadOlder(): Promise<void> {
    return this.goOn((session) => session.loadOlder());
  }

  /** Loads the window to its end. */
  loadWindow(): Promise<void> {
    return this.goOn((session) => session.loadWindow());
  }

  cancelWindow(): void {
    this.shown.value?.cancelWindow();
  }

  /** Loads the stretch of the gap that starts at `sinceMs`. */
  async fillGap(sinceMs: number): Promise<void> {
    this.lastGap = sinceMs;
    await this.shown.value?.fillGap(sinceMs);
  }

  /** Goes on with the session that is shown; while another one is coming, with that one, once it is. */
  private async goOn(step: (session: FeedSession) => Promise<void>): Promise<void> {
    const { client } = this;
    while (this.coming.value && !this.coming.value.failure) {
      await this.following;
    }
    // Neither on another service nor on the rows of another query.
    const session = this.shown.value;
    if (this.client === client && session && this.state.content === "current") {
      // A refresh that failed is past.
      this.coming.value = undefined;
      await step(session);
      if (this.shown.value === session && !session.failure && this.live.failure) {
        // The service answers again.
        this.live.pollNow();
      }
    }
  }

  // ---- Live ----

  pauseLive(): void {
    this.live.pause();
  }

  resumeLive(): void {
    this.live.resume();
  }

  /** Polls now instead of when the time has come. */
  pollNow(): void {
    this.live.pollNow();
  }

  /** Whether somebody can see it: polls are rarer while nobody can. */
  setVisible(visible: boolean): void {
    if (visible) {
      this.askLastVisit();
    }
    this.live.setVisible(visible);
  }

  // ---- What is looked at ----

  /** Looks at the loaded events otherwise. */
  setView(view: View): Promise<void> {
    const looking = this.view.setView(view);
    this.stateChanged.fire();
    return looking;
  }

  /** The next event of those searched for; of a search that is under way, once it is through. */
  async match(params: MatchParams): Promise<Match | null> {
    await this.view.settled();
    const { matches } = this.view;
    return matches ? nextMatch(matches, params) : null;
  }

  /** Counts by time and type; a newer question ends an older one, which then gets null. */
  async chart({ buckets, span }: ChartParams): Promise<Chart | null> {
    this.charting?.abort();
    const charting = (this.charting = new AbortController());
    const session = this.shown.value;
    if (!session) {
      return emptyChart(span ?? windowOf(this.wanted, this.environment.clock.now()));
    }
    const { sinceMs, untilMs = Math.max(this.environment.clock.now(), sinceMs + 1) } = session.window;
    const whole = span ?? { sinceMs, untilMs };
    const histogram = await runInTimeSlices(session.store.histogram(whole, buckets), charting.signal);
    return histogram ? chartOf(histogram, whole, session.unloaded) : null;
  }

  /** @param name IANA name of the zone in which days are counted. */
  setTimeZone(name: string): void {
    if (this.feedRows.setTimeZone(name)) {
      this.rowsAreNew();
    }
  }

  /** The page tells what is on screen. */
  visibleEventsAre(visible: VisibleEvents): void {
    this.visibleEvents = visible;
  }

  rows(params: RowsParams): RowsResult {
    return this.feedRows.rows(params);
  }

  /** How many events are in view: of those that are loaded, what is searched for and zoomed to. */
  get countInView(): number {
    return this.view.list?.size ?? 0;
  }

  /** The events that are in view, newest first. What comes in while they are gone through may make some come up again. */
  eventsInView(): Iterable<Item<CompanyEvent>> {
    return this.view.list?.items() ?? [];
  }

  // ---- Events ----

  event(id: string): Item<CompanyEvent> | undefined {
    return this.shown.value?.store.get(id);
  }

  /** Why an event is not loaded. */
  missing(place: EventRef): MissingEvent["missing"] {
    return this.shown.value?.covers(place.publishedMs) ? "gone" : "notLoaded";
  }

  /** Those of the events that are loaded, in the order asked. */
  events(ids: readonly string[]): Item<CompanyEvent>[] {
    return ids.flatMap((id) => this.event(id) ?? []);
  }

  /** Those of the ids whose events are loaded, or may be before a refresh is through. */
  loaded(ids: readonly string[]): string[] {
    const { value: shown } = this.shown;
    return shown ? ids.filter((id) => shown.isBehindExtent || shown.store.indexOf(id) >= 0) : [];
  }

  /** The loaded events of the company that an event is about, newest first; undefined when it names none. */
  async companyEvents(id: string): Promise<CompanyEvents | undefined> {
    this.companySearch?.abort();
    const searching = (this.companySearch = new AbortController());
    const store = this.shown.value?.store;
    const company = store?.get(id)?.value.company;
    return store && company && (await runInTimeSlices(companyEvents(store, company), searching.signal));
  }

  /** The request for the first page of the query as it stands now. */
  get firstRequest(): FeedRequest {
    const { clock, pageSize } = this.environment;
    return requestFor(this.wanted, this.state.window ?? windowOf(this.wanted, clock.now()), pageSize());
  }

  // ---- One session after another ----

  /** Brings up a new session for the wanted query; it is shown once `begin` is through without a failure. */
  private follow(begin: (session: FeedSession) => Promise<void>, start: SessionOptions = {}): Promise<void> {
    const { clock, pageSize, budget } = this.environment;
    const replaced = this.shown.value?.store;
    const environment = { client: this.client, clock, pageSize: pageSize(), budget };
    const session = new FeedSession(this.wanted, environment, { replaces: replaced, ...start });
    this.begun = { begin, start };
    this.giveUpComing();
    this.coming.value = session;
    session.onDidChange(() => this.sessionChanged(session));
    this.following = this.bringUp(session, begin);
    return this.following;
  }

  private async bringUp(session: FeedSession, begin: (session: FeedSession) => Promise<void>): Promise<void> {
    await begin(session);
    if (this.coming.value === session && !session.failure) {
      // What is zoomed to may not even be in another window.
      const { query } = this.shown.value ?? session;
      await this.view.adopt(session.store, sameWindow(query, session.query));
    }
    if (this.coming.value === session && !session.failure) {
      this.coming.release();
      this.show(session);
      this.stateChanged.fire();
      await session.loadExtent();
    }
    this.stateChanged.fire();
  }

  private show(session: FeedSession): void {
    const before = this.shown.value;
    this.met.remember(facetsOf(before));
    if (!before || !sameQuery(before.query, session.query)) {
      this.visibleEvents = undefined;
      this.lastVisitMs = this.environment.lastVisit(session.query);
    }
    this.shown.value = session;
    session.show();
    this.rowsAreNew();
    this.live.follow(session);
  }

  /** What was about to come does not; if the view was on its way there, it stays. */
  private giveUpComing(): void {
    this.coming.value = undefined;
    const { value: shown } = this.shown;
    if (shown && this.view.leaves(shown.store)) {
      void this.view.adopt(shown.store);
    }
  }

  private sessionChanged(session: FeedSession): void {
    if (session === this.shown.value && !this.feedRows.upToDate) {
      this.rowsAreNew();
    }
    this.stateChanged.fire();
  }

  /** The person may have been away long enough for another visit to begin. */
  private askLastVisit(): void {
    const { value: shown } = this.shown;
    const lastVisitMs = shown && this.environment.lastVisit(shown.query);
    if (lastVisitMs !== this.lastVisitMs) {
      this.lastVisitMs = lastVisitMs;
      this.rowsAreNew();
    }
  }

  private rowsAreNew(): void {
    this.feedRows.reset(this.shown.value, this.lastVisitMs);
    this.rowsChanged.fire();
  }
}

function facetsOf(session: FeedSession | undefined): Facets {
  return { types: askable(session?.store.typeFacets), sectors: askable(session?.store.sectorFacets) };
}

/** Values that a query can ask for. */
function askable(facets: readonly Facet[] = []): readonly Facet[] {
  return facets.filter(({ value }) => value.trim() !== "" && value.length <= maxFilterLength);
}
