import type { ApiError } from "../api/errors";
import type { CallOptions, FeedRequest, Item, ServiceClient } from "../api/types";
import type { CompanyEvent } from "../shared/companyEvent";
import { type FeedQuery, maxFilterLength, sameQuery } from "../shared/feedQuery";
import type {
  Chart,
  ChartParams,
  CompanyEvents,
  Facet,
  Match,
  MatchParams,
  PanelState,
  Problem,
  RowsInfo,
  RowsParams,
  RowsResult,
  View,
} from "../shared/protocol";
import type { Clock } from "../util/clock";
import { Owner, Slot } from "../util/disposable";
import { Emitter, type Event } from "../util/event";
import { companyEvents } from "./companyEvents";
import { chartOf, emptyChart } from "./chart";
import { FeedView } from "./feedView";
import type { EventList } from "./store/eventList";
import { inSlices } from "../util/slices";
import { requestFor, windowOf } from "./query";
import type { EventBudget } from "./eventBudget";
import { type LiveEnvironment, LivePoller } from "./live/livePoller";
import { RowLayout } from "./rowLayout";
import { FeedSession } from "./session";
import { TimeZone } from "./timeZone";

/** More rows than any screen shows: what the page may ask for at a time. */
const maxRowsPerRequest = 1000;

/** What a feed needs from outside. */
export interface FeedEnvironment {
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** 1 to 500; asked whenever a session starts. */
  readonly pageSize: () => number;
  readonly budget: EventBudget;
  readonly live: Omit<LiveEnvironment, "clock">;
  /** When the last visit of a query ended, milliseconds since 1970 UTC; undefined for the first one. */
  readonly lastVisit: (query: FeedQuery) => number | undefined;
}

/** All of a panel's state but the connection, which the feed does not know. */
export type FeedState = Omit<PanelState, "connection" | "defaultQuery">;

/**
 * What one panel shows: a session and its rows, and while the query changes or is asked again, the session that will take
 * its place. The old rows stay until the new session has something to show, or for good when it fails.
 */
export class Feed extends Owner {
  private readonly stateChanged = this.own(new Emitter<void>());
  private readonly rowsChanged = this.own(new Emitter<void>());
  private readonly looked = this.own(new Emitter<FeedQuery>());
  private readonly shown = this.own(new Slot<FeedSession>());
  private readonly coming = this.own(new Slot<FeedSession>());
  private readonly view = this.own(
    new FeedView(() => {
      this.rowsAreNew();
      this.stateChanged.fire();
    }),
  );
  private charting: AbortController | undefined;
  private companySearch: AbortController | undefined;
  private readonly poller = this.own(new Slot<LivePoller>());
  private livePaused = false;
  private visible = true;
  private lastVisitMs: number | undefined;
  private client: ServiceClient;
  private zone = TimeZone.utc;
  private layout: RowLayout | undefined;
  private revision = 0;
  /** What the rows are laid out from: `rowsRevision` of the session. */
  private rowsOf: string | undefined;
  /** How the session that came last began. */
  private begun:
    { readonly begin: (session: FeedSession) => Promise<void>; readonly placeMs?: number } | undefined;
  private lastGap = 0;
  /** How far down the person reads. */
  private placeMs: number | undefined;

  readonly onDidChangeState: Event<void> = this.stateChanged.event;
  /** Rows that the page holds may be out of date. */
  readonly onDidChangeRows: Event<void> = this.rowsChanged.event;

  /** What is shown of this query is as new as the service has it. */
  readonly onDidLookForNews: Event<FeedQuery> = this.looked.event;

  constructor(
    private wanted: FeedQuery,
    private readonly environment: FeedEnvironment,
  ) {
    super();
    this.client = environment.client;
  }

  get query(): FeedQuery {
    return this.wanted;
  }

