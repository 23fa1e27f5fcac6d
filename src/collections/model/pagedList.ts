import { type ApiError, toApiError } from "../../service/errors";
import type { Item, OffsetPage, OffsetRequest, RequestOptions, RetryNotice } from "../../service/types";
import { Emitter, type Event } from "../../shared/emitter";
import { Disposable } from "../../util/disposable";

export interface Identified {
  readonly id: string;
}

/** What is shown of a list. Every change creates a new state. */
export interface ListState<T> {
  /** In the service's order, each ID once. The same array as before unless an item has changed. */
  readonly items: readonly Item<T>[];
  /** As the service last reported it. Absent if it reported none, or fewer than there are items. */
  readonly totalCount?: number;
  readonly hasMore: boolean;
  /** Number of elements without an ID, or with the ID of another element on the same page. */
  readonly skipped: number;
  /** The list changed while it was loaded: pages have different totals, or the total differs from the number of items. */
  readonly changed: boolean;
  readonly busy: boolean;
  /** Why the last request failed. What was loaded stays. */
  readonly error?: ApiError;
  /** A request failed and will be sent again. */
  readonly retry?: RetryNotice | undefined;
}

/** Maximum number of items that one Load All or refresh reads: VS Code takes too long to render more. */
const maxItems = 100_000;

type PageReader<T> = (request: OffsetRequest, options: RequestOptions) => Promise<OffsetPage<T>>;

/** A list that the service pages by limit and offset. One operation runs at a time; failures are part of the state. */
export class PagedList<T extends Identified> extends Disposable {
  private readonly changeEmitter = this.register(new Emitter<ListState<T>>());
  private readonly progressEmitter = this.register(
    new Emitter<{ readonly loaded: number; readonly total: number | undefined }>(),
  );
  private pages = new Pages<T>();
  state: ListState<T> = { ...this.pages.loaded, busy: false };
  private operation: { readonly controller: AbortController; readonly done: Promise<void> } | undefined;

  readonly onDidChange: Event<ListState<T>> = this.changeEmitter.event;
  /** Fired after each page of a Load All or refresh; the state changes once all have loaded. */
  readonly onDidProgress = this.progressEmitter.event;

  /** @param pageSize 0 if the list is not paged */
  constructor(
    private readonly readPage: PageReader<T>,
    readonly pageSize: () => number,
  ) {
    super();
    this.register({ dispose: () => this.operation?.controller.abort() });
  }

  /** All items loaded so far. The array grows while pages load; a refresh or a removal replaces it. */
  get loadedItems(): readonly Item<T>[] {
    return this.pages.items;
  }

  /** Nothing was requested yet. */
  get isNeverLoaded(): boolean {
    const { items, hasMore, busy, error } = this.state;
    return items.length === 0 && hasMore && !busy && !error;
  }

  find(id: string): Item<T> | undefined {
    return this.pages.find(id);
  }

  async loadMore(): Promise<void> {
    if (this.operation) {
      return this.operation.done;
    }
    if (this.pages.hasMore) {
      await this.run((signal) => this.addPage(this.pages, signal));
    }
  }

  /** Loads all remaining pages. If it fails or is canceled, keeps what was loaded. */
  async loadAll(signal?: AbortSignal): Promise<void> {
    while (this.operation) {
      await this.operation.done;
    }
    const count = this.pages.items.length + maxItems;
    await this.run((running) => this.addPages(this.pages, count, running), signal);
  }

  /**
   * Reads as many items again as were loaded, or the whole list if it was complete. Until that succeeds, the old items stay.
   * Cancels what is running. @returns whether the list was read
   */
  async refresh(signal?: AbortSignal): Promise<boolean> {
    this.operation?.controller.abort();
    while (this.operation) {
      await this.operation.done;
    }
    const { hasMore, items } = this.pages;
    const count = hasMore ? Math.max(items.length, 1) : maxItems;
    const pages = new Pages<T>();
    let isRead = false;
    await this.run(async (running) => {
      await this.addPages(pages, count, running);
      running.throwIfAborted();
      this.pages = pages;
      isRead = true;
    }, signal);
    return isRead;
  }

  /** Removes items that the service has deleted. Cancels what is running: its pages may still contain them. */
  removed(ids: readonly string[] | "all"): void {
    this.operation?.controller.abort();
    if (ids === "all") {
      this.pages = new Pages<T>();
      this.pages.add({ items: [], malformed: 0, totalCount: 0 });
    } else {
      this.pages.remove(ids);
    }
    this.update({ ...this.state, ...this.pages.loaded });
  }

