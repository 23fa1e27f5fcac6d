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
import { dayMs } from "../../shared/instant";
import type { Clock } from "../../util/clock";
import { requestFor, type Window } from "../feedRequest";
import type { Coverage } from "../session/coverage";
import type { EventStore } from "../store/eventStore";

/** When a request was sent, according to both clocks; milliseconds since 1970 UTC. */
export interface RequestTime {
  readonly byOurClock: number;
  /** Absent if the service did not report it (docs/service.md, Event feed: polling). */
  readonly byServiceClock?: number;
}

/**
 * When the request for a page was sent. The service's time is that of its response, so the duration is subtracted: events
 * published after the response was generated may be missing from it.
 * @param sentAt according to our clock, like `receivedAt`.
 */
export function requestTimeOf({ servedAt }: FeedPage, sentAt: number, receivedAt: number): RequestTime {
  return {
    byOurClock: sentAt,
    ...(servedAt !== undefined && { byServiceClock: servedAt - Math.max(0, receivedAt - sentAt) }),
  };
}

/** How slow the service's clock may be if it does not report its time. */
const maxClockLagMs = dayMs;

/**
 * The instant until which a request sent then returns all published events: the earlier of both clocks, as events may be
 * dated by either.
 * @param newestLoadedMs stands in for the service's clock if it is not reported. It must not be in the future according to our clock:
 * a single event dated 2099 says nothing about the service's time.
 */
export function completeUntil(
  { byOurClock, byServiceClock }: RequestTime,
  newestLoadedMs: number | undefined,
): number {
  return Math.min(
    byOurClock,
    byServiceClock ?? Math.max(newestLoadedMs ?? -Infinity, byOurClock - maxClockLagMs),
  );
}

/** What a check has read: all events of a query's filters that were published from `fromMs` on until it started. */
export interface CheckedEvents {
  readonly startedAt: RequestTime;
  readonly fromMs: number;
  /** Newest first, as the service sent them. Some have only an ID, a title and a date. */
  readonly events: readonly CompanyEvent[];
}

/** A check of live updates: of a query's filters, it read what any other check of them would. */
export interface LiveCheck {
  readonly query: FeedQuery;
  readonly checked: CheckedEvents;
}

/** The session whose events are kept up to date. */
interface UpdatedSession {
  readonly query: FeedQuery;
  readonly store: EventStore;
  readonly coverage: Coverage;
  readonly firstRequestTime: RequestTime | undefined;
  isKnown(event: CompanyEvent): boolean;
  applyUpdates(page: FeedPage): void;
}

/** Maximum number of pages that one check reads. Full events may take more pages than their IDs. */
const maxPages = { ids: 60, full: 120 };

/**
 * Reads new and changed events (docs/service.md, Event feed: polling): first IDs and titles, which is cheap, and only if one
 * of them is unknown, the full events of that time.
 */
export class UpdateReader {
  /** Events that could not be read in full, which are not requested again and again. */
  private readonly unreadable = new Set<string>();
  /** All events published before this instant are loaded or in gaps, milliseconds since 1970 UTC. */
  private checkedUntilMs: number | undefined;
  /** The end of the gap that the session started with, according to our clock; Infinity without one. */
  private readonly firstGapEndMs: number;

  constructor(
    private readonly client: ServiceClient,
    private readonly clock: Clock,
    private readonly session: UpdatedSession,
  ) {
    this.firstGapEndMs = Math.min(...session.coverage.gaps.map(({ untilMs }) => untilMs));
  }

