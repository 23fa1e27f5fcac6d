import { ApiError } from "../api/errors";
import type { CallOptions, FeedPage, FeedRequest, ServiceClient } from "../api/types";

export type DrainState =
  | { readonly kind: "more" }
  /** The window is drained. */
  | { readonly kind: "drained" }
  /** The service says that there is more, but gives no way on. `reason` is a sentence. */
  | { readonly kind: "stopped"; readonly reason: string };

/** What a caller can say about one page. */
export interface DrainOptions extends CallOptions {
  /** 1 to 500, where another page size is wanted than that of the request. */
  readonly pageSize?: number;
}

/**
 * Follows `next_cursor` from page to page until `has_more` is false (`interface.md`, Event feed, rules 1 and 2). The cursor
 * goes back verbatim, the other parameters unchanged but for the page size, which the service rules.
 */
export class Drain {
  private current: DrainState = { kind: "more" };
  private readonly seenCursors = new Set<string>();
  /** The largest page size that the service applies, where that is less than was asked for. */
  private largest = Infinity;

  /** @param request that for the first page. */
  constructor(
    private readonly client: ServiceClient,
    private request: FeedRequest,
  ) {}

  get state(): DrainState {
    return this.current;
  }

  /** Reads the next page. After a failure the same page is asked for again. @throws {ApiError} */
  async next({ pageSize = this.request.pageSize, ...options }: DrainOptions = {}): Promise<FeedPage> {
    const asked = Math.min(pageSize, this.largest);
    const page = await this.client.readFeed({ ...this.request, pageSize: asked }, options);
    if (page.pageSize < asked) {
      this.largest = page.pageSize;
    }
    this.current = this.stateAfter(page);
    if (this.current.kind === "more" && page.nextCursor !== null) {
      this.request = { ...this.request, cursor: page.nextCursor };
    }
    return page;
  }

  private stateAfter(page: FeedPage): DrainState {
    if (!page.hasMore) {
      return { kind: "drained" };
    }
    if (page.nextCursor === null) {
      return { kind: "stopped", reason: "The service says there is more, but not how to get it." };
    }
    if (this.seenCursors.has(page.nextCursor)) {
      return { kind: "stopped", reason: "The service goes round in circles: it gave the same cursor again." };
    }
    this.seenCursors.add(page.nextCursor);
    return { kind: "more" };
  }
}

/** The failure of a step that the service gives no way on for. @param reason a sentence. */
export function noWayOn(reason: string): ApiError {
  return new ApiError({ kind: "malformed", status: 200 }, reason);
}
