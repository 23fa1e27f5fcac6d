import { ApiError } from "../../api/errors";
import type { Collection, Item, RetryNotice, ServiceClient } from "../../api/types";
import { Disposable } from "../../util/disposable";
import { CombinedSignal } from "../../util/combinedSignal";
import { Emitter, type Event } from "../../util/event";
import { CollectionListBuilder } from "./collectionListBuilder";
import { CollectionPageReader } from "./collectionPageReader";
import { SharedCancellation } from "./sharedCancellation";

/** What the tree shows of one organization's collections. Replaced whole at every change. */
export interface CollectionListState {
  /** In the service's order, each identity once. The same array as before when no row has changed. */
  readonly items: readonly Item<Collection>[];
  /** Number of collections over all pages, as the service last said; absent when it does not, or when it was proved wrong. */
  readonly totalCount?: number;
  /** Whether there is a next page; `unknown` when only asking can tell. */
  readonly more: CollectionListBuilder["more"];
  readonly busy: boolean;
  /** Why the last page could not be had; what was loaded stays. */
  readonly failure?: ApiError;
  /** A request failed and is sent again after a while. */
  readonly retry?: RetryNotice | undefined;
  /** Elements that could not be read as collections. */
  readonly malformed: number;
  /** Elements left out because another one on their page has the same identity. */
  readonly repeated: number;
  /** The list moved while it was read: some collections may have been missed. */
  readonly changed: boolean;
  /** The service hands over the same collections again and again. */
  readonly stuck: boolean;
  /** The service said another number of collections than it handed over. */
  readonly countDiffers: boolean;
}

/** How far reading many pages has got. */
export interface LoadProgress {
  readonly loaded: number;
  /** How many there will be, where that is known. */
  readonly of: number | undefined;
}

/** Rows that one Load All adds at most: VS Code draws no more of them in reasonable time. */
const loadAllLimit = 100_000;

/**
 * The collections of one connection, a page at a time (`interface.md`, List collections). One piece of work is under way at
 * most; a wish that comes meanwhile joins it.
 */
export class CollectionList extends Disposable {
  private readonly changes = this.register(new Emitter<CollectionListState>());
  private readonly readings = this.register(new Emitter<LoadProgress>());
  private readonly ending = new AbortController();
  private readonly reader: CollectionPageReader;
  private gathering = new CollectionListBuilder();
  private current: CollectionListState = stateOf(this.gathering);
  private underWay: Promise<void> | undefined;
  /** Many pages being read: all that are left, or those of a refresh. */
  private bulk: { readonly all: boolean; readonly wishes: SharedCancellation } | undefined;
  private checking: Promise<void> = Promise.resolve();
  private refreshFailed = false;

  readonly onDidChange: Event<CollectionListState> = this.changes.event;
  /** Fired after each page while many are read; the state changes at their end. */
  readonly onDidRead: Event<LoadProgress> = this.readings.event;

  constructor(
    client: ServiceClient,
    private readonly pageSize: () => number,
  ) {
    super();
    this.reader = new CollectionPageReader(client, pageSize, (retry) => this.waitToRetry(retry));
    this.register({ dispose: () => this.ending.abort() });
  }

  get state(): CollectionListState {
    return this.current;
  }

  /** What is loaded by now, while many pages are read too: grows; another array after a refresh. */
  get live(): readonly Item<Collection>[] {
    return this.gathering.live;
  }

  /** Loads the next page; after a refresh that failed, refreshes. What goes wrong stands in the state. */
  loadMore(): Promise<void> {
    if (this.refreshFailed && !this.underWay) {
      return this.refresh();
    }
    return this.single(async () => {
      await this.checking;
      const { gathering } = this;
      if (gathering.more === "no") {
        return;
      }
      await this.attempt(this.ending.signal, (signal) => this.reader.readPage(gathering, signal));
      this.checking = this.check(gathering);
    });
  }

