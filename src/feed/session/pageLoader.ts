import { abortedError } from "../../api/errors";
import { type FeedPage, maxPageSize } from "../../api/types";
import type { Activity } from "../../shared/feedState";
import type { Clock } from "../../util/clock";
import { decodeInOwnTurn, type FeedPaginator, fullItems, stalledError } from "../paging/feedPaginator";
import { requestTimeOf, type RequestTime } from "../paging/serviceTime";
import type { EventStore } from "../store/eventStore";
import type { Coverage, Gap } from "./coverage";
import type { EventBudget } from "./eventBudget";
import type { Operation } from "./operationQueue";

/** Maximum number of pages that an operation reads; the service may send many short or empty ones (docs/service.md, Event feed: paging). */
export const maxPagesPerOperation = 100;

/** What an operation loads. */
export interface LoadGoal {
  /** Called before each page, which is read from the first paginator that has more. */
  readonly paginators: () => readonly FeedPaginator[];
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
  /** Requests each page before the previous one is decoded. */
  readonly readAhead?: boolean;
  readonly progress?: () => NonNullable<Activity["progress"]>;
}

/** The progress of an operation. */
interface Load {
  readonly goal: LoadGoal;
  readonly operation: Operation;
  /** The paginators it has read from. */
  readonly attempted: Set<FeedPaginator>;
  pages: number;
  events: number;
  waiting?: Activity["waiting"];
}

interface PageRead {
  readonly page: FeedPage;
  readonly paginator: FeedPaginator;
  readonly isLarge: boolean;
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
    for (let reading = this.readNext(load, 0); reading;) {
      const { page, paginator, isLarge } = await reading;
      reading =
        goal.readAhead && paginator.state.kind === "more" ? this.readNext(load, maxPageSize) : undefined;
      if (isLarge) {
        await decodeInOwnTurn(page);
      }
      load.events += this.addPage(page);
      this.coverage.addPage(page, paginator);
      if (goal.isReached?.(page, load.events)) {
        return true;
      }
      if (reading) {
        reportProgress(load);
      } else {
        throwIfAborted(operation.signal);
        throwIfStopped(this.coverage.gaps.find((gap) => gap.paginator === paginator));
        reading = this.readNext(load, 0);
      }
    }
    return false;
  }

  /** Adds a page to the store. @returns how many of its events are new. */
  addPage(page: FeedPage): number {
    const added = this.store.insert(fullItems(page));
    this.malformedItems += page.malformed;
    this.lastReadAt = this.clock.now();
    return added;
  }

  /**
   * Starts to read the next page, if there is one and the limits allow it.
   * @param unstored how many events may still be added by a page that is already read.
   */
  private readNext(load: Load, unstored: number): Promise<PageRead> | undefined {
    const { goal, attempted, pages, events } = load;
    const { maxPages = maxPagesPerOperation, maxEvents = Infinity } = goal;
    if (pages >= maxPages || events >= maxEvents || this.budget.remaining(this.store) <= unstored) {
      return undefined;
    }
    const paginator = goal.paginators().find(
      (each) =>
        each.state.kind === "more" ||
        // If paging stopped in an earlier operation, the service may have recovered.
        (each.state.kind === "stopped" && !attempted.has(each)),
    );
    const reading = paginator && this.read(load, paginator);
    // The caller awaits it. Until then, a failure must not count as unhandled.
    reading?.catch(() => undefined);
    return reading;
  }

  private async read(load: Load, paginator: FeedPaginator): Promise<PageRead> {
    const { goal, operation, attempted } = load;
    attempted.add(paginator);
    load.waiting = undefined;
    reportProgress(load);
    const sentAt = this.clock.now();
    const isLarge = load.pages >= (goal.largePagesFrom ?? Infinity);
    const page = await paginator.next({
      signal: operation.signal,
      ...(isLarge && { pageSize: goal.largePageSize?.() ?? maxPageSize }),
      ...(goal.attempts !== undefined && { attempts: goal.attempts }),
      onRetry: ({ error, delayMs }) => {
        load.waiting = { message: error.message, untilMs: this.clock.now() + delayMs };
        reportProgress(load);
      },
    });
    load.pages++;
    this.firstTime ??= requestTimeOf(page, sentAt, this.clock.now());
    return { page, paginator, isLarge };
  }
}

function reportProgress({ goal, operation, pages, events, waiting }: Load): void {
  const progress = goal.progress?.();
  operation.report({ pages, events, ...(progress && { progress }), ...(waiting && { waiting }) });
}

function throwIfAborted({ aborted }: AbortSignal): void {
  if (aborted) {
    throw abortedError();
  }
}

function throwIfStopped(gap: Gap | undefined): void {
  if (gap?.paginator.state.kind === "stopped") {
    throw stalledError(gap.paginator.state.reason);
  }
}
