import type { FeedPage, RequestOptions, ServiceClient } from "../../service/types";
import type { CompanyEvent } from "../../shared/companyEvent";
import type { FeedQuery } from "../../shared/feedQuery";
import type { Clock } from "../../util/clock";
import { type CheckedEvents, readIdsFirst } from "./newestPages";

/** What a check has read; of some events, only ID, title and date. */
export interface Updates extends CheckedEvents {
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
    const { client, clock, query, target } = this;
    const isKnown = ({ id, title }: CompanyEvent): boolean => target.titleOf(id) === title;
    const unreadable = new Map<string, string | undefined>();
    const unknown: CompanyEvent[] = [];
    const checked = await readIdsFirst(
      { client, clock, query },
      fromMs,
      {
        needed: (events) => {
          for (const event of events.filter((each) => !isKnown(each))) {
            const { id, title } = event;
            if (this.unreadable.has(id) && this.unreadable.get(id) === title) {
              unreadable.set(id, title);
            } else {
              unknown.push(event);
            }
          }
          return unknown;
        },
        onPage: (page) => target.applyUpdates(page),
      },
      options,
    );
    const completeFromMs = checked.fromMs;
    for (const event of unknown) {
      const { id, title, publishedMs = -Infinity } = event;
      const isInGap = publishedMs >= fromMs && publishedMs < completeFromMs;
      if (!isInGap && !isKnown(event)) {
        unreadable.set(id, title);
      }
    }
    this.unreadable = unreadable;
    return { ...checked, unreadable };
  }
}
