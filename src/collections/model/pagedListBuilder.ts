import type { Item, OffsetPage } from "../../api/types";

/** What the items of a list are told apart by. */
export interface Identified {
  readonly id: string;
}

/** Selects a page. */
export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

/** What has been read of a list, and what is known about the rest. */
export interface LoadedItems<T> {
  /** In the service's order, each item once. The same array as before unless a row has changed. */
  readonly items: readonly Item<T>[];
  /** Items over all pages, as the service last reported; absent if it did not, or if its rows disprove it. */
  readonly totalCount?: number;
  /** `unknown`: only another request can tell. */
  readonly hasMore: "yes" | "no" | "unknown";
  /** Elements that could not be read. */
  readonly malformed: number;
  /** Elements left out because another one on their page has the same ID. */
  readonly duplicates: number;
  /** The list changed between two pages: items may be missing. */
  readonly changed: boolean;
  /** The service sends the same items again and again: it may have others. */
  readonly stalled: boolean;
  /** At the end of the list, the service's count is not the number of items that it sent. */
  readonly countMismatch: boolean;
}

/** The last item of a page, and its offset when the page was read. */
interface PageBoundary {
  readonly offset: number;
  readonly id: string;
}

/** Consecutive pages without a new item after which the service is considered to repeat itself. */
const maxStalePages = 3;

/**
 * Combines the pages of a list that is read by offset (docs/service.md, Collections and Documents).
 *
 * Offsets shift when the list changes between two pages: items are skipped, or sent again. Nothing was skipped if the
 * last item of a page is still at its offset when the next page is read, so a page either starts with that item
 * or has its boundary verified by a separate request. The list is `changed` when another item is found there.
 */
export class PagedListBuilder<T extends Identified> {
  // See `LoadedItems`.
  changed = false;
  hasMore: LoadedItems<T>["hasMore"] = "unknown";
  private items: Item<T>[] = [];
  private readonly indexes = new Map<string, number>();
  /** IDs of items that were added here: their offset is unknown until a page has them. */
  private readonly unlocated = new Set<string>();
  /** Those of them that the service had before the first page was read, if it still has them. */
  private readonly carriedOver = new Set<string>();
  private snapshot: readonly Item<T>[] | undefined;
  private total: number | undefined;
  private totalIsWrong = false;
  private malformed = 0;
  private duplicates = 0;
  private stalled = false;
  private stalePages = 0;
  private pageLimit = Infinity;
  private nextOffset = 0;
  private boundary: PageBoundary | undefined;
  private unverified: PageBoundary[] = [];
  private endIsLikely = false;
  private currentRevision = 0;

  /** @param isSame whether an item that was added here, perhaps without its ID, is one that the service lists */
  constructor(private readonly isSame: (added: T, listed: T) => boolean = () => false) {}

  /** Increases with each change made here: a page requested before that may be outdated. */
  get revision(): number {
    return this.currentRevision;
  }

  get size(): number {
    return this.items.length;
  }

  /** How many items the pages had: without those that were added here. */
  get locatedSize(): number {
    return this.size - this.unlocated.size;
  }

  get totalCount(): number | undefined {
    return this.totalIsWrong || (this.total !== undefined && this.total < this.size) ? undefined : this.total;
  }

  /** The items so far: grows with each page; entries may be replaced. Another array after items were removed. */
  get loadedItems(): readonly Item<T>[] {
    return this.items;
  }

  get loaded(): LoadedItems<T> {
    const { totalCount, hasMore, malformed, duplicates, changed, stalled } = this;
    return {
      items: (this.snapshot ??= this.items.slice()),
      ...(totalCount === undefined ? {} : { totalCount }),
      hasMore,
      malformed,
      duplicates,
      changed,
      stalled,
      countMismatch:
        hasMore === "no" && this.total !== undefined && this.total !== this.size + malformed + duplicates,
    };
  }

  has(id: string): boolean {
    return this.indexes.has(id);
  }

  /** Offset of the single item to request to verify a boundary between two pages. */
  get unverifiedOffset(): number | undefined {
    return this.changed ? undefined : this.unverified[0]?.offset;
  }

  /** Offset of the single item to request when the list seems to end there but nothing proves it. */
  get likelyEnd(): number | undefined {
    return this.endIsLikely ? this.nextOffset : undefined;
  }

  /**
   * The request for the next page, of `limit` items unless pages have to be smaller.
   * @param overlapping whether to start with the last item of the previous page.
   */
  nextRequest(limit: number, overlapping: boolean): PageRequest {
    const { boundary, pageLimit, nextOffset } = this;
    return overlapping && boundary && pageLimit > 1
      ? { limit: Math.max(Math.min(limit, pageLimit), 2), offset: boundary.offset }
      : { limit: Math.min(limit, pageLimit), offset: nextOffset };
  }