  get state(): FeedState {
    const shown = this.shown.value;
    // One that failed has nothing to tell but why: window and progress are those of what is shown.
    const latest = this.coming.value?.failure && shown ? shown : (this.coming.value ?? shown);
    const failure = this.coming.value?.failure ?? shown?.failure;
    return {
      query: this.wanted,
      ...(latest === undefined ? {} : { window: latest.window }),
      content: !shown ? "none" : sameQuery(shown.query, this.wanted) ? "current" : "stale",
      older: shown?.older ?? { kind: "more" },
      moreInWindow: shown?.moreInWindow ?? false,
      ...(latest?.activity === undefined ? {} : { activity: latest.activity }),
      ...(failure === undefined ? {} : { problem: problemOf(failure.error, failure.action) }),
      malformed: shown?.malformed ?? 0,
      ...(shown?.readAt === undefined ? {} : { readAt: shown.readAt }),
      facets: {
        types: askable(shown?.store.typeFacets),
        sectors: askable(shown?.store.sectorFacets),
      },
      view: {
        ...this.view.view,
        ...(this.view.matches === undefined ? {} : { matches: this.view.matches.size }),
        searching: this.view.searching,
      },
      live: this.poller.value?.state ?? { kind: "off" },
      arrived: shown?.arrived ?? 0,
    };
  }

  get rowsInfo(): RowsInfo {
    return {
      revision: this.revision,
      rowCount: this.rowLayout?.rowCount ?? 0,
      eventCount: this.shown.value?.store.size ?? 0,
    };
  }

  /** Asks the first page of the query given to the constructor. */
  start(): Promise<void> {
    this.lastVisitMs = this.environment.lastVisit(this.wanted);
    return this.follow((session) => session.start());
  }

  /**
   * Comes back to a place after a window reload: with `topmostMs` one page is read from there and what is newer is a gap;
   * else it is read from the top until the selected event is covered. Milliseconds since 1970 UTC.
   */
  restore(place: { readonly topmostMs?: number; readonly selectedMs?: number }): Promise<void> {
    const { topmostMs, selectedMs } = place;
    this.lastVisitMs = this.environment.lastVisit(this.wanted);
    return topmostMs === undefined && selectedMs !== undefined
      ? this.follow((session) => session.readBackTo(selectedMs))
      : this.follow((session) => session.start(), topmostMs);
  }

  /** Another service stands behind the panel now: nothing of the old one stays. */
  reconnect(client: ServiceClient): Promise<void> {
    this.client = client;
    this.poller.value = undefined;
    this.shown.value = undefined;
    this.view.clear();
    this.placeMs = undefined;
    this.rowsAreNew();
    return this.start();
  }

  /** Starts a session for another query. The same query again: back to what is shown. */
  async setQuery(query: FeedQuery): Promise<void> {
    if (sameQuery(query, this.wanted) && !this.coming.value?.failure) {
      return;
    }
    this.wanted = query;
    if (this.shown.value && sameQuery(query, this.shown.value.query)) {
      this.giveUpComing();
      this.stateChanged.fire();
      return;
    }
    this.lastVisitMs = this.environment.lastVisit(query);
    await this.follow((session) => session.start());
  }

  // ---- View ----

  /** Looks at the loaded events otherwise. */
  setView(view: View): Promise<void> {
    const looking = this.view.setView(view);
    this.stateChanged.fire();
    return looking;
  }

  /** The next event of those searched for. */
  match({ from, older }: MatchParams): Match | null {
    const { matches } = this.view;
    if (!matches || matches.size === 0) {
      return null;
    }
    const index = (nextIndex(matches, from, older) + matches.size) % matches.size;
    const event = matches.at(index)?.value;
    return event
      ? {
          id: event.id,
          ...(event.publishedMs === undefined ? {} : { publishedMs: event.publishedMs }),
          place: index + 1,
          count: matches.size,
        }
      : null;
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
    const histogram = await inSlices(session.store.histogram(whole, buckets), charting.signal);
    return histogram ? chartOf(histogram, whole, session.notLoaded) : null;
  }

  // ---- Live ----

  pauseLive(): void {
    this.livePaused = true;
    this.poller.value?.pause();
  }

  resumeLive(): void {
    this.livePaused = false;
    this.poller.value?.resume();
  }

  /** Polls now instead of when the time has come. */
  pollNow(): void {
    this.poller.value?.pollNow();
  }

  /** Whether somebody can see it: polls are rarer while nobody can. */
  setVisible(visible: boolean): void {
    this.visible = visible;
    this.poller.value?.setVisible(visible);
  }

