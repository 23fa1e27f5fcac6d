import * as l10n from "@vscode/l10n";
import { stalledError } from "../../service/readPages";
import {
  type FeedPage,
  type Item,
  maxPageSize,
  type RequestOptions,
  type ServiceClient,
} from "../../service/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Activity, Completeness } from "../../shared/feedState";
import { formatNumber } from "../../shared/text";
import type { DatedEventRef, TimeSpan, VisibleEvents } from "../../shared/viewQueries";
import type { Clock } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import { Emitter, type Event } from "../../shared/event";
import type { CheckedEvents } from "../live/newestPages";
import { UpdateReader } from "../live/updateReader";
import { completeUntil } from "../paging/serviceTime";
import { requestFor, type Window, windowOf } from "../feedRequest";
import { EventStore } from "../store/eventStore";
import { Coverage, type Extent, type Gap, Stretch } from "./coverage";
import type { EventBudget } from "./eventBudget";
import { type OperationFailure, OperationQueue } from "./operationQueue";
import { type LoadGoal, maxPagesPerOperation, PageLoader } from "./pageLoader";

interface SessionEnvironment {
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** Size of the pages that someone is waiting for, 1 to 500. */
  readonly pageSize: number;
  readonly budget: EventBudget;
}

export interface SessionOptions {
  /** The store of the session that is shown until this one replaces it. */
  readonly replaces?: EventStore | undefined;
  /** Start at the instant of this event; newer events are a gap. */
  readonly startAt?: DatedEventRef | undefined;
  /** For a refresh: how far back the previous session was loaded. */
  readonly extent?: Extent | undefined;
}

/** Maximum number of new events that are remembered as such: more than people read before they are no longer new. */
const maxArrivals = 1000;

/** Maximum number of events that a refresh loads to reach a certain event. */
const maxEventsPerRefresh = 10_000;

/** Maximum number of pages that preloading reads; the service may send many short or empty ones. */
const maxPreloadPages = 20;

/** The events of one query: loads them page by page, and keeps them up to date. */
export class FeedSession extends Disposable {
  readonly store = new EventStore();
  private readonly changed = this.register(new Emitter<void>());
  private readonly operations = this.register(new OperationQueue(() => this.changed.fire()));
  private readonly coverage: Coverage;
  private readonly loader: PageLoader;
  private readonly updateReader: UpdateReader;
  private storeRevision = 0;
  private newEvents = 0;
  private preloadedPages = 0;
  private readonly recentArrivals = new Set<string>();
  /** All events published before this instant are loaded or in gaps, milliseconds since 1970 UTC. */
  private checkedUntilMs: number | undefined;
  /** The end of the gap that the session started with, according to our clock; Infinity without one. */
  private readonly firstGapEndMs: number;

  /** Fires when the events, or anything else of the session, may have changed. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    readonly query: FeedQuery,
    private readonly environment: SessionEnvironment,
    private readonly options: SessionOptions = {},
  ) {
    super();
    const { client, clock, pageSize, budget } = environment;
    const { replaces, startAt, extent } = options;
    const stretchOf = (window: Window): Stretch => new Stretch(client, requestFor(query, window, pageSize));
    this.coverage = new Coverage(windowOf(query, clock.now()), stretchOf, clock, extent?.extendedTo);
    if (startAt) {
      this.coverage.skipTo(startAt.publishedMs + 1);
    }
    this.firstGapEndMs = Math.min(...this.gaps.map(({ untilMs }) => untilMs));
    this.loader = new PageLoader(this.store, this.coverage, budget, clock);
    this.updateReader = new UpdateReader(client, clock, query, this);
    if (replaces) {
      budget.willReplace(this.store, replaces);
    }
    this.register(this.store.onDidChange(() => this.storeRevision++));
  }

  /** Marks the session as shown: its events count toward the limit of all panels. */
  show(): void {
    this.register(this.environment.budget.add(this.store));
  }

  // ---- State ------------------------------------------------------------------------------------------------------

  /** Parts of the window that were skipped, in no particular order. */
  get gaps(): readonly TimeSpan[] {
    return this.coverage.gaps;
  }