  /** Makes the following pages smaller. */
  limitPages(limit: number): void {
    this.pageLimit = Math.min(this.pageLimit, limit);
  }

  /** Adds the next page. An item that is already in the list keeps its place and gets its newer content. */
  add(page: OffsetPage<T>, request: PageRequest): void {
    const { size, boundary, nextOffset } = this;
    const offset = this.offsetOf(page, request.offset);
    const received = page.items.length + page.malformed;
    const known = this.insert(page);
    if (size > 0) {
      this.compare(page, offset, boundary, known);
    }
    this.total = page.totalCount;
    this.malformed += page.malformed;
    this.nextOffset = Math.max(offset + received, nextOffset);
    // If elements are malformed, their offsets are unknown.
    const last = page.malformed === 0 ? page.items.at(-1) : undefined;
    this.boundary = last && { offset: offset + received - 1, id: last.value.id };
    this.stalePages = this.size > size ? 0 : this.stalePages + 1;
    const applied = Math.max(page.limit, received);
    if (applied < request.limit) {
      this.limitPages(applied);
    }
    const overlap = Math.max(nextOffset - offset, 0);
    this.updateHasMore(
      received < page.limit,
      received === 0 || (received <= overlap && overlap < page.limit),
    );
    this.dropMissing();
  }

  /** @param page the answer to the request for the item at `unverifiedOffset`. */
  verify({ items: [first] }: OffsetPage<T>): void {
    this.changed ||= first?.value.id !== this.unverified.shift()?.id;
  }

  /** @param page the answer to the request for the item at `likelyEnd`. */
  confirmEnd(page: OffsetPage<T>): void {
    const { nextOffset } = this;
    const isEnd = page.items.length + page.malformed === 0 || this.offsetOf(page, nextOffset) < nextOffset;
    this.endIsLikely = false;
    this.hasMore = isEnd ? "no" : "yes";
    if (!isEnd) {
      this.totalIsWrong = this.total !== undefined && this.total <= nextOffset;
    }
    this.dropMissing();
  }

  /** Removes items that the service no longer has: those after them have moved up. */
  remove(ids: ReadonlySet<string>): void {
    this.currentRevision++;
    const remaining = this.items.filter(({ value }) => !ids.has(value.id));
    const removed = this.items.length - remaining.length;
    if (removed === 0) {
      return;
    }
    const located = removed - [...ids].filter((id) => this.unlocated.delete(id)).length;
    this.replaceItems(remaining);
    this.total = this.total === undefined ? undefined : Math.max(this.total - removed, 0);
    this.nextOffset = Math.max(this.nextOffset - located, 0);
    this.boundary = this.boundaryAfter(located, ids);
    // It is unknown whether the pages were read before or after the removal.
    this.changed ||= this.unverified.length > 0;
  }

  /** Adds an item that is new on the service, at an unknown position. Does nothing before the first page. */
  addUnlocated(item: Item<T>): void {
    this.currentRevision++;
    if (this.isEmpty || this.lists(item.value)) {
      return;
    }
    this.append(item);
    this.total = this.total === undefined ? undefined : this.total + 1;
  }

  /** Keeps those of another builder's added items that this one has not reached yet. */
  keepUnlocated(other: PagedListBuilder<T>): void {
    for (const item of this.hasMore === "no" ? [] : other.items) {
      if (other.unlocated.has(item.value.id) && !this.lists(item.value)) {
        this.append(item);
        this.carriedOver.add(item.value.id);
      }
    }
  }

  /** What was added here and matches is not kept by a refresh that does not read it. */
  forgetAdded(matches: (value: T) => boolean): void {
    for (const { value } of this.items) {
      if (this.unlocated.has(value.id) && matches(value)) {
        this.unlocated.delete(value.id);
      }
    }
  }

  /** Replaces the value of an item that is loaded, but not its JSON: that stays as sent. */
  updateValue(id: string, update: (value: T) => T): void {
    const index = this.indexes.get(id);
    const item = index === undefined ? undefined : this.items[index];
    // Also where it is not loaded yet: a page on its way may have it as it was.
    this.currentRevision++;
    if (index !== undefined && item) {
      this.items[index] = { ...item, value: update(item.value) };
      this.snapshot = undefined;
    }
  }

