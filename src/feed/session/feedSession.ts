import * as l10n from "@vscode/l10n";
import { malformedError } from "../../service/errors";
import { readPages, readPagesAhead, type ReadPagesOptions } from "../../service/readPages";
import type { ServiceClient } from "../../service/client";
import {
  type FeedPage,
  type Item,
  maxPageSize,
  type RequestOptions,
  type TimeRange,
} from "../../service/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import { Emitter, type Event } from "../../shared/emitter";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Completeness, FeedState } from "../../shared/feedState";
import { formatNumber } from "../../shared/text";
import type { DatedEventRef, VisibleEvents } from "../../shared/viewQueries";
import type { Clock } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import { requestFor, windowOf } from "../feedRequest";
import { type CheckedEvents, requestTimeOf, UpdateReader } from "../live/updateReader";
import type { EventBudget } from "../store/eventBudget";
import { EventStore } from "../store/eventStore";
import { Coverage, type Extent, Stretch } from "./coverage";
import { type Operation, Operations, type Progress } from "./operations";

export interface SessionOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly budget: EventBudget;
  /** Size of the pages that someone is waiting for, 1 to 500. */
  readonly pageSize: number;
  /** Start at the instant of this event; newer events are a gap. */
  readonly startAt?: DatedEventRef | undefined;
  /** For a refresh: how far back the previous session was loaded. */
  readonly extent?: Extent | undefined;
}

/** What an operation loads. */
interface LoadGoal {
  /** What to read from; called before each page, which is read from the first stretch that has more. */
  readonly stretches: () => readonly Stretch[];
  /** Whether to end after this page. @param events how many the operation has added so far */
  readonly isReached?: (page: FeedPage, events: number) => boolean;
  readonly maxPages?: number;
  readonly maxEvents?: number;
  /** How many pages keep the usual size, because the user waits for them; by default all. */
  readonly shortPages?: number;
  /** Size of the later pages, by default the maximum. */
  readonly largePageSize?: () => number;
  readonly percentage?: () => number;
}

/** What a session has read so far. */
type Totals = Pick<FeedState, "malformed" | "newEventCount" | "updatedAtMs">;

export const noTotals: Totals = { malformed: 0, newEventCount: 0 };

/** Maximum number of pages that an operation reads; the service may send many short or empty ones (docs/service.md, Event feed: paging). */
const maxPagesPerOperation = 100;

/** Maximum number of events that a refresh loads to reach a certain event. */
const maxEventsPerRefresh = 10_000;

/** The events of one query: loads them page by page, and keeps them up to date. */
export class FeedSession extends Disposable {
  readonly store = new EventStore();
  readonly coverage: Coverage;
  private readonly changed = this.register(new Emitter<void>());
  /** What is being loaded; an ApiError becomes its `failure`. */
  readonly operations = this.register(new Operations(() => this.changed.fire()));
  private readonly updateReader: UpdateReader;
  private hasPreloaded = false;
  totals = noTotals;

  readonly onDidChange: Event<void> = this.changed.event;

  constructor(
    readonly query: FeedQuery,
    private readonly options: SessionOptions,
    /** The store of the session that is shown until this one is. */
    private replaced?: EventStore,
  ) {
    super();
    const { client, clock, pageSize, startAt, extent } = options;
    const stretchOf = (window: TimeRange): Stretch =>
      new Stretch(client, requestFor(query, window, pageSize));
    this.coverage = new Coverage(windowOf(query, clock.now()), stretchOf, clock, extent?.extendedTo);
    if (startAt) {
      this.coverage.skipTo(startAt.publishedMs + 1);
    }
    this.updateReader = new UpdateReader(client, clock, this);
  }

  show(): void {
    this.replaced = undefined;
    this.register(this.options.budget.add(this.store));
  }

  // ---- State ------------------------------------------------------------------------------------------------------

  get completeness(): Completeness {
    return this.coverage.completeness(this.remaining, this.options.budget.max());
  }

  get client(): ServiceClient {
    return this.options.client;
  }

  /** Changes whenever events or what is not loaded change, and when filling a gap starts or ends. */
  get rowsRevision(): string {
    const { store, coverage, operations } = this;
    const gaps = coverage.gaps.map(({ sinceMs, untilMs }) => `${sinceMs}-${untilMs}`);
    return [store.revision, coverage.reachedMs, operations.activity?.kind === "gap", ...gaps].join();
  }

  /** A refresh has yet to load what the previous session had loaded. */
  get isBehindExtent(): boolean {
    const { extent } = this.options;
    return extent !== undefined && !this.isLoadedOrPassed(this.inWindow(extent.oldest));
  }

