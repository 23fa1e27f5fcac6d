import * as l10n from "@vscode/l10n";
import { ApiError } from "../../api/errors";
import {
  maxPageSize,
  type RequestOptions,
  type FeedPage,
  type FeedRequest,
  type ServiceClient,
} from "../../api/types";
import { yieldToEventLoop } from "../../util/timeSlices";
import { iso, type Window } from "../feedRequest";
import { PageSizeLimit } from "./pageSizeLimit";
import { PagingProgress } from "./pagingProgress";

export type PagingState =
  | { readonly kind: "more" }
  /** The whole window was read. */
  | { readonly kind: "complete" }
  /** The service reports more events, but paging makes no progress. `reason` is a sentence. */
  | { readonly kind: "stopped"; readonly reason: string };

interface PageReadOptions extends RequestOptions {
  /** 1 to 500; the page size of the first request by default. */
  readonly pageSize?: number;
}

/** Where an earlier reading of the same window ended. */
export interface PagingStart {
  readonly cursor?: string | undefined;
  /** `positionOf` its last page. */
  readonly positionMs?: number | undefined;
}

/**
 * Reads a window page by page, newest first (docs/service.md, Event feed: paging). If the service refuses a cursor, reading
 * restarts at the position reached: some events are repeated, and the caller recognizes them by their IDs. If pages have
 * nothing new, paging stops; the next `next()` then restarts at the position reached.
 */
export class FeedPaginator {
  private current: PagingState = { kind: "more" };
  /** The request for the next page. */
  private request: FeedRequest;
  private readonly window: Window;
  private readonly sizes = new PageSizeLimit();
  private readonly progress: PagingProgress;
  private readonly seenCursors = new Set<string>();
  /** The page read last. It is evaluated only after the next one was read: callers decode a page while the next is being received. */
  private lastPage: FeedPage | undefined;
  /** Progress at the latest restart, and the number of consecutive restarts without further progress. */
  private lastRestart = { newPages: -1, times: 0 };

  /** @param first the request for the first page; its `since` and `until` are the window. */
  constructor(
    private readonly client: Pick<ServiceClient, "readFeed">,
    private readonly first: FeedRequest,
    start: PagingStart = {},
  ) {
    const { since, until } = first;
    this.window = {
      sinceMs: since === undefined ? -Infinity : Date.parse(since),
      ...(until === undefined ? {} : { untilMs: Date.parse(until) }),
    };
    this.progress = new PagingProgress(this.window, start.positionMs);
    this.request = start.cursor === undefined ? this.restartRequest() : { ...first, cursor: start.cursor };
  }

  get state(): PagingState {
    return this.current;
  }

  /** Reads the next page; after a failure, the same page again. @throws {ApiError} */
  async next({ pageSize = this.request.pageSize, ...options }: PageReadOptions = {}): Promise<FeedPage> {
    if (this.current.kind === "stopped") {
      this.restart();
    }
    const page = await this.readOrRestart(pageSize, options);
    this.evaluateLastPage();
    this.lastPage = page;
    this.current = this.stateAfter(page);
    if (this.current.kind === "more" && page.nextCursor !== null) {
      this.seenCursors.add(page.nextCursor);
      this.request = { ...this.request, cursor: page.nextCursor };
    }
    return page;
  }

  private async readOrRestart(pageSize: number, options: RequestOptions): Promise<FeedPage> {
    try {
      return await this.read(pageSize, options);
    } catch (error) {
      if (this.request.cursor === undefined || !isRefusal(error)) {
        throw error;
      }
      this.restart();
      if (this.lastRestart.times > 2) {
        // Another restart would end at the same page. The caller may retry later.
        this.lastRestart.times = 0;
        throw error;
      }
      // As large as possible, to get past the repeated events even if no cursor is ever accepted.
      return this.read(maxPageSize, options);
    }
  }

  /** Reads a page of the largest readable size. If one event is too large by itself, reads only its title. */
  private async read(pageSize: number, options: RequestOptions): Promise<FeedPage> {
    for (;;) {
      const requested = this.sizes.atMost(pageSize);
      try {
        const page = await this.client.readFeed({ ...this.request, pageSize: requested }, options);
        this.sizes.pageRead(requested, page.pageSize);
        return page;
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== "tooLarge") {
          throw error;
        }
        if (requested > 1) {
          this.sizes.pageTooLarge(requested);
        } else if (this.request.fields === "full") {
          return this.readTitleOnly(options);
        } else {
          throw error;
        }
      }
    }
  }

  private async readTitleOnly(options: RequestOptions): Promise<FeedPage> {
    const page = await this.client.readFeed({ ...this.request, pageSize: 1, fields: "ids" }, options);
    this.sizes.pageRead(1, 1);
    return { ...page, malformed: page.malformed + page.items.length, titlesOnly: true };
  }

  private restart(): void {
    this.evaluateLastPage();
    const { newPages } = this.progress;
    this.lastRestart = {
      newPages,
      times: this.lastRestart.newPages === newPages ? this.lastRestart.times + 1 : 1,
    };
    this.seenCursors.clear();
    this.progress.resetStallCounters();
    this.request = this.restartRequest();
  }

  /** The request that continues at the position reached. It includes that instant, which may have more events. */
  private restartRequest(): FeedRequest {
    // If the cautious position made no progress, continue from the last event.
    const positionMs = this.lastRestart.times > 1 ? this.progress.endMs : this.progress.positionMs;
    return positionMs === undefined
      ? this.first
      : { ...this.first, until: iso(Math.min(positionMs + 1, this.window.untilMs ?? Infinity)) };
  }

  private evaluateLastPage(): void {
    const page = this.lastPage;
    this.lastPage = undefined;
    try {
      if (page) {
        this.progress.addPage(page.items);
        if (!page.titlesOnly) {
          this.sizes.pageDecoded(page.pageSize, page.items.length + page.malformed);
        }
      }
    } catch (bug) {
      // The caller could not read the events of the page, either: the next request is for these again.
      this.restart();
      throw bug;
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
    if (this.seenCursors.has(nextCursor)) {
      return { kind: "stopped", reason: l10n.t("Paging stopped: the service repeated a page.") };
    }
    const { stallReason } = this.progress;
    return stallReason === undefined ? { kind: "more" } : { kind: "stopped", reason: stallReason };
  }
}

/** The events of a page that have all their fields; `malformed` counts the others. */
export function fullItems({ items, titlesOnly }: Pick<FeedPage, "items" | "titlesOnly">): FeedPage["items"] {
  return titlesOnly ? [] : items;
}

/** Decodes a page's items in a separate turn of the event loop: reading, decoding and storing a page each take about as long. */
export async function decodeInOwnTurn(page: Pick<FeedPage, "items">): Promise<void> {
  await yieldToEventLoop();
  // The getter decodes the items.
  if (page.items.length > 0) {
    await yieldToEventLoop();
  }
}

/** Whether the service rejected the request itself, perhaps because its cursor expired. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "rejected" || error.kind === "notFound");
}

/** The error of an operation when paging makes no progress. @param reason a sentence. */
export function stalledError(reason: string): ApiError {
  return new ApiError({ kind: "malformed", status: 200 }, reason);
}
