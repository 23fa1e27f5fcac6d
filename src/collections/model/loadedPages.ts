import type { Item, OffsetPage } from "../../service/types";

/** What the items of a list are told apart by. */
export interface Identified {
  readonly id: string;
}

/** What has been read of a list. */
export interface LoadedItems<T> {
  /** In the service's order, each ID once. The same array as before unless a row has changed. */
  readonly items: readonly Item<T>[];
  /** Items over all pages, as the service last reported; absent if it did not, or if its rows disprove it. */
  readonly totalCount?: number;
  readonly hasMore: boolean;
  /** Elements that could not be read. */
  readonly malformed: number;
  /** Elements left out because another one on their page has the same ID. */
  readonly duplicates: number;
  /** The service's count differs from that of another page, or from what came: the list changed between two pages. */
  readonly changed: boolean;
}

/** The pages of a list that were read (docs/service.md, Collections and Documents). */
export class LoadedPages<T extends Identified> {
  items: Item<T>[] = [];
  hasMore = true;
  /** Nothing but another page can tell whether there are more. */
  isEndLikely = false;
  /** Of the next page. */
  offset = 0;
  private indexes = new Map<string, number>();
  /** Removed here: a page may have been requested before. */
  private readonly removed = new Set<string>();
  private snapshot: readonly Item<T>[] | undefined;
  private total: number | undefined;
  /** Two pages had different counts. */
  private hasOtherTotal = false;
  private malformed = 0;
  private duplicates = 0;

  get totalCount(): number | undefined {
    return this.total !== undefined && this.total < this.items.length ? undefined : this.total;
  }

  get loaded(): LoadedItems<T> {
    const { items, totalCount, hasMore, malformed, duplicates, total } = this;
    const isMiscounted = total !== undefined && total !== items.length + malformed + duplicates;
    return {
      items: (this.snapshot ??= items.slice()),
      ...(totalCount !== undefined && { totalCount }),
      hasMore,
      malformed,
      duplicates,
      changed: this.hasOtherTotal || (!hasMore && isMiscounted),
    };
  }

  has(id: string): boolean {
    return this.indexes.has(id);
  }

  /** Adds the next page. An item that is already in the list keeps its place and gets its newer content. */
  add(page: OffsetPage<T>): void {
    const before = this.items.length;
    for (const item of page.items.filter(({ value }) => !this.removed.has(value.id))) {
      const index = this.indexes.get(item.value.id);
      if (index === undefined) {
        this.indexes.set(item.value.id, this.items.length);
        this.items.push(item);
      } else if (index < before) {
        this.items[index] = item;
      } else {
        this.duplicates++;
      }
    }
    const received = page.items.length + page.malformed;
    this.snapshot = undefined;
    this.hasOtherTotal ||= this.offset > 0 && page.totalCount !== this.total;
    this.total = page.totalCount;
    this.malformed += page.malformed;
    this.offset += received;
    const { totalCount } = this;
    const isLast = totalCount !== undefined && this.offset >= totalCount;
    // A service that ignores the offset sends the same page again and again.
    const isNew = this.items.length > before || page.malformed > 0;
    this.hasMore = received > 0 && isNew && !isLast;
    this.isEndLikely = this.hasMore && totalCount === undefined && received < page.limit;
  }

  remove(ids: readonly string[]): void {
    const before = this.items.length;
    ids.forEach((id) => this.removed.add(id));
    this.items = this.items.filter(({ value }) => !this.removed.has(value.id));
    this.indexes = new Map(this.items.map(({ value }, index) => [value.id, index]));
    this.snapshot = undefined;
    const count = before - this.items.length;
    this.offset = Math.max(0, this.offset - count);
    this.total = this.total === undefined ? undefined : Math.max(0, this.total - count);
  }

  removeAll(): void {
    this.remove(this.items.map(({ value }) => value.id));
    this.total = this.malformed = this.duplicates = 0;
    this.hasMore = this.hasOtherTotal = false;
  }

  update(id: string, update: (value: T) => T): void {
    const index = this.indexes.get(id);
    const item = index === undefined ? undefined : this.items[index];
    if (index !== undefined && item) {
      this.items[index] = { ...item, value: update(item.value) };
      this.snapshot = undefined;
    }
  }
}