  /** Polls the session that is shown, as long as it is. */
  private followNews(session: FeedSession): void {
    const { clock, live } = this.environment;
    this.poller.value = undefined;
    if (!session.isOpen) {
      return;
    }
    const poll = async (options: CallOptions): Promise<void> => {
      await session.readNews(live.overlapMs(), options);
      this.looked.fire(session.query);
    };
    const poller = new LivePoller(poll, { clock, ...live });
    this.poller.value = poller;
    poller.onDidChange(() => this.stateChanged.fire());
    poller.setVisible(this.visible);
    if (!this.livePaused) {
      poller.resume();
    }
  }

  /** Asks the query again from the top, back to the place the person was at. */
  async refresh(): Promise<void> {
    const { placeMs, begun } = this;
    if (!this.shown.value && begun) {
      // What was to be there at first still is.
      return this.follow(begun.begin, begun.placeMs);
    }
    const stale = this.state.content !== "current";
    await this.follow((session) => (stale ? session.start() : session.readBackTo(placeMs)));
  }

  async loadOlder(): Promise<void> {
    await this.sessionToGoOn()?.loadOlder();
  }

  /** The session that is shown, unless another one is about to take its place. A refresh that failed is past. */
  private sessionToGoOn(): FeedSession | undefined {
    if (this.coming.value?.failure && this.state.content === "current") {
      this.coming.value = undefined;
    }
    return !this.coming.value || this.coming.value.failure ? this.shown.value : undefined;
  }

  /** Loads the window to its end. */
  async loadWindow(): Promise<void> {
    await this.sessionToGoOn()?.loadWindow();
  }

  cancelWindow(): void {
    this.shown.value?.cancelWindow();
  }

  /** Loads the stretch of the gap that starts at `sinceMs`. */
  async fillGap(sinceMs: number): Promise<void> {
    this.lastGap = sinceMs;
    await this.shown.value?.fillGap(sinceMs);
  }

  /** How many events are in view: of those that are loaded, what is searched for and zoomed to. */
  get countInView(): number {
    return this.view.list?.size ?? 0;
  }

  /** The events that are in view, newest first. What comes in while they are gone through may make some come up again. */
  eventsInView(): Iterable<Item<CompanyEvent>> {
    return this.view.list?.items() ?? [];
  }

  /** Those of the events that are loaded, in the order asked. */
  events(ids: readonly string[]): Item<CompanyEvent>[] {
    return ids.flatMap((id) => this.event(id) ?? []);
  }

  /** Those of the ids whose events are loaded. */
  loaded(ids: readonly string[]): string[] {
    const store = this.shown.value?.store;
    return store ? ids.filter((id) => store.indexOf(id) >= 0) : [];
  }

  /** The request for the first page of the query as it stands now. */
  get firstRequest(): FeedRequest {
    const { clock, pageSize } = this.environment;
    return requestFor(this.wanted, this.state.window ?? windowOf(this.wanted, clock.now()), pageSize());
  }

  /** The loaded events of the company that an event is about, newest first; undefined when it names none. */
  async companyEvents(id: string): Promise<CompanyEvents | undefined> {
    this.companySearch?.abort();
    const searching = (this.companySearch = new AbortController());
    const store = this.shown.value?.store;
    const company = store?.get(id)?.value.company;
    return store && company && (await inSlices(companyEvents(store, company), searching.signal));
  }