  /**
   * Loads all pages that are left, up to the next multiple of `loadAllLimit` rows. What came before `wish` called it off, or
   * before a page failed, is kept.
   */
  async loadAll(wish?: AbortSignal): Promise<void> {
    while (this.underWay) {
      if (this.bulk?.all && !this.bulk.wishes.signal.aborted) {
        this.bulk.wishes.add(wish);
        return this.underWay;
      }
      await this.underWay;
    }
    return this.many(true, wish, async (signal) => {
      const { gathering } = this;
      const rows = (Math.floor(gathering.size / loadAllLimit) + 1) * loadAllLimit;
      // Who goes on from here wants these rows, not those of a refresh that failed.
      this.refreshFailed = false;
      await this.readMany(gathering, rows, signal);
    });
  }

  /**
   * Reads again from the start as many rows as were loaded, or all when all were. The old rows stay until the new ones are
   * complete; should that fail or be called off, they stay for good. A Load All under way ends first, with what it has.
   */
  async refresh(wish?: AbortSignal): Promise<void> {
    this.bulk?.wishes.dispose();
    while (this.underWay) {
      await this.underWay;
    }
    await this.many(false, wish, async (signal) => {
      const fresh = new CollectionListBuilder();
      const rows = this.gathering.more === "no" ? Infinity : Math.max(this.gathering.size, this.pageSize());
      await this.readMany(fresh, rows, signal);
      if (!this.disposed) {
        this.gathering = fresh;
      }
    });
    this.refreshFailed = this.current.failure !== undefined;
  }

  /** Resolves once nothing is asked any more. */
  async settled(): Promise<void> {
    await this.underWay;
    await this.checking;
  }

  private single(work: () => Promise<void>): Promise<void> {
    this.underWay ??= work().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  private many(
    all: boolean,
    wish: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    return this.single(async () => {
      const wishes = new SharedCancellation();
      this.bulk = { all, wishes };
      wishes.add(wish);
      const ended = new CombinedSignal(wishes.signal, this.ending.signal);
      try {
        await this.checking;
        await this.attempt(ended.signal, work);
      } finally {
        this.bulk = undefined;
        ended.dispose();
        wishes.dispose();
      }
    });
  }

  /** Does something that changes what is gathered, and publishes what came of it. */
  private async attempt(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.publish({ ...stateOf(this.gathering), busy: true });
    let failure: ApiError | undefined;
    try {
      await work(signal);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        this.publish(stateOf(this.gathering));
        throw error;
      }
      failure = error.kind === "aborted" ? undefined : error;
    }
    this.publish({ ...stateOf(this.gathering), ...(failure ? { failure } : {}) });
  }

  private waitToRetry(retry: RetryNotice): void {
    // What is only checked behind the rows on screen concerns nobody.
    if (this.current.busy) {
      this.publish({ ...this.current, retry });
    }
  }

  /** Behind a page that is on screen already: finds out whether the list has moved before it was read. */
  private async check(gathering: CollectionListBuilder): Promise<void> {
    if (await this.reader.check(gathering, this.ending.signal)) {
      this.publish(stateOf(gathering));
    }
  }

  private async readMany(into: CollectionListBuilder, rows: number, signal: AbortSignal): Promise<void> {
    await this.reader.readMany(into, rows, signal, () => {
      if (!this.disposed) {
        if (this.current.retry) {
          this.publish({ ...this.current, retry: undefined });
        }
        const of = Math.min(into.totalCount ?? Infinity, rows);
        this.readings.fire({ loaded: into.size, of: Number.isFinite(of) ? of : undefined });
      }
    });
  }

  private publish(state: CollectionListState): void {
    if (!this.disposed) {
      this.current = state;
      this.changes.fire(state);
    }
  }
}

function stateOf(gathering: CollectionListBuilder): CollectionListState {
  const { totalCount, more, malformed, repeated, changed, stuck, countDiffers } = gathering;
  return {
    items: gathering.snapshot(),
    ...(totalCount === undefined ? {} : { totalCount }),
    more,
    busy: false,
    malformed,
    repeated,
    changed,
    stuck,
    countDiffers,
  };
}