  /** Parts of the window that are not loaded: gaps, and everything older than the last page. */
  get unloaded(): readonly TimeSpan[] {
    return this.coverage.unloaded;
  }

  get completeness(): Completeness {
    const { budget } = this.environment;
    return this.coverage.completeness(budget.remaining(this.store), budget.max());
  }

  /** Whether the window is open-ended, so that new events may arrive. */
  get isOpen(): boolean {
    return this.coverage.isOpen;
  }

  /** Everything requested so far: from the start of the oldest window to the end of the newest. */
  get window(): Window {
    return this.coverage.window;
  }

  /** Whether `window` starts before the query's. */
  get extended(): boolean {
    return this.coverage.extended;
  }

  /** Number of events that live updates have added. */
  get newEventCount(): number {
    return this.newEvents;
  }

  /** IDs of the events that live updates have added since the panel was last shown, as far as they are remembered. */
  get arrivals(): ReadonlySet<string> {
    return this.recentArrivals;
  }

  clearArrivals(): void {
    this.recentArrivals.clear();
  }

  get activity(): Activity | undefined {
    return this.operations.activity;
  }

  /** Why the last operation ended early. */
  get failure(): OperationFailure | undefined {
    return this.operations.failure;
  }

  /** Whether more is being loaded although nobody asked for it. */
  get isPreloading(): boolean {
    return this.operations.isPreloading;
  }

  /** Whether an operation runs or waits. */
  get isBusy(): boolean {
    return this.operations.isBusy;
  }

  /** Changes whenever events or gaps change, and when filling a gap starts or ends. */
  get rowsRevision(): string {
    const gaps = this.gaps.map(({ sinceMs, untilMs }) => `${sinceMs}-${untilMs}`);
    return [this.storeRevision, this.activity?.kind === "gap", ...gaps].join();
  }

  /** Items so far that could not be read as events. */
  get malformed(): number {
    return this.loader.malformed;
  }

  /** When the last page was added, milliseconds since 1970 UTC. */
  get readAt(): number | undefined {
    return this.loader.readAt;
  }

  /** When the first page was requested, milliseconds since 1970 UTC by our clock; undefined before that. */
  get startedMs(): number | undefined {
    return this.loader.firstRequestTime?.byOurClock;
  }

  /** Whether a refresh has yet to load what the previous session had loaded. */
  get isBehindExtent(): boolean {
    const { extent } = this.options;
    return extent !== undefined && !this.isLoadedOrPassed(this.inWindow(extent.oldest));
  }

  /** How far back the session is loaded, or will be. */
  get extent(): Extent {
    if (this.options.extent && this.isBehindExtent) {
      return this.options.extent;
    }
    const { reachedMs, window, extended, extendedTo } = this.coverage;
    const id = this.store.at(this.store.countFrom(reachedMs) - 1)?.value.id ?? "";
    return {
      extendedTo: extended ? window.sinceMs : extendedTo,
      oldest: { id, publishedMs: reachedMs },
    };
  }

  /** Whether all events of an instant are loaded; without an instant, whether all events of the window are. */
  covers(publishedMs: number | undefined): boolean {
    return publishedMs === undefined ? this.unloaded.length === 0 : this.coverage.contains(publishedMs);
  }

  // ---- Operations: an ApiError becomes `failure` -------------------------------------------------------------------

  /** Loads the first page, and more while they are empty or have not reached the event to start at. */
  start(): Promise<void> {
    const { startAt } = this.options;
    const goal: LoadGoal = {
      stretches: () => [this.coverage.older],
      isReached: ({ items }) => items.length > 0 && (!startAt || this.isLoadedOrPassed(startAt)),
      ...(startAt && { largePagesFrom: 1 }),
    };
    return this.operations.run("first", (operation) => this.loader.load(goal, operation));
  }

  /** Loads pages until there are older events; from the previous window if this one is fully loaded. */
  loadOlder(): Promise<void> {
    const goal: LoadGoal = {
      stretches: () => [this.coverage.older],
      isReached: (_, events) => events > 0,
    };
    return this.operations.run(
      "older",
      async (operation) => {
        this.coverage.openWindowBefore();
        if (!(await this.loader.load(goal, operation)) && this.completeness.kind === "more") {
          throw stalledError(
            l10n.t("The service sent {0} pages without an older event.", formatNumber(maxPagesPerOperation)),
          );
        }
      },
      ["older", "window"],
    );
  }

