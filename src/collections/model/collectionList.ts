import { ApiError } from "../../api/errors";
import type { Collection, CollectionPage, Item, RetryNotice, ServiceClient } from "../../api/types";
import { Disposable } from "../../util/disposable";
import { Emitter, type Event } from "../../shared/event";
import { CollectionListBuilder, type LoadedCollections } from "./collectionListBuilder";

/** What the tree shows of a connection's collections. Replaced as a whole at every change. */
export interface CollectionListState extends LoadedCollections {
  readonly busy: boolean;
  /** Why the last request failed. What was loaded stays. */
  readonly failure?: ApiError;
  /** The failure is that of a refresh: Retry refreshes again. */
  readonly refreshFailed?: boolean;
  /** A request failed and will be sent again. */
  readonly retry?: RetryNotice | undefined;
}

/** Progress of loading many pages, in collections. */
interface LoadProgress {
  readonly loaded: number;
  /** How many there will be, if known. */
  readonly total: number | undefined;
}

/** Maximum number of collections that one Load All adds: VS Code takes too long to render more. */
const loadAllLimit = 100_000;

/** The running operation. */
interface Operation {
  readonly kind: "more" | "all" | "refresh";
  readonly cancellation: SharedCancellation;
  readonly done: Promise<void>;
}

/**
 * The collections of one connection, loaded a page at a time (docs/service.md, Collections). One operation runs at a time;
 * a call for the same joins it. Failures are part of the state.
 */
export class CollectionList extends Disposable {
  private readonly changeEmitter = this.register(new Emitter<CollectionListState>());
  private readonly progressEmitter = this.register(new Emitter<LoadProgress>());
  private readonly disposal = new AbortController();
  private builder = new CollectionListBuilder();
  private current: CollectionListState = { ...this.builder.loaded, busy: false };
  private operation: Operation | undefined;
  private verification: Promise<void> = Promise.resolve();

  readonly onDidChange: Event<CollectionListState> = this.changeEmitter.event;
  /** Fired after each page of a Load All or refresh; the state changes once all have loaded. */
  readonly onDidProgress: Event<LoadProgress> = this.progressEmitter.event;

  constructor(
    private readonly client: ServiceClient,
    private readonly pageSize: () => number,
  ) {
    super();
    this.register({
      dispose: () => {
        this.disposal.abort();
        this.operation?.cancellation.cancel();
      },
    });
  }

  get state(): CollectionListState {
    return this.current;
  }

  /** Everything loaded so far, also during a Load All: the array grows. A refresh replaces the array. */
  get loadedItems(): readonly Item<Collection>[] {
    return this.builder.loadedItems;
  }

  /** Loads the next page; after a failed refresh, refreshes. */
  async loadMore(): Promise<void> {
    if (this.operation) {
      return this.operation.done;
    }
    if (this.current.refreshFailed) {
      return this.refresh();
    }
    const { builder } = this;
    if (builder.hasMore !== "no") {
      await this.run("more", undefined, async (signal) => {
        const { size } = builder;
        do {
          await this.readPage(builder, this.pageSize(), false, signal);
        } while (builder.hasMore !== "no" && builder.size === size);
        await this.confirmEnd(builder, signal);
      });
    }
  }

  /**
   * Loads all remaining pages, up to the next multiple of `loadAllLimit` collections. What was loaded before it is
   * canceled or fails is kept.
   */
  async loadAll(signal?: AbortSignal): Promise<void> {
    while (this.operation) {
      const { kind, cancellation, done } = this.operation;
      if (kind === "all" && !cancellation.signal.aborted) {
        cancellation.add(signal);
        return done;
      }
      await done;
    }
    await this.run("all", signal, async (shared) => {
      const count = (Math.floor(this.builder.size / loadAllLimit) + 1) * loadAllLimit;
      await this.readMany(this.builder, count, shared);
    });
  }

  /**
   * Reloads as many collections as were loaded, from the start, or all if all were. The old ones stay until the new
   * ones are complete, and stay for good if that fails or is canceled. Cancels a Load All, which keeps what it has.
   */
  async refresh(signal?: AbortSignal): Promise<void> {
    if (this.operation?.kind !== "more") {
      this.operation?.cancellation.cancel();
    }
    while (this.operation) {
      await this.operation.done;
    }
    await this.run("refresh", signal, async (shared) => {
      const builder = new CollectionListBuilder();
      const count = this.builder.hasMore === "no" ? Infinity : Math.max(this.builder.size, this.pageSize());
      await this.readMany(builder, count, shared);
      if (!this.disposed) {
        this.builder = builder;
      }
    });
  }