  /** How far back the session is loaded, or will be. */
  get extent(): Extent {
    if (this.options.extent && this.isBehindExtent) {
      return this.options.extent;
    }
    const { reachedMs, window, isExtended, extendedTo } = this.coverage;
    const id = this.store.at(this.store.countFrom(reachedMs) - 1)?.value.id ?? "";
    return {
      extendedTo: isExtended ? window.sinceMs : extendedTo,
      oldest: { id, publishedMs: reachedMs },
    };
  }

  private get remaining(): number {
    return this.options.budget.remaining(this.store, this.replaced);
  }

  // ---- Operations -------------------------------------------------------------------------------------------------

  /** Loads the first page, and more while they are empty or have not reached the event to start at. */
  start(): Promise<void> {
    const { startAt } = this.options;
    const goal: LoadGoal = {
      stretches: () => [this.coverage.older],
      isReached: ({ items }) => items.length > 0 && (!startAt || this.isLoadedOrPassed(startAt)),
      ...(startAt && { shortPages: 1 }),
    };
    return this.operations.run("first", (operation) => this.load(goal, operation));
  }

  /** Loads pages until there are older events; from the previous window if this one is fully loaded. */
  loadOlder(): Promise<void> {
    const goal: LoadGoal = {
      stretches: () => [this.coverage.older],
      isReached: (_, events) => events > 0,
    };
    return this.operations.run("older", async (operation) => {
      this.coverage.openWindowBefore();
      if (!(await this.load(goal, operation)) && this.completeness.kind === "more") {
        throw malformedError(
          l10n.t("No older event in {0} pages. Load older to go on.", formatNumber(maxPagesPerOperation)),
        );
      }
    });
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
      const isReached = await this.load(goal, operation);
      const canSkip = topmost && this.remaining > 0;
      if (!isReached && canSkip && this.coverage.skipTo(topmost.publishedMs + 1)) {
        await this.load(goal, operation);
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
      await this.operations.run("refresh", (operation) => this.load(goal, operation));
    }
  }

  fillGap(sinceMs: number): Promise<void> {
    const goal: LoadGoal = {
      stretches: () => this.coverage.gaps.filter((gap) => gap.sinceMs === sinceMs).map((gap) => gap.stretch),
      shortPages: 0,
    };
    return this.operations.run("gap", (operation) => this.load(goal, operation));
  }

  /** Loads everything in the window: older pages, then all gaps. Ends early when canceled; a second call loads the rest. */
  loadWindow(): Promise<void> {
    return this.operations.run("window", (operation) => {
      const { coverage } = this;
      const { older } = coverage;
      const wholeMs = Math.max(1, coverage.endMs - coverage.window.sinceMs);
      const goal: LoadGoal = {
        // If live updates remove the oldest events meanwhile, they are not loaded again.
        stretches: () => [
          ...(older === coverage.older ? [older] : []),
          ...coverage.gaps.map((gap) => gap.stretch),
        ],
        shortPages: 0,
        maxPages: Infinity,
        percentage: () => Math.max(0, Math.floor(100 * (1 - coverage.unloadedMs / wholeMs))),
      };
      return this.load(goal, operation);
    });
  }

  /** Loads older pages of the window until `count` events are loaded. An error ends it: nobody waits for these events. */
  async preload(count: number): Promise<void> {
    const isWanted = !this.hasPreloaded && this.completeness.kind === "more" && this.store.size < count;
    if (!isWanted || this.operations.isBusy) {
      return;
    }
    const goal: LoadGoal = {
      stretches: () => [this.coverage.older],
      isReached: () => this.store.size >= count,
      shortPages: 0,
      largePageSize: () => Math.max(1, Math.min(maxPageSize, count - this.store.size, this.remaining)),
    };
    await this.operations.run("preload", async (operation) => {
      try {
        await this.load(goal, operation);
      } finally {
        this.hasPreloaded = !operation.signal.aborted;
      }
    });
  }

