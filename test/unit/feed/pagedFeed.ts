import type { Feed } from "../../../src/feed/feed";
import { EventBudget } from "../../../src/feed/store/eventBudget";
import { FakeClock } from "../../support/fakes/fakeClock";
import { createFeed, eventIds } from "../../support/feeds";
import { type PagedEvent, type PagingBehavior, PagingService } from "../../support/services/pagingService";

export const minute = 60_000;
export const hour = 60 * minute;

const clock = new FakeClock();

/** One event per interval before the clock's start, newest first. @param kinds of some events, by index */
export function eventsEvery(
  intervalMs: number,
  count: number,
  kinds: Readonly<Record<number, PagedEvent["kind"]>> = {},
): PagedEvent[] {
  return Array.from({ length: count }, (_, n) => {
    const kind = kinds[n];
    return { id: `evt_${n}`, ms: clock.now() - (n + 1) * intervalMs, ...(kind && { kind }) };
  });
}

/** A feed of the last week, not started yet, on a service that sends `events`, which tests may change. */
export class PagedFeed {
  readonly clock = new FakeClock();
  readonly feed: Feed;
  /** The limit of loaded events. */
  maxEvents = 1_000_000;

  private constructor(
    readonly events: PagedEvent[],
    readonly service: PagingService,
    pageSize: number,
  ) {
    this.feed = createFeed(service.client, this.clock, {
      pageSize: () => pageSize,
      budget: new EventBudget(() => this.maxEvents),
    });
  }

  static async create(
    events: PagedEvent[],
    behavior: PagingBehavior = {},
    pageSize = 40,
  ): Promise<PagedFeed> {
    return new PagedFeed(events, await PagingService.start(events, behavior), pageSize);
  }

  /** IDs of the shown events. */
  get ids(): string[] {
    return eventIds(this.feed);
  }

  /** IDs of the service's events that can be read. */
  get readableIds(): string[] {
    return this.events.filter(({ kind }) => kind === undefined).map(({ id }) => id);
  }

  get completeness(): string {
    return this.feed.state.completeness.kind;
  }

  async dispose(): Promise<void> {
    this.feed.dispose();
    await this.service.dispose();
  }
}
