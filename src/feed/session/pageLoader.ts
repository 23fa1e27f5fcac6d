import { abortedError } from "../../api/errors";
import { type FeedPage, maxPageSize } from "../../api/types";
import type { Activity } from "../../shared/feedState";
import type { Clock } from "../../util/clock";
import { decodeInOwnTurn } from "../decodeInOwnTurn";
import { type FeedPaginator, fullItems, stalledError } from "../paging/feedPaginator";
import { requestTimeOf, type RequestTime } from "../paging/serviceTime";
import type { EventStore } from "../store/eventStore";
import type { Coverage, Gap } from "./coverage";
import type { EventBudget } from "./eventBudget";
import type { Operation } from "./operationQueue";

/** Pages that an operation reads at most; the service may send many short or empty ones (docs/service.md, Event feed: paging). */
export const maxPagesPerOperation = 100;

/** What an operation loads. */
export interface LoadGoal {
  /** Asked before each page, which is read from the first one that has more. */
  readonly paginators: () => readonly FeedPaginator[];
  /** Whether to end after this page. @param events that the operation has added so far. */
  readonly isReached?: (page: FeedPage, events: number) => boolean;
  readonly maxPages?: number;
  readonly maxEvents?: number;
  /** From this page on, counted from 0, pages are as large as the service allows. */
  readonly largePagesFrom?: number;
  /** Requests each page before the one before it is decoded. */
  readonly readAhead?: boolean;
  readonly progress?: () => NonNullable<Activity["progress"]>;
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
  async load(goal: LoadGoal, { signal, report }: Operation): Promise<boolean> {
    const { maxPages = maxPagesPerOperation, maxEvents = Infinity, largePagesFrom = Infinity } = goal;
    const attempted = new Set<FeedPaginator>();
    let pages = 0;
    let events = 0;
    let waiting: Activity["waiting"];
    const reportProgress = (): void => {
      const progress = goal.progress?.();
      report({ pages, events, ...(progress && { progress }), ...(waiting && { waiting }) });
    };
    const read = async (paginator: FeedPaginator): Promise<PageRead> => {
      waiting = undefined;
      reportProgress();
      const sentAt = this.clock.now();
      const isLarge = pages >= largePagesFrom;
      const page = await paginator.next({
        signal,
        ...(isLarge && { pageSize: maxPageSize }),
        onRetry: ({ error, delayMs }) => {
          waiting = { message: error.message, untilMs: this.clock.now() + delayMs };
          reportProgress();
        },
      });
      pages++;
      this.firstTime ??= requestTimeOf(page, sentAt, this.clock.now());
      return { page, paginator, isLarge };
    };
    /** @param unstored how many events may still be added by a page that is already read. */
    const readNext = (unstored: number): Promise<PageRead> | undefined => {
      if (pages >= maxPages || events >= maxEvents || this.budget.remaining(this.store) <= unstored) {
        return undefined;
      }
      const paginator = goal.paginators().find(
        (each) =>
          each.state.kind === "more" ||
          // If paging stopped in an earlier operation, the service may have recovered.
          (each.state.kind === "stopped" && !attempted.has(each)),
      );
      if (!paginator) {
        return undefined;
      }
      attempted.add(paginator);
      const reading = read(paginator);
      // Awaited below; until then a failure must not count as unhandled.
      reading.catch(() => undefined);
      return reading;
    };
    for (let reading = readNext(0); reading;) {
      const { page, paginator, isLarge } = await reading;
      reading = goal.readAhead && paginator.state.kind === "more" ? readNext(maxPageSize) : undefined;
      if (isLarge) {
        await decodeInOwnTurn(page);
      }
      events += this.addPage(page);
      this.coverage.addPage(page, paginator);
      if (goal.isReached?.(page, events)) {
        return true;
      }
      if (reading) {
        reportProgress();
      } else {
        throwIfAborted(signal);
        throwIfStopped(this.coverage.gaps.find((gap) => gap.paginator === paginator));
        reading = readNext(0);
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
