import type { Completeness } from "../../shared/feedState";
import { ApiError } from "../../api/errors";
import { maxPageSize, type FeedPage, type RetryNotice, type ServiceClient } from "../../api/types";
import { delay } from "../../api/http/delay";
import type { Clock } from "../../util/clock";
import { decodeInOwnTurn } from "../../feed/decodeInOwnTurn";
import { FeedPaginator, type PagingState, fullItems } from "../../feed/paging/feedPaginator";
import { requestFor } from "../../feed/query";
import type { Checkpoint } from "./checkpoint";
import { EndlessFeedError, type EventPages, type ExportPage, type PageOptions } from "./eventPages";

/** An export that nobody watches outlives a service that is away for some minutes. */
const attempts = 10;
const firstWaitMs = 5_000;
const longestWaitMs = 60_000;
/** Advice beyond this is not sat out: the export can be resumed. */
const longestAdviceMs = 10 * 60_000;

interface PageRead {
  readonly page: FeedPage;
  readonly after: PagingState;
}

/** What the reading of a window needs from outside. */
export interface WindowEnvironment {
  readonly client: ServiceClient;
  readonly clock: Clock;
}

/** The events of a window, newest first, from where a checkpoint stands. */
export class WindowPages implements EventPages {
  private readonly paginator: FeedPaginator;
  /** What comes after the last page that was handed out. */
  private after: PagingState = { kind: "more" };
  /** The page after it: asked for while that one is decoded and written. */
  private ahead: Promise<PageRead> | undefined;

  constructor(
    { order, cursor, reachedMs }: Pick<Checkpoint, "order" | "cursor" | "reachedMs">,
    private readonly environment: WindowEnvironment,
  ) {
    const request = requestFor(order.query, order.window, maxPageSize);
    this.paginator = new FeedPaginator(environment.client, request, { cursor, positionMs: reachedMs });
  }

  async next(options: PageOptions): Promise<ExportPage | undefined> {
    if (this.after.kind === "drained") {
      return undefined;
    }
    if (this.after.kind === "stopped") {
      throw new EndlessFeedError(this.after.reason);
    }
    const { page, after } = await this.read(options);
    this.after = after;
    if (after.kind === "more") {
      this.ahead = this.readOnce(options);
      // What goes wrong is dealt with when that page is wanted.
      this.ahead.catch(() => undefined);
    }
    await decodeInOwnTurn(page);
    const { malformed, nextCursor } = page;
    return {
      items: [...fullItems(page)],
      malformed,
      completeness: completenessAfter(after),
      ...(after.kind === "more" && nextCursor !== null ? { cursor: nextCursor } : {}),
    };
  }

  /** One page, with patience. */
  private async read(options: PageOptions): Promise<PageRead> {
    for (let attempt = 1; ; attempt++) {
      try {
        const coming = this.ahead ?? this.readOnce(options);
        this.ahead = undefined;
        return await coming;
      } catch (error) {
        if (!(error instanceof ApiError)) {
          throw error;
        }
        const delayMs = attempt < attempts ? waitMs(error, attempt) : undefined;
        if (delayMs === undefined) {
          throw error;
        }
        const retry: RetryNotice = { attempt: attempt + 1, delayMs, error };
        options.onRetry(retry);
        await delay(this.environment.clock, delayMs, options.signal);
      }
    }
  }

  private async readOnce(options: PageOptions): Promise<PageRead> {
    const { paginator } = this;
    const page = await paginator.next(options);
    return { page, after: paginator.state };
  }
}

function completenessAfter(state: PagingState): Completeness {
  switch (state.kind) {
    case "more":
      return { kind: "more" };
    case "drained":
      return { kind: "complete" };
    case "stopped":
      return { kind: "stopped", message: state.reason };
  }
}

/** How long to wait before another attempt; nothing where there is no use in one. */
function waitMs({ failure }: ApiError, attempt: number): number | undefined {
  const backoffMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1));
  switch (failure.kind) {
    case "unavailable": {
      const adviceMs = failure.retryAfterMs ?? 0;
      return adviceMs > longestAdviceMs ? undefined : Math.max(adviceMs, backoffMs);
    }
    case "unreachable":
    case "interrupted":
    case "timeout":
      return backoffMs;
    default:
      return undefined;
  }
}