  /**
   * Loads page after page until the goal is reached, nothing is left to read or a limit is reached.
   * @returns whether the goal was reached.
   * @throws {ApiError} also if paging stopped in a gap; if it stopped in older pages, `Coverage.completeness` says so.
   */
  private async load(goal: LoadGoal, { signal, report }: Operation): Promise<boolean> {
    const { maxPages = maxPagesPerOperation, maxEvents = Infinity, shortPages = Infinity } = goal;
    const { largePageSize = () => maxPageSize, percentage } = goal;
    const { clock } = this.options;
    /** Where paging stopped in an earlier operation, it is tried again once: the service may have recovered. */
    const attempted = new Set<Stretch>();
    let pages = 0;
    let events = 0;
    const reportProgress = (waiting?: Progress["waiting"]): void => {
      report({ pages, events, ...(percentage && { percentage: percentage() }), ...(waiting && { waiting }) });
    };
    const nextStretch = (): Stretch | undefined => {
      const hasMore = (each: Stretch): boolean =>
        each.state.kind === "more" || (each.state.kind === "stopped" && !attempted.has(each));
      const mayRead = pages < maxPages && events < maxEvents && this.remaining > 0;
      return mayRead ? goal.stretches().find(hasMore) : undefined;
    };
    for (let stretch = nextStretch(); stretch; stretch = nextStretch()) {
      attempted.add(stretch);
      reportProgress();
      const { pageSize } = stretch.request;
      const sentAt = clock.now();
      const options: ReadPagesOptions = {
        signal,
        pageSize: () => (pages < shortPages ? pageSize : largePageSize()),
        onRetry: ({ error, delayMs }) => reportProgress({ error, untilMs: clock.now() + delayMs }),
      };
      // If any page may reach the goal, the next one may not be needed.
      const reading = stretch.pages(options, goal.isReached ? readPages : readPagesAhead);
      for await (const read of reading) {
        pages++;
        this.updateReader.firstRequestTime ??= requestTimeOf(read.page, sentAt, clock.now());
        events += this.addPage(read.page);
        const isGap = this.coverage.gaps.some((gap) => gap.stretch === stretch);
        this.coverage.addPage(read, stretch);
        if (goal.isReached?.(read.page, events)) {
          return true;
        }
        if (isGap && read.state.kind === "stopped") {
          throw malformedError(read.state.reason);
        }
        if (nextStretch() !== stretch) {
          break;
        }
        reportProgress();
      }
    }
    return false;
  }

  private addPage(page: FeedPage): number {
    const malformed = this.totals.malformed + page.malformed;
    this.totals = { ...this.totals, malformed, updatedAtMs: this.options.clock.now() };
    return this.store.insert(page.items);
  }

  /** @param backTo earlier windows are opened until they contain this instant. */
  private refreshGoal(backTo: number | undefined): LoadGoal {
    return {
      stretches: () => {
        if (backTo !== undefined && backTo < this.coverage.window.sinceMs) {
          this.coverage.openWindowBefore();
        }
        return [this.coverage.older];
      },
      shortPages: 1,
      maxEvents: maxEventsPerRefresh,
    };
  }

  /** Reaching the date of an event is not enough, as many events may have the same. */
  private isLoadedOrPassed({ id, publishedMs }: DatedEventRef): boolean {
    const index = this.store.indexOf(id);
    const isLoaded = index >= 0 && this.store.publishedMs(index) === publishedMs;
    return isLoaded || this.coverage.hasPassed(publishedMs);
  }

  /** Moves an event that a relative window has left behind to the start of the window, unless a refresh opens earlier windows. */
  private inWindow({ id, publishedMs }: DatedEventRef): DatedEventRef {
    const { extent } = this.options;
    const sinceMs = extent && extent.extendedTo === undefined ? this.coverage.window.sinceMs : -Infinity;
    return { id, publishedMs: Math.max(publishedMs, sinceMs) };
  }

  // ---- Live updates -----------------------------------------------------------------------------------------------

  /** Reads what is new. @throws {ApiError} */
  async readUpdates(overlapMs: number, options: RequestOptions): Promise<CheckedEvents> {
    const checked = await this.updateReader.check(overlapMs, options);
    // Gaps may have changed.
    this.changed.fire();
    return checked;
  }

  /** Adds a page of new or changed events; if there are too many events, the oldest are removed. */
  applyUpdates(page: FeedPage): void {
    const newEvents = page.items.filter(
      ({ value: { id, publishedMs } }) =>
        this.store.indexOf(id) < 0 && (publishedMs === undefined || this.coverage.contains(publishedMs)),
    );
    const newIds = new Set(newEvents.map(({ value }) => value.id));
    this.totals = { ...this.totals, newEventCount: this.totals.newEventCount + newIds.size };
    const added = this.addPage(page);
    // At most as many as were added: other sessions may be the ones that have too many.
    const excess = Math.min(-this.remaining, added);
    if (excess > 0) {
      this.store.removeOldest(excess);
      this.coverage.removeBefore((this.store.oldestMs ?? this.options.clock.now()) + 1);
    }
    this.changed.fire();
  }

  replaceEvent(item: Item<CompanyEvent>): void {
    if (this.store.indexOf(item.value.id) >= 0) {
      this.store.insert([item]);
      this.changed.fire();
    }
  }
}
