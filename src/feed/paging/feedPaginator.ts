import { ApiError } from "../../api/errors";
import {
  maxPageSize,
  type RequestOptions,
  type FeedPage,
  type FeedRequest,
  type ServiceClient,
} from "../../api/types";
import { iso, type Window } from "../query";
import { PageSizeLimit } from "./pageSizeLimit";
import { PagingProgress } from "./pagingProgress";

export type PagingState =
  | { readonly kind: "more" }
  /** The window was read to its end. */
  | { readonly kind: "drained" }
  /** The service says that there is more, but paging gets no further. `reason` is a sentence. */
  | { readonly kind: "stopped"; readonly reason: string };

/** What a caller can say about one page. */
export interface PageReadOptions extends RequestOptions {
  /** 1 to 500, where another page size is wanted than that of the request. */
  readonly pageSize?: number;
}

/** Where an earlier walk through the same window ended. */
export interface PagingStart {
  readonly cursor?: string | undefined;
  /** What `positionOf` said of its last page. */
  readonly positionMs?: number | undefined;
}

/**
 * Reads a window page by page, newest first. A cursor goes back verbatim, the other parameters unchanged but for the page
 * size. When the service refuses a cursor, the window is asked for again from the position reached: some events come twice
 * then, and the caller tells them by their ids. When it sends nothing new any more, paging stops; asking on from there
 * starts again at the position reached.
 */
export class FeedPaginator {
  private current: PagingState = { kind: "more" };
  /** The request for the next page. */
  private request: FeedRequest;
  private readonly window: Window;
  private readonly sizes = new PageSizeLimit();
  private readonly progress: PagingProgress;
  private readonly seenCursors = new Set<string>();
  /** Looked at once the next page is there: its reader asks for that one first and decodes this one meanwhile. */
  private previous: FeedPage | undefined;
  /** How much progress had been made when the last restart began, and how often that was so in a row. */
  private lastRestart = { steps: -1, times: 0 };

  /** @param first the request for the first page; its `since` and `until` are the window. */
  constructor(
    private readonly client: ServiceClient,
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

  /** Reads the next page. After a failure the same page is asked for again. @throws {ApiError} */
  async next({ pageSize = this.request.pageSize, ...options }: PageReadOptions = {}): Promise<FeedPage> {
    if (this.current.kind === "stopped") {
      this.restart();
    }
    const page = await this.readOrRestart(pageSize, options);
    this.notePrevious();
    this.previous = page;
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
        // Another one would come to the same page again. The caller may retry later.
        this.lastRestart.times = 0;
        throw error;
      }
      // Large, to get past what overlaps even where no cursor is ever accepted.
      return this.read(maxPageSize, options);
    }
  }

  /** Reads a page as large as can be read; an event that is too large by itself is stepped over. */
  private async read(pageSize: number, options: RequestOptions): Promise<FeedPage> {
    for (;;) {
      const asked = this.sizes.atMost(pageSize);
      try {
        const page = await this.client.readFeed({ ...this.request, pageSize: asked }, options);
        this.sizes.noteRead(asked, page.pageSize);
        return page;
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== "tooLarge") {
          throw error;
        }
        if (asked > 1) {
          this.sizes.noteTooLarge(asked);
        } else if (this.request.fields === "full") {
          return this.stepOver(options);
        } else {
          throw error;
        }
      }
    }
  }

  /** Has the event that comes next without all that makes it too large. */
  private async stepOver(options: RequestOptions): Promise<FeedPage> {
    const page = await this.client.readFeed({ ...this.request, pageSize: 1, fields: "ids" }, options);
    this.sizes.noteRead(1, 1);
    return { ...page, malformed: page.malformed + page.items.length, titlesOnly: true };
  }

  private restart(): void {
    this.notePrevious();
    const { steps } = this.progress;
    this.lastRestart = { steps, times: this.lastRestart.steps === steps ? this.lastRestart.times + 1 : 1 };
    this.seenCursors.clear();
    this.progress.resetStallCounters();
    this.request = this.restartRequest();
  }

  /** Includes the instant of the position reached: more events of that instant may be to come. */
  private restartRequest(): FeedRequest {
    // Where the careful way got no further, the other one is all that is left.
    const positionMs = this.lastRestart.times > 1 ? this.progress.endMs : this.progress.positionMs;
    return positionMs === undefined
      ? this.first
      : { ...this.first, until: iso(Math.min(positionMs + 1, this.window.untilMs ?? Infinity)) };
  }

  private notePrevious(): void {
    if (this.previous) {
      const { items, malformed, pageSize, titlesOnly } = this.previous;
      this.progress.note(items);
      if (!titlesOnly) {
        this.sizes.noteItems(pageSize, items.length + malformed);
      }
      this.previous = undefined;
    }
  }

  private stateAfter({ hasMore, nextCursor }: FeedPage): PagingState {
    if (!hasMore) {
      return { kind: "drained" };
    }
    if (nextCursor === null) {
      return stopped("the service says there is more but sent no cursor");
    }
    if (this.seenCursors.has(nextCursor)) {
      return stopped("the service repeated a page");
    }
    const { stalled } = this.progress;
    return stalled === undefined ? { kind: "more" } : stopped(stalled);
  }
}

/** The events of a page that were read as a whole; `malformed` counts the others. */
export function wholeItems({ items, titlesOnly }: Pick<FeedPage, "items" | "titlesOnly">): FeedPage["items"] {
  return titlesOnly ? [] : items;
}

function stopped(why: string): PagingState {
  return { kind: "stopped", reason: `Paging stopped: ${why}.` };
}

/** Whether the service does not accept the request as it is. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "rejected" || error.kind === "notFound");
}

/** The failure of a step that needs more pages than paging gives. @param reason a sentence. */
export function stalledError(reason: string): ApiError {
  return new ApiError({ kind: "malformed", status: 200 }, reason);
}