  /**
   * For a refresh: loads until the events on screen are loaded again, from earlier windows if necessary. If they are too far
   * back, everything above them becomes a gap.
   */
  loadVisible(visible: VisibleEvents | undefined): Promise<void> {
    const last = visible && this.inWindow(visible.last);
    const topmost = visible?.topmost && this.inWindow(visible.topmost);
    const goal: LoadGoal = {
      ...this.refreshGoal(last?.publishedMs),
      isReached: (_, events) => (last ? this.isLoadedOrPassed(last) : events > 0),
    };
    return this.operations.run("refresh", async (operation) => {
      const isReached = await this.loader.load(goal, operation);
      const canSkip = topmost && this.environment.budget.remaining(this.store) > 0;
      if (!isReached && canSkip && this.coverage.skipTo(topmost.publishedMs + 1)) {
        await this.loader.load(goal, operation);
      }
    });
  }

  /** For a refresh, once the events on screen are loaded: loads everything that the previous session had loaded. */
  async loadExtent(): Promise<void> {
    const { extent } = this.options;
    if (extent && this.isBehindExtent) {
      const oldest = this.inWindow(extent.oldest);
      const goal: LoadGoal = {
        ...this.refreshGoal(oldest.publishedMs),
        isReached: () => this.isLoadedOrPassed(oldest),
      };
      await this.operations.run("refresh", (operation) => this.loader.load(goal, operation));
    }
  }

  /** Loads the events of the gap that starts at `sinceMs`. */
  fillGap(sinceMs: number): Promise<void> {
    const goal: LoadGoal = {
      stretches: () => gapStretches(this.coverage.gaps.filter((gap) => gap.sinceMs === sinceMs)),
      largePagesFrom: 0,
    };
    return this.operations.run("gap", (operation) => this.loader.load(goal, operation), []);
  }

  /** Loads everything in the window: older pages, then all gaps. Ends early when canceled; a second call loads the rest. */
  loadWindow(): Promise<void> {
    return this.operations.run("window", (operation) => {
      const { coverage } = this;
      const { older, days: ofDays } = coverage;
      const startedAt = this.environment.clock.now();
      let days = 0;
      const goal: LoadGoal = {
        // If live updates remove the oldest events meanwhile, they are not loaded again.
        stretches: () => [...(older === coverage.older ? [older] : []), ...gapStretches(coverage.gaps)],
        largePagesFrom: 0,
        maxPages: Infinity,
        progress: () => {
          // Live updates may also add gaps, but progress never goes back.
          days = Math.max(days, ofDays - coverage.unloadedDays);
          return { startedAt, days, ofDays };
        },
      };
      return this.loader.load(goal, operation);
    });
  }

  cancelWindow(): void {
    this.operations.cancel("window");
  }

  /**
   * Loads older pages of the window until `count` events are loaded. Every other operation cancels it.
   * @param isInterrupted called after each page.
   * @returns false if it was interrupted.
   * @throws {ApiError} at the first failed request; kind `aborted` when it is canceled.
   */
  async preload(count: number, isInterrupted: () => boolean): Promise<boolean> {
    const { budget } = this.environment;
    let interrupted = false;
    const goal: LoadGoal = {
      stretches: () => [this.coverage.older],
      isReached: () => {
        this.preloadedPages++;
        interrupted = this.store.size < count && isInterrupted();
        return interrupted || this.store.size >= count;
      },
      maxPages: maxPreloadPages - this.preloadedPages,
      largePagesFrom: 0,
      largePageSize: () =>
        Math.min(maxPageSize, Math.max(1, count - this.store.size), budget.remaining(this.store)),
      attempts: 1,
    };
    await this.operations.preload((signal) => this.loader.load(goal, { signal, report: () => undefined }));
    return !interrupted;
  }

  cancelPreload(): void {
    this.operations.cancelPreload();
  }

