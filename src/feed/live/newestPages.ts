import { endOf, readPages, stalledError } from "../../service/readPages";
import {
  type FeedPage,
  type FeedRequest,
  maxPageSize,
  type RequestOptions,
  type ServiceClient,
} from "../../service/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Clock } from "../../util/clock";
import { requestFor, type Window } from "../feedRequest";
import { type RequestTime, requestTimeOf } from "../paging/serviceTime";

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
async function readNewest(
  { client, clock, query }: Source,
  { fields, window }: Stretch,
  options: RequestOptions,
  isDone: (page: FeedPage) => boolean,
): Promise<number> {
  // Large pages, so that a check takes few requests.
  const first = { ...requestFor(query, window, maxPageSize), fields };
  let completeFromMs = Math.max(window.sinceMs, clock.now());
  let pages = 0;
  for await (const { page, state } of readPages(client, first, options)) {
    const endMs = endOf(page.items, window);
    // The next page may have more events of that instant.
    completeFromMs = endMs === undefined ? completeFromMs : endMs + 1;
    if (isDone(page) || state.kind === "complete") {
      return window.sinceMs;
    }
    if (state.kind === "stopped") {
      throw stalledError(state.reason);
    }
    if (++pages === maxPages[fields]) {
      break;
    }
  }
  return completeFromMs;
}

interface FullEvents {
  /** Those that have to be read in full; called once, with all events. */
  readonly needed: (events: readonly CompanyEvent[]) => readonly CompanyEvent[];
  /** Called with each page of full events. It may have others as well. */
  readonly onPage?: (page: FeedPage) => void;
}

/**
 * Reads the IDs and titles of all events from an instant on, which is cheap, and only if some of them are needed in full, the full
 * events of that time (docs/service.md, Event feed: polling). Newest first, so that a failure leaves out only older ones.
 * @throws {ApiError}
 */
export async function readIdsFirst(
  source: Source,
  sinceMs: number,
  { needed, onPage }: FullEvents,
  options: RequestOptions,
): Promise<CheckedEvents> {
  const { clock } = source;
  const sentAt = clock.now();
  let startedAt: RequestTime | undefined;
  const events = new Map<string, CompanyEvent>();
  const ids = { fields: "ids", window: { sinceMs } } as const;
  const idsFromMs = await readNewest(source, ids, options, (page) => {
    startedAt ??= requestTimeOf(page, sentAt, clock.now());
    page.items.forEach(({ value }) => events.set(value.id, value));
    return false;
  });
  const result = (fromMs: number): CheckedEvents => ({
    startedAt: startedAt ?? { byOurClock: sentAt },
    fromMs,
    events: [...events.values()],
  });
  const incomplete = needed([...events.values()]);
  if (incomplete.length === 0) {
    return result(idsFromMs);
  }
  const missing = new Set(incomplete.map(({ id }) => id));
  const window = windowAround(incomplete, idsFromMs);
  const fullFromMs = await readNewest(source, { fields: "full", window }, options, (page) => {
    onPage?.(page);
    for (const { value } of page.items) {
      if (missing.delete(value.id)) {
        events.set(value.id, value);
      }
    }
    return missing.size === 0;
  });
  return result(fullFromMs <= window.sinceMs ? idsFromMs : fullFromMs);
}

/** Not every service reads instants beyond the year 9999. */
const maxRequestableMs = Date.UTC(10_000, 0, 1) - 1;

/** From the oldest to the newest event; open-ended from `fromMs` on if one has no date in that range that can be requested. */
function windowAround(events: readonly Pick<CompanyEvent, "publishedMs">[], fromMs: number): Window {
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
