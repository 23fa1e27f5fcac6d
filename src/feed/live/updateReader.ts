import { malformedError } from "../../service/errors";
import { endOf, readPages } from "../../service/readPages";
import type { ServiceClient } from "../../service/client";
import { type FeedPage, type FeedRequest, maxPageSize, type RequestOptions } from "../../service/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import { dayMs } from "../../shared/instant";
import type { Clock } from "../../util/clock";
import { requestFor } from "../feedRequest";
import type { Coverage } from "../session/coverage";
import type { EventStore } from "../store/eventStore";

/** When a request was sent, according to both clocks; milliseconds since 1970 UTC. */
export interface RequestTime {
  readonly byOurClock: number;
  /** Absent if the service did not report it (docs/service.md, Event feed: polling). */
  readonly byServiceClock?: number;
}

/**
 * When the request for a page was sent. The service tells only when it responded, so the duration of the request is subtracted:
 * events that were published meanwhile may be missing.
 * @param sentAt according to our clock, like `receivedAt`.
 */
export function requestTimeOf({ servedAt }: FeedPage, sentAt: number, receivedAt: number): RequestTime {
  return {
    byOurClock: sentAt,
    ...(servedAt !== undefined && { byServiceClock: servedAt - Math.max(0, receivedAt - sentAt) }),
  };
}

/** How far the service's clock may be behind ours, if it does not report its time. */
const maxClockLagMs = dayMs;

/**
 * Before which instant a request sent at this time has seen all events: by the earlier clock, as either may date them.
 * @param newestLoadedMs stands in for the service's clock if it is not reported. It must not be in the future by our clock:
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

/** What a check has read: all events that match the filters and were published from `fromMs` on until the check started. */
export interface CheckedEvents {
  readonly startedAt: RequestTime;
  readonly fromMs: number;
  /** Newest first, as the service sent them. Some have only an ID, a title and a date. */
  readonly events: readonly CompanyEvent[];
}

/** A check of live updates. Another check with the same filters would have read the same, whatever its window. */
export interface LiveCheck extends CheckedEvents {
  readonly query: FeedQuery;
}

/** The session whose events are kept up to date. */
interface UpdatedSession {
  readonly query: FeedQuery;
  readonly store: EventStore;
  readonly coverage: Coverage;
  applyUpdates(page: FeedPage): void;
}

/** Maximum number of pages of IDs, and of full events, that one check reads. */
const maxPages = 60;

/** How often an event is requested that is listed but not sent in full: one of several servers may not have it yet. */
const maxMisses = 3;

/**
 * Reads new and changed events (docs/service.md, Event feed: polling): first IDs and titles, which is cheap. If any of them are
 * unknown, reads the full events back to the oldest of those.
 */
export class UpdateReader {
  /** When the session requested its first page. */
  firstRequestTime: RequestTime | undefined;
  /** By key, how often an event was listed but not sent in full, so that it is not requested again and again. */
  private readonly misses = new Map<string, number>();
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
   * Reads what is new since the last check, or since the session started. What is too much for one check becomes a gap.
   * @param overlapMs how much further back to read, for events that are published late.
   * @returns what was read, with all that is known of each event
   * @throws {ApiError}
   */
  async check(overlapMs: number, options: RequestOptions): Promise<CheckedEvents> {
    const { store, coverage } = this.session;
    const sentAt = this.clock.now();
    const newestMs = store.newestUntil(sentAt);
    this.checkedUntilMs ??= Math.min(
      completeUntil(this.firstRequestTime ?? { byOurClock: sentAt }, newestMs),
      this.firstGapEndMs,
    );
    const sinceMs = Math.max(coverage.window.sinceMs, this.checkedUntilMs - overlapMs);
    let startedAt: RequestTime | undefined;
    const events = new Map<string, CompanyEvent>();
    const idsFromMs = await this.readNewest("ids", sinceMs, options, (page) => {
      startedAt ??= requestTimeOf(page, sentAt, this.clock.now());
      page.items.forEach(({ value }) => events.set(value.id, value));
      return false;
    });
    const fromMs = await this.readMissing([...events.values()], idsFromMs, options);
    startedAt ??= { byOurClock: sentAt };
    coverage.setLoadedFrom(fromMs, sinceMs);
    this.checkedUntilMs = completeUntil(startedAt, newestMs);
    const known = [...events.values()].map((event) => store.get(event.id)?.value ?? event);
    return { startedAt, fromMs, events: known };
  }

