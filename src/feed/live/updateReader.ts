import { abortedError } from "../../api/errors";
import {
  type FeedPage,
  type FeedRequest,
  type Item,
  maxPageSize,
  type RequestOptions,
  type ServiceClient,
} from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Clock } from "../../util/clock";
import { decodeInOwnTurn, FeedPaginator, stalledError } from "../paging/feedPaginator";
import { endOf } from "../paging/pagingProgress";
import { type RequestTime, requestTimeOf } from "../paging/serviceTime";
import { requestFor, type Window } from "../feedRequest";

/** Maximum number of pages that one check reads. Full events may take more pages than their IDs. */
const maxPages = { ids: 60, full: 120 };

/** What a check has read. */
export interface Updates {
  /** When the check started. */
  readonly startedAt: RequestTime;
  /** All events published from here on until the check started are loaded, milliseconds since 1970 UTC. */
  readonly completeFromMs: number;
  /** IDs and titles of new or changed events that could not be read in full. */
  readonly unreadable: ReadonlyMap<string, string | undefined>;
}

/** The loaded events, to which updates are applied. */
interface UpdateTarget {
  /** Title of a loaded event; undefined if it has none; null if the event is not loaded. */
  titleOf(id: string): string | undefined | null;
  applyUpdates(page: FeedPage): void;
}

/**
 * Reads new and changed events (docs/service.md, Event feed: polling): first IDs and titles, which is cheap, and only if one
 * of them is unknown, the full events of that time.
 */
export class UpdateReader {
  /** Those of the last check, which are not requested again and again. */
  private unreadable: Updates["unreadable"] = new Map();

  constructor(
    private readonly client: ServiceClient,
    private readonly clock: Clock,
    private readonly query: FeedQuery,
    private readonly target: UpdateTarget,
  ) {}

  /**
   * Reads all events from `fromMs` on, newest first, so that a failure leaves out only older ones.
   * @throws {ApiError}
   */
  async read(fromMs: number, options: RequestOptions): Promise<Updates> {
    const sentAt = this.clock.now();
    let startedAt: RequestTime | undefined;
    const unknown: Item<CompanyEvent>[] = [];
    const unreadable = new Map<string, string | undefined>();
    const idsCompleteFromMs = await this.readPages("ids", { sinceMs: fromMs }, options, (page) => {
      startedAt ??= requestTimeOf(page, sentAt, this.clock.now());
      for (const item of page.items) {
        const { id, title } = item.value;
        if (this.target.titleOf(id) === title) {
          continue;
        }
        if (this.unreadable.has(id) && this.unreadable.get(id) === title) {
          unreadable.set(id, title);
        } else {
          unknown.push(item);
        }
      }
      return false;
    });
    const completeFromMs = await this.readFull(unknown, idsCompleteFromMs, options);
    for (const { value } of unknown) {
      const { id, title, publishedMs = -Infinity } = value;
      const isInGap = publishedMs >= fromMs && publishedMs < completeFromMs;
      if (!isInGap && this.target.titleOf(id) !== title) {
        unreadable.set(id, title);
      }
    }
    this.unreadable = unreadable;
    return { startedAt: startedAt ?? { byOurClock: sentAt }, completeFromMs, unreadable };
  }

  /** Reads the full events of the time that has unknown ones. @returns the instant from which they are complete. */
  private async readFull(
    unknown: readonly Item<CompanyEvent>[],
    fromMs: number,
    options: RequestOptions,
  ): Promise<number> {
    const ids = new Set(unknown.map(({ value }) => value.id));
    if (ids.size === 0) {
      return fromMs;
    }
    const window = windowAround(unknown, fromMs);
    const completeFromMs = await this.readPages("full", window, options, (page) => {
      this.target.applyUpdates(page);
      page.items.forEach(({ value }) => ids.delete(value.id));
      return ids.size === 0;
    });
    return completeFromMs <= window.sinceMs ? fromMs : completeFromMs;
  }

  /**
   * @param isDone given each page; whether no more pages are needed.
   * @returns the instant from which on everything is read: the window's start, or a later one if there are too many pages.
   */
  private async readPages(
    fields: FeedRequest["fields"],
    window: Window,
    options: RequestOptions,
    isDone: (page: FeedPage) => boolean,
  ): Promise<number> {
    // Large pages, so that a check takes few requests.
    const paginator = new FeedPaginator(this.client, {
      ...requestFor(this.query, window, maxPageSize),
      fields,
    });
    let completeFromMs = Math.max(window.sinceMs, this.clock.now());
    for (let pages = 0; pages < maxPages[fields] && paginator.state.kind === "more"; pages++) {
      const page = await paginator.next(options);
      await decodeInOwnTurn(page);
      if (options.signal?.aborted) {
        throw abortedError();
      }
      const endMs = endOf(page.items, window);
      // The next page may have more events of that instant.
      completeFromMs = endMs === undefined ? completeFromMs : endMs + 1;
      if (isDone(page)) {
        return window.sinceMs;
      }
    }
    if (paginator.state.kind === "stopped") {
      throw stalledError(paginator.state.reason);
    }
    return paginator.state.kind === "complete" ? window.sinceMs : completeFromMs;
  }
}

/** Not every service reads instants beyond the year 9999. */
const maxRequestableMs = Date.UTC(10_000, 0, 1) - 1;

/** From the oldest to the newest event; open-ended from `fromMs` on if one has no date in that range that can be requested. */
function windowAround(events: readonly Item<CompanyEvent>[], fromMs: number): Window {
  let sinceMs = Infinity;
  let untilMs = -Infinity;
  for (const { value } of events) {
    const { publishedMs } = value;
    if (publishedMs === undefined || publishedMs < fromMs || publishedMs >= maxRequestableMs) {
      return { sinceMs: fromMs };
    }
    sinceMs = Math.min(sinceMs, publishedMs);
    untilMs = Math.max(untilMs, publishedMs + 1);
  }
  return { sinceMs, untilMs };
}
