import * as l10n from "@vscode/l10n";
import { formatNumber } from "../shared/text";
import { abortedError, ApiError } from "./errors";
import {
  type FeedPage,
  type FeedRequest,
  maxPageSize,
  type RequestOptions,
  type ServiceClient,
} from "./types";

export type PagingState =
  | { readonly kind: "more" }
  /** The whole window was read. */
  | { readonly kind: "complete" }
  /** The service reports more events, but paging makes no progress. `reason` is a sentence. */
  | { readonly kind: "stopped"; readonly reason: string };

/** Where reading a window ended. */
export interface PagingStart {
  readonly cursor?: string | undefined;
  /** All newer events were read, milliseconds since 1970 UTC; infinite at the beginning. */
  readonly positionMs?: number | undefined;
}

export interface ReadPage {
  readonly page: FeedPage;
  /** `more` while the window has older pages: whoever ends the loop at such a page has not read all of it. */
  readonly state: PagingState;
  /** Where to start in order to go on after this page. */
  readonly end: PagingStart;
}

export interface ReadPagesOptions extends RequestOptions {
  /** Where an earlier reading of the same window ended. */
  readonly start?: PagingStart | undefined;
  /** Called before each page: its size, 1 to 500. That of the first request by default. */
  readonly pageSize?: () => number;
}

/**
 * The pages of a window, newest first, until it is drained or paging makes no progress (docs/service.md, Event feed: paging). An ID
 * may be in more than one page, and an event outside the window.
 * @param first the request for the first page; its `since` and `until` are the window
 * @throws {ApiError} from the loop
 */
export async function* readPages(
  client: Pick<ServiceClient, "readFeed">,
  first: FeedRequest,
  options: ReadPagesOptions = {},
): AsyncGenerator<ReadPage, void> {
  const walk = new PageWalk(client, first, options);
  for (let more = true; more;) {
    const read = await walk.next();
    if (options.signal?.aborted) {
      throw abortedError();
    }
    yield read;
    more = read.state.kind === "more";
  }
}

/** The service pages day by day: a window of ten years may have thousands of empty days in a row. */
const maxEmptyPages = 5_000;
const maxRepeatedPages = 50;

class PageWalk {
  private readonly window: TimeRange;
  /** For the next page. */
  private request: FeedRequest;
  /** How far back the last page certainly goes. */
  private positionMs: number;
  /** The instant of the last event that was read. */
  private lastMs: number;
  /** Where reading went on when a cursor was last refused. */
  private refusedAtMs: number | undefined;
  /** The largest page size that could be received. */
  private readableSize = maxPageSize;
  private readonly cursors = new Set<string>();
  private oldestMs = Infinity;
  /** Since a page was last older than all before. */
  private readonly ids = new Set<string>();
  private emptyPages = 0;
  private repeatedPages = 0;

  constructor(
    private readonly client: Pick<ServiceClient, "readFeed">,
    private readonly first: FeedRequest,
    private readonly options: ReadPagesOptions,
  ) {
    const { since, until } = first;
    const { cursor, positionMs } = options.start ?? {};
    this.window = {
      sinceMs: since === undefined ? -Infinity : Date.parse(since),
      untilMs: until === undefined ? Infinity : Date.parse(until),
    };
    this.positionMs = this.lastMs = positionMs ?? Infinity;
    this.request = cursor === undefined ? this.requestAt(this.positionMs) : { ...first, cursor };
  }

  async next(): Promise<ReadPage> {
    const page = await this.readOrRestart();
    this.count(page);
    const state = this.stateAfter(page);
    const { positionMs } = this;
    if (state.kind !== "more" || page.nextCursor === null) {
      return { page, state, end: { positionMs } };
    }
    this.cursors.add(page.nextCursor);
    this.request = { ...this.request, cursor: page.nextCursor };
    return { page, state, end: { cursor: page.nextCursor, positionMs } };
  }

  /**
   * Reads the next page. A refused cursor, which may have expired, is answered by asking again from the position reached, or from the
   * last event's instant if that had made no progress.
   */
  private async readOrRestart(): Promise<FeedPage> {
    try {
      return await this.read();
    } catch (error) {
      const isRefused = error instanceof ApiError && (error.kind === "rejected" || error.kind === "notFound");
      const restartMs = this.refusedAtMs === this.positionMs ? this.lastMs : this.positionMs;
      if (!isRefused || this.request.cursor === undefined || this.refusedAtMs === restartMs) {
        throw error;
      }
      this.refusedAtMs = restartMs;
      this.cursors.clear();
      this.request = this.requestAt(restartMs);
      return this.read();
    }
  }