  /** Reads the unknown and the changed ones of the events in full. @returns the instant from which on all are loaded */
  private async readMissing(
    events: readonly CompanyEvent[],
    idsFromMs: number,
    options: RequestOptions,
  ): Promise<number> {
    const { coverage, store } = this.session;
    const isMissing = (event: CompanyEvent): boolean => {
      const known = store.get(event.id);
      return (!known || known.value.title !== event.title) && this.missesOf(event) < maxMisses;
    };
    const needed = events.filter(isMissing);
    if (needed.length === 0) {
      return idsFromMs;
    }
    const sinceMs = Math.max(idsFromMs, oldestOf(needed));
    const remaining = new Set(needed.map(({ id }) => id));
    let malformed = 0;
    let readFromMs: number | undefined;
    let fullFromMs: number;
    try {
      fullFromMs = await this.readNewest("full", sinceMs, options, (page, fromMs) => {
        this.session.applyUpdates(page);
        page.items.forEach(({ value }) => remaining.delete(value.id));
        malformed += page.malformed;
        readFromMs = fromMs;
        return remaining.size === 0;
      });
    } catch (error) {
      // The pages before the failure are kept: the rest is a gap until the next check, unless paging has yet to reach it.
      if (readFromMs !== undefined) {
        const passed = needed.filter(({ publishedMs = -Infinity }) => coverage.hasPassed(publishedMs));
        coverage.setLoadedFrom(readFromMs, Math.max(idsFromMs, oldestOf(passed)));
      }
      throw error;
    }
    const fromMs = fullFromMs <= sinceMs ? idsFromMs : fullFromMs;
    // Older ones are in a gap.
    const missed = needed.filter(isMissing).filter(({ publishedMs = fromMs }) => publishedMs >= fromMs);
    for (const event of missed) {
      // Reading malformed events again would count them twice.
      this.misses.set(keyOf(event), malformed > 0 ? maxMisses : this.missesOf(event) + 1);
    }
    return fromMs;
  }

  private missesOf(event: CompanyEvent): number {
    return this.misses.get(keyOf(event)) ?? 0;
  }

  /**
   * Reads pages, newest first, back to an instant, or as many as one check may read.
   * @param isDone called with each page and the instant from which on everything is read; returns true if no more pages are needed
   * @returns the instant from which on everything is read: `sinceMs`, or a later one if there are too many pages.
   */
  private async readNewest(
    fields: FeedRequest["fields"],
    sinceMs: number,
    options: RequestOptions,
    isDone: (page: FeedPage, completeFromMs: number) => boolean,
  ): Promise<number> {
    // Large pages, so that a check takes few requests.
    const { query, coverage } = this.session;
    const first = { ...requestFor(query, { ...coverage.window, sinceMs }, maxPageSize), fields };
    let completeFromMs = Math.max(sinceMs, this.clock.now());
    let pages = 0;
    for await (const { page, state } of readPages(this.client, first, options)) {
      const endMs = endOf(page.items, { sinceMs });
      // The next page may have more events of that instant.
      completeFromMs = endMs === undefined ? completeFromMs : endMs + 1;
      if (isDone(page, completeFromMs) || state.kind === "complete") {
        return sinceMs;
      }
      if (state.kind === "stopped") {
        throw malformedError(state.reason);
      }
      if (++pages === maxPages) {
        break;
      }
    }
    return completeFromMs;
  }
}

function oldestOf(events: readonly CompanyEvent[]): number {
  return events.reduce((ms, { publishedMs = -Infinity }) => Math.min(ms, publishedMs), Infinity);
}

function keyOf({ id, title = "" }: CompanyEvent): string {
  return `${id}\n${title}`;
}