  /**
   * Reads what is new since the last check, or since the session started. Whatever exceeds one check becomes a gap.
   * @param overlapMs how much further back to read, for events that are published late.
   * @returns what was read, with all that is known of each event
   * @throws {ApiError}
   */
  async check(overlapMs: number, options: RequestOptions): Promise<CheckedEvents> {
    const { store, coverage, firstRequestTime } = this.session;
    const now = this.clock.now();
    const newestMs = store.newestUntil(now);
    this.checkedUntilMs ??= Math.min(
      completeUntil(firstRequestTime ?? { byOurClock: now }, newestMs),
      this.firstGapEndMs,
    );
    const sinceMs = Math.max(coverage.window.sinceMs, this.checkedUntilMs - overlapMs);
    const { startedAt, fromMs, events } = await this.read(sinceMs, options);
    coverage.setLoadedFrom(fromMs, sinceMs);
    this.checkedUntilMs = completeUntil(startedAt, newestMs);
    return { startedAt, fromMs, events: events.map((event) => store.get(event.id)?.value ?? event) };
  }

  /** Reads all events from an instant on, newest first, so that a failure leaves out only older ones. */
  private async read(sinceMs: number, options: RequestOptions): Promise<CheckedEvents> {
    const sentAt = this.clock.now();
    let startedAt: RequestTime | undefined;
    const events = new Map<string, CompanyEvent>();
    const idsFromMs = await this.readNewest("ids", { sinceMs }, options, (page) => {
      startedAt ??= requestTimeOf(page, sentAt, this.clock.now());
      page.items.forEach(({ value }) => events.set(value.id, value));
      return false;
    });
    const isMissing = (event: CompanyEvent): boolean =>
      !this.session.isKnown(event) && !this.unreadable.has(keyOf(event));
    const needed = [...events.values()].filter(isMissing);
    const fromMs = needed.length === 0 ? idsFromMs : await this.readFull(needed, idsFromMs, options);
    for (const event of needed.filter(isMissing)) {
      const { publishedMs = -Infinity } = event;
      const isInGap = publishedMs >= sinceMs && publishedMs < fromMs;
      if (!isInGap) {
        this.unreadable.add(keyOf(event));
      }
    }
    return { startedAt: startedAt ?? { byOurClock: sentAt }, fromMs, events: [...events.values()] };
  }

  private async readFull(
    events: readonly CompanyEvent[],
    idsFromMs: number,
    options: RequestOptions,
  ): Promise<number> {
    const missing = new Set(events.map(({ id }) => id));
    const window = windowAround(events, idsFromMs);
    const fromMs = await this.readNewest("full", window, options, (page) => {
      this.session.applyUpdates(page);
      page.items.forEach(({ value }) => missing.delete(value.id));
      return missing.size === 0;
    });
    return fromMs <= window.sinceMs ? idsFromMs : fromMs;
  }

  /**
   * Reads all pages of a window, newest first, or as many as one check may read.
   * @param isDone given each page; whether no more pages are needed.
   * @returns the instant from which on everything is read: the window's start, or a later one if there are too many pages.
   */
  private async readNewest(
    fields: FeedRequest["fields"],
    window: Window,
    options: RequestOptions,
    isDone: (page: FeedPage) => boolean,
  ): Promise<number> {
    // Large pages, so that a check takes few requests.
    const first = { ...requestFor(this.session.query, window, maxPageSize), fields };
    let completeFromMs = Math.max(window.sinceMs, this.clock.now());
    let pages = 0;
    for await (const { page, state } of readPages(this.client, first, options)) {
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
}

function keyOf({ id, title = "" }: CompanyEvent): string {
  return `${id}\n${title}`;
}

/** Not every service reads instants beyond the year 9999. */
const maxRequestableMs = Date.UTC(10_000, 0, 1) - 1;

/** From the oldest to the newest event; open-ended from `fromMs` on if one has no date in that range that can be requested. */
function windowAround(events: readonly CompanyEvent[], fromMs: number): Window {
  const dates = events.map(({ publishedMs = Number.NaN }) => publishedMs);
  return dates.every((ms) => ms >= fromMs && ms < maxRequestableMs)
    ? { sinceMs: dates.reduce((a, b) => Math.min(a, b)), untilMs: dates.reduce((a, b) => Math.max(a, b)) + 1 }
    : { sinceMs: fromMs };
}
