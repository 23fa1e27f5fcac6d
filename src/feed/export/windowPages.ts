import { ApiError } from "../../api/errors";
import type { FeedPage, FeedRequest, Item, RetryNotice, ServiceClient } from "../../api/types";
import { wait } from "../../api/wait";
import type { CompanyEvent } from "../../shared/companyEvent";
import { dayMs } from "../../shared/day";
import type { Clock } from "../../util/clock";
import { decodeApart } from "../decodeApart";
import { Drain, type DrainState } from "../drain";
import { EmptyPages } from "../emptyPages";
import { iso, requestFor } from "../query";
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
  readonly after: DrainState;
}

/** What the reading of a window needs from outside. */
export interface WindowEnvironment {
  readonly client: ServiceClient;
  readonly clock: Clock;
}

/**
 * The events of a window, newest first, from where a checkpoint stands. A cursor that the service does not take (any more)
 * costs nothing: the feed is asked again from the end of the day that was reached (`interface.md`, Event feed: the service
 * walks UTC days backward), and what was read of that day before comes as a repetition.
 */
export class WindowPages implements EventPages {
  private readonly request: FeedRequest;
  private drain: Drain;
  private reachedMs: number | undefined;
  private cursor: string | undefined;
  /** Where the feed was asked again when a cursor was refused the last time; Infinity: from its start. */
  private askedAgainAt: number | undefined;
  private readonly emptyPages = new EmptyPages();
  /** What comes after the last page that was handed out. */
  private after: DrainState = { kind: "more" };
  /** The page after it: asked for while that one is decoded and written. */
  private ahead: Promise<PageRead> | undefined;

  constructor(
    private readonly from: Pick<Checkpoint, "order" | "cursor" | "pageSize" | "reachedMs">,
    private readonly environment: WindowEnvironment,
  ) {
    this.request = requestFor(from.order.query, from.order.window, from.pageSize);
    this.reachedMs = from.reachedMs;
    this.cursor = from.cursor;
    this.drain =
      from.cursor === undefined
        ? this.drainFromReached()
        : new Drain(environment.client, { ...this.request, cursor: from.cursor });
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
    await decodeApart(page);
    const { items, malformed, nextCursor, pageSize } = this.noted(page);
    this.cursor = after.kind === "more" && nextCursor !== null ? nextCursor : undefined;
    return {
      items: [...items],
      malformed,
      pageSize,
      ...(this.cursor === undefined ? {} : { cursor: this.cursor }),
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
        if (error.kind === "rejected" && this.askAgain()) {
          continue;
        }
        const delayMs = attempt < attempts ? waitMs(error, attempt) : undefined;
        if (delayMs === undefined) {
          throw error;
        }
        const retry: RetryNotice = { attempt: attempt + 1, delayMs, error };
        options.onRetry(retry);
        await wait(this.environment.clock, delayMs, options.signal);
      }
    }
  }

  private async readOnce(options: PageOptions): Promise<PageRead> {
    const { drain } = this;
    const page = await drain.next(options);
    return { page, after: drain.state };
  }

  private noted(page: FeedPage): FeedPage {
    this.emptyPages.note(page);
    const { endless } = this.emptyPages;
    if (endless !== undefined) {
      throw new EndlessFeedError(endless);
    }
    this.reachedMs = reachedBy(page.items, this.from.order.window) ?? this.reachedMs;
    return page;
  }

  /** Goes on without the cursor, unless that was done at this place before. @returns whether there is a way on */
  private askAgain(): boolean {
    const at = this.reachedMs ?? Infinity;
    if (this.cursor === undefined || at === this.askedAgainAt) {
      return false;
    }
    this.askedAgainAt = at;
    this.cursor = undefined;
    this.drain = this.drainFromReached();
    return true;
  }

  /** From the newest event of the window, or from the end of the day that was reached. */
  private drainFromReached(): Drain {
    const { request, reachedMs } = this;
    if (reachedMs === undefined) {
      return new Drain(this.environment.client, request);
    }
    const endOfDay = (Math.floor(reachedMs / dayMs) + 1) * dayMs;
    const untilMs = Math.min(endOfDay, this.from.order.window.untilMs ?? Infinity);
    return new Drain(this.environment.client, { ...request, until: iso(untilMs) });
  }
}

/**
 * How far back a page is: the newest of its instants within the window, so that no event that is dated out of its order
 * takes the walk past others.
 */
export function reachedBy(
  items: readonly Item<CompanyEvent>[],
  window: Checkpoint["order"]["window"],
): number | undefined {
  const { sinceMs, untilMs = Infinity } = window;
  let reached: number | undefined;
  for (const { value } of items) {
    const { publishedMs } = value;
    if (publishedMs !== undefined && publishedMs >= sinceMs && publishedMs < untilMs) {
      reached = Math.max(reached ?? publishedMs, publishedMs);
    }
  }
  return reached;
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
