import type { Activity } from "../../shared/feedState";
import { abortedError } from "../../api/http/httpErrors";
import type { FeedPage, RetryNotice } from "../../api/types";
import type { Clock } from "../../util/clock";
import { Disposable } from "../../util/disposable";
import { type FeedPaginator, type PageReadOptions, wholeItems } from "../paging/feedPaginator";
import { requestTime, type RequestTime } from "../paging/serviceClock";
import type { OperationQueue } from "./operationQueue";
import type { EventStore } from "../store/eventStore";

/** Reads pages and takes them up into a session's store. Disposed of, it reads no more. */
export class PageLoader extends Disposable {
  private readonly ending = new AbortController();
  private malformedItems = 0;
  private lastReadAt: number | undefined;
  private firstTime: RequestTime | undefined;

  /** @param steps told how reading goes. */
  constructor(
    private readonly store: EventStore,
    private readonly steps: OperationQueue,
    private readonly clock: Clock,
  ) {
    super();
    this.register({ dispose: () => this.ending.abort() });
  }

  /** Items so far that could not be read as events. */
  get malformed(): number {
    return this.malformedItems;
  }

  /** When the last page came, milliseconds since 1970 UTC. */
  get readAt(): number | undefined {
    return this.lastReadAt;
  }

  /** When the first page was asked for. */
  get firstRequestTime(): RequestTime | undefined {
    return this.firstTime;
  }

  /**
   * The next page of a stretch.
   * @param activity what is under way, until the page is there.
   * @param options `signal`, where something else than disposal is to end it.
   * @throws {ApiError} as aborted when the intake was disposed of meanwhile.
   */
  async read(
    paginator: FeedPaginator,
    activity: Activity,
    options: Pick<PageReadOptions, "pageSize" | "signal"> = {},
  ): Promise<FeedPage> {
    const { clock, steps } = this;
    steps.report(activity);
    const sentAt = clock.now();
    const page = await paginator.next({
      signal: this.ending.signal,
      ...options,
      onRetry: (retry) => steps.report({ ...(steps.activity ?? activity), waiting: this.waitFor(retry) }),
    });
    if (this.disposed) {
      throw abortedError();
    }
    this.firstTime ??= requestTime(page, sentAt, clock.now());
    return page;
  }

  /** Takes up a page. @returns how many events it added. */
  ingest(page: FeedPage): number {
    const added = this.store.insert(wholeItems(page));
    this.malformedItems += page.malformed;
    this.lastReadAt = this.clock.now();
    return added;
  }

  /** Tells that events came, and how far it is, while the next page is under way. */
  reportProgress(activity: Activity): void {
    const { waiting } = this.steps.activity ?? {};
    this.steps.report({ ...activity, ...(waiting && { waiting }) });
  }

  private waitFor({ error, delayMs }: RetryNotice): NonNullable<Activity["waiting"]> {
    return { message: error.message, untilMs: this.clock.now() + delayMs };
  }
}