  /** The service has removed everything. */
  removeAll(): void {
    this.remove(new Set(this.indexes.keys()));
    this.total = 0;
    this.hasMore = "no";
    this.endIsLikely = false;
    this.malformed = 0;
    this.duplicates = 0;
  }

  private lists(added: T): boolean {
    return this.indexes.has(added.id) || this.items.some(({ value }) => this.isSame(added, value));
  }

  private get isEmpty(): boolean {
    return this.size === 0 && this.hasMore === "unknown";
  }

  private replaceItems(items: Item<T>[]): void {
    this.items = items;
    this.snapshot = undefined;
    this.indexes.clear();
    items.forEach(({ value }, index) => this.indexes.set(value.id, index));
  }

  /** At the end of a list that did not change, the service no longer has what no page had. */
  private dropMissing(): void {
    const isMissing = ({ value: { id } }: Item<T>) => this.carriedOver.has(id) && this.unlocated.has(id);
    if (this.hasMore === "no" && !this.changed && !this.stalled && this.items.some(isMissing)) {
      const missing = this.items.filter(isMissing);
      missing.forEach(({ value }) => this.unlocated.delete(value.id));
      this.replaceItems(this.items.filter((item) => !missing.includes(item)));
    }
  }

  private append(item: Item<T>): void {
    this.snapshot = undefined;
    this.unlocated.add(item.value.id);
    this.indexes.set(item.value.id, this.items.length);
    this.items.push(item);
  }

  /** The boundary of the latest page after `removed` items up to it were removed. */
  private boundaryAfter(removed: number, ids: ReadonlySet<string>): PageBoundary | undefined {
    const { boundary, nextOffset } = this;
    if (!boundary || !ids.has(boundary.id)) {
      return boundary && { ...boundary, offset: boundary.offset - removed };
    }
    // The item before it is at the offset before it only if every element has a row.
    const last = this.items.at(-1);
    return last && this.size === nextOffset && this.unlocated.size === 0
      ? { offset: nextOffset - 1, id: last.value.id }
      : undefined;
  }

  /** @returns how many of the page's items were at an earlier place of the list. */
  private insert(page: OffsetPage<T>): number {
    const { size } = this;
    let known = 0;
    this.snapshot = undefined;
    for (const item of page.items) {
      const index = this.indexes.get(item.value.id) ?? this.identify(item.value);
      if (index === undefined) {
        this.indexes.set(item.value.id, this.items.length);
        this.items.push(item);
      } else if (index < size) {
        this.items[index] = item;
        known += this.unlocated.delete(item.value.id) ? 0 : 1;
      } else {
        this.duplicates++;
      }
    }
    return known;
  }

  /** Gives an item that was added here the ID under which the service lists it. @returns its index */
  private identify(listed: T): number | undefined {
    for (const id of this.unlocated) {
      const index = this.indexes.get(id);
      const added = index === undefined ? undefined : this.items[index];
      if (index !== undefined && added && this.isSame(added.value, listed)) {
        this.indexes.delete(id);
        this.unlocated.delete(id);
        this.indexes.set(listed.id, index);
        this.unlocated.add(listed.id);
        return index;
      }
    }
    return undefined;
  }

  /** The offset that the service reports, if it can be confirmed: some services report the same one for every page. */
  private offsetOf({ items: [first], offset }: OffsetPage<T>, requested: number): number {
    return offset < requested && first && this.indexes.get(first.value.id) === offset ? offset : requested;
  }

  /** Checks whether a page continues the previous one. */
  private compare(
    page: OffsetPage<T>,
    offset: number,
    boundary: PageBoundary | undefined,
    known: number,
  ): void {
    if (offset === boundary?.offset) {
      this.changed ||= known !== 1 || page.items[0]?.value.id !== boundary.id;
    } else if (known > 0) {
      this.changed = true;
    } else if (boundary) {
      this.unverified.push(boundary);
    } else {
      this.changed ||= this.total !== page.totalCount;
    }
  }

  private updateHasMore(isShort: boolean, isPastEnd: boolean): void {
    const { total, nextOffset } = this;
    this.endIsLikely = false;
    if (isPastEnd) {
      this.hasMore = "no";
    } else if (this.stalePages >= maxStalePages) {
      this.hasMore = "no";
      this.stalled = true;
    } else if (total === undefined || total < nextOffset || this.totalIsWrong) {
      this.hasMore = "unknown";
      this.endIsLikely = isShort;
    } else if (total === nextOffset) {
      // After a full page, the total may be the size of the page instead of the list.
      this.hasMore = isShort ? "no" : "unknown";
      this.endIsLikely = !isShort;
    } else {
      this.hasMore = "yes";
    }
  }
}
