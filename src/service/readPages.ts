import { setImmediate } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import { dayMs } from "../shared/instant";
import { formatNumber } from "../shared/text";
import { abortedError, ApiError } from "./errors";
import type { ServiceClient } from "./client";
import { type FeedPage, type FeedRequest, maxPageSize, type RequestOptions, type TimeRange } from "./types";

export type PagingState =
  | { readonly kind: "more" }
  /** The whole window was read. */
  | { readonly kind: "complete" }
  /** The service reports more events, but paging makes no progress. `reason` is a sentence. */
  | { readonly kind: "stopped"; readonly reason: string };

/** Where to go on reading a window. */
export interface PagingStart {
  readonly cursor?: string | undefined;
  /** All events newer than this were read, milliseconds since 1970 UTC; infinite at the beginning. */
  readonly positionMs?: number | undefined;
}

export interface ReadPage {
  readonly page: FeedPage;
  /** `more` while the window has older pages: a loop that ends there has not read all of it. */
  readonly state: PagingState;
  /** Where to start in order to go on after this page. */
  readonly end: PagingStart;
}

export interface ReadPagesOptions extends RequestOptions {
  /** Where an earlier reading of the same window ended. */
  readonly start?: PagingStart | undefined;
  /** The size of the next page, 1 to 500; called before each. By default that of the first request. */
  readonly pageSize?: () => number;
}

/**
 * The pages of a window, newest first, until it is drained or paging makes no progress (docs/service.md, Event feed: paging). Pages
 * may repeat events, and have some from outside the window.
 * @param first the request for the first page; its `since` and `until` are the window
 * @throws {ApiError} from the loop
 */
export async function* readPages(
  client: Pick<ServiceClient, "readFeed">,
  first: FeedRequest,
  options: ReadPagesOptions = {},
): AsyncGenerator<ReadPage, void> {
  const window = {
    sinceMs: first.since === undefined ? -Infinity : Date.parse(first.since),
    untilMs: first.until === undefined ? Infinity : Date.parse(first.until),
  };
  /** Everything before an instant, `until` being exclusive. */
  const requestBefore = (ms: number): FeedRequest =>
    ms === Infinity ? first : { ...first, until: new Date(Math.min(ms, window.untilMs)).toISOString() };
  let progress = new PagingProgress(options.start?.cursor);
  const { cursor, positionMs = Infinity } = options.start ?? {};
  let reachedMs = positionMs;
  // There may be more events of the instant reached.
  let request = cursor === undefined ? requestBefore(reachedMs + 1) : { ...first, cursor };
  let largestSize = maxPageSize;
  let refusedAtMs: number | undefined;
  for (;;) {
    const pageSize = Math.min(options.pageSize?.() ?? first.pageSize, largestSize);
    let page: FeedPage;
    try {
      page = await client.readFeed({ ...request, pageSize }, options);
    } catch (error) {
      const kind = error instanceof ApiError ? error.kind : undefined;
      // A cursor may have expired: go on from the position reached. Each time it must be an older one, so that the loop ends.
      const isRefused = kind === "rejected" || kind === "notFound";
      const isOlder = refusedAtMs === undefined || reachedMs < refusedAtMs;
      if (kind === "tooLarge" && pageSize > 1) {
        largestSize = Math.floor(pageSize / 2);
      } else if (isRefused && request.cursor !== undefined && isOlder) {
        refusedAtMs = reachedMs;
        // The events of that instant are read again.
        progress = new PagingProgress();
        request = requestBefore(reachedMs + 1);
      } else {
        throw error;
      }
      continue;
    }
    if (options.signal?.aborted) {
      throw abortedError();
    }
    largestSize = Math.min(largestSize * 2, maxPageSize);
    reachedMs = certainEndOf(page.items, window) ?? reachedMs;
    const { hasMore, nextCursor } = page;
    const reason = hasMore ? progress.add(page, endOf(page.items, window)) : undefined;
    if (!hasMore || nextCursor === null || reason !== undefined) {
      const state: PagingState = reason === undefined ? { kind: "complete" } : { kind: "stopped", reason };
      yield { page, state, end: { positionMs: reachedMs } };
      return;
    }
    yield { page, state: { kind: "more" }, end: { cursor: nextCursor, positionMs: reachedMs } };
    const tomorrowMs = tomorrowAfter(page.servedAt);
    const isInFuture = reachedMs < Infinity && reachedMs > tomorrowMs && window.sinceMs < tomorrowMs;
    if (isInFuture && progress.emptyPages >= maxEmptyFuturePages) {
      reachedMs = tomorrowMs;
      progress.expectOtherCursors();
      request = requestBefore(tomorrowMs);
    } else {
      request = { ...request, cursor: nextCursor };
    }
  }
}

