import { stalledError } from "../../service/readPages";
import { type FeedPage, maxPageSize } from "../../service/types";
import type { Activity } from "../../shared/feedState";
import type { Clock } from "../../util/clock";
import { requestTimeOf, type RequestTime } from "../paging/serviceTime";
import type { EventStore } from "../store/eventStore";
import type { Coverage, Stretch } from "./coverage";
import type { EventBudget } from "./eventBudget";
import type { Operation } from "./operationQueue";

/** Maximum number of pages that an operation reads; the service may send many short or empty ones (docs/service.md, Event feed: paging). */
export const maxPagesPerOperation = 100;

/** What an operation loads. */
export interface LoadGoal {
  /** Called before each page, which is read from the first one that has more. */
  readonly stretches: () => readonly Stretch[];
  /** Whether to end after this page. @param events that the operation has added so far. */
  readonly isReached?: (page: FeedPage, events: number) => boolean;
  readonly maxPages?: number;
  readonly maxEvents?: number;
  /** From this page on, counted from 0, pages are as large as the service allows. */
  readonly largePagesFrom?: number;
  /** Size of these pages, 1 to 500; by default the largest that the service allows. */
  readonly largePageSize?: () => number;
  /** Attempts of each request; those of the client by default. */
  readonly attempts?: number;
  readonly progress?: () => NonNullable<Activity["progress"]>;
}

/** The progress of an operation. */
interface Load {
  readonly goal: LoadGoal;
  readonly operation: Operation;
  /** What it has read from. */
  readonly attempted: Set<Stretch>;
  pages: number;
  events: number;
  waiting?: Activity["waiting"];
}

/** Loads pages into a session's store, for all its operations. */
export class PageLoader {
  private malformedItems = 0;
  private lastReadAt: number | undefined;
  private firstTime: RequestTime | undefined;

  constructor(
    private readonly store: EventStore,
    private readonly coverage: Coverage,
    private readonly budget: EventBudget,
    private readonly clock: Clock,
  ) {}

  /** Items so far that could not be read as events. */
  get malformed(): number {
    return this.malformedItems;
  }

  /** When the last page was added, milliseconds since 1970 UTC. */
  get readAt(): number | undefined {
    return this.lastReadAt;
  }

  /** When the first page was requested. */
  get firstRequestTime(): RequestTime | undefined {
    return this.firstTime;
  }

  /**
   * Loads page after page until the goal is reached, nothing is left to read or a limit is reached.
   * @returns whether the goal was reached.
   * @throws {ApiError} also if paging stopped in a gap; if it stopped in older pages, `Coverage.completeness` says so.
   */
  async load(goal: LoadGoal, operation: Operation): Promise<boolean> {
    const load: Load = { goal, operation, attempted: new Set(), pages: 0, events: 0 };
    for (let stretch = this.nextStretch(load); stretch; stretch = this.nextStretch(load)) {
      if (await this.read(stretch, load)) {
        return true;
      }
    }
    return false;
  }

  /** Reads a stretch as long as it is the next one. @returns whether the goal was reached. */
  private async read(stretch: Stretch, load: Load): Promise<boolean> {
    const { goal, operation } = load;
    load.attempted.add(stretch);
    reportProgress(load);
    const sentAt = this.clock.now();
    const pages = stretch.pages({
      signal: operation.signal,
      pageSize: () =>
        load.pages < (goal.largePagesFrom ?? Infinity)
          ? stretch.request.pageSize
          : (goal.largePageSize?.() ?? maxPageSize),
      ...(goal.attempts !== undefined && { attempts: goal.attempts }),
      onRetry: ({ error, delayMs }) => {
        load.waiting = { message: error.message, untilMs: this.clock.now() + delayMs };
        reportProgress(load);
      },
    });
    for await (const read of pages) {
      load.pages++;
      load.waiting = undefined;
      this.firstTime ??= requestTimeOf(read.page, sentAt, this.clock.now());
      load.events += this.addPage(read.page);
      const gap = this.coverage.gaps.find((each) => each.stretch === stretch);
      this.coverage.addPage(read, stretch);
      if (goal.isReached?.(read.page, load.events)) {
        return true;
      }
      if (gap && read.state.kind === "stopped") {
        throw stalledError(read.state.reason);
      }
      if (this.nextStretch(load) !== stretch) {
        break;
      }
      reportProgress(load);
    }
    return false;
  }

  /** Adds a page to the store. @returns how many of its events are new. */
  addPage(page: FeedPage): number {
    const added = this.store.insert(page.items);
    this.malformedItems += page.malformed;
    this.lastReadAt = this.clock.now();
    return added;
  }

  /** What the next page is read from, if there is one and the limits allow it. */
  private nextStretch({ goal, attempted, pages, events }: Load): Stretch | undefined {
    const { maxPages = maxPagesPerOperation, maxEvents = Infinity } = goal;
    if (pages >= maxPages || events >= maxEvents || this.budget.remaining(this.store) <= 0) {
      return undefined;
    }
    return goal.stretches().find(
      (each) =>
        each.state.kind === "more" ||
        // If paging stopped in an earlier operation, the service may have recovered.
        (each.state.kind === "stopped" && !attempted.has(each)),
    );
  }
}

function reportProgress({ goal, operation, pages, events, waiting }: Load): void {
  const progress = goal.progress?.();
  operation.report({ pages, events, ...(progress && { progress }), ...(waiting && { waiting }) });
}
