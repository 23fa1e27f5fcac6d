import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Activity, Completeness } from "../../shared/feedState";
import type { DatedEventRef, VisibleEvents } from "../../shared/viewQueries";
import { maxPageSize, type RequestOptions, type FeedPage, type ServiceClient } from "../../api/types";
import type { Clock } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import { Emitter, type Event } from "../../util/event";
import { completenessOf } from "./completeness";
import { Coverage, type Extent } from "./coverage";
import { decodeInOwnTurn } from "../decodeApart";
import type { EventBudget } from "./eventBudget";
import { EventRoom } from "./eventRoom";
import { type Updates, UpdateReader } from "../live/updateReader";
import { PageLoader } from "./pageLoader";
import { FeedPaginator, stalledError, wholeItems } from "../paging/feedPaginator";
import { requestFor, type Window, windowOf } from "../query";
import { completeUntil } from "../paging/serviceClock";
import { type OperationFailure, OperationQueue } from "./operationQueue";
import { EventStore } from "../store/eventStore";
import { WindowLoader } from "./windowLoader";

/** A step reads short and empty pages by itself, but no more of them than this. */
const maxPagesPerStep = 100;

/** What a session needs from outside. */
export interface SessionEnvironment {
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** Of the pages that somebody waits for, 1 to 500. */
  readonly pageSize: number;
  readonly budget: EventBudget;
}

/** Events that a refresh reads at most to come to a place. */
const maxEventsPerRefresh = 10_000;

/** Where a session begins, and how far it is read without being asked. */
export interface SessionStart {
  /** Begin at the events of its instant; what is newer is a gap. */
  readonly place?: DatedEventRef | undefined;
  /** For a refresh: how far back the session before it was read. */
  readonly extent?: Extent | undefined;
}

/** How far a step goes. */
interface Goal {
  readonly kind: Activity["kind"];
  /** Told each page and the number of events that the step brought so far. */
  readonly reached: (page: FeedPage, events: number) => boolean;
  /** It ends once it brought as many events. */
  readonly maxEvents?: number;
  /** After the first page, which is to be there soon, pages are as large as the service allows. */
  readonly largePages?: boolean;
  /** Windows before are opened until they reach back to this instant. */
  readonly backTo?: number | undefined;
}

const refreshGoal = { kind: "refresh", largePages: true, maxEvents: maxEventsPerRefresh } as const;

/** One feed query being followed: its events, its way to older ones, and what is new. */
export class FeedSession extends Disposable {
  readonly store = new EventStore();
  private readonly changed = this.register(new Emitter<void>());
  private readonly steps = new OperationQueue(() => this.changed.fire());
  private readonly coverage: Coverage;
  private readonly intake: PageLoader;
  private readonly room: EventRoom;
  /** Of the events, so far. */
  private changes = 0;
  private arrivedCount = 0;
  /** Up to here all that is new is known, milliseconds since 1970 UTC. */
  private newsReadUntil: number | undefined;
  /** What the latest news told of and did not bring. */
  private unreadNews: Updates["unread"] = new Map();
  /** The end of the gap that it began with, by our clock; Infinity without one. */
  private readonly firstGapEndMs: number;
  /** Loading the entire window, from when it is asked for. */
  private windowLoad: { readonly load: WindowLoader; readonly done: Promise<void> } | undefined;

  /** Something but the events may have changed as well. */
  readonly onDidChange: Event<void> = this.changed.event;

  /**
   * @param replaced what is shown now, and goes when this session is.
   */
  constructor(
    readonly query: FeedQuery,
    private readonly environment: SessionEnvironment,
    replaced?: EventStore,
    private readonly begin: SessionStart = {},
  ) {
    super();
    const { client, clock, pageSize, budget } = environment;
    const paginatorOf = (window: Window): FeedPaginator =>
      new FeedPaginator(client, requestFor(query, window, pageSize));
    const { place, extent } = begin;
    this.coverage = new Coverage(windowOf(query, clock.now()), paginatorOf, clock, extent?.extendedTo);
    if (place) {
      this.coverage.skipTo(place.publishedMs + 1);
    }
    this.firstGapEndMs = Math.min(...this.gaps.map(({ untilMs }) => untilMs));
    this.intake = this.register(new PageLoader(this.store, this.steps, clock));
    this.room = new EventRoom(this.store, budget, replaced);
    this.register({ dispose: () => this.cancelWindow() });
    this.register(this.store.onDidChange(() => this.changes++));
  }

  /** From now on it is shown: its events count for the others, too. */
  show(): void {
    this.register(this.room.show());
  }

  // ---- How it stands ----

  /** Stretches of the window that are known not to be loaded, in no order. */
  get gaps(): readonly Required<Window>[] {
    return this.coverage.gaps.all;
  }

  /** Stretches of the window that are not loaded, gaps and what older pages would bring. */
  get notLoaded(): readonly Required<Window>[] {
    return this.coverage.notLoaded;
  }

  get completeness(): Completeness {
    return completenessOf(this.coverage, this.room.left, this.environment.budget.max());
  }

