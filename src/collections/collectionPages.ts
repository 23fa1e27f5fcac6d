import { ApiError } from "../api/errors";
import type { Collection, Item, ServiceClient } from "../api/types";
import { Owner } from "../util/disposable";
import { Emitter, type Event } from "../util/event";
import { Gathering } from "./gathering";

/** What the tree shows of one organization's collections. Replaced whole at every change. */
export interface CollectionPagesState {
  /** In the service's order, each identity once. */
  readonly items: readonly Item<Collection>[];
  /** Number of collections over all pages, as the service last said; absent when it does not. */
  readonly totalCount?: number;
  /** Whether there is a next page; `unknown` when only asking can tell. */
  readonly more: Gathering["more"];
  readonly busy: boolean;
  /** Why the last page could not be had; what was loaded stays. */
  readonly failure?: ApiError;
  /** Elements that could not be read as collections. */
  readonly malformed: number;
  /** The list moved while it was read: some collections may have been missed. */
  readonly moved: boolean;
}

/**
 * The collections of one connection, a page at a time (`interface.md`, List collections). One request is under way at most;
 * a wish that comes meanwhile joins it.
 */
export class CollectionPages extends Owner {
  private readonly changed = this.own(new Emitter<CollectionPagesState>());
  private readonly ending = new AbortController();
  private gathering = new Gathering();
  private current: CollectionPagesState = stateOf(this.gathering);
  private underWay: Promise<void> | undefined;

  readonly onDidChange: Event<CollectionPagesState> = this.changed.event;

  constructor(
    private readonly client: ServiceClient,
    private readonly pageSize: () => number,
  ) {
    super();
    this.own({ dispose: () => this.ending.abort() });
  }

  get state(): CollectionPagesState {
    return this.current;
  }

  /** Loads the next page. What goes wrong stands in the state. */
  loadMore(): Promise<void> {
    return this.single(async () => {
      if (this.gathering.more !== "no") {
        await this.gather(this.gathering, 1);
      }
    });
  }

  /**
   * Reads again from the start as many rows as were loaded. The old rows stay until the new ones are complete; should that
   * fail, they stay for good.
   */
  refresh(): Promise<void> {
    return this.single(() => this.gather(new Gathering(), Math.max(this.gathering.size, 1)));
  }

  private single(work: () => Promise<void>): Promise<void> {
    this.underWay ??= work().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  /** Adds pages until at least `rows` more rows are there or the end is reached. */
  private async gather(into: Gathering, rows: number): Promise<void> {
    this.publish({ ...stateOf(this.gathering), busy: true });
    const wanted = into.size + rows;
    try {
      do {
        into.add(
          await this.client.listCollections(
            { limit: this.pageSize(), offset: into.nextOffset },
            { signal: this.ending.signal },
          ),
        );
      } while (into.more !== "no" && into.size < wanted);
      this.gathering = into;
      this.publish(stateOf(into));
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      // A refresh that failed leaves the rows of before; a further page that failed leaves those that came before it.
      this.publish({ ...stateOf(this.gathering), failure: error });
    }
  }

  private publish(state: CollectionPagesState): void {
    if (!this.disposed) {
      this.current = state;
      this.changed.fire(state);
    }
  }
}

function stateOf(gathering: Gathering): CollectionPagesState {
  return {
    items: gathering.snapshot(),
    ...(gathering.totalCount === undefined ? {} : { totalCount: gathering.totalCount }),
    more: gathering.more,
    busy: false,
    malformed: gathering.malformed,
    moved: gathering.moved,
  };
}