  /** @param backTo earlier windows are opened until they contain this instant. */
  private refreshGoal(backTo: number | undefined): LoadGoal {
    return {
      stretches: () => {
        if (backTo !== undefined && backTo < this.window.sinceMs) {
          this.coverage.openWindowBefore();
        }
        return [this.coverage.older];
      },
      largePagesFrom: 1,
      maxEvents: maxEventsPerRefresh,
    };
  }

  /** Whether an event is loaded with that date, or paging has passed it. Many events may have the same date. */
  private isLoadedOrPassed({ id, publishedMs }: DatedEventRef): boolean {
    const index = this.store.indexOf(id);
    const isLoaded = index >= 0 && this.store.publishedMs(index) === publishedMs;
    return isLoaded || this.coverage.hasPassed(publishedMs);
  }

  /** Moves an event's date into the window: a relative window has moved on, and a refresh opens no earlier one for what is outside. */
  private inWindow({ id, publishedMs }: DatedEventRef): DatedEventRef {
    const { extent } = this.options;
    const sinceMs = extent && extent.extendedTo === undefined ? this.window.sinceMs : -Infinity;
    return { id, publishedMs: Math.max(publishedMs, sinceMs) };
  }

  // ---- Live updates -----------------------------------------------------------------------------------------------

  /**
   * Reads what is new since the last check, or since the session started. Whatever exceeds one check becomes a gap.
   * @param overlapMs how much further back to read, for events that are published late.
   * @returns what was read, with all that is known of each event
   * @throws {ApiError}
   */
  async readUpdates(overlapMs: number, options: RequestOptions): Promise<CheckedEvents> {
    const now = this.environment.clock.now();
    const newestMs = this.store.newestUntil(now);
    const firstTime = this.loader.firstRequestTime ?? { byOurClock: now };
    const checkedUntilMs =
      this.checkedUntilMs ?? Math.min(completeUntil(firstTime, newestMs), this.firstGapEndMs);
    const fromMs = Math.max(this.window.sinceMs, checkedUntilMs - overlapMs);
    const { startedAt, fromMs: completeFromMs, events } = await this.updateReader.read(fromMs, options);
    const { rowsRevision } = this;
    this.coverage.setLoadedFrom(completeFromMs, fromMs);
    this.checkedUntilMs = completeUntil(startedAt, newestMs);
    if (this.rowsRevision !== rowsRevision) {
      this.changed.fire();
    }
    return {
      startedAt,
      fromMs: completeFromMs,
      events: events.map((event) => this.store.get(event.id)?.value ?? event),
    };
  }

  /** Title of a loaded event; undefined if it has none; null if the event is not loaded. */
  titleOf(id: string): string | undefined | null {
    const item = this.store.get(id);
    return item ? item.value.title : null;
  }

  /** Adds a page of new or changed events; if there are too many events, the oldest are removed. */
  applyUpdates(page: FeedPage): void {
    const isNew = ({ id, publishedMs }: CompanyEvent): boolean =>
      this.titleOf(id) === null && (publishedMs === undefined || this.coverage.contains(publishedMs));
    const arrived = page.items.filter(({ value }) => isNew(value));
    this.newEvents += arrived.length;
    this.rememberArrivals(arrived.map(({ value }) => value.id));
    const added = this.loader.addPage(page);
    if (this.environment.budget.removeExcess(this.store, added)) {
      this.coverage.removeBefore((this.store.oldestMs ?? this.environment.clock.now()) + 1);
    }
    this.changed.fire();
  }

  /** Replaces a loaded event by what was read of it by its ID. */
  replaceEvent(item: Item<CompanyEvent>): void {
    if (this.store.indexOf(item.value.id) >= 0) {
      this.store.insert([item]);
      this.changed.fire();
    }
  }

  private rememberArrivals(ids: readonly string[]): void {
    ids.forEach((id) => this.recentArrivals.add(id));
    const [...remembered] = this.recentArrivals;
    remembered
      .slice(0, Math.max(0, remembered.length - maxArrivals))
      .forEach((id) => this.recentArrivals.delete(id));
  }
}

function gapStretches(gaps: readonly Gap[]): Stretch[] {
  return gaps.map(({ stretch }) => stretch);
}