  /** Resolves when no request is running. */
  async settled(): Promise<void> {
    await this.operation?.done;
  }

  private run(read: (signal: AbortSignal) => Promise<void>, signal?: AbortSignal): Promise<void> {
    const controller = new AbortController();
    const combined = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
    const done = Promise.resolve().then(async () => {
      this.update({ ...this.pages.loaded, busy: true });
      let error: ApiError | undefined;
      try {
        await read(combined);
      } catch (thrown) {
        error = combined.aborted ? undefined : toApiError(thrown);
        if (error && error !== thrown) {
          throw thrown;
        }
      } finally {
        this.operation = undefined;
        this.update({ ...this.pages.loaded, busy: false, ...(error && { error }) });
      }
    });
    this.operation = { controller, done };
    return done;
  }

  /** Reads pages until there are `count` items or the list ends. A list that is not paged is read once. */
  private async addPages(pages: Pages<T>, count: number, signal: AbortSignal): Promise<void> {
    const isPaged = this.pageSize() > 0;
    while (pages.hasMore && pages.items.length < count && (isPaged || pages.offset === 0)) {
      await this.addPage(pages, signal);
      const { totalCount } = pages.loaded;
      this.progressEmitter.fire({
        loaded: pages.items.length,
        total: totalCount === undefined ? undefined : Math.min(totalCount, count),
      });
    }
  }

  private async addPage(pages: Pages<T>, signal: AbortSignal): Promise<void> {
    const onRetry = (retry: RetryNotice) => this.update({ ...this.state, retry });
    const page = await this.readPage({ limit: this.pageSize(), offset: pages.offset }, { signal, onRetry });
    signal.throwIfAborted();
    pages.add(page);
    if (this.state.retry) {
      this.update({ ...this.state, retry: undefined });
    }
  }

  private update(state: ListState<T>): void {
    if (!this.disposed) {
      this.state = state;
      this.changeEmitter.fire(state);
    }
  }
}

/** The pages of a list that were read so far. */
class Pages<T extends Identified> {
  items: Item<T>[] = [];
  hasMore = true;
  /** Where the next page starts. */
  offset = 0;
  private indexes = new Map<string, number>();
  private snapshot: readonly Item<T>[] | undefined;
  private total: number | undefined;
  private hasOtherTotal = false;
  private skipped = 0;

  get loaded(): Omit<ListState<T>, "busy" | "error" | "retry"> {
    const { items, hasMore, skipped, total } = this;
    return {
      items: (this.snapshot ??= items.slice()),
      ...(total !== undefined && total >= items.length && { totalCount: total }),
      hasMore,
      skipped,
      changed: this.hasOtherTotal || (!hasMore && total !== undefined && total !== items.length + skipped),
    };
  }

  find(id: string): Item<T> | undefined {
    return this.items[this.indexes.get(id) ?? -1];
  }

  /** An item that is already in the list keeps its place and gets its newer content. */
  add({ items, malformed, totalCount }: OffsetPage<T>): void {
    const before = this.items.length;
    for (const item of items) {
      const index = this.indexes.get(item.value.id);
      if (index === undefined) {
        this.indexes.set(item.value.id, this.items.length);
        this.items.push(item);
      } else if (index < before) {
        this.items[index] = item;
      } else {
        this.skipped++;
      }
    }
    this.snapshot = undefined;
    this.skipped += malformed;
    this.hasOtherTotal ||= this.offset > 0 && totalCount !== this.total;
    this.total = totalCount;
    this.offset += items.length + malformed;
    // A page without new items ends the list: some services ignore the offset. A page of malformed items does not, up to the total.
    const isMalformed = items.length === 0 && malformed > 0;
    const hasNew = this.items.length > before || (isMalformed && totalCount !== undefined);
    const isLast = totalCount !== undefined && totalCount >= this.items.length && this.offset >= totalCount;
    this.hasMore = hasNew && !isLast;
  }

  remove(ids: readonly string[]): void {
    const before = this.items.length;
    this.items = this.items.filter(({ value }) => !ids.includes(value.id));
    this.indexes = new Map(this.items.map(({ value }, index) => [value.id, index]));
    this.snapshot = undefined;
    const count = before - this.items.length;
    this.offset -= count;
    this.total = this.total === undefined ? undefined : Math.max(0, this.total - count);
  }
}