  /** Continues at an instant, which may have more events. */
  private requestAt(positionMs: number): FeedRequest {
    const untilMs = Math.min(positionMs + 1, this.window.untilMs ?? Infinity);
    return positionMs === Infinity ? this.first : { ...this.first, until: new Date(untilMs).toISOString() };
  }

  /** Reads a page, or a smaller one if that is too large to be received. Of one event that is too large by itself, reads the title. */
  private async read(): Promise<FeedPage> {
    const { request, options } = this;
    const pageSize = options.pageSize?.() ?? this.first.pageSize;
    for (;;) {
      const size = Math.min(pageSize, this.readableSize);
      try {
        const page = await this.client.readFeed({ ...request, pageSize: size }, options);
        this.readableSize = Math.min(this.readableSize * 2, maxPageSize);
        return page;
      } catch (error) {
        const isTooLarge = error instanceof ApiError && error.kind === "tooLarge";
        if (!isTooLarge || (size === 1 && request.fields === "ids")) {
          throw error;
        }
        if (size === 1) {
          const page = await this.client.readFeed({ ...request, pageSize: 1, fields: "ids" }, options);
          return { ...page, malformed: page.malformed + page.items.length, titlesOnly: true };
        }
        this.readableSize = Math.floor(size / 2);
      }
    }
  }

  /** Notes how far back a page goes, and whether it has anything new. */
  private count({ items }: FeedPage): void {
    const endMs = endOf(items, this.window);
    this.lastMs = endMs ?? this.lastMs;
    this.positionMs = certainEndOf(items, this.window) ?? this.positionMs;
    const isOlder = endMs !== undefined && endMs < this.oldestMs;
    if (isOlder) {
      this.oldestMs = endMs;
      this.ids.clear();
    }
    const known = this.ids.size;
    items.forEach(({ value }) => this.ids.add(value.id));
    if (isOlder || this.ids.size > known) {
      this.emptyPages = this.repeatedPages = 0;
    } else if (items.length === 0) {
      this.emptyPages++;
    } else {
      this.repeatedPages++;
    }
  }

  private stateAfter({ hasMore, nextCursor }: FeedPage): PagingState {
    if (!hasMore) {
      return { kind: "complete" };
    }
    if (nextCursor === null) {
      const reason = l10n.t("Paging stopped: the service reported more events but sent no cursor.");
      return { kind: "stopped", reason };
    }
    if (this.cursors.has(nextCursor) || this.request.cursor === nextCursor) {
      return { kind: "stopped", reason: l10n.t("Paging stopped: the service repeated a page.") };
    }
    if (this.emptyPages >= maxEmptyPages) {
      return { kind: "stopped", reason: emptyPagesMessage(this.emptyPages) };
    }
    return this.repeatedPages >= maxRepeatedPages
      ? { kind: "stopped", reason: l10n.t("Paging stopped: the service keeps sending the same events.") }
      : { kind: "more" };
  }
}

interface TimeRange {
  readonly sinceMs: number;
  readonly untilMs?: number;
}

/** How far back a page goes: the date of its last event that is dated within the window, milliseconds since 1970 UTC. */
export function endOf(items: FeedPage["items"], window: TimeRange): number | undefined {
  return instantsIn(items, window).at(-1);
}

/** The newest date in the older half of a page: events dated out of order there do not make others be skipped. */
function certainEndOf(items: FeedPage["items"], window: TimeRange): number | undefined {
  const instants = instantsIn(items, window);
  return instants.length === 0 ? undefined : Math.max(...instants.slice(-Math.ceil(instants.length / 2)));
}

function instantsIn(items: FeedPage["items"], { sinceMs, untilMs = Infinity }: TimeRange): number[] {
  return items.flatMap(({ value: { publishedMs } }) =>
    publishedMs !== undefined && publishedMs >= sinceMs && publishedMs < untilMs ? [publishedMs] : [],
  );
}

/** The events of a page that have all their fields; `malformed` counts the others. */
export function fullItems({ items, titlesOnly }: Pick<FeedPage, "items" | "titlesOnly">): FeedPage["items"] {
  return titlesOnly ? [] : items;
}

/** Why a window was not read on, as a sentence. */
export function emptyPagesMessage(pages: number): string {
  return l10n.t("Paging stopped: the service sent {0} empty pages in a row.", formatNumber(pages));
}

/** The error of an operation when paging makes no progress. @param reason a sentence. */
export function stalledError(reason: string): ApiError {
  return new ApiError({ kind: "malformed", status: 200 }, reason);
}
