import { stalledError } from "../../service/readPages";
import { type FeedPage, maxPageSize } from "../../service/types";
import type { Activity } from "../../shared/feedState";
import type { Clock } from "../../util/clock";
import { type RequestTime, requestTimeOf } from "../live/updateReader";
import type { EventStore } from "../store/eventStore";
import type { Coverage, Stretch } from "./coverage";
import type { Operation } from "./operations";

/** Maximum number of pages that an operation reads; the service may send many short or empty ones (docs/service.md, Event feed: paging). */
export const maxPagesPerOperation = 100;

export interface LoadGoal {
  /** Called before each page, which is read from the first one that has more. */
  readonly stretches: () => readonly Stretch[];
  /** Whether to end after this page. @param events that the operation has added so far. */
  readonly isReached?: (page: FeedPage, events: number) => boolean;
  readonly maxPages?: number;
  readonly maxEvents?: number;
  /** From this page on, counted from 0, pages are as large as `largePageSize` says. */
  readonly largePagesFrom?: number;
  /** By default the largest size that the service allows. */
  readonly largePageSize?: () => number;
  /** Attempts of each request; those of the client by default. */
  readonly attempts?: number;
  readonly progress?: () => NonNullable<Activity["progress"]>;
}

/** Loads pages into a session's store, for all its operations. */
export class PageLoader {
  /** Items so far that could not be read as events. */
  malformed = 0;
  /** When the last page was added, milliseconds since 1970 UTC. */
  readAt: number | undefined;
  /** When the first page was requested. */
  firstRequestTime: RequestTime | undefined;

  /** @param remaining how many more events may be loaded */
  constructor(
    private readonly store: EventStore,
    private readonly coverage: Coverage,
    private readonly remaining: () => number,
    private readonly clock: Clock,
  ) {}

  /**
   * Loads page after page until the goal is reached, nothing is left to read or a limit is reached.
   * @returns whether the goal was reached.
   * @throws {ApiError} also if paging stopped in a gap; if it stopped in older pages, `Coverage.completeness` says so.
   */
  async load(goal: LoadGoal, { signal, report }: Operation): Promise<boolean> {
    const { maxPages = maxPagesPerOperation, maxEvents = Infinity } = goal;
    /** What it has read from. */
    const attempted = new Set<Stretch>();
    let pages = 0;
    let events = 0;
    const reportProgress = (waiting?: Activity["waiting"]): void => {
      const progress = goal.progress?.();
      report({ pages, events, ...(progress && { progress }), ...(waiting && { waiting }) });
    };
    const nextStretch = (): Stretch | undefined =>
      pages >= maxPages || events >= maxEvents || this.remaining() <= 0
        ? undefined
        : goal.stretches().find(
            (each) =>
              each.state.kind === "more" ||
              // If paging stopped in an earlier operation, the service may have recovered.
              (each.state.kind === "stopped" && !attempted.has(each)),
          );
    for (let stretch = nextStretch(); stretch; stretch = nextStretch()) {
      attempted.add(stretch);
      reportProgress();
      const { pageSize } = stretch.request;
      const sentAt = this.clock.now();
      const reading = stretch.pages({
        signal,
        pageSize: () =>
          pages < (goal.largePagesFrom ?? Infinity) ? pageSize : (goal.largePageSize?.() ?? maxPageSize),
        ...(goal.attempts !== undefined && { attempts: goal.attempts }),
        onRetry: ({ error, delayMs }) =>
          reportProgress({ message: error.message, untilMs: this.clock.now() + delayMs }),
      });
      for await (const read of reading) {
        pages++;
        this.firstRequestTime ??= requestTimeOf(read.page, sentAt, this.clock.now());
        events += this.addPage(read.page);
        const isGap = this.coverage.gaps.some((gap) => gap.stretch === stretch);
        this.coverage.addPage(read, stretch);
        if (goal.isReached?.(read.page, events)) {
          return true;
        }
        if (isGap && read.state.kind === "stopped") {
          throw stalledError(read.state.reason);
        }
        if (nextStretch() !== stretch) {
          break;
        }
        reportProgress();
      }
    }
    return false;
  }

  addPage(page: FeedPage): number {
    const added = this.store.insert(page.items);
    this.malformed += page.malformed;
    this.readAt = this.clock.now();
    return added;
  }
}