/** As `readPages`, for a reader who needs all pages: the next one is requested while the last one is in use. */
export async function* readPagesAhead(
  client: Pick<ServiceClient, "readFeed">,
  first: FeedRequest,
  options: ReadPagesOptions = {},
): AsyncGenerator<ReadPage, void> {
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, ...(options.signal ? [options.signal] : [])]);
  const pages = readPages(client, first, { ...options, signal });
  try {
    for (let next = pages.next(); ;) {
      const { done, value } = await next;
      if (done) {
        return;
      }
      next = pages.next();
      // A failure is handled when that page is needed.
      next.catch(() => undefined);
      // Send the request before the reader of this page keeps the thread busy.
      await setImmediate();
      yield value;
    }
  } finally {
    ended.abort();
  }
}

/**
 * Empty pages that are read after an event dated in the future: a service that sends a page for each UTC day would send tens of
 * thousands after one dated 2099. Then reading goes on at the end of the service's current day.
 */
const maxEmptyFuturePages = 3;

/** The next UTC midnight. Infinity if the service does not report its time. */
function tomorrowAfter(servedAt = Infinity): number {
  return (Math.floor(servedAt / dayMs) + 1) * dayMs;
}

/** The service pages day by day: a window of ten years may have thousands of empty days in a row. */
const maxEmptyPages = 5_000;
const maxRepeatedPages = 50;

/** Notices when paging no longer leads to anything new. */
class PagingProgress {
  /** How many of the last pages were empty. */
  emptyPages = 0;
  private readonly cursors: Set<string | undefined>;
  private oldestMs = Infinity;
  /** IDs seen since paging last reached an older date: a page that adds none is a repetition. */
  private readonly ids = new Set<string>();
  private repeatedPages = 0;

  constructor(cursor?: string) {
    this.cursors = new Set([cursor]);
  }

  expectOtherCursors(): void {
    this.cursors.clear();
    this.emptyPages = 0;
  }

  /** @returns a sentence if there is no use in going on after this page */
  add({ items, nextCursor }: FeedPage, endMs: number | undefined): string | undefined {
    this.emptyPages = items.length === 0 ? this.emptyPages + 1 : 0;
    const isOlder = endMs !== undefined && endMs < this.oldestMs;
    if (isOlder) {
      this.oldestMs = endMs;
      this.ids.clear();
    }
    const known = this.ids.size;
    items.forEach(({ value }) => this.ids.add(value.id));
    const isNew = isOlder || this.ids.size > known;
    this.repeatedPages = isNew ? 0 : this.repeatedPages + Math.sign(items.length);
    if (nextCursor === null) {
      return l10n.t("Paging stopped: the service reported more events but sent no cursor.");
    }
    if (this.cursors.has(nextCursor)) {
      return l10n.t("Paging stopped: the service repeated a page.");
    }
    this.cursors.add(nextCursor);
    if (this.emptyPages === maxEmptyPages) {
      return l10n.t(
        "Paging stopped: the service sent {0} empty pages in a row.",
        formatNumber(maxEmptyPages),
      );
    }
    return this.repeatedPages === maxRepeatedPages
      ? l10n.t("Paging stopped: the service keeps sending the same events.")
      : undefined;
  }
}

/** How far back a page goes: the date of its last event that is dated within the window, milliseconds since 1970 UTC. */
export function endOf(items: FeedPage["items"], window: TimeRange): number | undefined {
  return instantsIn(items, window).at(-1);
}

/** The newest date in the older half of a page: one event that is dated out of order must not cause others to be skipped. */
function certainEndOf(items: FeedPage["items"], window: TimeRange): number | undefined {
  const instants = instantsIn(items, window);
  return instants.slice(Math.floor(instants.length / 2)).sort((a, b) => b - a)[0];
}

function instantsIn(items: FeedPage["items"], { sinceMs, untilMs = Infinity }: TimeRange): number[] {
  return items
    .map(({ value: { publishedMs = NaN } }) => publishedMs)
    .filter((ms) => ms >= sinceMs && ms < untilMs);
}
