import { ApiError, toApiError } from "../../api/errors";
import type { Item, OffsetPage, RequestOptions, RetryNotice } from "../../api/types";
import { Disposable } from "../../util/disposable";
import { Emitter, type Event } from "../../shared/event";
import { type Identified, type LoadedItems, PagedListBuilder, type PageRequest } from "./pagedListBuilder";
import { SharedCancellation } from "../../util/sharedCancellation";

/** What the tree shows of a list. Replaced as a whole at every change. */
export interface PagedListState<T> extends LoadedItems<T> {
  readonly busy: boolean;
  /** Why the last request failed. What was loaded stays. */
  readonly failure?: ApiError;
  /** What has failed, so that it can be repeated. */
  readonly failed?: OperationKind;
  /** A request failed and will be sent again. */
  readonly retry?: RetryNotice | undefined;
}

/** Whether a refresh has replaced the items: one that was canceled, or came after the list was closed, leaves the same. */
export function isReadAgain(
  { items, failure }: Pick<PagedListState<unknown>, "items" | "failure">,
  before: readonly unknown[] | undefined,
): boolean {
  return !failure && items !== before;
}

/** Progress of loading many pages, in items. */
interface LoadProgress {
  readonly loaded: number;
  /** How many there will be, if known. */
  readonly total: number | undefined;
}

/** Maximum number of items that one Load All adds: VS Code takes too long to render more. */
const loadAllLimit = 100_000;

export type OperationKind = "more" | "all" | "refresh";

/** The running operation. */
interface Operation {
  readonly kind: OperationKind;
  readonly cancellation: SharedCancellation;
  readonly done: Promise<void>;
}

/** Reads one page of a list. */
export type ReadPage<T> = (request: PageRequest, options: RequestOptions) => Promise<OffsetPage<T>>;

/**
 * A list of the service, loaded a page at a time. One operation runs at a time: `loadMore` joins any, `loadAll` joins another Load
 * All, and `refresh` starts over. Failures are part of the state.
 */
export class PagedList<T extends Identified> extends Disposable {
  private readonly changeEmitter = this.register(new Emitter<PagedListState<T>>());
  private readonly progressEmitter = this.register(new Emitter<LoadProgress>());
  private readonly disposal = new AbortController();
  private builder: PagedListBuilder<T>;
  /** What a running refresh has read so far. */
  private refreshing: PagedListBuilder<T> | undefined;
  private current: PagedListState<T>;
  private operation: Operation | undefined;
  private verification: Promise<void> = Promise.resolve();

  readonly onDidChange: Event<PagedListState<T>> = this.changeEmitter.event;
  /** Fired after each page of a Load All or refresh; the state changes once all have loaded. */
  readonly onDidProgress: Event<LoadProgress> = this.progressEmitter.event;

  /** @param isSame whether an item that was added here, perhaps without its ID, is one that the service lists */
  constructor(
    private readonly readPage: ReadPage<T>,
    private readonly pageSize: () => number,
    private readonly isSame?: (added: T, listed: T) => boolean,
  ) {
    super();
    this.builder = new PagedListBuilder(isSame);
    this.current = { ...this.builder.loaded, busy: false };
    this.register({
      dispose: () => {
        this.disposal.abort();
        this.operation?.cancellation.cancel();
      },
    });
  }

  get state(): PagedListState<T> {
    return this.current;
  }

  /** Everything loaded so far, also during a Load All: the array grows. A refresh or a removal replaces the array. */
  get loadedItems(): readonly Item<T>[] {
    return this.builder.loadedItems;
  }

  /** As in the state, but also during a Load All. */
  get totalCount(): number | undefined {
    return this.builder.totalCount;
  }

  /** Whether the item with this ID is loaded. */
  has(id: string): boolean {
    return this.builder.has(id);
  }

  /** Loads the next page; after a failed refresh, refreshes. */
  async loadMore(): Promise<void> {
    if (this.operation) {
      return this.operation.done;
    }
    if (this.current.failed === "refresh") {
      return this.refresh();
    }
    const { builder } = this;
    if (builder.hasMore !== "no") {
      await this.run("more", undefined, async (signal) => {
        const { size } = builder;
        do {
          await this.addPage(builder, this.pageSize(), false, signal);
        } while (builder.hasMore !== "no" && builder.size === size);
        await this.confirmEnd(builder, signal);
      });
    }
  }

  /**
   * Loads all remaining pages, up to the next multiple of `loadAllLimit` items. What was loaded before it is
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
   * Reloads as many items as were loaded, from the start, or all if all were. The old ones stay until the new
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
      const builder = (this.refreshing = new PagedListBuilder(this.isSame));
      const { hasMore, size, locatedSize } = this.builder;
      // Without what was added here, which would make the list longer with each refresh.
      const count = hasMore === "no" && size > 0 ? Infinity : Math.max(locatedSize, this.pageSize());
      try {
        await this.readMany(builder, count, shared);
      } finally {
        this.refreshing = undefined;
      }
      if (!this.disposed) {
        builder.keepUnlocated(this.builder);
        this.builder = builder;
      }
    });
  }

  /** The service has removed these items: they leave the list, and so do pages that were requested before. */
  removed(ids: Iterable<string>): void {
    const set = new Set(ids);
    this.edit((builder) => builder.remove(set));
  }

