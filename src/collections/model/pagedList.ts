import { type ApiError, toApiError } from "../../service/errors";
import type { Item, OffsetPage, OffsetRequest, RequestOptions, RetryNotice } from "../../service/types";
import { Emitter, type Event } from "../../shared/event";
import { Disposable } from "../../util/disposable";
import { SharedCancellation } from "../../util/sharedCancellation";
import { type Identified, type LoadedItems, LoadedPages } from "./loadedPages";

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
type ReadPage<T> = (request: OffsetRequest, options: RequestOptions) => Promise<OffsetPage<T>>;

/**
 * A list of the service that is paged by limit and offset. One operation runs at a time: `loadMore` joins any, `loadAll` joins
 * another Load All, and `refresh` starts over. Failures are part of the state.
 */
export class PagedList<T extends Identified> extends Disposable {
  private readonly changeEmitter = this.register(new Emitter<PagedListState<T>>());
  private readonly progressEmitter = this.register(new Emitter<LoadProgress>());
  private pages = new LoadedPages<T>();
  /** What a running refresh has read so far. */
  private refreshing: LoadedPages<T> | undefined;
  private current: PagedListState<T> = { ...this.pages.loaded, busy: false };
  private operation: Operation | undefined;

  readonly onDidChange: Event<PagedListState<T>> = this.changeEmitter.event;
  /** Fired after each page of a Load All or refresh; the state changes once all have loaded. */
  readonly onDidProgress: Event<LoadProgress> = this.progressEmitter.event;

  constructor(
    private readonly readPage: ReadPage<T>,
    private readonly pageSize: () => number,
  ) {
    super();
    this.register({ dispose: () => this.operation?.cancellation.cancel() });
  }

  get state(): PagedListState<T> {
    return this.current;
  }

  /** Everything loaded so far, also during a Load All: the array grows. A refresh or a removal replaces the array. */
  get loadedItems(): readonly Item<T>[] {
    return this.pages.items;
  }

  /** As in the state, but also during a Load All. */
  get totalCount(): number | undefined {
    return this.pages.totalCount;
  }

  /** Whether the item with this ID is loaded. */
  has(id: string): boolean {
    return this.pages.has(id);
  }

  /** Loads the next page; after a failed refresh, refreshes. */
  async loadMore(): Promise<void> {
    if (this.operation) {
      return this.operation.done;
    }
    if (this.current.failed === "refresh") {
      return this.refresh();
    }
    if (this.pages.hasMore) {
      await this.run("more", undefined, async (signal) => {
        do {
          await this.addPage(this.pages, signal);
        } while (this.pages.isEndLikely);
      });
    }
  }

  /** Loads all remaining pages, up to a limit. What was loaded before it is canceled or fails is kept. */
  async loadAll(signal?: AbortSignal): Promise<void> {
    while (this.operation) {
      const { kind, cancellation, done } = this.operation;
      if (kind === "all" && !cancellation.signal.aborted) {
        cancellation.add(signal);
        return done;
      }
      await done;
    }
    await this.run("all", signal, (shared) =>
      this.readMany(this.pages, this.pages.items.length + loadAllLimit, shared),
    );
  }

  /**
   * Reads as many items again as were loaded, or all if all were. The old ones stay until the new ones are complete, and stay for
   * good if that fails or is canceled. Cancels a Load All, which keeps what it has.
   */
  async refresh(signal?: AbortSignal): Promise<void> {
    if (this.operation?.kind !== "more") {
      this.operation?.cancellation.cancel();
    }
    while (this.operation) {
      await this.operation.done;
    }
    await this.run("refresh", signal, async (shared) => {
      const pages = (this.refreshing = new LoadedPages<T>());
      const { hasMore, items } = this.pages;
      try {
        await this.readMany(pages, hasMore ? Math.max(items.length, 1) : Infinity, shared);
      } finally {
        this.refreshing = undefined;
      }
      if (!this.disposed) {
        this.pages = pages;
      }
    });
  }

  /** The service has removed these items, or all: they leave the list. */
  removed(ids: readonly string[] | "all"): void {
    if (ids === "all") {
      this.operation?.cancellation.cancel();
    }
    this.edit((pages) => (ids === "all" ? pages.removeAll() : pages.remove(ids)));
  }

  /** Changes what is known about an item until it is read again; its JSON stays as sent. */
  protected updateValue(id: string, update: (value: T) => T): void {
    this.edit((pages) => pages.update(id, update));
  }

  /** Resolves when no request is running. */
  async settled(): Promise<void> {
    await this.operation?.done;
  }

  private edit(edit: (pages: LoadedPages<T>) => void): void {
    edit(this.pages);
    if (this.refreshing) {
      edit(this.refreshing);
    }
    this.update({ ...this.current, ...this.pages.loaded });
  }

  private run(
    kind: OperationKind,
    signal: AbortSignal | undefined,
    read: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const cancellation = new SharedCancellation();
    cancellation.add(signal);
    const done = Promise.resolve()
      .then(() => this.load(kind, () => read(cancellation.signal)))
      .finally(() => {
        this.operation = undefined;
        cancellation.dispose();
      });
    this.operation = { kind, cancellation, done };
    return done;
  }

  private async load(kind: OperationKind, read: () => Promise<void>): Promise<void> {
    this.update({ ...this.pages.loaded, busy: true });
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
      this.update({ ...this.pages.loaded, busy: false, ...(failure && { failure, failed: kind }) });
    }
  }

  /** Reads pages until there are `count` items or the end is reached. */
  private async readMany(pages: LoadedPages<T>, count: number, signal: AbortSignal): Promise<void> {
    while (pages.hasMore && pages.items.length < count) {
      await this.addPage(pages, signal);
      const total = Math.min(pages.totalCount ?? Infinity, count);
      this.progressEmitter.fire({
        loaded: pages.items.length,
        total: Number.isFinite(total) ? total : undefined,
      });
    }
  }

  private async addPage(pages: LoadedPages<T>, signal: AbortSignal): Promise<void> {
    const onRetry = (retry: RetryNotice) => this.update({ ...this.current, retry });
    const request = { limit: this.pageSize(), offset: pages.offset };
    pages.add(await this.readPage(request, { signal, onRetry }));
    if (this.current.retry) {
      this.update({ ...this.current, retry: undefined });
    }
  }

  private update(state: PagedListState<T>): void {
    if (!this.disposed) {
      this.current = state;
      this.changeEmitter.fire(state);
    }
  }
}