  /** Whether anything new may come: the window has no end. */
  get isOpen(): boolean {
    return this.coverage.isOpen;
  }

  /** All that was asked for so far: from the start of the oldest window to the end of the newest. */
  get window(): Window {
    return this.coverage.window;
  }

  /** Whether that reaches further back than the query asks for. */
  get extended(): boolean {
    return this.coverage.extended;
  }

  /** Events that came as news. */
  get arrived(): number {
    return this.arrivedCount;
  }

  get activity(): Activity | undefined {
    return this.steps.activity;
  }

  /** Why the last step ended early. */
  get failure(): OperationFailure | undefined {
    return this.steps.failure;
  }

  /** Another text as soon as events, gaps or the filling of a gap are other ones. */
  get rowsRevision(): string {
    const gaps = this.gaps.map(({ sinceMs, untilMs }) => `${sinceMs}-${untilMs}`);
    return [this.changes, this.activity?.kind === "gap", ...gaps].join();
  }

  /** Items so far that could not be read as events. */
  get malformed(): number {
    return this.intake.malformed;
  }

  /** When the last page came, milliseconds since 1970 UTC. */
  get readAt(): number | undefined {
    return this.intake.readAt;
  }

  /** Whether a refresh has yet to read on to where the session before it was read. */
  get isBehindExtent(): boolean {
    const { extent } = this.begin;
    return extent !== undefined && !this.isPast(this.inWindow(extent.oldest));
  }

  /** How far back it was read, or is to be. */
  get extent(): Extent {
    if (this.begin.extent && this.isBehindExtent) {
      return this.begin.extent;
    }
    const { reachedMs, window, extended, extendedTo } = this.coverage;
    const id = this.store.at(this.store.countFrom(reachedMs) - 1)?.value.id ?? "";
    return {
      extendedTo: extended ? window.sinceMs : extendedTo,
      oldest: { id, publishedMs: reachedMs },
    };
  }

  /** Whether all events of an instant are loaded; without one, whether all of the window are. */
  covers(publishedMs: number | undefined): boolean {
    return publishedMs === undefined ? this.notLoaded.length === 0 : this.coverage.has(publishedMs);
  }

  // ---- Steps: what goes wrong stands in `failure` ----

  /** Reads the first page, and further ones while they are empty, or until the event is there at which it is to begin. */
  start(): Promise<void> {
    const { place } = this.begin;
    return this.step({
      kind: "first",
      reached: ({ items }) => items.length > 0 && (!place || this.isPast(place)),
      largePages: place !== undefined,
    });
  }

  /** Reads one page further, opening the window before when this one is drained. */
  loadOlder(): Promise<void> {
    const step = async (): Promise<void> => {
      this.openBefore();
      const goal: Goal = { kind: "older", reached: (_, added) => added > 0 };
      if (!(await this.readPages(goal)) && this.completeness.kind === "more") {
        throw stalledError(`The service sent ${maxPagesPerStep} pages without an older event.`);
      }
    };
    return this.steps.runOrJoin("older", step, ["older", "window"]);
  }

  /**
   * For a refresh: reads until what was on screen is there again, opening windows before as it takes. Where that is too far,
   * the events on screen are read, and the rest above them is a gap.
   */
  readBackTo(visible: VisibleEvents | undefined): Promise<void> {
    const last = visible && this.inWindow(visible.last);
    const topmost = visible?.topmost && this.inWindow(visible.topmost);
    const goal: Goal = {
      ...refreshGoal,
      reached: (_, added) => (last ? this.isPast(last) : added > 0),
      backTo: last?.publishedMs,
    };
    return this.steps.runOrJoin("refresh", async () => {
      const isThere = await this.readPages(goal);
      if (!isThere && topmost && this.room.left > 0 && this.coverage.skipTo(topmost.publishedMs + 1)) {
        await this.readPages(goal);
      }
    });
  }

  /** For a refresh, once what was on screen is there: reads on to where the session before it was read. */
  async readOn(): Promise<void> {
    const { extent } = this.begin;
    if (extent && this.isBehindExtent) {
      const oldest = this.inWindow(extent.oldest);
      await this.step({ ...refreshGoal, reached: () => this.isPast(oldest), backTo: oldest.publishedMs });
    }
  }

  /** Reads the stretch of the gap that starts at `sinceMs`. */
  fillGap(sinceMs: number): Promise<void> {
    return this.steps.enqueue("gap", () => this.readGap(sinceMs));
  }

  /** Reads the window to its end, gaps included; `cancelWindow` ends that, and a second call goes on from there. */
  loadWindow(): Promise<void> {
    if (this.windowLoad && !this.windowLoad.load.ended.aborted) {
      return this.windowLoad.done;
    }
    const load = new WindowLoader(this.coverage, this.intake, this.room, this.environment.clock);
    const done = this.steps
      .enqueue("window", () => load.run(), load.ended)
      .finally(() => {
        // One that was cancelled may end after the next one was asked for.
        if (this.windowLoad?.load === load) {
          this.windowLoad = undefined;
        }
      });
    this.windowLoad = { load, done };
    return done;
  }