  /** The service has removed all items. */
  removedAll(): void {
    this.operation?.cancellation.cancel();
    this.edit((builder) => builder.removeAll());
  }

  /** The service has a new item. It is shown below the loaded ones until a page has it; before the first page, not at all. */
  added(item: Item<T>): void {
    this.edit((builder) => builder.addUnlocated(item));
  }

  /** The service may no longer have what was added here and matches: the next refresh keeps it only if a page has it. */
  forgetAdded(matches: (value: T) => boolean): void {
    this.builder.forgetAdded(matches);
    this.refreshing?.forgetAdded(matches);
  }

  /** Changes what is known about an item until it is read again; its JSON stays as sent. */
  protected updateValue(id: string, update: (value: T) => T): void {
    this.edit((builder) => builder.updateValue(id, update));
  }

  /** Resolves when no request is running. */
  async settled(): Promise<void> {
    await this.operation?.done;
    await this.verification;
  }

  private edit(edit: (builder: PagedListBuilder<T>) => void): void {
    edit(this.builder);
    if (this.refreshing) {
      edit(this.refreshing);
    }
    const { busy, failure, failed, retry } = this.current;
    this.update({
      ...this.builder.loaded,
      busy,
      retry,
      ...(failure && { failure }),
      ...(failed && { failed }),
    });
  }

  private run(
    kind: OperationKind,
    signal: AbortSignal | undefined,
    read: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const cancellation = new SharedCancellation();
    cancellation.add(signal);
    const done = this.verification
      // Also after a bug in it, with which `done` rejects so that it is logged.
      .finally(() => this.load(kind, () => read(cancellation.signal)))
      .finally(() => {
        this.operation = undefined;
        cancellation.dispose();
      });
    this.operation = { kind, cancellation, done };
    return done;
  }

  private async load(kind: OperationKind, read: () => Promise<void>): Promise<void> {
    if (this.disposed) {
      return;
    }
    this.update({ ...this.builder.loaded, busy: true });
    let failure: ApiError | undefined;
    try {
      await read();
    } catch (thrown) {
      const error = toApiError(thrown);
      failure = error.kind === "aborted" ? undefined : error;
      if (error !== thrown) {
        throw thrown;
      }
    } finally {
      this.update({ ...this.builder.loaded, busy: false, ...(failure && { failure, failed: kind }) });
    }
    if (!failure) {
      this.verification = this.verify(this.builder);
    }
  }

  /** Reads overlapping pages until there are `count` items or the end is reached. */
  private async readMany(builder: PagedListBuilder<T>, count: number, signal: AbortSignal): Promise<void> {
    while (builder.hasMore !== "no" && builder.size < count) {
      // One more than missing, because pages overlap by one.
      await this.addPage(builder, Math.min(this.pageSize(), count - builder.size + 1), true, signal);
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
  private async addPage(
    builder: PagedListBuilder<T>,
    limit: number,
    overlapping: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    for (;;) {
      const request = builder.nextRequest(limit, overlapping);
      const { revision } = builder;
      try {
        const page = await this.request(request.limit, request.offset, signal);
        if (builder.revision === revision) {
          builder.add(page, request);
          return;
        }
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== "tooLarge" || request.limit === 1) {
          throw error;
        }
        builder.limitPages(Math.floor(request.limit / 2));
      }
    }
  }

  private async confirmEnd(builder: PagedListBuilder<T>, signal: AbortSignal): Promise<void> {
    while (builder.likelyEnd !== undefined) {
      const { revision } = builder;
      const page = await this.request(1, builder.likelyEnd, signal);
      if (builder.revision === revision) {
        builder.confirmEnd(page);
      }
    }
  }

  private request(limit: number, offset: number, signal: AbortSignal): Promise<OffsetPage<T>> {
    const onRetry = (retry: RetryNotice) => this.update({ ...this.current, retry });
    return this.readPage({ limit, offset }, { signal, onRetry });
  }

  /** Checks, while its rows are already on screen, whether the list changed before the last page was read. */
  private async verify(builder: PagedListBuilder<T>): Promise<void> {
    const { signal } = this.disposal;
    try {
      for (let offset = builder.unverifiedOffset; offset !== undefined; offset = builder.unverifiedOffset) {
        const { revision } = builder;
        const page = await this.readPage({ limit: 1, offset }, { signal });
        if (builder.revision === revision) {
          builder.verify(page);
        }
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

  private update(state: PagedListState<T>): void {
    if (!this.disposed) {
      this.current = state;
      this.changeEmitter.fire(state);
    }
  }
}
