import type { FeedPage, FeedRequest, Item, RequestOptions, ServiceClient } from "../../api/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Clock } from "../../util/clock";
import { type RequestTime, requestTimeOf } from "../paging/serviceTime";
import type { Window } from "../feedRequest";
import { readNewest, windowAround } from "./newestPages";

/** What a check has read. */
export interface Updates {
  /** When the check started. */
  readonly startedAt: RequestTime;
  /** All events published from here on until the check started are loaded, milliseconds since 1970 UTC. */
  readonly completeFromMs: number;
  /** The events that the service has from the requested instant on, with ID, title and date. */
  readonly events: readonly CompanyEvent[];
  /** IDs and titles of new or changed events that could not be read in full. */
  readonly unreadable: ReadonlyMap<string, string | undefined>;
}

/** The loaded events, to which updates are applied. */
interface UpdateTarget {
  /** Title of a loaded event; undefined if it has none; null if the event is not loaded. */
  titleOf(id: string): string | undefined | null;
  applyUpdates(page: FeedPage): void;
}

/**
 * Reads new and changed events (docs/service.md, Event feed: polling): first IDs and titles, which is cheap, and only if one
 * of them is unknown, the full events of that time.
 */
export class UpdateReader {
  /** Those of the last check, which are not requested again and again. */
  private unreadable: Updates["unreadable"] = new Map();

  constructor(
    private readonly client: ServiceClient,
    private readonly clock: Clock,
    private readonly query: FeedQuery,
    private readonly target: UpdateTarget,
  ) {}

  /**
   * Reads all events from `fromMs` on, newest first, so that a failure leaves out only older ones.
   * @throws {ApiError}
   */
  async read(fromMs: number, options: RequestOptions): Promise<Updates> {
    const sentAt = this.clock.now();
    let startedAt: RequestTime | undefined;
    const unknown: Item<CompanyEvent>[] = [];
    const events = new Map<string, CompanyEvent>();
    const unreadable = new Map<string, string | undefined>();
    const idsCompleteFromMs = await this.readPages("ids", { sinceMs: fromMs }, options, (page) => {
      startedAt ??= requestTimeOf(page, sentAt, this.clock.now());
      for (const item of page.items) {
        const { id, title } = item.value;
        events.set(id, item.value);
        if (this.target.titleOf(id) === title) {
          continue;
        }
        if (this.unreadable.has(id) && this.unreadable.get(id) === title) {
          unreadable.set(id, title);
        } else {
          unknown.push(item);
        }
      }
      return false;
    });
    const completeFromMs = await this.readFull(unknown, idsCompleteFromMs, options);
    for (const { value } of unknown) {
      const { id, title, publishedMs = -Infinity } = value;
      const isInGap = publishedMs >= fromMs && publishedMs < completeFromMs;
      if (!isInGap && this.target.titleOf(id) !== title) {
        unreadable.set(id, title);
      }
    }
    this.unreadable = unreadable;
    return {
      startedAt: startedAt ?? { byOurClock: sentAt },
      completeFromMs,
      events: [...events.values()],
      unreadable,
    };
  }

  /** Reads the full events of the time that has unknown ones. @returns the instant from which they are complete. */
  private async readFull(
    unknown: readonly Item<CompanyEvent>[],
    fromMs: number,
    options: RequestOptions,
  ): Promise<number> {
    const ids = new Set(unknown.map(({ value }) => value.id));
    if (ids.size === 0) {
      return fromMs;
    }
    const window = windowAround(
      unknown.map(({ value }) => value),
      fromMs,
    );
    const completeFromMs = await this.readPages("full", window, options, (page) => {
      this.target.applyUpdates(page);
      page.items.forEach(({ value }) => ids.delete(value.id));
      return ids.size === 0;
    });
    return completeFromMs <= window.sinceMs ? fromMs : completeFromMs;
  }

  private readPages(
    fields: FeedRequest["fields"],
    window: Window,
    options: RequestOptions,
    isDone: (page: FeedPage) => boolean,
  ): Promise<number> {
    const { client, clock, query } = this;
    return readNewest({ client, clock, query }, { fields, window }, options, isDone);
  }
}
