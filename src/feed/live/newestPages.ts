import { abortedError } from "../../api/errors";
import {
  type FeedPage,
  type FeedRequest,
  maxPageSize,
  type RequestOptions,
  type ServiceClient,
} from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Clock } from "../../util/clock";
import { requestFor, type Window } from "../feedRequest";
import { decodeInOwnTurn, FeedPaginator, stalledError } from "../paging/feedPaginator";
import { endOf } from "../paging/pagingProgress";
import type { RequestTime } from "../paging/serviceTime";

/** What a check has read: all events of a query's filters that were published from `fromMs` on until it started. */
export interface CheckedEvents {
  readonly startedAt: RequestTime;
  /** Milliseconds since 1970 UTC. */
  readonly fromMs: number;
  /** Newest first, as the service sent them. Some have only an ID, a title and a date. */
  readonly events: readonly CompanyEvent[];
}

/** Maximum number of pages that one check reads. Full events may take more pages than their IDs. */
const maxPages = { ids: 60, full: 120 };

interface Source {
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** Its filters; the window is that of the stretch. */
  readonly query: FeedQuery;
}

interface Stretch {
  readonly fields: FeedRequest["fields"];
  readonly window: Window;
}

/**
 * Reads all pages of a stretch, newest first, or as many as one check may read (docs/service.md, Event feed: polling).
 * @param isDone given each page; whether no more pages are needed.
 * @returns the instant from which on everything is read: the window's start, or a later one if there are too many pages.
 * @throws {ApiError}
 */
export async function readNewest(
  { client, clock, query }: Source,
  { fields, window }: Stretch,
  options: RequestOptions,
  isDone: (page: FeedPage) => boolean,
): Promise<number> {
  // Large pages, so that a check takes few requests.
  const paginator = new FeedPaginator(client, { ...requestFor(query, window, maxPageSize), fields });
  let completeFromMs = Math.max(window.sinceMs, clock.now());
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

/** Not every service reads instants beyond the year 9999. */
const maxRequestableMs = Date.UTC(10_000, 0, 1) - 1;

/** From the oldest to the newest event; open-ended from `fromMs` on if one has no date in that range that can be requested. */
export function windowAround(events: readonly Pick<CompanyEvent, "publishedMs">[], fromMs: number): Window {
  let sinceMs = Infinity;
  let untilMs = -Infinity;
  for (const { publishedMs } of events) {
    if (publishedMs === undefined || publishedMs < fromMs || publishedMs >= maxRequestableMs) {
      return { sinceMs: fromMs };
    }
    sinceMs = Math.min(sinceMs, publishedMs);
    untilMs = Math.max(untilMs, publishedMs + 1);
  }
  return { sinceMs, untilMs };
}