  /** Does again what failed last. */
  async retry(): Promise<void> {
    const failure = this.coming.value?.failure ?? this.shown.value?.failure;
    switch (failure?.action) {
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

  /** @param name IANA name of the zone in which days are counted. */
  setTimeZone(name: string): void {
    const zone = TimeZone.named(name);
    if (zone.name !== this.zone.name) {
      this.zone = zone;
      this.rowsAreNew();
    }
  }

  /** The place the person is at: the date of the last event on screen, milliseconds since 1970 UTC. */
  readTo(publishedMs: number): void {
    this.placeMs = publishedMs;
  }

  rows({ start, end, anchor }: RowsParams): RowsResult {
    const shift = anchor ? this.rowOf(anchor.id, anchor.publishedMs, anchor.index) - anchor.index : 0;
    const first = Math.max(0, start + shift);
    const last = Math.min(end + shift, first + maxRowsPerRequest);
    const rows = this.rowLayout?.rows(first, last) ?? [];
    return { ...this.rowsInfo, start: first, rows, shift };
  }

  event(id: string): Item<CompanyEvent> | undefined {
    return this.shown.value?.store.get(id);
  }

  /** Where an event is now; one that is gone: where it would be; `otherwise` when not even that can be told. */
  private rowOf(id: string, publishedMs: number | undefined, otherwise: number): number {
    const { list } = this.view;
    if (!list || !this.rowLayout || list.size === 0) {
      return otherwise;
    }
    const index = list.indexOf(id);
    if (index >= 0) {
      return this.rowLayout.rowOfEvent(index);
    }
    return publishedMs === undefined
      ? otherwise
      : this.rowLayout.rowOfEvent(Math.min(list.countAfter(publishedMs), list.size - 1));
  }

  private get rowLayout(): RowLayout | undefined {
    const { list } = this.view;
    if (!this.layout && this.shown.value && list) {
      const { gaps, activity } = this.shown.value;
      const filling = activity?.kind === "gap";
      const gapRows = gaps.map(({ sinceMs, untilMs }) => ({
        kind: "gap" as const,
        sinceMs,
        untilMs,
        filling,
      }));
      this.layout = new RowLayout(list, this.zone, gapRows, this.lastVisitMs);
    }
    return this.layout;
  }

  /** Brings up a new session for the wanted query; it is shown once `begin` is through without a failure. */
  private async follow(begin: (session: FeedSession) => Promise<void>, placeMs?: number): Promise<void> {
    const { clock, pageSize, budget } = this.environment;
    const replaced = this.shown.value?.store;
    const environment = { client: this.client, clock, pageSize: pageSize(), budget };
    const session = new FeedSession(this.wanted, environment, replaced, placeMs);
    this.begun = { begin, ...(placeMs === undefined ? {} : { placeMs }) };
    this.giveUpComing();
    this.coming.value = session;
    session.onDidChange(() => this.sessionChanged(session));
    await begin(session);
    if (this.coming.value === session && !session.failure) {
      await this.view.adopt(session.store);
    }
    if (this.coming.value === session && !session.failure) {
      this.coming.release();
      if (this.shown.value && !sameQuery(this.shown.value.query, session.query)) {
        this.placeMs = undefined;
      }
      this.shown.value = session;
      session.show();
      this.followNews(session);
      this.rowsAreNew();
      this.looked.fire(session.query);
    }
    this.stateChanged.fire();
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
    if (session === this.shown.value && session.rowsRevision !== this.rowsOf) {
      this.rowsAreNew();
    }
    this.stateChanged.fire();
  }

  private rowsAreNew(): void {
    this.rowsOf = this.shown.value?.rowsRevision;
    this.layout = undefined;
    this.revision++;
    this.rowsChanged.fire();
  }
}

/** Index of the match to go to; may be one before the first or after the last. */
function nextIndex(matches: EventList, from: MatchParams["from"], older: boolean): number {
  if (!from) {
    return older ? 0 : -1;
  }
  const index = matches.indexOf(from.id);
  if (index >= 0) {
    return older ? index + 1 : index - 1;
  }
  const after = from.publishedMs === undefined ? 0 : matches.countAfter(from.publishedMs);
  return older ? after : after - 1;
}

/** Values that a query can ask for. */
function askable(facets: readonly Facet[] = []): readonly Facet[] {
  return facets.filter(({ value }) => value.trim() !== "" && value.length <= maxFilterLength);
}

function problemOf(error: ApiError, action: Problem["action"]): Problem {
  return { kind: problemKind(error), message: error.message, action };
}

function problemKind({ kind }: ApiError): Problem["kind"] {
  switch (kind) {
    case "noKey":
    case "unauthorized":
    case "unsendable":
      return "key";
    case "forbidden":
      return "organization";
    case "unreachable":
    case "timeout":
    case "untrusted":
      return "offline";
    case "unavailable":
      return "unavailable";
    case "notFound":
    case "rejected":
    case "malformed":
    case "tooLarge":
    case "redirected":
    case "gone":
    case "aborted":
      return "service";
  }
}