  cancelWindow(): void {
    this.windowLoad?.load.cancel();
  }

  /** Whether an event is loaded where it is expected, or the walk went by it. Many events may be of the same instant. */
  private isPast({ id, publishedMs }: DatedEventRef): boolean {
    const index = this.store.indexOf(id);
    const isThere = index >= 0 && this.store.publishedMs(index) === publishedMs;
    return isThere || this.coverage.isPast(publishedMs);
  }

  /** A window that moved on has left its oldest events behind: a refresh opens none before it for their sake. */
  private inWindow({ id, publishedMs }: DatedEventRef): DatedEventRef {
    const { extent } = this.begin;
    const sinceMs = extent && extent.extendedTo === undefined ? this.window.sinceMs : -Infinity;
    return { id, publishedMs: Math.max(publishedMs, sinceMs) };
  }

  private step(goal: Goal): Promise<void> {
    return this.steps.runOrJoin(goal.kind, async () => {
      await this.readPages(goal);
    });
  }

  /** @returns whether the goal was reached */
  private async readPages(goal: Goal): Promise<boolean> {
    let events = 0;
    const { maxEvents = Infinity } = goal;
    for (let pages = 0; pages < maxPagesPerStep && events < maxEvents && this.hasNext(goal, pages); pages++) {
      const { walk } = this.coverage;
      const activity = { kind: goal.kind, pages, events };
      const pageSize = goal.largePages && pages > 0 ? { pageSize: maxPageSize } : {};
      const page = await this.intake.read(walk, activity, pageSize);
      events += this.intake.ingest(page);
      this.coverage.walkedOver(page, walk);
      if (goal.reached(page, events)) {
        return true;
      }
    }
    return false;
  }

  /** @param pages read in this step: after a stop another step may find the service well again */
  private hasNext({ backTo }: Goal, pages: number): boolean {
    if (backTo !== undefined && backTo < this.window.sinceMs) {
      this.openBefore();
    }
    const { kind } = this.coverage.walk.state;
    return (pages === 0 ? kind !== "drained" : kind === "more") && this.room.left > 0;
  }

  /** When the window is drained. */
  private openBefore(): void {
    if (this.coverage.walk.state.kind === "drained") {
      this.coverage.openBefore();
    }
  }

  private async readGap(sinceMs: number): Promise<void> {
    const { gaps } = this.coverage;
    let events = 0;
    for (let pages = 0; pages < maxPagesPerStep && this.room.left > 0; pages++) {
      const gap = gaps.startingAt(sinceMs);
      if (!gap) {
        return;
      }
      const activity = { kind: "gap", pages, events } as const;
      const page = await this.intake.read(gap.paginator, activity, { pageSize: maxPageSize });
      await decodeInOwnTurn(page);
      events += this.intake.ingest(page);
      gaps.narrow(gap, page);
    }
  }

  // ---- News ----

  /**
   * Reads what is new since the last time, and before the first time since the session began, from `overlapMs` earlier on.
   * What is too much for one time becomes a gap. @throws {ApiError}
   */
  async readUpdates(overlapMs: number, options: RequestOptions): Promise<void> {
    const { client, clock } = this.environment;
    const { gaps } = this.coverage;
    const reader = new UpdateReader(client, clock, this.query, this);
    const newestMs = this.store.newestUntil(clock.now());
    const firstTime = this.intake.firstRequestTime ?? { byOurClock: clock.now() };
    const knownUntilMs =
      this.newsReadUntil ?? Math.min(completeUntil(firstTime, newestMs), this.firstGapEndMs);
    const fromMs = Math.max(this.window.sinceMs, knownUntilMs - overlapMs);
    const news = await reader.read(fromMs, options, this.unreadNews);
    const { rowsRevision } = this;
    gaps.cutAfter(fromMs);
    gaps.add(fromMs, news.completeFromMs);
    this.newsReadUntil = completeUntil(news.startedAt, newestMs);
    this.unreadNews = news.unread;
    if (this.rowsRevision !== rowsRevision) {
      this.changed.fire();
    }
  }

  /** Title of a loaded event; undefined where it has none; null for an event that is not loaded. */
  titleOf(id: string): string | undefined | null {
    const item = this.store.get(id);
    return item ? item.value.title : null;
  }

  /** Takes up a page of news; where there are too many events, the oldest make room. */
  applyUpdates(page: FeedPage): void {
    const isNews = ({ id, publishedMs }: CompanyEvent): boolean =>
      this.titleOf(id) === null && (publishedMs === undefined || this.coverage.has(publishedMs));
    const arrived = wholeItems(page).filter(({ value }) => isNews(value)).length;
    const added = this.intake.ingest(page);
    this.arrivedCount += arrived;
    if (this.room.makeRoom(added)) {
      this.coverage.forgetBefore((this.store.oldestMs ?? this.environment.clock.now()) + 1);
    }
    this.changed.fire();
  }
}
