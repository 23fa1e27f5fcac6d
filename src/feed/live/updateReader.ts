import { abortedError } from "../../api/http/httpErrors";
import {
  maxPageSize,
  type RequestOptions,
  type FeedPage,
  type FeedRequest,
  type Item,
  type ServiceClient,
} from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Clock } from "../../util/clock";
import { decodeInOwnTurn } from "../decodeApart";
import { FeedPaginator, stalledError } from "../paging/feedPaginator";
import { pageEnd } from "../paging/pageEnd";
import { requestFor, type Window } from "../query";
import { requestTime, type RequestTime } from "../paging/serviceClock";

/** Pages of ids that one poll reads, and twice as many of whole events; what is older is left as a gap. */
const maxPages = 60;

export interface Updates {
  /** When the poll began. */
  readonly startedAt: RequestTime;
  /** All from here on until the poll began is known now, milliseconds since 1970 UTC. */
  readonly completeFromMs: number;
  /** Ids and titles of events that could not be read in whole: these are not worth another try each time. */
  readonly unread: ReadonlyMap<string, string | undefined>;
}

/** What a poll needs of the session it is for. */
export interface UpdateTarget {
  /** Title of a loaded event; undefined where it has none; null for an event that is not loaded. */
  titleOf(id: string): string | undefined | null;
  /** Takes up a page of news. */
  applyUpdates(page: FeedPage): void;
}

/**
 * Reads what is new (`interface.md`, Event feed, rule 5, and design.md, Live): first ids and titles, which is cheap, and
 * only when one of them is unknown, the whole events of that stretch.
 */
export class UpdateReader {
  constructor(
    private readonly client: ServiceClient,
    private readonly clock: Clock,
    private readonly query: FeedQuery,
    private readonly keeper: UpdateTarget,
  ) {}

  /** Reads what the service has from `fromMs` on. Newest first: what a failure leaves out is older than what came. @throws {ApiError} */
  async read(
    fromMs: number,
    options: RequestOptions,
    unreadBefore: Updates["unread"] = new Map(),
  ): Promise<Updates> {
    const sentAt = this.clock.now();
    let startedAt: RequestTime | undefined;
    const unknown: Item<CompanyEvent>[] = [];
    const unread = new Map<string, string | undefined>();
    const idsReadBackTo = await this.drain("ids", { sinceMs: fromMs }, options, (page) => {
      startedAt ??= requestTime(page, sentAt, this.clock.now());
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
      return false;
    });
    const completeFromMs = await this.readWhole(unknown, idsReadBackTo, options);
    for (const { value } of unknown) {
      const { id, title, publishedMs = -Infinity } = value;
      const isInGap = publishedMs >= fromMs && publishedMs < completeFromMs;
      if (!isInGap && this.keeper.titleOf(id) !== title) {
        unread.set(id, title);
      }
    }
    return { startedAt: startedAt ?? { byOurClock: sentAt }, completeFromMs, unread };
  }

  /** The whole events of the stretch in which there are unknown ones. @returns the instant from which on they are read */
  private async readWhole(
    unknown: readonly Item<CompanyEvent>[],
    fromMs: number,
    options: RequestOptions,
  ): Promise<number> {
    const left = new Set(unknown.map(({ value }) => value.id));
    if (left.size === 0) {
      return fromMs;
    }
    const stretch = stretchOf(unknown, fromMs);
    const readBackTo = await this.drain("full", stretch, options, (page) => {
      this.keeper.applyUpdates(page);
      page.items.forEach(({ value }) => left.delete(value.id));
      return left.size === 0;
    });
    return readBackTo <= stretch.sinceMs ? fromMs : readBackTo;
  }

  /**
   * @param take whether no more pages are wanted.
   * @returns the instant from which on everything is read: the window's start, or a later one where there are too many pages.
   */
  private async drain(
    fields: FeedRequest["fields"],
    window: Window,
    options: RequestOptions,
    take: (page: FeedPage) => boolean,
  ): Promise<number> {
    // As large as the service allows: polls are to be few.
    const request = { ...requestFor(this.query, window, maxPageSize), fields };
    const paginator = new FeedPaginator(this.client, request);
    // Whole events may come in more pages than their ids did.
    const limit = fields === "ids" ? maxPages : 2 * maxPages;
    let readBackTo = Math.max(window.sinceMs, this.clock.now());
    for (let pages = 0; pages < limit && paginator.state.kind === "more"; pages++) {
      const page = await paginator.next(options);
      await decodeInOwnTurn(page);
      if (options.signal?.aborted) {
        throw abortedError();
      }
      const endMs = pageEnd(page, window);
      // More events of that same instant may be on the page to come.
      readBackTo = endMs === undefined ? readBackTo : endMs + 1;
      if (take(page)) {
        return window.sinceMs;
      }
    }
    if (paginator.state.kind === "stopped") {
      throw stalledError(paginator.state.reason);
    }
    return paginator.state.kind === "drained" ? window.sinceMs : readBackTo;
  }
}

/** Beyond the year 9999 an instant is written in a way that not every service reads. */
const lastMs = Date.UTC(10_000, 0, 1) - 1;

/** From the oldest to the newest; all from `fromMs` on where one has no date in it that could be asked for. */
function stretchOf(events: readonly Item<CompanyEvent>[], fromMs: number): Window {
  let sinceMs = Infinity;
  let untilMs = -Infinity;
  for (const { value } of events) {
    const { publishedMs } = value;
    if (publishedMs === undefined || publishedMs < fromMs || publishedMs >= lastMs) {
      return { sinceMs: fromMs };
    }
    sinceMs = Math.min(sinceMs, publishedMs);
    untilMs = Math.max(untilMs, publishedMs + 1);
  }
  return { sinceMs, untilMs };
}