  /** Resolves when no request is running. */
  async settled(): Promise<void> {
    await this.operation?.done;
    await this.verification;
  }

  private run(
    kind: Operation["kind"],
    signal: AbortSignal | undefined,
    read: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const cancellation = new SharedCancellation();
    cancellation.add(signal);
    const done = this.verification
      .then(() => this.load(kind, () => read(cancellation.signal)))
      .finally(() => (this.operation = undefined));
    this.operation = { kind, cancellation, done };
    return done;
  }

  private async load(kind: Operation["kind"], read: () => Promise<void>): Promise<void> {
    if (this.disposed) {
      return;
    }
    this.update({ ...this.builder.loaded, busy: true });
    let failure: ApiError | undefined;
    try {
      await read();
    } catch (error) {
      if (!(error instanceof ApiError)) {
        this.update({ ...this.builder.loaded, busy: false });
        throw error;
      }
      failure = error.kind === "aborted" ? undefined : error;
    }
    const refreshFailed = kind === "refresh";
    this.update({ ...this.builder.loaded, busy: false, ...(failure ? { failure, refreshFailed } : {}) });
    if (!failure) {
      this.verification = this.verify(this.builder);
    }
  }

  /** Reads overlapping pages until there are `count` collections or the end is reached. */
  private async readMany(builder: CollectionListBuilder, count: number, signal: AbortSignal): Promise<void> {
    while (builder.hasMore !== "no" && builder.size < count) {
      // One more than missing, because pages overlap by one.
      await this.readPage(builder, Math.min(this.pageSize(), count - builder.size + 1), true, signal);
      if (!this.disposed) {
        if (this.current.retry) {
          this.update({ ...this.current, retry: undefined });
        }
        const total = Math.min(builder.totalCount ?? Infinity, count);
        this.progressEmitter.fire({
          loaded: builder.size,
          total: Number.isFinite(total) ? total : undefined,
        });
      }
    }
    await this.confirmEnd(builder, signal);
  }

  /** Reads the next page, or a smaller one if that is too large to be received. */
  private async readPage(
    builder: CollectionListBuilder,
    limit: number,
    overlapping: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      const request = builder.nextRequest(limit, overlapping);
      try {
        builder.add(await this.request(request.limit, request.offset, signal), request);
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== "tooLarge" || request.limit === 1) {
          throw error;
        }
        builder.limitPages(Math.floor(request.limit / 2));
      }
    }
  }

  private async confirmEnd(builder: CollectionListBuilder, signal: AbortSignal): Promise<void> {
    if (builder.likelyEnd !== undefined) {
      builder.confirmEnd(await this.request(1, builder.likelyEnd, signal));
    }
  }

  private request(limit: number, offset: number, signal: AbortSignal): Promise<CollectionPage> {
    const onRetry = (retry: RetryNotice) => this.update({ ...this.current, retry });
    return this.client.listCollections({ limit, offset }, { signal, onRetry });
  }

  /** Checks, while its rows are already on screen, whether the list changed before the last page was read. */
  private async verify(builder: CollectionListBuilder): Promise<void> {
    const { signal } = this.disposal;
    try {
      for (let offset = builder.unverifiedOffset; offset !== undefined; offset = builder.unverifiedOffset) {
        builder.verify(await this.client.listCollections({ limit: 1, offset }, { signal }));
      }
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      // Verified after the next page.
    }
    if (builder.changed && !this.current.changed) {
      this.update({ ...this.current, changed: true });
    }
  }

  private update(state: CollectionListState): void {
    if (!this.disposed) {
      this.current = state;
      this.changeEmitter.fire(state);
    }
  }
}

/** Cancels an operation that several callers wait for as soon as all of them have canceled. */
class SharedCancellation {
  private readonly controller = new AbortController();
  private waiting = 0;

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** @param signal of a caller; without one, it never cancels. */
  add(signal: AbortSignal | undefined): void {
    this.waiting++;
    const cancelOne = () => {
      if (--this.waiting === 0) {
        this.cancel();
      }
    };
    if (signal?.aborted) {
      cancelOne();
    } else {
      signal?.addEventListener("abort", cancelOne, { once: true, signal: this.signal });
    }
  }

  cancel(): void {
    this.controller.abort();
  }
}
