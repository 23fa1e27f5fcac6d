import { abortedError } from "../../api/failures";
import { maxPageSize } from "../../api/limits";
import type { CallOptions, FeedPage, FeedRequest, Item, ServiceClient } from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Clock } from "../../util/clock";
import { decodeApart } from "../decodeApart";
import { FeedPaginator, stalledError } from "../paging/feedPaginator";
import { pageEnd } from "../paging/pageEnd";
import { iso, requestFor, type Window } from "../query";
import { askedAt } from "../serviceClock";

/** Pages of ids that one poll reads; what is older is left as a gap. Of whole events it reads twice as many. */
const maxPages = 60;

export interface News {
  /** When the poll began on the service's clock, ours where it has none, milliseconds since 1970 UTC. */
  readonly startedAt: number;
  /** All from here on until `startedAt` is known now, milliseconds since 1970 UTC. */
  readonly completeFromMs: number;
  /** Ids and titles of events that could not be read in whole: these are not worth another try each time. */
  readonly unread: ReadonlyMap<string, string | undefined>;
}

/** What a poll needs of the session it is for. */
export interface NewsKeeper {
  /** Title of a loaded event; undefined where it has none; null for an event that is not loaded. */
  titleOf(id: string): string | undefined | null;
  /** Takes up a page of news. */
  takeNews(page: FeedPage): void;
}

/**
 * Reads what is new (`interface.md`, Event feed, rule 5, and design.md, Live): first ids and titles, which is cheap, and
 * only when one of them is unknown, the whole events of that stretch.
 */
export class NewsReader {
  constructor(
    private readonly client: ServiceClient,
    private readonly clock: Clock,
    private readonly query: FeedQuery,
    private readonly keeper: NewsKeeper,
  ) {}

  /** Reads what the service has from `fromMs` on. Newest first: what a failure leaves out is older than what came. @throws {ApiError} */
  async read(fromMs: number, options: CallOptions, unreadBefore: News["unread"] = new Map()): Promise<News> {
    const sentAt = this.clock.now();
    let startedAt: number | undefined;
    let readBackTo = Infinity;
    const unknown: Item<CompanyEvent>[] = [];
    const unread = new Map<string, string | undefined>();
    // As large as the service allows: polls are to be few.
    const request: FeedRequest = {
      ...requestFor(this.query, { sinceMs: fromMs }, maxPageSize),
      fields: "ids",
    };
    const drained = await this.drain(request, options, (page) => {
      startedAt ??= askedAt(page, sentAt, this.clock.now());
      readBackTo = pageEnd(page, { sinceMs: fromMs }) ?? readBackTo;
      for (const item of page.items) {
        const { id, title } = item.value;
        if (this.keeper.titleOf(id) === title) {
          continue;
        }
        if (unreadBefore.has(id) && unreadBefore.get(id) === title) {
          unread.set(id, title);
        } else {
          unknown.push(item);
        }
      }
    });
    const began = startedAt ?? sentAt;
    const completeFromMs = drained ? fromMs : Math.min(readBackTo + 1, began);
    if (unknown.length > 0) {
      await this.readWhole(unknown, completeFromMs, options);
    }
    for (const { value } of unknown) {
      if (this.keeper.titleOf(value.id) !== value.title) {
        unread.set(value.id, value.title);
      }
    }
    return { startedAt: began, completeFromMs, unread };
  }

  /** The whole events of the stretch in which there are unknown ones. */
  private async readWhole(
    unknown: readonly Item<CompanyEvent>[],
    fromMs: number,
    options: CallOptions,
  ): Promise<void> {
    const stretch = stretchOf(unknown, fromMs);
    const drained = await this.drain(requestFor(this.query, stretch, maxPageSize), options, (page) =>
      this.keeper.takeNews(page),
    );
    if (!drained) {
      throw stalledError(`There are more new events since ${iso(stretch.sinceMs)} than were told.`);
    }
  }

  /** @returns false where there were too many pages. */
  private async drain(
    request: FeedRequest,
    options: CallOptions,
    take: (page: FeedPage) => void,
  ): Promise<boolean> {
    const paginator = new FeedPaginator(this.client, request);
    // Whole events may come in more pages than their ids did.
    const limit = request.fields === "ids" ? maxPages : 2 * maxPages;
    for (let pages = 0; pages < limit && paginator.state.kind === "more"; pages++) {
      const page = await paginator.next(options);
      await decodeApart(page);
      if (options.signal?.aborted) {
        throw abortedError();
      }
      take(page);
    }
    if (paginator.state.kind === "stopped") {
      throw stalledError(paginator.state.reason);
    }
    return paginator.state.kind === "drained";
  }
}

/** Beyond the year 9999 an instant is written in a way that not every service reads. */
const lastMs = Date.UTC(10_000, 0, 1) - 1;

/** From the oldest to the newest; from `fromMs` on where one has no date that could be asked for. */
function stretchOf(events: readonly Item<CompanyEvent>[], fromMs: number): Window {
  let sinceMs = Infinity;
  let untilMs = -Infinity;
  for (const { value } of events) {
    if (value.publishedMs === undefined || value.publishedMs >= lastMs) {
      return { sinceMs: fromMs };
    }
    sinceMs = Math.min(sinceMs, value.publishedMs);
    untilMs = Math.max(untilMs, value.publishedMs + 1);
  }
  return { sinceMs, untilMs };
}
