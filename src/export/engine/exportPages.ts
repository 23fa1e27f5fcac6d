import { ApiError } from "../../api/errors";
import { type FeedPage, type Item, maxPageSize, type RetryNotice, type ServiceClient } from "../../api/types";
import { decodeInOwnTurn, FeedPaginator, type PagingState, fullItems } from "../../feed/paging/feedPaginator";
import { requestFor } from "../../feed/feedRequest";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { Completeness } from "../../shared/feedState";
import { type Clock, delay } from "../../util/clock";
import { CombinedSignal } from "../../util/combinedSignal";
import { maxStoredTextLength } from "../../shared/limits";
import type { Checkpoint } from "./checkpoint";
import { PagingStoppedError } from "./exportErrors";

export interface ExportPage {
  /** The writer empties this array as it writes, so that memory is freed long before the next page arrives. */
  readonly items: Item<CompanyEvent>[];
  /** Items that could not be read as events. */
  readonly malformed: number;
  /** Of the next page. */
  readonly cursor?: string;
  /** Whether the events up to this page are everything that was requested. */
  readonly completeness: Completeness;
}

/**
 * Loaded events in pages, so that other work gets a turn between two of them. New events may move the others meanwhile:
 * a repeated event is a duplicate like any other.
 * @param completeness of the loaded events
 */
export function* loadedPages(
  events: Iterable<Item<CompanyEvent>>,
  completeness: Completeness,
): Generator<ExportPage> {
  let items: Item<CompanyEvent>[] = [];
  for (const event of events) {
    items.push(event);
    if (items.length === maxPageSize) {
      yield { items, malformed: 0, completeness };
      items = [];
    }
  }
  yield { items, malformed: 0, completeness };
}

// An export may run unattended, so it survives an outage of some minutes.
const maxAttempts = 10;
const minRetryMs = 5_000;
const maxRetryMs = 60_000;
/** With a longer `Retry-After` the export stops: it can be resumed. */
const maxRetryAfterMs = 10 * 60_000;

export interface DownloadOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called before each wait for another attempt. */
  readonly onRetry: (retry: RetryNotice) => void;
}

/**
 * The pages of a window from the service, newest first, starting at a checkpoint (docs/service.md, Event feed: paging). The
 * next page is requested while one is decoded and written. Iterating throws `ApiError` and `PagingStoppedError`.
 */
export class DownloadedPages implements AsyncIterable<ExportPage> {
  private readonly paginator: FeedPaginator;
  private state: PagingState = { kind: "more" };
  private nextPage: Promise<FeedPage> | undefined;

  constructor(
    { job, cursor, positionMs }: Pick<Checkpoint, "job" | "cursor" | "positionMs">,
    private readonly options: DownloadOptions,
  ) {
    const request = requestFor(job.query, job.window, maxPageSize);
    this.paginator = new FeedPaginator(options.client, request, { cursor, positionMs });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ExportPage> {
    const ending = new AbortController();
    const combined = new CombinedSignal(this.options.signal, ending.signal);
    try {
      while (this.state.kind === "more") {
        yield await this.download(combined.signal);
      }
      if (this.state.kind === "stopped") {
        throw new PagingStoppedError(this.state.reason);
      }
    } finally {
      ending.abort();
      combined.dispose();
    }
  }

  private async download(signal: AbortSignal): Promise<ExportPage> {
    const page = await this.readWithRetries(signal);
    const { state } = this.paginator;
    this.state = state;
    if (state.kind === "more") {
      this.nextPage = this.read(signal);
      // A failure is handled when that page is needed.
      this.nextPage.catch(() => undefined);
    }
    await decodeInOwnTurn(page);
    const { malformed, nextCursor } = page;
    const hasCursor =
      state.kind === "more" && nextCursor !== null && nextCursor.length <= maxStoredTextLength;
    return {
      items: [...fullItems(page)],
      malformed,
      completeness: completenessOf(state),
      ...(hasCursor && { cursor: nextCursor }),
    };
  }

  private async readWithRetries(signal: AbortSignal): Promise<FeedPage> {
    for (let attempt = 1; ; attempt++) {
      const page = this.nextPage ?? this.read(signal);
      this.nextPage = undefined;
      try {
        return await page;
      } catch (error) {
        const delayMs = attempt < maxAttempts ? retryDelayMs(error, attempt) : undefined;
        if (!(error instanceof ApiError) || delayMs === undefined) {
          throw error;
        }
        this.options.onRetry({ attempt: attempt + 1, delayMs, error });
        await delay(this.options.clock, delayMs, signal);
      }
    }
  }

  private read(signal: AbortSignal): Promise<FeedPage> {
    return this.paginator.next({ signal, onRetry: this.options.onRetry });
  }
}

function completenessOf(state: PagingState): Completeness {
  switch (state.kind) {
    case "more":
      return { kind: "more" };
    case "complete":
      return { kind: "complete" };
    case "stopped":
      return { kind: "stopped", message: state.reason };
  }
}

/** How long to wait before another attempt (docs/service.md, Errors); undefined if none would help. */
function retryDelayMs(error: unknown, attempt: number): number | undefined {
  const failure = error instanceof ApiError ? error.failure : undefined;
  const backoffMs = Math.min(maxRetryMs, minRetryMs * 2 ** (attempt - 1));
  switch (failure?.kind) {
    case "unavailable": {
      const retryAfterMs = failure.retryAfterMs ?? 0;
      return retryAfterMs > maxRetryAfterMs ? undefined : Math.max(retryAfterMs, backoffMs);
    }
    case "unreachable":
    case "interrupted":
    case "timeout":
      return backoffMs;
    default:
      return undefined;
  }
}
